package train

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/othelloengine"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// labelTable is the size of the table of a solver that labels: positions are
// few and unlike each other.
const labelTable = 4 << 20

// A judge tells what positions are worth. It is to be used by one goroutine at a
// time.
type judge struct {
	rules     othello.Rules
	solver    *othelloengine.Solver
	estimator *othelloengine.Estimator
}

// newJudge returns a judge who searches over e.
func newJudge(r othello.Rules, e *patterns.Evaluation) *judge {
	return &judge{
		r, othelloengine.NewSolver(r, othelloengine.Options{TableBytes: labelTable, Without: othelloengine.Evaluated}),
		othelloengine.NewEstimator(r, e),
	}
}

// value returns the value of a position for the side to move, in discs: the exact
// one with up to exact empty squares, and else what a search to depth plies finds.
func (j *judge) value(own, opp uint64, exact, depth int) float64 {
	if bits.OnesCount64(j.rules.Board()&^(own|opp)) > exact {
		return float64(j.estimator.Estimate(own, opp, depth)) / patterns.Unit
	}
	got := j.solver.Search(context.Background(), &othello.Position{Own: own, Opp: opp}, search.Query{}, search.Control{}, nil)
	discs, _ := got.Score().Points()
	return float64(discs)
}

// label returns the label of a position: the exact value with up to exact empty
// squares, and elsewhere that of a search, of half of the positions to depth plies and
// of half, by their hash, to a ply less. What the evaluation wrongly gives the side to
// move goes to one side at the leaves of the first half and to the other at those of
// the second: a fit to both has nothing of it, and hands nothing of it down to the
// phases before.
func (j *judge) label(own, opp uint64, exact, depth int) float32 {
	return float32(j.value(own, opp, exact, depth-int(othello.Hash(own, opp)&1)))
}

// label sets the labels of samples, by searches of e.
func (t *trainer) label(ctx context.Context, samples []Sample, e *patterns.Evaluation, tick func(done int)) {
	workshop.Share(ctx, len(samples), t.Threads, tick, func() func(int) {
		judge := newJudge(t.rules, e)
		return func(i int) {
			s := &samples[i]
			s.Label = judge.label(s.Own, s.Opp, t.Exact, t.Depth)
		}
	})
}

// sensible returns the player who replies to random moves: as those of self-play
// who search e, but without noise. It is asked about the last positions before
// those of the phase at hand; where e has no weights at all yet, it solves them.
func sensible(r othello.Rules, e *patterns.Evaluation) chooser {
	judge := newJudge(r, e)
	return func(s *othello.Position, legal []othello.Move, _ *rand.Rand) othello.Move {
		return best(r, s, legal, func(next *othello.Position) float64 {
			return -judge.value(next.Own, next.Opp, leastExact, lookAhead-1)
		})
	}
}
