package textbook

import "github.com/plywood-go/plywood/game"

// alphabeta( Pos, Alpha, Beta, GoodPos, Val) finds a good enough value V(p, α, β)
// of p for the window (α, β) (Bratko, figure 15.5). Where V(p) is the minimax value,
//
//	V(p, α, β) <= α      if V(p) <= α
//	V(p, α, β) == V(p)   if α < V(p) < β
//	V(p, α, β) >= β      if V(p) >= β
//
// so that V(p, -∞, +∞) = V(p). As printed, a node is cut only if a value strictly passes
// its bound. Then V(p, α, β) is right on [α, β], both ends included, so the last of equal
// successors, which is kept, is truly equal.
func (b *bratko) alphaBeta(pos *option, w game.Window) {
	if pos.up != nil {
		pos.ends = pos.up.ends
	}
	b.enter(&pos.visit, w)
	if list := b.moves(pos); len(list) > 0 {
		b.done(pos, b.boundedBest(list, w), len(list))
	} else {
		b.staticVal(pos)
	}
}

// boundedbest( PosList, Alpha, Beta, GoodPos, GoodVal).
func (b *bratko) boundedBest(list []*option, w game.Window) *option {
	pos := list[0]
	b.alphaBeta(pos, w)
	return b.goodEnough(list[1:], w, pos)
}

// goodenough( PosList, Alpha, Beta, Pos, Val, GoodPos, GoodVal).
func (b *bratko) goodEnough(list []*option, w game.Window, pos *option) *option {
	switch {
	case b.passes(w, pos):
		b.cutoff(&pos.up.visit, pos.index, pos.index+1+len(list), pos.val)
		return pos // the other side will avoid this
	case len(list) == 0:
		return pos // no other candidate
	}
	pos1 := b.boundedBest(list, b.newBounds(w, pos))
	return b.betterOf(pos, pos1)
}

// newbounds( Alpha, Beta, Pos, Val, NewAlpha, NewBeta).
func (b *bratko) newBounds(w game.Window, pos *option) game.Window {
	switch {
	case pos.up.max && pos.val > w.Alpha:
		w.Alpha = pos.val // a greater lower bound
	case !pos.up.max && pos.val < w.Beta:
		w.Beta = pos.val // a lesser upper bound
	default:
		return w
	}
	b.narrow(&pos.up.visit, w)
	return w
}

// passes reports whether the value of pos lies beyond the upper bound, for
// MAX, or the lower bound, for MIN.
func (b *bratko) passes(w game.Window, pos *option) bool {
	switch {
	case b.options.Cut == AtBound && pos.up.max:
		return pos.val >= w.Beta
	case b.options.Cut == AtBound:
		return pos.val <= w.Alpha
	case pos.up.max:
		return pos.val > w.Beta
	}
	return pos.val < w.Alpha
}
