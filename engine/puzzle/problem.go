package puzzle

import (
	"strconv"
	"strings"
)

// Problem is a position from a file, with the least cost of a solution if the line states it.
type Problem struct {
	Position *Position // where to start
	Expected *int      // the least cost, or nil
	Index    *int      // its index in a batch; nil for a single position
}

// ParseLine reads a line of a file: a position, optionally followed by a number.
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
