package textbook

import (
	"context"

	"github.com/plywood-go/plywood/game"
)

// Minimax returns the value V(p): the static value of a leaf, the greatest
// value of the successors where MAX is to move, the least where MIN is
// (Bratko, figure 15.3). It visits the whole tree. The last of equal
// successors is the best.
func (b *Bratko[P]) Minimax(ctx context.Context, p P) Solution[P] {
	return b.search(ctx, p, game.FullWindow(), func(root *option[P], _ game.Window) { b.minimax(root) })
}

// minimax( Pos, BestSucc, Val).
func (b *Bratko[P]) minimax(pos *option[P]) {
	b.enter(&pos.visit, game.FullWindow())
	if list := b.moves(pos); len(list) > 0 {
		b.done(pos, b.best(list))
	} else {
		b.staticVal(pos) // Pos has no successors
	}
}

// best( PosList, BestPos, BestVal).
func (b *Bratko[P]) best(list []*option[P]) *option[P] {
	pos1 := list[0]
	b.minimax(pos1)
	if len(list) == 1 {
		return pos1
	}
	pos2 := b.best(list[1:])
	return b.betterOf(pos1, pos2)
}
