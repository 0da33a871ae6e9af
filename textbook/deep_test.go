package textbook_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/textbook"
)

// comb is a game with one long line and a leaf beside each of its nodes. The
// line ends with value 1 for MAX, who moves first; the leaves have value 2.
type comb int

type tooth struct {
	ply  int
	leaf bool
}

func (c comb) Moves(s *tooth, buf []bool) ([]bool, game.Status) {
	v := 2
	switch {
	case !s.leaf && s.ply < int(c):
		return append(buf, false, true), game.Ongoing
	case !s.leaf:
		v = 1
	}
	if s.ply%2 == 1 {
		v = -v
	}
	return buf, game.Final(v)
}

func (comb) Play(dst, src *tooth, leaf bool) { *dst = tooth{src.ply + 1, leaf} }
func (comb) ToMove(s *tooth) game.Player     { return game.Player(s.ply % 2) }
func (comb) Hash(s *tooth) uint64            { return uint64(s.ply) }

// TestDeep searches so deep a comb that time quadratic in the depth would be
// many minutes.
func TestDeep(t *testing.T) {
	const plies = 60_000
	for _, a := range textbook.Algorithms() {
		got := textbook.Run(t.Context(), a, comb(plies), new(tooth), 2*plies, textbook.Options{Scoring: textbook.Points})
		if got.Value != 2 {
			t.Errorf("%s: got %v, want 2", a, got.Value)
		}
	}
}
