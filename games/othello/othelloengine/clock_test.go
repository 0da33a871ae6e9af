package othelloengine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// TestEasyMoves prints, for each gap in discs, how many of 400 random positions
// have a move that a search to easyDepth plies prefers by that much, and how
// often a search to depth 12 agrees.
func TestEasyMoves(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	const deep = 12
	r, rng := othello.Rules{}, rand.New(rand.NewPCG(12, 26))
	s := NewSolver(r, Options{TableBytes: 64 << 20})
	var easy, same [13]int
	for i := range 400 {
		p, ok := randomEnd(r, rng, 26+i%24)
		if !ok {
			continue
		}
		s.Clear()
		f := solve(t, s, p, search.Query{Lines: 2, Depth: easyDepth})
		if len(f.lines) < 2 {
			continue
		}
		gap, move := f.lines[0].value-f.lines[1].value, f.lines[0].moves[0]
		if gap < 3 {
			continue
		}
		best := solve(t, s, p, search.Query{Depth: deep}).lines[0].moves[0]
		for g := 3; g <= min(gap, len(easy)-1); g++ {
			easy[g]++
			if best == move {
				same[g]++
			}
		}
	}
	for g := 3; g < len(easy); g++ {
		t.Logf("%2d discs: %d easy moves, %d of them best to %d plies", g, easy[g], same[g], deep)
	}
}

// TestSolvingTime prints the processor time for solving positions of sensible
// games by empty squares, and for solving the positions after the next moves
// with the same table.
func TestSolvingTime(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	const positions, moves = 10, 4
	r, rng := othello.Rules{}, rand.New(rand.NewPCG(22, 26))
	e := NewEstimator(r, patterns.Default(r))
	s := NewSolver(r, Options{TableBytes: 64 << 20})
	for n := 16; n <= 24; n += 2 {
		var spent [moves]float64
		for _, p := range played(r, e, n, positions, rng) {
			s.Clear()
			for i := range spent {
				began := cputime.Used()
				f := solve(t, s, p, search.Query{})
				spent[i] += cputime.Since(began).Seconds() / positions
				if len(f.lines) == 0 || len(f.lines[0].moves) < 2 {
					break
				}
				for _, m := range f.lines[0].moves[:2] {
					r.Play(&p, &p, m)
				}
			}
		}
		line := ""
		for _, x := range spent {
			line += fmt.Sprintf(" %8.4f", x)
		}
		t.Logf("%d empty: %s s", n, line)
	}
}
