package book

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"slices"

	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// Edge is a move with its value for the side that plays it, in the unit of the book.
type Edge[M comparable] struct {
	Move  M     // in the canonical image
	Value int16 // for the side that plays it
}

// Entry holds the book's knowledge of one position.
type Entry[P any, M comparable] struct {
	// Position is the canonical image, with the side that starts the game to move.
	Position P
	// Depth in plies and Confidence in percent describe the search that valued the leaf.
	Depth, Confidence uint8
	// Leaf is the best move whose position is not in the book. HasLeaf is false
	// if there is no such move.
	Leaf    Edge[M]
	HasLeaf bool
	// Links holds the moves whose positions are in the book, best first. If several moves
	// are symmetric images of each other, it holds one of them.
	Links []Edge[M]

	key Key
}

// entry returns an entry without moves for a canonical position.
func (b *Book[P, M]) entry(q P) *Entry[P, M] { return &Entry[P, M]{Position: q, key: b.kind.Key(&q)} }

// Value returns the value of the position for the side to move.
func (e *Entry[P, M]) Value() int {
	switch {
	case !e.HasLeaf && len(e.Links) == 0:
		return 0
	case len(e.Links) == 0 || e.HasLeaf && e.Leaf.Value > e.Links[0].Value:
		return int(e.Leaf.Value)
	}
	return int(e.Links[0].Value)
}

// solved reports whether the leaf was searched to the end of the game without selective pruning.
func (b *Book[P, M]) solved(e *Entry[P, M]) bool {
	return b.kind.Solved(&e.Position, int(e.Depth), int(e.Confidence))
}

// sort orders the links of e.
func (b *Book[P, M]) sort(e *Entry[P, M]) {
	slices.SortFunc(e.Links, func(x, y Edge[M]) int {
		return cmp.Or(cmp.Compare(y.Value, x.Value), cmp.Compare(b.kind.Code(&e.Position, x.Move), b.kind.Code(&e.Position, y.Move)))
	})
}

// The record of an entry follows the 16 bytes of its key, which stores the high
// byte of each half first:
//
//	byte 0      depth
//	byte 1      confidence
//	byte 2, …   code and value of the leaf; code 255 if there is none
//	byte        number of links
//	…           code and value of each
//	4 bytes     CRC-32C of the key and all before
//
// A value takes one byte if the values of the game fit in -127 to 127, and
// otherwise two, the high byte first.
const none = 255

// wide reports whether a value takes two bytes.
func (b *Book[P, M]) wide() bool { return b.kind.Most() > 127 }

// record returns the key and the record of e.
func (b *Book[P, M]) record(e *Entry[P, M]) (name, data []byte) {
	name = e.key.bytes()
	data = []byte{e.Depth, e.Confidence}
	if e.HasLeaf {
		data = b.appendEdge(data, e, e.Leaf)
	} else {
		data = b.appendValue(append(data, none), 0)
	}
	data = append(data, byte(len(e.Links)))
	for _, l := range e.Links {
		data = b.appendEdge(data, e, l)
	}
	return name, binary.BigEndian.AppendUint32(data, boltfile.Checksum(name, data))
}

func (b *Book[P, M]) appendEdge(data []byte, e *Entry[P, M], x Edge[M]) []byte {
	return b.appendValue(append(data, b.kind.Code(&e.Position, x.Move)), x.Value)
}

func (b *Book[P, M]) appendValue(data []byte, v int16) []byte {
	if b.wide() {
		return binary.BigEndian.AppendUint16(data, uint16(v))
	}
	return append(data, byte(v))
}

var errRecord = reason.New("a record is damaged")

// readEntry is the inverse of record.
func (b *Book[P, M]) readEntry(name, data []byte) (*Entry[P, M], error) {
	edge := len(b.appendValue([]byte{none}, 0)) // bytes of an edge
	if len(name) != 16 || len(data) < 3+edge+4 {
		return nil, errRecord
	}
	body := data[:len(data)-4]
	if boltfile.Checksum(name, body) != binary.BigEndian.Uint32(data[len(body):]) || len(body) != 3+edge+edge*int(body[2+edge]) {
		return nil, errRecord
	}
	p, ok := b.kind.At(keyOf(name))
	if !ok {
		return nil, errRecord
	}
	e := b.entry(p)
	e.Depth, e.Confidence = body[0], body[1]
	if e.HasLeaf = body[2] != none; e.HasLeaf {
		if e.Leaf, ok = b.readEdge(e, body[2:]); !ok {
			return nil, errRecord
		}
	}
	for rest := body[3+edge:]; len(rest) > 0; rest = rest[edge:] {
		l, ok := b.readEdge(e, rest)
		if !ok {
			return nil, errRecord
		}
		e.Links = append(e.Links, l)
	}
	return e, nil
}

// readEdge is the inverse of appendEdge.
func (b *Book[P, M]) readEdge(e *Entry[P, M], data []byte) (x Edge[M], ok bool) {
	x.Move, ok = b.kind.Decode(&e.Position, data[0])
	if x.Value = int16(int8(data[1])); b.wide() {
		x.Value = int16(binary.BigEndian.Uint16(data[1:]))
	}
	return x, ok
}

// visit is an entry reached from another one, with the sign of its values as seen from there.
type visit[P any, M comparable] struct {
	entry *Entry[P, M]
	sign  int
}

// reach returns the entries reachable from root by links that lose at most loss each, root first.
// It visits a position once even if it is reached with either side to move.
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

// cheapest returns the entries whose leaves are cheapest to reach from root, cheapest first: one,
// plus one for every batchShare positions. It runs Dijkstra's algorithm over the links.
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
