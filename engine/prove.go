package engine

import (
	"context"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

// prover is proof-number search as a Searcher: it finds the outcome of a game
// and nothing else. A proven win is a margin of at least one, a loss of at most
// minus one.
type prover[S any, M comparable, R game.Rules[S, M]] struct {
	*prove.Prover[S, M, R]
	rules R
}

func newProver[S any, M comparable, R game.Rules[S, M]](rules R, o Options) Searcher[S, M] {
	return prover[S, M, R]{
		prove.New(rules, prove.Options{TableBytes: o.TableBytes, Without: o.Without}), rules,
	}
}

// Search implements Searcher. Of q it heeds Nodes and History.
func (p prover[S, M, R]) Search(ctx context.Context, pos *S, q search.Query, c search.Control, _ func(search.Result[M])) search.Result[M] {
	outcome, known, last := p.Outcome(ctx, pos, q, c)
	r := search.Result[M]{SelDepth: last.SelDepth, Depth: len(last.PV), Elapsed: last.Elapsed, Stopped: last.Stopped}
	r.Nodes = last.Nodes
	l := search.Line[M]{PV: last.PV, Depth: len(last.PV)}
	if known {
		l.Score = game.Margin(outcome)
		l.Proof = [...]game.Bound{game.Upper, game.Exact, game.Lower}[outcome+1]
		r.Stopped = search.Solved
	}
	if moves, _ := p.rules.Moves(pos, nil); len(l.PV) == 0 && len(moves) > 0 {
		l.PV = moves[:1]
	}
	l.Bound, r.Proof = l.Proof, l.Proof
	r.Lines = []search.Line[M]{l}
	return r
}

// measureOutcome tells the scores of a prover.
func measureOutcome(v game.Score) Value {
	return Value{Number: float64(v.Outcome()), Unit: "outcome", Plies: -1, Outcome: v.Outcome()}
}
