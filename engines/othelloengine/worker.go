package othelloengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/engines/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/brothers"
	"github.com/plywood-go/plywood/search"
)

// child is a move with the position after it; its replies are known where expand made
// it, and its score is larger the earlier it is to be tried.
type child = othello.Child

// geometry is what is to be known of a board of one size.
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
	splitFrom int // depth, in plies, of the shallowest split points
	table     *table
	near      table
	eval      *patterns.Evaluation        // nil: order by mobility alone
	sure      uint8                       // confidence of the search, an index into the ladder
	probing   int                         // shallow searches within shallow searches
	lists     [64][othello.MaxMoves]child // by number of empty squares
	features  [65]patterns.Features       // likewise
	ahead     [65]patterns.Features       // likewise, for positions below those of features
}

// stopped reports whether the search has to be given up; values returned after
// that mean nothing.
func (w *worker) stopped() bool {
	if w.nodes >= w.meter.Limit && !w.halted() {
		w.meter.Attend(w.nodes)
	}
	return w.halted()
}

// children lists the moves of a position of n empty squares, unordered.
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

// expand lists the moves of a position of n empty squares with the replies to
// them, unordered.
func (w *worker) expand(own, opp, moves uint64, n int) []child {
	list := &w.lists[n&63]
	return list[:othello.Expand(list, own, opp, moves, w.board)]
}

// next moves the most promising child of list[i:], the first of equal ones, to
// list[i]. It compares without jumps, which would be hard to predict: the score
// is the upper part of a number and 63 less the place its lower.
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
