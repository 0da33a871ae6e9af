package connect4

import (
	"slices"
	"time"

	rules "github.com/plywood-go/plywood/games/connect4"
)

// findBest adds to r, the result of p, a move that keeps its score and, if it
// was solved strongly, the line of best play.
func (q *query) findBest(p rules.State, mode Mode, r *Result) {
	before, start := q.nodes(), time.Now()
	defer func() {
		r.Nodes += q.nodes() - before
		r.Time += time.Since(start)
	}()
	score := r.Score()
	if mode == Weak && score < 0 {
		score = -unbounded // every move loses
	}
	for {
		moves := q.candidates(&p)
		if len(moves) == 0 {
			return
		}
		if !r.HasMove {
			r.Best, r.HasMove = moves[0], true
		}
		if !r.Solved() || !q.keep(&p, moves, score) {
			r.Stopped = true
			return
		}
		if len(r.PV) == 0 {
			r.Best = moves[0]
		}
		if mode == Weak {
			return
		}
		r.PV = append(r.PV, moves[0])
		q.rules.Play(&p, &p, moves[0])
		score = -score
	}
}

// candidates returns the moves of p, the one that the table remembers first and
// the others from the centre out.
func (q *query) candidates(p *rules.State) []rules.Move {
	moves, _ := q.rules.Moves(p, nil)
	w := q.workers[0]
	c := child{node: q.board.node(p)}
	w.rehash(&c)
	remembered := w.unmirror(&c, w.table.probe(c.hash).move())
	slices.SortStableFunc(moves, func(a, b rules.Move) int {
		return q.distance(int(a), remembered) - q.distance(int(b), remembered)
	})
	return moves
}

// distance returns twice the distance of a column from the middle, or -1 for
// the one that comes first.
func (q *query) distance(column, first int) int {
	if column == first {
		return -1
	}
	d := 2*column - (q.board.width - 1)
	return max(d, -d)
}

// keep brings the first of moves whose value is at least score to the front.
// It reports false if it was stopped.
func (q *query) keep(p *rules.State, moves []rules.Move, score int) (ok bool) {
	for i, m := range moves {
		var after rules.State
		q.rules.Play(&after, p, m)
		reached, ok := q.atMost(&after, -score)
		if !ok {
			return false
		}
		if reached {
			moves[0], moves[i] = moves[i], moves[0]
			return true
		}
	}
	panic("connect4: no move keeps a proven score")
}

// atMost reports whether the value of p is at most v; ok is false after a stop.
func (q *query) atMost(p *rules.State, v int) (yes, ok bool) {
	root, discs := q.board.node(p), p.Plies()
	lower, upper := q.known(p, &root, discs)
	if upper <= v || lower > v {
		return upper <= v, true
	}
	got, ok := q.test(root, discs, v+1)
	return got <= v, ok
}
