package textbook

import "github.com/plywood-go/plywood/game"

// bratko runs the two programs of chapter 15 of I. Bratko, Prolog Programming
// for Artificial Intelligence (1986; in Russian 1990).
//
// The relations of the programs are the methods of the same names. Where
// Prolog has Pos, BestSucc and Val, we pass an option: a position with its
// results.
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

// betterOf is the relation betterof( Pos0, Val0, Pos1, Val1, BetterPos, BetterVal): the
// first position if it is strictly better, otherwise the second. So the last of equal
// moves is kept.
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
