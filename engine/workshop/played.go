package workshop

import (
	"encoding/binary"
	"slices"

	"github.com/plywood-go/plywood/engine"
)

// Played is offered by games of which the program has counts of recorded games: how often each
// move was played, and how those games ended.
type Played struct {
	// Source names the games, and Games says how many there are. The table leaves out moves of fewer
	// games than Least.
	Source string `json:"source"`
	Games  int    `json:"games"`
	Least  int    `json:"least"`
	// Table returns the counts, in unsigned varints. Positions come in rising order of their ShortKey:
	// its distance from the one before, and the number of moves. A move is the rank of the Key after it
	// among those after all moves, and then Games, First and Draws of its Count.
	Table func() []byte `json:"-"`
}

// Count is how many recorded games went on by a move or by a symmetric one, and how they ended.
type Count struct {
	Games int `json:"games,omitempty"` // all
	// First and Second are those that a side won. The table does not have Second.
	First  int `json:"first,omitempty"`
	Draws  int `json:"draws,omitempty"`
	Second int `json:"second,omitempty"`
}

// Counts returns the counts of p's moves, which lead to next.
func (t *Played) Counts(p *engine.Position, next []*engine.Position) []Count {
	counts, keys := make([]Count, len(next)), make([]uint64, len(next))
	for i, n := range next {
		keys[i] = n.Key()
	}
	ranked := slices.Compact(slices.Sorted(slices.Values(keys)))
	table := t.Table()
	read := func() int {
		n, size := binary.Uvarint(table)
		table = table[size:]
		return int(n)
	}
	for key, wanted := 0, int(p.ShortKey()); len(table) > 0 && key < wanted; {
		key += read()
		for range read() {
			rank, c := read(), Count{Games: read(), First: read(), Draws: read()}
			c.Second = c.Games - c.First - c.Draws
			for i := range keys {
				if key == wanted && keys[i] == ranked[rank] {
					counts[i] = c
				}
			}
		}
	}
	return counts
}
