package puzzle

import (
	"strconv"
	"strings"
)

// Problem is a position of a file, with the least cost of a solution if the line
// ends in that.
type Problem struct {
	Position *Position
	Expected *int
	Index    *int // its place in a batch, from 0; nil for a position by itself
}

// ParseLine reads a line of a file: a position, and perhaps a number behind it.
func (p *Puzzle) ParseLine(line string) (Problem, error) {
	whole, err := p.Parse(line)
	if err == nil {
		return Problem{Position: whole}, nil
	}
	if space := strings.LastIndexAny(line, " \t"); space >= 0 {
		cost, notNumber := strconv.Atoi(line[space+1:])
		if position, err := p.Parse(line[:space]); err == nil && notNumber == nil && cost >= 0 {
			return Problem{Position: position, Expected: &cost}, nil
		}
	}
	return Problem{}, err
}
