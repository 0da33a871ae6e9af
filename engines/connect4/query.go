package connect4

import (
	"context"
	"time"

	rules "github.com/plywood-go/plywood/games/connect4"
)

// query is one call of a Solver.
type query struct {
	*Solver
	control *control
}

// begin empties the table and sets the workers to work for ctx.
func (s *Solver) begin(ctx context.Context, limits Limits) (q *query, end func() bool) {
	control, end := newControl(ctx, limits)
	for _, w := range s.workers {
		w.control, w.nodes, w.reported, w.pause, w.stop = control, 0, 0, 0, false
	}
	s.workers[0].table.reset()
	return &query{s, control}, end
}

// nodes returns the number of nodes that all workers have visited.
func (q *query) nodes() (n int64) {
	for _, w := range q.workers {
		n += int64(w.nodes)
	}
	return n
}

// evaluate finds the score of p, or with Weak its sign.
func (q *query) evaluate(p rules.State, mode Mode) (r Result) {
	before, start := q.nodes(), time.Now()
	root, discs := q.board.node(&p), p.Plies()
	r.Lower, r.Upper = q.known(&p, &root, discs)
	if mode == Weak {
		r.Lower, r.Upper = max(r.Lower, -1), min(r.Upper, 1)
		r.Lower, r.Upper = min(r.Lower, 1), max(r.Upper, -1)
	}
	q.narrow(&r, root, discs)
	if mode == Strong && r.Solved() {
		r.Plies = q.board.plies(r.Lower, discs)
		if q.rules.Status(&p).Over() {
			r.Plies = 0
		}
	}
	r.Nodes, r.Time = q.nodes()-before, time.Since(start)
	return r
}

// known returns the bounds of the score that a look at the board gives.
func (q *query) known(p *rules.State, root *node, discs int) (lower, upper int) {
	b := q.board
	switch status := q.rules.Status(p); {
	case status.Over():
		v := -status.Score().Outcome()
		return -v * b.score(discs), -v * b.score(discs)
	case root.wins&b.next(root.all()) != 0:
		return b.score(discs + 1), b.score(discs + 1)
	}
	return -b.score(discs + 2), b.score(discs + 3)
}

// narrow brings the bounds of r together, a question at a time.
//
// Each question is whether the score is at least some value. Far from 0 the
// answer is cheap, for it is a short win or loss or none, so those come first,
// halving the bounds; then the score is sought from 0 on, from one answer to
// the next. (Starting at 0, positions with a short win take twenty times the
// nodes; halving down to 0, hard ones take an eighth more.)
func (q *query) narrow(r *Result, root node, discs int) {
	far := q.board.size / farFraction
	guess := 0
	for r.Lower < r.Upper {
		at := guess
		switch {
		case r.Lower < -far:
			at = r.Lower / 2
		case r.Upper > far:
			at = r.Upper / 2
		}
		beta := min(max(at, r.Lower), r.Upper-1) + 1
		v, ok := q.test(root, discs, beta)
		if !ok {
			r.Stopped = true
			return
		}
		if v >= beta {
			r.Lower = min(v, r.Upper)
		} else {
			r.Upper = max(v, r.Lower)
		}
		if at == guess {
			guess = v
		}
	}
}

// farFraction of the number of cells is the score from which on questions are
// cheap: 8 stones on the standard board.
const farFraction = 5

// test returns a bound of the value of root that tells whether it is at least
// beta. The side to move must not win at once. ok is false after a stop.
func (q *query) test(root node, discs, beta int) (v int, ok bool) {
	w := q.workers[0]
	w.solo = len(q.workers) > 1 && !w.table.grown()
	if len(q.workers) == 1 || w.solo {
		w.stop, w.crew = false, nil
		v = w.test(root, discs, beta)
		if !w.stop || q.control.over() {
			return v, !w.stop
		}
		w.solo = false
	}
	return ask(q.workers, root, discs, beta)
}

// test is negamax for any position without a win at once.
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
