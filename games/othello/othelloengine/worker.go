package othelloengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/brothers"
)

// child is a move with the position after it. expand fills in its replies.
// Children with higher scores are searched first.
type child = othello.Child

// geometry describes a board of one size.
type geometry struct {
	board, corners uint64
	squares        int
}

func geometryOf(r othello.Rules) geometry {
	g := geometry{board: r.Board(), squares: r.Size() * r.Size()}
	low, high := uint(8-r.Size())/2, uint(8+r.Size())/2-1
	for _, y := range [2]uint{low, high} {
		g.corners |= 1<<(8*y+low) | 1<<(8*y+high)
	}
	return g
}

// worker is the state of one thread of search.
type worker struct {
	geometry
	stability stability.Board
	without   Devices
	nodes     uint64
	meter     search.Meter
	member    brothers.Member[siblings]
	splitFrom int // least depth of split points, in plies
	table     *table
	near      table
	eval      *patterns.Evaluation        // nil means ordering by mobility alone
	sure      uint8                       // confidence of the search, an index into ladder
	probing   int                         // nesting depth of ProbCut searches
	lists     [64][othello.MaxMoves]child // by number of empty squares
	features  [65]patterns.Features       // by number of empty squares
	ahead     [65]patterns.Features       // by number of empty squares, for the children of the positions in features
}

// stopped reports whether the search must unwind. Values returned after that
// are meaningless.
func (w *worker) stopped() bool {
	if w.nodes >= w.meter.Limit && !w.halted() {
		w.meter.Attend(w.nodes)
	}
	return w.halted()
}

// children lists the moves of a position with n empty squares, unordered.
func (w *worker) children(own, opp, moves uint64, n int) []child {
	list := &w.lists[n&63]
	i := 0
	for moves != 0 {
		sq := bits.TrailingZeros64(moves)
		moves &^= 1 << (sq & 63)
		turned := othello.Flips(sq, own, opp)
		c := &list[i&(othello.MaxMoves-1)]
		c.Own, c.Opp, c.Move, c.Score = opp&^turned, own|turned|1<<(sq&63), othello.Move(sq), 0
		i++
	}
	return list[:i]
}

// expand lists the moves of a position with n empty squares, unordered, with
// the replies to each.
func (w *worker) expand(own, opp, moves uint64, n int) []child {
	list := &w.lists[n&63]
	return list[:othello.Expand(list, own, opp, moves, w.board)]
}

// next moves the highest-scored child of list[i:], the first among equals, to
// list[i]. It avoids branches, which would be hard to predict: it compares
// words with the score in the high bits and 63−index in the low bits.
func next(list []child, i int) *child {
	best := int64(list[i].Score)<<6 | int64(63-i)
	for j := i + 1; j < len(list); j++ {
		more := int64(list[j].Score)<<6 | int64(63-j)
		more -= best
		best += more &^ (more >> 63)
	}
	at := 63 - best&63
	list[i], list[at] = list[at], list[i]
	return &list[i]
}
