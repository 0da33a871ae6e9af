package draughtstrain

import (
	"flag"
	"math"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts"
)

var (
	measured = flag.Bool("measure", false, "measure what constants rest on")
	work     = flag.String("work", "", "the work folder of a run of checkers, with -measure")
	number   = flag.Int("games", 30000, "how many games it has, with -measure")
)

// TestRidge fits checkers weights with several ridges and logs the held-out
// cross-entropy, next to the features'.
func TestRidge(t *testing.T) {
	if !*measured || *work == "" {
		t.Skip("no -measure and -work")
	}
	r := draughts.Rules{}
	fitted, held := &rows{rules: r}, &rows{rules: r}
	var estimates []float64
	of := &run{options: options{SelfPlay: *number}, rules: r, Training: workshop.Training{Work: *work, Progress: func(workshop.Progress) {}}}
	err := of.games(t.Context(), func(i int, g played) {
		if i%holdOut != 0 {
			fitted.addGame(g.moves, g.result)
			return
		}
		held.addGame(g.moves, g.result)
		estimates = append(estimates, estimatesOf(r, g.moves)...)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("features: %.5f", byScale(held, estimates))
	for _, ridge := range []float64{15, 90, 600, 6000} {
		x := newFit(fitted, ridge).run(t.Context(), func(int) {})
		of, _ := fitted.entropy(x)
		nats, mean := held.entropy(x)
		t.Logf("ridge %v: fitted %.5f, held out %.5f, mean error %.5f", ridge, of, nats, mean)
	}
}

// estimatesOf returns the feature evaluations of a game's quiet positions, for
// the side whose men move up.
func estimatesOf(r draughts.Rules, moves []draughts.Move) (list []float64) {
	f, s := draughtsengine.Fitted{Rules: r}, r.Start()
	for ply, m := range moves {
		if ply >= quietAfter && !r.Urgent(&s) {
			v := float64(f.Evaluate(&s))
			if s.Turn == r.Black() {
				v = -v
			}
			list = append(list, v)
		}
		r.Play(&s, &s, m)
	}
	return list
}

// byScale returns the cross-entropy of results under estimates at their best
// scale.
func byScale(t *rows, estimates []float64) (least float64) {
	least = math.Inf(1)
	for scale := 0.002; scale < 0.05; scale *= 1.03 {
		sum := 0.0
		for i, r := range t.list {
			e, result := min(max(logistic(scale*estimates[i]), 1e-9), 1-1e-9), float64(r.result)
			sum -= result*math.Log(e) + (1-result)*math.Log(1-e)
		}
		least = min(least, sum/float64(len(t.list)))
	}
	return least
}
