package book

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/plywood-go/plywood/games/othello"
)

// Book is an opening book in memory, with the file that keeps it. It takes some
// 200 bytes a position. One goroutine uses it at a time. Only Probe and Find,
// which do not change it, may run beside each other.
type Book struct {
	rules   othello.Rules
	db      *bbolt.DB // nil if there is no file
	entries map[key]*Entry
	parents map[key][]key // of entries, the entries with a link to them
}

// New returns an empty book that is kept in memory alone.
func New(r othello.Rules) *Book {
	return &Book{rules: r, entries: map[key]*Entry{}, parents: map[key][]key{}}
}

// Rules returns the rules of the board that the book is for.
func (b *Book) Rules() othello.Rules { return b.rules }

// Root returns the initial position of the book's board.
func (b *Book) Root() othello.Position { return b.rules.Start() }

// Len returns the number of positions.
func (b *Book) Len() int { return len(b.entries) }

// checkEntry reports what is wrong with an entry read from outside.
func (b *Book) checkEntry(e *Entry) error {
	p := e.Position
	q, _ := canonical(b.rules, p)
	if p != q || p.Own&p.Opp != 0 || (p.Own|p.Opp)&^b.rules.Board() != 0 {
		return fmt.Errorf("position %s is not one of the book's", b.rules.FormatPosition(&p))
	}
	legal, _ := b.rules.Moves(&p, nil)
	edges := e.Links
	if e.HasLeaf {
		edges = append(slices.Clone(edges), e.Leaf)
	}
	for i, l := range edges {
		again := slices.ContainsFunc(edges[:i], func(x Edge) bool { return x.Move == l.Move })
		if !slices.Contains(legal, l.Move) || again || l.Value < -64 || l.Value > 64 {
			return fmt.Errorf("position %s: move %s of value %d", b.rules.FormatPosition(&p), b.rules.FormatMove(&p, l.Move), l.Value)
		}
	}
	if e.Confidence > 100 || len(edges) == 0 {
		return fmt.Errorf("position %s: confidence %d, %d moves", b.rules.FormatPosition(&p), e.Confidence, len(edges))
	}
	return nil
}

// insert puts e in the place of what b held of its position.
func (b *Book) insert(e *Entry) {
	b.entries[e.key()] = e
	for _, l := range e.Links {
		b.adopt(e, l.Move)
	}
}

// adopt notes that e has a link by m.
func (b *Book) adopt(e *Entry, m othello.Move) {
	child := b.after(&e.Position, m)
	if list := b.parents[child]; !slices.Contains(list, e.key()) {
		b.parents[child] = append(list, e.key())
	}
}

// after returns the key of the position after a move.
func (b *Book) after(p *othello.Position, m othello.Move) key {
	var next othello.Position
	b.rules.Play(&next, p, m)
	q, _ := canonical(b.rules, next)
	return key{q.Own, q.Opp}
}

// candidates returns the moves of p with the keys of the positions behind them,
// one of each that are images of each other.
func (b *Book) candidates(p *othello.Position) (moves []othello.Move, keys []key) {
	legal, _ := b.rules.Moves(p, nil)
	for _, m := range legal {
		if k := b.after(p, m); !slices.Contains(keys, k) {
			moves, keys = append(moves, m), append(keys, k)
		}
	}
	return moves, keys
}

// find returns what b holds of p.
func (b *Book) find(p othello.Position) *Entry {
	q, _ := canonical(b.rules, p)
	return b.entries[key{q.Own, q.Opp}]
}

// Find returns what the book holds of p, its moves turned as p is.
func (b *Book) Find(p othello.Position) (e Entry, ok bool) {
	q, symmetry := canonical(b.rules, p)
	held := b.entries[key{q.Own, q.Opp}]
	if held == nil {
		return Entry{}, false
	}
	e = *held
	e.Position = p
	turn := turned(b.rules, p, symmetry)
	e.Leaf.Move = turn[e.Leaf.Move]
	e.Links = slices.Clone(held.Links)
	for i := range e.Links {
		e.Links[i].Move = turn[e.Links[i].Move]
	}
	e.sort()
	return e, true
}

// turned maps the moves of the image of p under a symmetry to those of p.
func turned(r othello.Rules, p othello.Position, symmetry int) map[othello.Move]othello.Move {
	turn := map[othello.Move]othello.Move{}
	legal, _ := r.Moves(&p, nil)
	var q othello.Position
	for _, m := range legal {
		image, _ := r.Image(&q, &p, m, symmetry)
		turn[image] = m
	}
	return turn
}

// relink gives e links to all positions that b holds behind its moves, with
// their values, and reports whether that changed e. A leaf that has become a
// link is gone.
func (b *Book) relink(e *Entry) (changed bool) {
	var links []Edge
	moves, keys := b.candidates(&e.Position)
	for i, k := range keys {
		child := b.entries[k]
		if child == nil {
			continue
		}
		links = append(links, Edge{moves[i], int8(-child.Value())})
		if e.HasLeaf && b.after(&e.Position, e.Leaf.Move) == k {
			e.Leaf, e.HasLeaf, changed = Edge{}, false, true
		}
	}
	before := e.Links
	e.Links = links
	e.sort()
	for _, l := range e.Links {
		b.adopt(e, l.Move)
	}
	return changed || !slices.Equal(before, e.Links)
}

// incomplete reports whether e has moves that are neither links nor valued by a
// leaf.
func (b *Book) incomplete(e *Entry) bool {
	moves, _ := b.candidates(&e.Position)
	return !e.HasLeaf && len(e.Links) < len(moves)
}

// raise carries the value of e to all positions before it and returns those
// that changed.
func (b *Book) raise(e *Entry) (changed []*Entry) {
	queue := []*Entry{e}
	for len(queue) > 0 {
		child := queue[0]
		queue = queue[1:]
		for _, k := range b.parents[child.key()] {
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
func (b *Book) update(p, child *Entry) bool {
	for i := range p.Links {
		l := &p.Links[i]
		if b.after(&p.Position, l.Move) != child.key() || int(l.Value) == -child.Value() {
			continue
		}
		l.Value = int8(-child.Value())
		p.sort()
		return true
	}
	return false
}

// Settle links every position with all that the book holds behind its moves and
// negamaxes the book, and writes what that changed. It takes some 10 µs a
// position.
func (b *Book) Settle() error {
	var changed []*Entry
	for _, e := range b.sorted() {
		if b.relink(e) {
			changed = append(append(changed, e), b.raise(e)...)
		}
	}
	return b.commit(changed, nil)
}

// sorted returns all entries, those with the most discs first.
func (b *Book) sorted() []*Entry {
	list := make([]*Entry, 0, len(b.entries))
	for _, e := range b.entries {
		list = append(list, e)
	}
	slices.SortFunc(list, func(x, y *Entry) int {
		return cmp.Or(cmp.Compare(discs(y), discs(x)),
			cmp.Compare(x.Position.Own, y.Position.Own), cmp.Compare(x.Position.Opp, y.Position.Opp))
	})
	return list
}

func discs(e *Entry) int { return bits.OnesCount64(e.Position.Own | e.Position.Opp) }
