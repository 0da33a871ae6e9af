package engine

import (
	"context"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

// prover is proof-number search as a Searcher: it finds only the outcome of a game. A proven win is
// a margin of at least one, a proven loss a margin of at most minus one.
type prover[S any, M comparable] struct {
	*prove.Prover[S, M]
	rules Playable[S, M]
}

// Search implements Searcher. It uses Nodes and History of q. The move that it returns keeps
// the claimed outcome.
func (p prover[S, M]) Search(ctx context.Context, pos *S, q search.Query, c search.Control, _ func(search.Result[M])) search.Result[M] {
	outcome, known, last := p.Outcome(ctx, pos, q, c)
	pv := last.PV
	if known && outcome == 0 && len(pv) > 1 {
		pv = pv[:1] // in the proof of a draw the other side may make mistakes
	}
	if moves, _ := p.rules.Moves(pos, nil); len(pv) == 0 && len(moves) > 0 {
		pv = moves[:1]
	}
	r := search.Result[M]{Depth: len(pv), SelDepth: last.SelDepth, Elapsed: last.Elapsed, Stopped: last.Stopped}
	r.Nodes = last.Nodes
	l := search.Line[M]{PV: pv, Depth: len(pv)}
	if known {
		l.Score = game.Margin(outcome)
		l.Proof = [...]game.Bound{game.Upper, game.Exact, game.Lower}[outcome+1]
		r.Stopped = search.Solved
	} else if r.Stopped == search.Solved {
		r.Stopped = search.NodeLimit // repetitions of different values leave it open
	}
	l.Bound, r.Proof = l.Proof, l.Proof
	r.Lines = []search.Line[M]{l}
	return r
}

// measureOutcome converts the scores of a prover.
func measureOutcome(v game.Score) Value {
	return Value{Number: float64(v.Outcome()), Unit: "outcome", Plies: -1, Outcome: v.Outcome()}
}
