package path

import (
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// frontier searches breadth first and keeps only three plies. That is enough if every
// move can be undone: the neighbours of a position are then at its own ply or an adjacent
// one. The path to the goal is recovered by further searches, for the positions half way,
// a quarter of the way, … (Korf, Zhang, Thayer and Hohwald 2005: divide and conquer
// frontier search).
func (r *run[S, M]) frontier() {
	depth, _, ok := r.pass(&r.start, r.Goal, -1)
	if ok {
		if moves, ok := r.retrace(&r.start, r.Goal, depth); ok {
			r.accept(moves)
		}
	}
}

// layer holds the positions of a ply, each with the number of the position half way on
// its path.
type layer[S comparable] = pool[S, int32]

// pass searches from a position to the nearest goal and returns its distance.
// If half is not negative, middle is a position of a shortest path at that
// ply. ok is false if there is no goal or the search must end.
func (r *run[S, M]) pass(from *S, goal func(*S) bool, half int) (depth int, middle S, ok bool) {
	var before, now, next, halves layer[S]
	now.put(from, r.Hash(from))
	r.Generated++
	for depth = 0; now.size > 0; depth++ {
		if depth == half {
			halves = now
		}
		for i := range int32(now.size) {
			if s := &now.at(i).state; goal(s) {
				return depth, r.half(&halves, &now, i, depth == half), true
			}
		}
		if half < 0 { // the first pass
			if r.query.Depth > 0 && depth >= r.query.Depth {
				r.Stopped = search.DepthLimit
				return 0, middle, false
			}
			r.raise(depth + 1)
			r.tell()
		}
		next = layer[S]{}
		for i := range int32(now.size) {
			if r.halted() || r.keep(before.bytes()+now.bytes()+next.bytes()+halves.bytes()) {
				return 0, middle, false
			}
			r.spread(&before, &now, &next, i, depth == half)
		}
		before, now = now, next
	}
	if half >= 0 {
		panic(errLost)
	}
	r.exhausted()
	return 0, middle, false
}

// errLost is the panic for a puzzle with a wrong inverse, which does not undo its move.
var errLost = reason.New("path: a path found once is not found again: moves are not taken back by their inverses")

// spread adds the unknown neighbours of position i of now to next.
func (r *run[S, M]) spread(before, now, next *layer[S], i int32, half bool) {
	r.Expanded++
	e := now.at(i)
	via := e.data
	if half {
		via = i
	}
	r.moves, _ = r.Puzzle.Moves(&e.state, r.moves[:0])
	for _, m := range r.moves {
		var to S
		r.Play(&to, &e.state, m)
		r.Generated++
		hash := r.Hash(&to)
		if _, known := before.get(&to, hash); known {
			continue
		}
		if _, known := now.get(&to, hash); known {
			continue
		}
		if k, known := next.put(&to, hash); !known {
			next.at(k).data = via
		}
	}
}

// half returns the position half way on the path to position i of now. If here is true,
// that is position i itself.
func (r *run[S, M]) half(halves, now *layer[S], i int32, here bool) (s S) {
	switch {
	case here:
		return now.at(i).state
	case halves.size > 0:
		return halves.at(now.at(i).data).state
	}
	return s
}

// retrace returns the moves of a shortest path to a goal at the given
// distance.
func (r *run[S, M]) retrace(from *S, goal func(*S) bool, depth int) (moves []M, ok bool) {
	switch depth {
	case 0:
		return nil, true
	case 1:
		all, _ := r.Puzzle.Moves(from, nil)
		for _, m := range all {
			var to S
			if r.Play(&to, from, m); goal(&to) {
				return []M{m}, true
			}
		}
		panic(errLost)
	}
	_, middle, ok := r.pass(from, goal, depth/2)
	if !ok {
		return nil, false
	}
	moves, ok = r.retrace(from, func(s *S) bool { return *s == middle }, depth/2)
	if !ok {
		return nil, false
	}
	rest, ok := r.retrace(&middle, goal, depth-depth/2)
	return append(moves, rest...), ok
}
