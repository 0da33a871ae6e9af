package connect4engine

import (
	"slices"

	"github.com/plywood-go/plywood/games/connect4"
)

// findBest adds a move that keeps the score to f, the finding for p. If the score is
// exact it also adds the principal variation.
func (a *asking) findBest(p connect4.State, f *finding) {
	score := f.score()
	if score <= f.low {
		score = -unbounded // any move will do
	}
	for {
		moves := a.candidates(&p)
		if len(moves) == 0 {
			return
		}
		if !f.hasMove {
			f.best, f.hasMove = moves[0], true
		}
		if !f.solved() || !a.keep(&p, moves, score) {
			return
		}
		if len(f.pv) == 0 {
			f.best, f.kept = moves[0], true
		}
		if !f.exact() {
			return
		}
		f.pv = append(f.pv, moves[0])
		a.rules.Play(&p, &p, moves[0])
		score = -score
	}
}

// candidates returns the moves of p: the table's move first, then the others from the
// centre outwards.
func (a *asking) candidates(p *connect4.State) []connect4.Move {
	moves, _ := a.rules.Moves(p, nil)
	w := a.workers[0]
	c := child{node: a.board.node(p)}
	w.rehash(&c)
	remembered := w.unmirror(&c, w.table.probe(c.hash).move())
	slices.SortStableFunc(moves, func(m, n connect4.Move) int {
		return a.distance(int(m), remembered) - a.distance(int(n), remembered)
	})
	return moves
}

// distance returns twice the distance of a column from the centre; for the column first
// it returns -1.
func (a *asking) distance(column, first int) int {
	if column == first {
		return -1
	}
	d := 2*column - (a.board.width - 1)
	return max(d, -d)
}

// keep moves the first move with a value of at least score to the front. ok is false
// after a stop.
func (a *asking) keep(p *connect4.State, moves []connect4.Move, score int) (ok bool) {
	for i, m := range moves {
		var after connect4.State
		a.rules.Play(&after, p, m)
		reached, ok := a.atMost(&after, -score)
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
func (a *asking) atMost(p *connect4.State, v int) (yes, ok bool) {
	root, discs := a.board.node(p), p.Plies()
	lower, upper := a.known(p, &root, discs)
	if upper <= v || lower > v {
		return upper <= v, true
	}
	got, ok := a.test(root, discs, v+1)
	return got <= v, ok
}
