package textbook

import "github.com/plywood-go/plywood/game"

// minimax( Pos, BestSucc, Val) finds the value V(p): the static value of a leaf, the
// greatest value of the successors where MAX is to move, the least where MIN is
// (Bratko, figure 15.3). It visits the whole tree. The last of equal
// successors is the best.
func (b *bratko) minimax(pos *option) {
	b.enter(&pos.visit, game.FullWindow())
	if list := b.moves(pos); len(list) > 0 {
		b.done(pos, b.best(list), len(list))
	} else {
		b.staticVal(pos) // Pos has no successors
	}
}

// best( PosList, BestPos, BestVal).
func (b *bratko) best(list []*option) *option {
	pos1 := list[0]
	b.minimax(pos1)
	if len(list) == 1 {
		return pos1
	}
	pos2 := b.best(list[1:])
	return b.betterOf(pos1, pos2)
}
