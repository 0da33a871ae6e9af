package textbook

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Bratko holds the two programs of chapter 15 of Bratko, Prolog Programming
// for Artificial Intelligence, over one relation. It serves one search at a
// time.
type Bratko[P any] struct {
	account
	relation Relation[P]
	window   game.Window
	slack    game.Score
	hard     bool
	root     *choice[P]
}

// choice is a position being searched: one a ply.
type choice[P any] struct {
	node
	successors []P
	line       []P // the best found below, last position first
	next       *choice[P]
}

// Solution is what Bratko's programs find. Values are seen from MAX.
type Solution[P any] struct {
	Value game.Score
	Bound game.Bound
	// PV is the principal variation: the root and the best successor of each
	// position. It is overwritten by the next search.
	PV []P
	Counts
	// Stopped tells that the context ended the search; nothing else of the
	// solution means anything then.
	Stopped bool
}

// NewBratko returns Bratko's programs over the relation r. Of the options,
// Scoring and Guess have no meaning here.
func NewBratko[P any](r Relation[P], o Options) *Bratko[P] {
	b := &Bratko[P]{relation: r, window: o.window(), slack: o.Cut.slack(BeyondBound), hard: o.Hard, root: new(choice[P])}
	b.observer = o.Observer
	return b
}

// Minimax returns the value V(p): the static value of a leaf, the greatest of
// the values of the successors where MAX is to move, the least where MIN is
// (fig. 15.3). It visits the whole tree.
func (b *Bratko[P]) Minimax(ctx context.Context, p P) Solution[P] {
	c := b.begin(ctx, &p)
	v := b.minimax(c, &p)
	return b.solution(p, v, game.FullWindow)
}

func (b *Bratko[P]) minimax(c *choice[P], p *P) game.Score {
	b.enter(&c.node, game.FullWindow)
	if !b.expand(c, p) {
		return b.static(&c.node, b.relation.Value(p))
	}
	var best game.Score
	for i := range c.successors {
		v := b.minimax(b.descend(c, i), &c.successors[i])
		if i == 0 || c.better(v, best) {
			best = v
			b.keep(c, i, v)
		}
	}
	return b.leave(&c.node, best)
}

// begin prepares a search of p.
func (b *Bratko[P]) begin(ctx context.Context, p *P) *choice[P] {
	b.restart(ctx)
	b.root.atRoot(b.relation.MaxToMove(p))
	return b.root
}

// expand finds the successors of p and reports whether there are any.
func (b *Bratko[P]) expand(c *choice[P], p *P) bool {
	c.line = c.line[:0]
	c.successors = c.successors[:0]
	if !b.stopped {
		c.successors = b.relation.Successors(p, c.successors)
	}
	return len(c.successors) > 0
}

// descend goes to the i-th successor of c's position.
func (b *Bratko[P]) descend(c *choice[P], i int) *choice[P] {
	if c.next == nil {
		c.next = new(choice[P])
	}
	c.next.below(&c.node, i)
	c.next.max = b.relation.MaxToMove(&c.successors[i])
	return c.next
}

// keep makes the i-th successor, of value v, the best so far. The line below is
// taken from it, which gets the old one to overwrite: lines that were copied
// would take memory and time with the square of the depth.
func (b *Bratko[P]) keep(c *choice[P], i int, v game.Score) {
	c.line, c.next.line = append(c.next.line, c.successors[i]), c.line
	b.backup(&c.node, i, v)
}

func (b *Bratko[P]) solution(p P, v game.Score, w game.Window) Solution[P] {
	line := append(b.root.line, p)
	slices.Reverse(line)
	b.root.line = nil // it is the caller's now
	return Solution[P]{
		Value: v, Bound: meaning(w, v), PV: line,
		Counts: b.Counts, Stopped: b.stopped,
	}
}
