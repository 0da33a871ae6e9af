package othellotrain

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

// labelTable is the table size of a labelling solver. It is small because the
// positions are few and unrelated.
const labelTable = 4 << 20

// A judge values positions. It must not be used by several goroutines at once.
type judge struct {
	rules     othello.Rules
	solver    *othelloengine.Solver
	estimator *othelloengine.Estimator
}

// newJudge returns a judge that searches with evaluation e.
func newJudge(r othello.Rules, e *patterns.Evaluation) *judge {
	return &judge{
		r, othelloengine.NewSolver(r, othelloengine.Options{TableBytes: labelTable, Without: othelloengine.Evaluated}),
		othelloengine.NewEstimator(r, e),
	}
}

// value returns the value of a position for the side to move, in discs: exact
// with up to exact empty squares, otherwise the result of a search to depth
// plies.
func (j *judge) value(own, opp uint64, exact, depth int) float64 {
	if bits.OnesCount64(j.rules.Board()&^(own|opp)) > exact {
		return float64(j.estimator.Estimate(own, opp, depth)) / patterns.Unit
	}
	got := j.solver.Search(context.Background(), &othello.Position{Own: own, Opp: opp}, search.Query{}, search.Control{}, nil)
	discs, _ := got.Score().Points()
	return float64(discs)
}

// label returns the label of a position: exact with up to exact empty squares,
// otherwise the result of a search. A hash bit decides between depth and
// depth−1 plies. A bias of the evaluation towards the side to move thus favours
// opposite sides in the two halves, cancels in the fit, and is not passed to
// earlier phases.
func (j *judge) label(own, opp uint64, exact, depth int) float32 {
	return float32(j.value(own, opp, exact, depth-int(othello.Hash(own, opp)&1)))
}

// label sets the labels of samples by searches with the weights of later phases.
func (t *run) label(ctx context.Context, samples []sample, later *patterns.Weights, tick func(done int)) error {
	positions := make([]string, len(samples))
	for i := range samples {
		positions[i] = fmt.Sprintf("%016x%016x", samples[i].Own, samples[i].Opp)
	}
	done := 0
	return t.do(ctx, plan{Schema: planSchema, Size: t.Size, Exact: t.Exact, Depth: t.Depth}, later, positions, positionsOfPart, func(labels []string) error {
		for _, text := range labels {
			x, err := strconv.ParseFloat(text, 32)
			if err != nil {
				return err
			}
			samples[done].Label = float32(x)
			done++
		}
		tick(done)
		return nil
	})
}

// sensible returns a player for replies to random moves: it searches e like the
// self-play players, but without noise. Where e has no weights yet, it solves
// the position instead.
func sensible(r othello.Rules, e *patterns.Evaluation) chooser {
	judge := newJudge(r, e)
	return func(s *othello.Position, legal []othello.Move, _ *rand.Rand) othello.Move {
		return best(r, s, legal, func(next *othello.Position) float64 {
			return -judge.value(next.Own, next.Opp, leastExact, lookAhead-1)
		})
	}
}
