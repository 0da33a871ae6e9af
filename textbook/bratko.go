package textbook

import "github.com/plywood-go/plywood/game"

// bratko runs the two programs of chapter 15 of I. Bratko, Prolog Programming
// for Artificial Intelligence (1986; in Russian 1990).
//
// The relations of the programs are the methods of the same names. Where Prolog has Pos, BestSucc
// and Val, we pass an option: a position with its results.
type bratko struct {
	*searcher
	first bool // among equals the first is kept; see betterOf
	free  int  // the number of the next position on the board
}

// option is a position with its value and its best successor.
type option struct {
	visit
	up    *option // nil at the root
	at    int     // on the board
	depth int     // plies left
	val   game.Score

	heard bool       // a successor has answered
	so    game.Score // the best answer so far
}

// bratko searches the root n with one of Bratko's programs.
func (s *searcher) bratko(n *node, depth int, w game.Window) game.Score {
	b := &bratko{searcher: s, first: s.options.Cut == AtBound || s.options.Hard, free: 1}
	root := &option{visit: n.visit, depth: depth}
	if s.algorithm == BratkoAlphaBeta {
		b.alphaBeta(root, w)
	} else {
		b.minimax(root)
	}
	n.bound = root.bound
	return root.val
}

// moves is the relation moves( Pos, PosList): the successors of pos.
func (b *bratko) moves(pos *option) []*option {
	if b.stopped || pos.depth <= 0 {
		return nil
	}
	n, _ := b.board.moves(pos.at)
	list := make([]*option, n)
	for i := range list {
		o := &option{up: pos, at: b.free, depth: pos.depth - 1}
		b.free++
		b.board.play(o.at, pos.at, i)
		o.parent, o.index, o.ply = pos.number, i, pos.ply+1
		o.max = b.max(o.at)
		list[i] = o
	}
	return list
}

// staticVal is the relation staticval( Pos, Val).
func (b *bratko) staticVal(pos *option) {
	b.end(pos.at)
	pos.val = b.account.static(&pos.visit, pos.ofMover(b.value(pos.at, b.status(pos.at), pos.ply)))
	b.answer(pos)
}

// done ends pos with its best successor and that successor's value. The board can
// forget the successors.
func (b *bratko) done(pos, best *option, successors int) {
	b.lead(pos.at, best.index, best.at)
	b.free -= successors
	pos.val = b.leave(&pos.visit, best.val)
	b.answer(pos)
}

// answer reports to the trace that the value of pos is the best so far for its parent, if
// it is. The programs themselves compare on the way back; see betterOf.
func (b *bratko) answer(pos *option) {
	up := pos.up
	if up == nil || up.heard && (up.better(up.so, pos.val) || up.so == pos.val && b.first) {
		return
	}
	up.heard, up.so = true, pos.val
	b.backup(&up.visit, pos.index, pos.val)
}

// betterOf is the relation betterof( Pos0, Val0, Pos1, Val1, BetterPos, BetterVal): the first
// position if it is strictly better, otherwise the second. So the last of equal moves is kept.
//
// Turns alternate in Bratko's programs, so he uses the side to move in the first
// position. We use the side that moved to it, which is also right where turns do not
// alternate. If alpha-beta cuts AtBound or fails hard, the last of equals may be a bound
// that only seems equal: then the first is kept.
func (b *bratko) betterOf(pos0, pos1 *option) *option {
	if pos0.up.better(pos0.val, pos1.val) || pos0.val == pos1.val && b.first {
		return pos0
	}
	return pos1
}

// minimax( Pos, BestSucc, Val) finds the value V(p): the static value of a leaf, the greatest value
// of the successors where MAX is to move, the least where MIN is (Bratko, figure 15.3). It visits
// the whole tree. The last of equal successors is the best.
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
