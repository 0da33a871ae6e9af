package path

import (
	"unsafe"

	"github.com/plywood-go/plywood/search"
)

// side is one half of a bidirectional search: all positions within a number of moves of its origin.
type side[S, M comparable] struct {
	pool  pool[S, opened[M]]
	layer []int32 // the positions depth moves away
	depth int
}

// meet searches breadth first from the start and from the goals, one ply at a time on the cheaper
// side, until the two meet. All positions within the depths of the sides are known by then, so the
// first meeting is on a shortest path (Pohl 1971 treats moves with costs).
func (r *run[S, M]) meet() {
	var there, back side[S, M]
	r.join(&there, nil, &r.start, opened[M]{parent: -1})
	for _, g := range r.retractor.Goals(nil) {
		r.join(&back, nil, &g, opened[M]{parent: -1})
	}
	if i, met := back.pool.get(&r.start, r.Hash(&r.start)); met {
		r.accept(r.through(&there, &back, 0, i))
		return
	}
	for r.Stopped == search.Running {
		switch reached := there.depth + back.depth; {
		case len(there.layer) == 0 || len(back.layer) == 0:
			r.exhausted()
			return
		case r.query.Depth > 0 && reached >= r.query.Depth:
			r.Stopped = search.DepthLimit
			return
		default:
			r.raise(reached + 1)
			r.tell()
		}
		if len(there.layer) <= len(back.layer) {
			r.advance(&there, &back, r.forward, func(i, j int32) { r.accept(r.through(&there, &back, i, j)) })
		} else {
			r.advance(&back, &there, r.backward, func(i, j int32) { r.accept(r.through(&there, &back, j, i)) })
		}
		if r.budget.Halted() {
			return
		}
	}
}

// step visits the positions after the moves of s, or before them.
type step[S, M comparable] func(s *S, visit func(next *S, m M) (goOn bool))

func (r *run[S, M]) forward(s *S, visit func(next *S, m M) bool) {
	r.moves, _ = r.Puzzle.Moves(s, r.moves[:0])
	for _, m := range r.moves {
		var next S
		if r.Play(&next, s, m); !visit(&next, m) {
			return
		}
	}
}

func (r *run[S, M]) backward(s *S, visit func(next *S, m M) bool) {
	r.moves = r.retractor.Retractions(s, r.moves[:0])
	for _, m := range r.moves {
		var next S
		if r.retractor.Retract(&next, s, m); !visit(&next, m) {
			return
		}
	}
}

// advance extends a by one move. When a position of a is also in b, it calls met and ends.
func (r *run[S, M]) advance(a, b *side[S, M], steps step[S, M], met func(inA, inB int32)) {
	layer := a.layer
	a.layer = nil
	a.depth++
	for _, i := range layer {
		if r.halted() || r.keep(a.bytes()+b.bytes()) {
			return
		}
		r.Expanded++
		from := a.pool.at(i).state
		meeting := false
		steps(&from, func(next *S, m M) bool {
			var j, k int32
			j, k, meeting = r.join(a, b, next, opened[M]{move: m, parent: i})
			if meeting {
				met(j, k)
			}
			return !meeting
		})
		if meeting {
			return
		}
	}
}

// join adds a position to a, if it is new there, and looks for it in b, which may be nil.
// It returns the numbers of the position in both.
func (r *run[S, M]) join(a, b *side[S, M], s *S, n opened[M]) (inA, inB int32, met bool) {
	r.Generated++
	hash := r.Hash(s)
	inA, found := a.pool.put(s, hash)
	if found {
		return inA, 0, false
	}
	a.pool.at(inA).data = n
	a.layer = append(a.layer, inA)
	if b == nil {
		return inA, 0, false
	}
	inB, met = b.pool.get(s, hash)
	return inA, inB, met
}

// bytes returns the memory of a side.
func (a *side[S, M]) bytes() int {
	return a.pool.bytes() + len(a.layer)*int(unsafe.Sizeof(int32(0)))*5/4
}

// through returns the moves from the start to position i of there, and on from the equal
// position j of back to a goal.
func (r *run[S, M]) through(there, back *side[S, M], i, j int32) []M {
	return append(line(&there.pool, i), linked(&back.pool, j)...)
}
