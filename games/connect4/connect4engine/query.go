package connect4engine

import (
	"context"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
	"github.com/plywood-go/plywood/search"
)

// asking is one call of a Solver with the workers that take part.
type asking struct {
	*Solver
	workers []*worker
}

// begin clears the table and prepares the workers for the limits of q and c.
func (s *Solver) begin(ctx context.Context, q search.Query, c search.Control) (a *asking, end func()) {
	end = s.budget.Begin(ctx, q.Nodes, search.Control{Time: c.Time, Ponder: c.Ponder, Pulse: c.Pulse}, len(s.workers), lookUpNodes, nil)
	for _, w := range s.workers {
		w.budget, w.meter, w.nodes, w.pause, w.stop = &s.budget, s.budget.Meter(), 0, 0, false
	}
	s.workers[0].table.reset()
	return &asking{s, s.workers}, end
}

// nodes returns the number of nodes visited by all workers.
func (a *asking) nodes() (n uint64) {
	for _, w := range a.workers {
		n += uint64(w.nodes)
	}
	return n
}

// evaluate finds the score of p within a scope, without a best move.
func (a *asking) evaluate(p connect4.State, sc scope) (f finding) {
	root, discs := a.board.node(&p), p.Plies()
	f.scope = sc
	f.lower, f.upper = a.known(&p, &root, discs)
	f.lower, f.upper = sc.clamp(f.lower), sc.clamp(f.upper)
	a.narrow(&f, root, discs)
	if f.exact() && !a.rules.Status(&p).Over() {
		f.plies = a.board.plies(f.lower, discs)
	}
	return f
}

// clamp limits a score to the scope.
func (sc scope) clamp(score int) int { return min(max(score, sc.low), sc.high) }

// known returns the bounds of the score that follow without a search, from the board and
// the openings.
func (a *asking) known(p *connect4.State, root *node, discs int) (lower, upper int) {
	b := a.board
	if score, ok := a.opening(p); ok {
		return score, score
	}
	switch status := a.rules.Status(p); {
	case status.Over():
		v := -status.Score().Outcome()
		return -v * b.score(discs), -v * b.score(discs)
	case root.wins&b.next(root.all()) != 0:
		return b.score(discs + 1), b.score(discs + 1)
	}
	return -b.score(discs + 2), b.score(discs + 3)
}

// opening returns the score of p if it is in the openings and they are enabled.
func (a *asking) opening(p *connect4.State) (score int, ok bool) {
	if !a.openings || !a.board.standard {
		return 0, false
	}
	return openings.Score(p)
}

// narrow searches with null windows until the bounds of f meet.
//
// Windows far from 0 are cheap to answer, because they ask for short wins or losses. So
// they come first and halve the bounds. Then the guesses start at 0, and each answer is
// the next guess. (If all started at 0, positions with a short win would take twenty
// times the nodes; halving down to 0, hard ones would take an eighth more.)
func (a *asking) narrow(f *finding, root node, discs int) {
	far := a.board.size / farFraction
	guess := 0
	for f.lower < f.upper {
		at := guess
		switch {
		case f.lower < -far:
			at = f.lower / 2
		case f.upper > far:
			at = f.upper / 2
		}
		beta := min(max(at, f.lower), f.upper-1) + 1
		v, ok := a.test(root, discs, beta)
		if !ok {
			return
		}
		if v >= beta {
			f.lower = min(v, f.upper)
		} else {
			f.upper = max(v, f.lower)
		}
		if at == guess {
			guess = v
		}
	}
}

// farFraction sets which windows are cheap: those beyond a score of the number of cells
// divided by farFraction (8 stones on the standard board).
var farFraction = 5

// test returns a bound of root's value that decides whether the value is at least beta.
// The side to move must not have an immediate win. ok is false after a stop.
func (a *asking) test(root node, discs, beta int) (v int, ok bool) {
	w := a.workers[0]
	w.solo = len(a.workers) > 1 && !w.table.grown()
	if len(a.workers) == 1 || w.solo {
		w.stop, w.crew = false, nil
		v = w.test(root, discs, beta)
		if !w.stop || a.budget.Halted() {
			return v, !w.stop
		}
		w.solo = false
	}
	return ask(a.workers, root, discs, beta)
}

// test is negamax for any position without an immediate win.
func (w *worker) test(root node, discs, beta int) int {
	c := child{node: root, discs: discs, same: true}
	if v, settled := w.settle(&c, 1-beta); settled {
		return -v
	}
	if c.same {
		return w.negamax(&c, 0, beta)
	}
	return -w.negamax(&c, 0, 1-beta)
}

// lookUpNodes is the number of nodes between two checks for a stop, about a
// third of a millisecond.
const lookUpNodes = 1024

// lookUp decides whether w stops, and sets the next check.
func (w *worker) lookUp() (stop bool) {
	if nodes := uint64(w.nodes); nodes >= w.meter.Limit {
		w.meter.Attend(nodes)
	}
	w.pause = int(min(w.meter.Limit, uint64(w.nodes)+lookUpNodes))
	w.stop = w.budget.Halted() || w.crew.finished() || w.solo && w.table.grown()
	return w.stop
}
