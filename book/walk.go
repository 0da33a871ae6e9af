package book

import (
	"cmp"
	"container/heap"
	"slices"
)

// visit is an entry reached from another one, with the sign of its values as seen from
// there.
type visit[P any, M comparable] struct {
	entry *Entry[P, M]
	sign  int
}

// reach returns the entries reachable from root by links that lose at most loss
// each, root first. It visits a position once even if it is reached with either
// side to move.
func (b *Book[P, M]) reach(root *Entry[P, M], loss int) []visit[P, M] {
	seen := map[Key]bool{root.key: true}
	list := []visit[P, M]{{root, 1}}
	for i := 0; i < len(list); i++ {
		v := list[i]
		for _, l := range v.entry.Links {
			k := b.after(&v.entry.Position, l.Move)
			if child := b.entries[k]; child != nil && !seen[k] && v.entry.Value()-int(l.Value) <= loss {
				seen[k] = true
				list = append(list, visit[P, M]{child, -v.sign})
			}
		}
	}
	return list
}

// pliesPerStep is the cost of losing one step of value, in plies, in the order in which a
// book is extended. It is our choice, not tuned.
const pliesPerStep = 2

// cost returns the cost of following a move of e, in steps.
func (b *Book[P, M]) cost(e *Entry[P, M], x Edge[M]) int {
	return b.kind.Step() + pliesPerStep*(e.Value()-int(x.Value))
}

// fork is an entry with the cost of reaching it.
type fork struct {
	key  Key
	cost int
}

// compare orders forks by cost, then by key.
func (f fork) compare(g fork) int {
	return cmp.Or(cmp.Compare(f.cost, g.cost), slices.Compare(f.key[:], g.key[:]))
}

// forks is a min-heap of forks by cost.
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

// batchShare sets the size of a batch: 1/batchShare of the book grows before
// its leaves are sorted again.
const batchShare = 64

// cheapest returns the entries whose leaves are cheapest to reach from root, cheapest
// first: one, plus one for every batchShare positions. It runs Dijkstra's algorithm over
// the links.
func (b *Builder[P, M]) cheapest(root *Entry[P, M]) []*Entry[P, M] {
	k := b.Book
	var open, leaves forks
	known := map[Key]bool{}
	heap.Push(&open, fork{root.key, 0})
	for len(open) > 0 {
		f := heap.Pop(&open).(fork)
		if known[f.key] {
			continue
		}
		known[f.key] = true
		e := k.entries[f.key]
		if b.grows(e) {
			leaves = append(leaves, fork{f.key, f.cost + k.cost(e, e.Leaf)})
		}
		for _, l := range e.Links {
			if child := k.after(&e.Position, l.Move); k.entries[child] != nil {
				heap.Push(&open, fork{child, f.cost + k.cost(e, l)})
			}
		}
	}
	slices.SortFunc(leaves, fork.compare)
	var list []*Entry[P, M]
	for _, f := range leaves[:min(len(leaves), 1+len(k.entries)/batchShare)] {
		copied := *k.entries[f.key]
		list = append(list, &copied)
	}
	return list
}
