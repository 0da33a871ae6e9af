package othello

import (
	"math"
	"math/bits"
)

// # Kernels
//
// Rules and engines spend most of their time on the discs turned by a move, the legal moves, and
// children with their replies. On amd64 these are vector code: with AVX-512 (F, CD, VL) two
// children at once (kernels_amd64.s), with AVX2 one (narrow_amd64.s). On arm64 they use NEON on a
// board and its reverse (kernels_arm64.s). Other platforms, and the build tag purego, use the
// portable code of this file and board.go, with the same results.
//
// On a Sapphire Rapids Flips takes 3.1 instead of 6.6 ns, Mobility 3.5 instead
// of 15 (BenchmarkKernels). docs/othello.md has predictions for arm64.

// Child is a move with the position after it, from the view of the next side.
type Child struct {
	Own, Opp uint64 // discs of the next side and of the other one
	Replies  uint64 // the legal moves of the position
	Score    int32  // 0; free for move ordering
	Move     Move   // that led to it
}

// Rating holds the weights of [ExpandRated]: Reply for each reply, Corner as well for each
// reply on Corners, and Place if the move is on Places.
type Rating struct {
	Corners, Places      uint64 // sets of squares
	Reply, Corner, Place int32  // added to the score
}

// MaxMoves exceeds the number of moves in any position: at most 33 are known in
// reachable ones, and a board with a disc to turn has at most 60 empty squares.
const MaxMoves = 64

// Lines is a lookup table for kernels: the rays from each square to the edges,
// four towards higher squares and four towards lower ones, the squares as sets,
// and the discs turned by a move on the last empty square.
type Lines struct {
	Rays    [64][8]uint64 // from a square to the edges
	Squares [64]uint64    // the set of one square
	// Through are the four lines through a square.
	Through [64]struct {
		Lines [4]uint64 // through the square
		At    [4]uint64 // the square's place on each, times 256
	}
	Turned [8][256]uint8 // twice the number of discs turned, by the square's place and the mover's discs
	Inner  [64][8]uint64 // the rays without the edge squares at their ends
}

// NewLines returns the lines of the board.
func NewLines() (l Lines) {
	directions := [8][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	for sq := range 64 {
		l.Squares[sq] = 1 << sq
		for i, d := range directions {
			for x, y := sq&7+d[0], sq>>3+d[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+d[0], y+d[1] {
				l.Inner[sq][i] = l.Rays[sq][i]
				l.Rays[sq][i] |= 1 << (8*y + x)
			}
		}
		for i := range 4 {
			up, down := l.Rays[sq][i], l.Rays[sq][i+4]
			l.Through[sq].Lines[i] = up | l.Squares[sq] | down
			l.Through[sq].At[i] = uint64(256 * bits.OnesCount64(down))
		}
	}
	l.Turned = lastFlips
	return l
}

// portableExpand is the portable version of [Expand].
func portableExpand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int) {
	for moves != 0 {
		sq := bits.TrailingZeros64(moves)
		moves &^= 1 << (sq & 63)
		turned := portableFlips(sq, own, opp)
		c := &list[count&(MaxMoves-1)]
		c.Own, c.Opp, c.Move, c.Score = opp&^turned, own|turned|1<<(sq&63), Move(sq), 0
		c.Replies = portableMobility(c.Own, c.Opp) & board
		count++
	}
	return count
}

// portableExpandRated is [ExpandRated] on top of Expand.
func portableExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int) {
	count = Expand(list, own, opp, moves, board)
	best := int64(math.MinInt64)
	for i := range list[:count] {
		c := &list[i]
		c.Score = by.Reply*int32(bits.OnesCount64(c.Replies)) +
			by.Corner*int32(bits.OnesCount64(c.Replies&by.Corners)) +
			by.Place*int32(by.Places>>(c.Move&63)&1)
		best = max(best, int64(c.Score)<<6|int64(MaxMoves-1-i))
	}
	first := MaxMoves - 1 - best&(MaxMoves-1)
	list[0], list[first] = list[first], list[0]
	return count
}
