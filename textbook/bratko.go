package textbook

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Bratko holds the two programs of chapter 15 of I. Bratko, Prolog Programming
// for Artificial Intelligence (1986; in Russian 1990), over one relation between
// positions. It serves one search at a time.
//
// The relations of the programs are the methods of the same names. Where
// Prolog has Pos, BestSucc and Val, we pass an option: a position with its
// results.
type Bratko[P any] struct {
	account
	relation Relation[P]
	window   game.Window
	cut      Cut
	first    bool // among equals the first is kept; see betterOf
}

// option is a position with its value and its best successor.
type option[P any] struct {
	visit
	up   *option[P] // nil at the root
	pos  P
	val  game.Score
	best *option[P] // nil at a leaf, and until known

	heard bool       // a successor has answered
	so    game.Score // the best answer so far
}

// Solution is the result of Bratko's programs. Values are from MAX's view.
type Solution[P any] struct {
	Value game.Score
	Bound game.Bound
	// PV is the principal variation: the root and the best successor of each
	// position.
	PV []P
	Counts
	// Stopped is true if the context ended the search; then the other fields
	// are meaningless.
	Stopped bool
}

// NewBratko returns Bratko's programs over the relation r. It ignores the
// options Scoring and Guess.
func NewBratko[P any](r Relation[P], o Options) *Bratko[P] {
	b := &Bratko[P]{relation: r, window: o.window(), cut: o.Cut, first: o.Cut == AtBound || o.Hard}
	b.observer, b.last, b.hard, b.strict = o.Observer, o.LastCut, o.Hard, o.Cut != AtBound
	return b
}

// search runs a program on the root p.
func (b *Bratko[P]) search(ctx context.Context, p P, w game.Window, program func(*option[P], game.Window)) Solution[P] {
	b.restart(ctx)
	root := &option[P]{visit: atRoot(b.relation.MaxToMove(&p), w), pos: p}
	program(root, w)
	found := Solution[P]{Value: root.val, Bound: root.bound, Counts: b.Counts, Stopped: b.stopped}
	for o := root; o != nil; o = o.best {
		found.PV = append(found.PV, o.pos)
	}
	return found
}

// moves is the relation moves( Pos, PosList): the successors of pos.
func (b *Bratko[P]) moves(pos *option[P]) (list []*option[P]) {
	if b.stopped {
		return nil
	}
	for i, p := range b.relation.Successors(&pos.pos, nil) {
		o := &option[P]{pos: p, up: pos}
		o.parent, o.index, o.ply = pos.number, i, pos.ply+1
		o.max = b.relation.MaxToMove(&p)
		list = append(list, o)
	}
	return list
}

// staticVal is the relation staticval( Pos, Val).
func (b *Bratko[P]) staticVal(pos *option[P]) {
	pos.val = b.static(&pos.visit, b.relation.Value(&pos.pos))
	b.answer(pos)
}

// done ends pos with its best successor and that successor's value.
func (b *Bratko[P]) done(pos, best *option[P]) {
	pos.best, pos.val = best, b.leave(&pos.visit, best.val)
	b.answer(pos)
}

// answer reports to the trace that the value of pos is the best so far for its parent, if
// it is. The programs themselves compare on the way back; see betterOf.
func (b *Bratko[P]) answer(pos *option[P]) {
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
func (b *Bratko[P]) betterOf(pos0, pos1 *option[P]) *option[P] {
	if pos0.up.better(pos0.val, pos1.val) || pos0.val == pos1.val && b.first {
		return pos0
	}
	return pos1
}

// bratko searches the root n with one of Bratko's programs.
func (s *Searcher[S, M, R]) bratko(n *node[S, M], depth int) game.Score {
	relation, root := relate(s.rules, &n.state, depth, s.options.Scoring, s.first)
	b := NewBratko(relation, s.options)
	program := b.Minimax
	if s.algorithm == BratkoAlphaBeta {
		program = b.AlphaBeta
	}
	found := program(s.ctx, root)
	for _, p := range found.PV[1:] {
		n.line = append(n.line, p.Move)
	}
	slices.Reverse(n.line)
	n.bound, s.Counts, s.stopped = found.Bound, found.Counts, found.Stopped
	return found.Value
}
