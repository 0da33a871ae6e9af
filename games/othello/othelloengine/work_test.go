package othelloengine

import (
	"os"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/search"
)

// TestWorkToSolve solves positions of recorded games and compares the work with what is expected: of
// ten positions about eight should take between a third and three times as many nodes.
func TestWorkToSolve(t *testing.T) {
	file, err := os.Open(shared + "/wthor/WTH_2012.wtb")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	_, games, err := othellorecord.OpenBase(file)
	if err != nil {
		t.Fatal(err)
	}
	var r othello.Rules
	s := NewSolver(r, Options{Threads: 1})
	all, less, more, number := 0, 0, 0, 0
	for g, err := range games {
		if number++; err != nil || number%5 > 0 {
			continue
		}
		p, empties := r.Start(), 12+number/5%6
		for _, m := range g.Moves {
			if r.Empties(&p) == empties {
				break
			}
			r.Play(&p, &p, m)
		}
		if r.Status(&p).Over() {
			continue
		}
		s.Clear()
		share := float64(solve(t, s, p, search.Query{}).nodes) / workToSolve(&p)
		all++
		if share < 1./3 {
			less++
		}
		if share > 3 {
			more++
		}
	}
	if all < 300 || less > all/6 || more > all/6 {
		t.Errorf("of %d positions %d take less than a third of the nodes expected, %d more than three times", all, less, more)
	}
	t.Logf("of %d positions %d take less than a third of the nodes expected, %d more than three times", all, less, more)
}
