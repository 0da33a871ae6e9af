package prover

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/prove"
)

// errOpen is wrapped by the error of Write if the claim is neither proven nor disproven.
var errOpen = reason.New("not proven yet")

// Best returns a move that proves c for the side to move at s, given that c holds there.
type Best[S any, M comparable] func(ctx context.Context, s *S, c proof.Claim) (M, error)

// Claim returns the proven claim: the original one or its denial.
func (p *Prover[S, M, R]) Claim() proof.Claim {
	if p.Verdict() == prove.Disproven {
		return p.claim.Denial()
	}
	return p.claim
}

// Write writes the tree that proves Claim of the root. If best is nil, leaves rest on the jobs
// that settled them. Otherwise the tree continues to the ends of all games, and the proof needs
// no job.
func (p *Prover[S, M, R]) Write(ctx context.Context, w *proof.Writer, best Best[S, M]) error {
	if p.Verdict() == prove.Unknown {
		return errOpen
	}
	t := &teller[S, M, R]{Prover: p, ctx: ctx, w: w, best: best, told: map[proof.Key]struct{}{}}
	if p.Verdict() == prove.Disproven {
		t.side = defender
	}
	return t.tell(&p.root.state)
}

// teller writes one proof.
type teller[S any, M comparable, R proof.Rules[S, M]] struct {
	*Prover[S, M, R]
	ctx  context.Context
	w    *proof.Writer
	best Best[S, M]
	side side // the side that the claim favours
	told map[proof.Key]struct{}
}

// tell writes the proof of s.
func (t *teller[S, M, R]) tell(s *S) error {
	moves, status := t.rules.Moves(s, nil)
	if status.Over() {
		if t.winner(t.rules.ToMove(s), status.Score()) != t.side {
			return reason.Errorf("%w: the game ends otherwise at %s", errContradiction, t.rules.FormatPosition(s))
		}
		t.w.End()
		return nil
	}
	key := t.canon.Key(s)
	if _, told := t.told[key]; told {
		t.w.Known()
		return nil
	}
	n := t.nodes[key]
	if n != nil && !n.settled() {
		n = nil // best led to an unsettled position
	}
	if n != nil && !n.goesTo(t.side) {
		return reason.Errorf("%w: %s is settled otherwise", errContradiction, t.rules.FormatPosition(s))
	}
	if n != nil && n.children == nil && t.best == nil {
		t.w.Rests(n.job)
		return nil
	}
	if err := t.below(s, n, moves); err != nil {
		return err
	}
	t.told[key] = struct{}{}
	return nil
}

// below writes the sufficient move at s, or all moves.
func (t *teller[S, M, R]) below(s *S, n *node[S], moves []M) (err error) {
	first, last := 0, len(moves)
	if t.mine(s) {
		if first, err = t.choose(s, n, moves); err != nil {
			return err
		}
		last = first + 1
		t.w.Choose(first)
	} else {
		t.w.All(len(moves))
	}
	for _, m := range moves[first:last] {
		var next S
		t.rules.Play(&next, s, m)
		if err := t.tell(&next); err != nil {
			return err
		}
	}
	return nil
}

// mine reports whether the side that the claim favours moves at s.
func (t *teller[S, M, R]) mine(s *S) bool {
	return (t.rules.ToMove(s) == t.claim.Attacker) == (t.side == attacker)
}

// choose returns the number of a sufficient move.
func (t *teller[S, M, R]) choose(s *S, n *node[S], moves []M) (int, error) {
	if n == nil || n.children == nil {
		m, err := t.best(t.ctx, s, t.Claim())
		if err != nil {
			return 0, reason.Errorf("%s: %w", t.rules.FormatPosition(s), err)
		}
		if i := slices.Index(moves, m); i >= 0 {
			return i, nil
		}
		return 0, reason.Errorf("%w: no such move at %s", errContradiction, t.rules.FormatPosition(s))
	}
	for i, m := range moves {
		var next S
		t.rules.Play(&next, s, m)
		if child := t.nodes[t.canon.Key(&next)]; child != nil && child.goesTo(t.side) {
			return i, nil
		}
	}
	return 0, reason.Errorf("%w: no move suffices at %s", errContradiction, t.rules.FormatPosition(s))
}
