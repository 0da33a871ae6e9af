package pegs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// The letters of holes with and without a peg.
const (
	peg  = 'o'
	none = '.'
)

// names are the names of the holes.
var names = newNames()

func newNames() (all []string) {
	for row := range Rows {
		for place := range row + 1 {
			all = append(all, string(rune('a'+row))+strconv.Itoa(place+1))
		}
	}
	return all
}

// Name returns the name of a hole: the letter of its row, and its place in the row.
func Name(hole int) string { return names[hole] }

// FormatMove returns the holes from and to which a peg jumps: "d1-b1".
func (Puzzle) FormatMove(_ *Holes, j Jump) string { return names[j.From] + "-" + names[j.To] }

// ParseMove reads the output of FormatMove.
func (p Puzzle) ParseMove(s *Holes, text string) (Jump, error) {
	from, to, _ := strings.Cut(text, "-")
	i := slices.IndexFunc(jumps, func(j Jump) bool { return names[j.From] == from && names[j.To] == to })
	switch {
	case i < 0:
		return Jump{}, reason.Errorf("pegs: move %q, want two holes two apart in a row, such as d1-b1", text)
	case p.Goal(s):
		return Jump{}, reason.Errorf("pegs: move %q: %w: one peg is left", text, game.ErrIllegal)
	case !jumps[i].fits(*s):
		return Jump{}, reason.Errorf("pegs: move %q: %w: a peg jumps over another into an empty hole", text, game.ErrIllegal)
	}
	return jumps[i], nil
}

// FormatPosition returns the rows from the top, o for a peg and . for an empty hole:
// "./oo/ooo/oooo/ooooo".
func (Puzzle) FormatPosition(s *Holes) string { return strings.Join(lines(*s), "/") }

func lines(s Holes) (all []string) {
	for row := range Rows {
		var text []rune
		for place := range row + 1 {
			text = append(text, letter(s, int(hole(row, place))))
		}
		all = append(all, string(text))
	}
	return all
}

func letter(s Holes, hole int) rune {
	if s>>hole&1 != 0 {
		return peg
	}
	return none
}

// ParsePosition reads the output of FormatPosition. It accepts arrangements that cannot be solved.
func (Puzzle) ParsePosition(text string) (s Holes, err error) {
	all := strings.Split(strings.TrimSpace(text), "/")
	if len(all) != Rows {
		return 0, reason.Errorf("pegs: %d rows, want %d with slashes between: ./oo/ooo/oooo/ooooo", len(all), Rows)
	}
	for row, line := range all {
		place := 0
		for _, r := range line {
			switch {
			case place > row:
				return 0, reason.Errorf("pegs: row %d has more than %d holes", row+1, row+1)
			case r == peg:
				s |= 1 << hole(row, place)
			case r != none:
				return 0, reason.Errorf("pegs: row %d, hole %d: %q, want o or .", row+1, place+1, r)
			}
			place++
		}
		if place <= row {
			return 0, reason.Errorf("pegs: row %d has %d holes, want %d", row+1, place, row+1)
		}
	}
	if s == 0 {
		return 0, reason.New("pegs: no peg at all")
	}
	return s, nil
}

// Draw draws the triangle, with the letters of its rows.
func (Puzzle) Draw(s *Holes) string {
	var text strings.Builder
	for row, line := range lines(*s) {
		fmt.Fprintf(&text, "%c%s%s\n", 'a'+row, strings.Repeat(" ", Rows-row), strings.Join(strings.Split(line, ""), " "))
	}
	return text.String()
}
