package book

import (
	"cmp"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"
)

// Book is an opening book in memory, with the file that keeps it. It takes some
// 200 bytes a position. One goroutine uses it at a time. Only Probe and Find,
// which do not change it, may run beside each other.
type Book[P any, M comparable] struct {
	kind    Kind[P, M]
	db      *bbolt.DB // nil if there is no file
	entries map[Key]*Entry[P, M]
	parents map[Key][]Key // of entries, the entries with a link to them
}

// New returns an empty book that is kept in memory alone.
func New[P any, M comparable](k Kind[P, M]) *Book[P, M] {
	return &Book[P, M]{kind: k, entries: map[Key]*Entry[P, M]{}, parents: map[Key][]Key{}}
}

// Kind returns the game that the book is for.
func (b *Book[P, M]) Kind() Kind[P, M] { return b.kind }

// Root returns the initial position of the game.
func (b *Book[P, M]) Root() P { return b.kind.Start() }

// Len returns the number of positions.
func (b *Book[P, M]) Len() int { return len(b.entries) }

// checkEntry reports what is wrong with the moves of an entry read from outside.
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
			return fmt.Errorf("position %s: move %s of value %d", b.kind.FormatPosition(p), b.kind.FormatMove(p, l.Move), l.Value)
		}
	}
	if e.Confidence > 100 || len(edges) == 0 {
		return fmt.Errorf("position %s: confidence %d, %d moves", b.kind.FormatPosition(p), e.Confidence, len(edges))
	}
	return nil
}

// foreign is the error for a position that books of the game do not hold.
func (b *Book[P, M]) foreign(p *P) error {
	return fmt.Errorf("position %s is not one of the book's", b.kind.FormatPosition(p))
}

// insert puts e in the place of what b held of its position.
func (b *Book[P, M]) insert(e *Entry[P, M]) {
	b.entries[e.key] = e
	for _, l := range e.Links {
		b.adopt(e, l.Move)
	}
}

// adopt notes that e has a link by m.
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

// candidates returns the moves of p with the keys of the positions behind them,
// one of each that are images of each other, or that books do not hold.
func (b *Book[P, M]) candidates(p *P) (moves []M, keys []Key) {
	legal, _ := b.kind.Moves(p, nil)
	for _, m := range legal {
		if k := b.after(p, m); !slices.Contains(keys, k) {
			moves, keys = append(moves, m), append(keys, k)
		}
	}
	return moves, keys
}

// find returns what b holds of p.
func (b *Book[P, M]) find(p P) *Entry[P, M] { return b.entries[b.key(&p)] }

// Find returns what the book holds of p, its moves turned as p is.
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

// turned maps the moves of the smallest image of p to those of p.
func (b *Book[P, M]) turned(p P) map[M]M {
	turn := map[M]M{}
	_, symmetry := b.kind.Canonical(&p)
	legal, _ := b.kind.Moves(&p, nil)
	for _, m := range legal {
		turn[b.kind.Image(&p, m, symmetry)] = m
	}
	return turn
}

// relink gives e links to all positions that b holds behind its moves, with
// their values, and reports whether that changed e. A leaf that has become a
// link is gone.
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

// incomplete reports whether e has moves that are neither links nor valued by a
// leaf.
func (b *Book[P, M]) incomplete(e *Entry[P, M]) bool {
	moves, _ := b.candidates(&e.Position)
	return !e.HasLeaf && len(e.Links) < len(moves)
}

// raise carries the value of e to all positions before it and returns those
// that changed.
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

// Settle links every position with all that the book holds behind its moves and
// negamaxes the book, and writes what that changed. It takes some 10 µs a
// position.
func (b *Book[P, M]) Settle() error {
	var changed []*Entry[P, M]
	for _, e := range b.sorted() {
		if b.relink(e) {
			changed = append(append(changed, e), b.raise(e)...)
		}
	}
	return b.commit(changed, nil)
}

// sorted returns all entries, those last in the game first.
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
