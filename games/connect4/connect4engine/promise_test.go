package connect4engine

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/connect4"
)

var measured = flag.Bool("measure", false, "measure what the order of moves is weighed by")

// randomPosition returns a random position with the given number of discs and
// without an immediate win.
func randomPosition(rng *rand.Rand, discs int) connect4.State {
	r := connect4.Rules{}
	b := newBoard(r)
	for {
		var s connect4.State
		for n := 0; n < discs; n++ {
			moves, status := r.Moves(&s, nil)
			if status.Over() {
				break
			}
			r.Play(&s, &s, moves[rng.IntN(len(moves))])
		}
		if nd := b.node(&s); s.Plies() == discs && b.threats(nd.own)&b.next(s.All()) == 0 && !r.Status(&s).Over() {
			return s
		}
	}
}

// TestPromises prints, for each weight in promises, the nodes for solving
// random positions with other values.
func TestPromises(t *testing.T) {
	if !*measured {
		t.Skip("no -measure")
	}
	rng := rand.New(rand.NewPCG(4, 26))
	var positions []connect4.State
	for len(positions) < 80 {
		positions = append(positions, randomPosition(rng, 9+len(positions)%4))
	}
	s := NewSolver(connect4.Rules{}, Options{})
	mean := func() float64 {
		sum := 0.0
		for _, p := range positions {
			evaluated(s, p, strong)
			sum += math.Log(float64(visited(s) + 1))
		}
		return math.Exp(sum / float64(len(positions)))
	}
	base := mean()
	t.Logf("%+v: %.0f nodes", promises, base)
	try := func(name string, x *int, values ...int) {
		line, was := "", *x
		for _, v := range values {
			*x = v
			line += fmt.Sprintf("  %d: %+.1f %%", v, 100*(mean()/base-1))
		}
		t.Logf("%s%s", name, line)
		*x = was
	}
	try("threat", &promises.threat, 6, 12, 24)
	try("soon", &promises.soon, 0, 6, 12, 24, 48)
	try("centre", &promises.centre, 0, 1, 2, 4)
	try("table", &promises.table, 0, 2, 4, 8, 12, 24, 100)
}
