package book

import (
	"cmp"
	"math"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Book is an opening book in memory, backed by a file unless created by New. It
// takes about 200 bytes a position. It is not safe for concurrent use, except
// that Probe and Find may run concurrently with each other.
type Book[P any, M comparable] struct {
	kind    Kind[P, M]
	db      *database // nil if the book has no file
	entries map[Key]*Entry[P, M]
	parents map[Key][]Key // for each entry, the entries with a link to it
}

// New returns an empty book that exists only in memory.
func New[P any, M comparable](k Kind[P, M]) *Book[P, M] {
	return &Book[P, M]{kind: k, entries: map[Key]*Entry[P, M]{}, parents: map[Key][]Key{}}
}

// Kind returns the kind of the book.
func (b *Book[P, M]) Kind() Kind[P, M] { return b.kind }

// Root returns the initial position of the game.
func (b *Book[P, M]) Root() P { return b.kind.Start() }

// Len returns the number of positions.
func (b *Book[P, M]) Len() int { return len(b.entries) }

// checkEntry returns an error if the moves of an entry read from outside are invalid.
func (b *Book[P, M]) checkEntry(e *Entry[P, M]) error {
	p := &e.Position
	legal, _ := b.kind.Moves(p, nil)
	edges := e.Links
	if e.HasLeaf {
		edges = append(slices.Clone(edges), e.Leaf)
	}
	most := b.kind.Most()
	for i, l := range edges {
		again := slices.ContainsFunc(edges[:i], func(x Edge[M]) bool { return x.Move == l.Move })
		if !slices.Contains(legal, l.Move) || again || int(l.Value) < -most || int(l.Value) > most {
			return reason.Errorf("position %s: move %s of value %d", b.kind.FormatPosition(p), b.kind.FormatMove(p, l.Move), l.Value)
		}
	}
	if e.Confidence > 100 || len(edges) == 0 {
		return reason.Errorf("position %s: confidence %d, %d moves", b.kind.FormatPosition(p), e.Confidence, len(edges))
	}
	return nil
}

// foreign returns the error for a position that books of this game cannot hold.
func (b *Book[P, M]) foreign(p *P) error {
	return reason.Errorf("position %s is not one of the book's", b.kind.FormatPosition(p))
}

// insert adds e to b, replacing any entry for the same position.
func (b *Book[P, M]) insert(e *Entry[P, M]) {
	b.entries[e.key] = e
	for _, l := range e.Links {
		b.adopt(e, l.Move)
	}
}

// adopt records that e has a link by m.
func (b *Book[P, M]) adopt(e *Entry[P, M], m M) {
	child := b.after(&e.Position, m)
	if list := b.parents[child]; !slices.Contains(list, e.key) {
		b.parents[child] = append(list, e.key)
	}
}

// after returns the key of the position after a move.
func (b *Book[P, M]) after(p *P, m M) Key {
	var next P
	b.kind.Play(&next, p, m)
	return b.key(&next)
}

// candidates returns the moves of p with the keys of the positions after them. It returns
// one of several moves with equal keys: such moves are images of each other, or lead to
// positions that books do not hold.
func (b *Book[P, M]) candidates(p *P) (moves []M, keys []Key) {
	legal, _ := b.kind.Moves(p, nil)
	for _, m := range legal {
		if k := b.after(p, m); !slices.Contains(keys, k) {
			moves, keys = append(moves, m), append(keys, k)
		}
	}
	return moves, keys
}

// find returns the entry for p, or nil.
func (b *Book[P, M]) find(p P) *Entry[P, M] { return b.entries[b.key(&p)] }

// Find returns the entry for p with its moves mapped to p's orientation.
func (b *Book[P, M]) Find(p P) (e Entry[P, M], ok bool) {
	held := b.find(p)
	if held == nil {
		return e, false
	}
	e = *held
	e.Position = p
	turn := b.turned(p)
	e.Leaf.Move = turn[e.Leaf.Move]
	e.Links = slices.Clone(held.Links)
	for i := range e.Links {
		e.Links[i].Move = turn[e.Links[i].Move]
	}
	b.sort(&e)
	return e, true
}

// turned maps the moves of the canonical image of p to moves of p.
func (b *Book[P, M]) turned(p P) map[M]M {
	turn := map[M]M{}
	_, symmetry := b.kind.Canonical(&p)
	legal, _ := b.kind.Moves(&p, nil)
	for _, m := range legal {
		turn[b.kind.Image(&p, m, symmetry)] = m
	}
	return turn
}

// relink links e to all held positions after its moves, with their values, and
// reports whether e changed. It drops a leaf that has become a link.
func (b *Book[P, M]) relink(e *Entry[P, M]) (changed bool) {
	var links []Edge[M]
	moves, keys := b.candidates(&e.Position)
	for i, k := range keys {
		child := b.entries[k]
		if child == nil {
			continue
		}
		links = append(links, Edge[M]{moves[i], int16(-child.Value())})
		if e.HasLeaf && b.after(&e.Position, e.Leaf.Move) == k {
			e.Leaf, e.HasLeaf, changed = Edge[M]{}, false, true
		}
	}
	before := e.Links
	e.Links = links
	b.sort(e)
	for _, l := range e.Links {
		b.adopt(e, l.Move)
	}
	return changed || !slices.Equal(before, e.Links)
}

// incomplete reports whether e has moves that are not links, but no leaf.
func (b *Book[P, M]) incomplete(e *Entry[P, M]) bool {
	moves, _ := b.candidates(&e.Position)
	return !e.HasLeaf && len(e.Links) < len(moves)
}

// raise propagates the value of e to all its ancestors and returns the changed entries.
func (b *Book[P, M]) raise(e *Entry[P, M]) (changed []*Entry[P, M]) {
	queue := []*Entry[P, M]{e}
	for len(queue) > 0 {
		child := queue[0]
		queue = queue[1:]
		for _, k := range b.parents[child.key] {
			p := b.entries[k]
			if p == nil {
				continue
			}
			before := p.Value()
			if !b.update(p, child) {
				continue
			}
			changed = append(changed, p)
			if p.Value() != before {
				queue = append(queue, p)
			}
		}
	}
	return changed
}

// update sets the value of p's link to child and reports whether it changed.
func (b *Book[P, M]) update(p, child *Entry[P, M]) bool {
	for i := range p.Links {
		l := &p.Links[i]
		if b.after(&p.Position, l.Move) != child.key || int(l.Value) == -child.Value() {
			continue
		}
		l.Value = int16(-child.Value())
		b.sort(p)
		return true
	}
	return false
}

// Settle links every position to all held positions after its moves, negamaxes the book and writes
// the entries that changed. It takes about 10 µs a position.
func (b *Book[P, M]) Settle() error {
	var changed []*Entry[P, M]
	for _, e := range b.sorted() {
		if b.relink(e) {
			changed = append(append(changed, e), b.raise(e)...)
		}
	}
	return b.commit(changed, nil)
}

// sorted returns all entries, the latest in the game first.
func (b *Book[P, M]) sorted() []*Entry[P, M] {
	list := make([]*Entry[P, M], 0, len(b.entries))
	for _, e := range b.entries {
		list = append(list, e)
	}
	slices.SortFunc(list, func(x, y *Entry[P, M]) int {
		return cmp.Or(cmp.Compare(b.kind.Rank(&y.Position), b.kind.Rank(&x.Position)), slices.Compare(x.key[:], y.key[:]))
	})
	return list
}

// Stats are statistics of a book.
type Stats struct {
	Positions, Links, Leaves int                    // Links lead to positions of the book, Leaves out of it
	Solved                   int                    // searched to the end of the game
	ByPieces                 [65]int                // on the board
	ByDepth                  [math.MaxUint8 + 1]int // positions by the depth of their search
}

// Stats computes the statistics of the book.
func (b *Book[P, M]) Stats() Stats {
	s := Stats{Positions: len(b.entries)}
	for _, e := range b.entries {
		s.Links += len(e.Links)
		if e.HasLeaf {
			s.Leaves++
		}
		if b.solved(e) {
			s.Solved++
		}
		s.ByPieces[b.kind.Pieces(&e.Position)]++
		s.ByDepth[e.Depth]++
	}
	return s
}

// Probe returns the book's knowledge of p in the form of a search result: all links and the leaf as
// lines, best first. ok is false if the book does not hold p.
func (b *Book[P, M]) Probe(p *P) (r search.Result[M], ok bool) {
	e, ok := b.Find(*p)
	if !ok {
		return r, false
	}
	edges := e.Links
	if e.HasLeaf {
		edges = append(edges, e.Leaf)
	}
	slices.SortStableFunc(edges, func(x, y Edge[M]) int { return cmp.Compare(y.Value, x.Value) })
	r.Depth, r.SelDepth, r.Confidence, r.Threads = int(e.Depth), int(e.Depth), int(e.Confidence), 1
	r.Stopped = search.DepthLimit
	for _, x := range edges {
		r.Lines = append(r.Lines, search.Line[M]{
			Score: game.Score(x.Value), Bound: game.Exact, Depth: max(1, r.Depth), PV: b.play(*p, x.Move),
		})
	}
	return r, true
}

// play returns the book's line of best moves that starts with m.
func (b *Book[P, M]) play(p P, m M) []M {
	line := []M{m}
	for {
		b.kind.Play(&p, &p, m)
		e, ok := b.Find(p)
		switch {
		case !ok:
			return line
		case len(e.Links) > 0 && int(e.Links[0].Value) == e.Value():
			m = e.Links[0].Move
		default:
			return append(line, e.Leaf.Move)
		}
		line = append(line, m)
	}
}
