package book

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/boltfile"
)

// Edge is a move with its value in discs for the side that makes it.
type Edge struct {
	Move  othello.Move
	Value int8
}

// none is the move of an edge that is not there.
const none = othello.Move(255)

// Entry is what a book holds of a position.
type Entry struct {
	// Position is the smallest of its images, with Black to move.
	Position othello.Position
	// Depth in plies and Confidence in percent are of the search that valued
	// the leaf.
	Depth, Confidence uint8
	// Leaf is the best move whose position the book does not hold; HasLeaf is
	// false if it holds all.
	Leaf    Edge
	HasLeaf bool
	// Links are the moves whose positions it holds, best first. Of moves that
	// lead to images of each other there is one.
	Links []Edge
}

// Value returns the value of the position for the side to move, in discs.
func (e *Entry) Value() int {
	switch {
	case !e.HasLeaf && len(e.Links) == 0:
		return 0
	case len(e.Links) == 0 || e.HasLeaf && e.Leaf.Value > e.Links[0].Value:
		return int(e.Leaf.Value)
	}
	return int(e.Links[0].Value)
}

// Solved reports whether the leaf was searched to the end of the game without
// gambles.
func (e *Entry) Solved(r othello.Rules) bool {
	return int(e.Depth) >= r.Empties(&e.Position) && e.Confidence == 100
}

// sort puts the links in order.
func (e *Entry) sort() {
	slices.SortFunc(e.Links, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Move, b.Move))
	})
}

// key is the discs of the smallest image of a position: those of the side to
// move and of the other.
type key [2]uint64

func (e *Entry) key() key { return key{e.Position.Own, e.Position.Opp} }

// canonical returns the smallest image of p with Black to move, and the number
// of the symmetry that makes it.
func canonical(r othello.Rules, p othello.Position) (q othello.Position, symmetry int) {
	_, symmetry = r.Fold(&p)
	r.Image(&q, &p, othello.Pass, symmetry)
	q.Turn = othello.Black
	return q, symmetry
}

// The record of an entry, after a key of 16 bytes, own and other discs with the
// high byte first:
//
//	byte 0      depth
//	byte 1      confidence
//	byte 2, 3   move and value of the leaf; move 255 if there is none
//	byte 4      number of links
//	…           move and value of each
//	4 bytes     CRC-32C of the key and all before
const recordHead = 5

func (k key) bytes() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, k[0]), k[1])
}

// record returns the key and the record of e.
func (e *Entry) record() (name, data []byte) {
	leaf := e.Leaf
	if !e.HasLeaf {
		leaf = Edge{Move: none}
	}
	name = e.key().bytes()
	data = []byte{e.Depth, e.Confidence, byte(leaf.Move), byte(leaf.Value), byte(len(e.Links))}
	for _, l := range e.Links {
		data = append(data, byte(l.Move), byte(l.Value))
	}
	return name, binary.BigEndian.AppendUint32(data, boltfile.Checksum(name, data))
}

var errRecord = errors.New("a record is damaged")

// readEntry is the inverse of record.
func readEntry(name, data []byte) (*Entry, error) {
	if len(name) != 16 || len(data) < recordHead+4 {
		return nil, errRecord
	}
	body := data[:len(data)-4]
	if boltfile.Checksum(name, body) != binary.BigEndian.Uint32(data[len(body):]) || len(body) != recordHead+2*int(body[4]) {
		return nil, errRecord
	}
	e := &Entry{Depth: body[0], Confidence: body[1], Leaf: edge(body[2:]), HasLeaf: body[2] != byte(none)}
	e.Position = othello.Position{Own: binary.BigEndian.Uint64(name), Opp: binary.BigEndian.Uint64(name[8:])}
	if !e.HasLeaf {
		e.Leaf = Edge{}
	}
	for i := recordHead; i < len(body); i += 2 {
		e.Links = append(e.Links, edge(body[i:]))
	}
	return e, nil
}

func edge(b []byte) Edge { return Edge{othello.Move(b[0]), int8(b[1])} }
