package book

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// visit is an entry that was reached from another, and the sign of its values
// seen from there.
type visit struct {
	entry *Entry
	sign  int
}

// reach returns the entries that can be reached from root by links that lose at
// most loss discs each, root first. A position that both sides may have to move
// in is visited once.
func (b *Book) reach(root *Entry, loss int) []visit {
	seen := map[key]bool{root.key(): true}
	list := []visit{{root, 1}}
	for i := 0; i < len(list); i++ {
		v := list[i]
		for _, l := range v.entry.Links {
			k := b.after(&v.entry.Position, l.Move)
			if child := b.entries[k]; child != nil && !seen[k] && v.entry.Value()-int(l.Value) <= loss {
				seen[k] = true
				list = append(list, visit{child, -v.sign})
			}
		}
	}
	return list
}

// pliesPerDisc is what losing a disc costs against a ply, in the order in which
// a book is extended. It is ours, not tuned.
const pliesPerDisc = 2

// costs of going from an entry to what lies behind one of its moves.
func cost(e *Entry, x Edge) int { return 1 + pliesPerDisc*(e.Value()-int(x.Value)) }

// fork is an entry with what it costs to reach it.
type fork struct {
	entry *Entry
	cost  int
}

// compare orders forks by cost, and those of one cost in some fixed way.
func (f fork) compare(g fork) int {
	p, q := &f.entry.Position, &g.entry.Position
	return cmp.Or(cmp.Compare(f.cost, g.cost), cmp.Compare(p.Own, q.Own), cmp.Compare(p.Opp, q.Opp))
}

// forks are a heap, the cheapest on top.
type forks []fork

func (h forks) Len() int           { return len(h) }
func (h forks) Less(i, j int) bool { return h[i].compare(h[j]) < 0 }
func (h forks) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *forks) Push(x any)        { *h = append(*h, x.(fork)) }
func (h *forks) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// batchShare is the part of a book, as a divisor, that is grown before its
// leaves are put in order anew.
const batchShare = 64

// cheapest returns the entries whose leaves are cheapest to reach from root,
// the cheapest first: one for every batchShare positions, at least one
// (Dijkstra's algorithm over the links).
func (b *Builder) cheapest(root *Entry) []*Entry {
	k := b.Book
	var open, leaves forks
	known := map[key]bool{}
	heap.Push(&open, fork{root, 0})
	for len(open) > 0 {
		f := heap.Pop(&open).(fork)
		e := f.entry
		if known[e.key()] {
			continue
		}
		known[e.key()] = true
		if b.grows(e) {
			leaves = append(leaves, fork{e, f.cost + cost(e, e.Leaf)})
		}
		for _, l := range e.Links {
			if child := k.entries[k.after(&e.Position, l.Move)]; child != nil {
				heap.Push(&open, fork{child, f.cost + cost(e, l)})
			}
		}
	}
	slices.SortFunc(leaves, fork.compare)
	var list []*Entry
	for _, f := range leaves[:min(len(leaves), 1+len(k.entries)/batchShare)] {
		copied := *f.entry
		list = append(list, &copied)
	}
	return list
}

// discsOf returns a score in discs.
func discsOf(v game.Score) int8 {
	if n, ok := v.Points(); ok {
		return int8(n)
	}
	return int8(min(max(v, -64), 64))
}
