package othello

import (
	"math"
	"math/bits"
)

// The discs turned by a move, the moves of a position and its children with their
// replies are what rules and engines spend most of their time on. On amd64 they are
// computed in vectors of four lines, two children at once with AVX-512 and its CD and
// VL parts (kernels_amd64.s), one with AVX2 (narrow_amd64.s); on arm64 in vectors of a
// board and its reverse, with NEON (kernels_arm64.s); elsewhere, and with the build tag
// purego, by the portable code of this file and board.go, which gives the same answers.
//
// On a Sapphire Rapids Flips takes 3.1 ns of processor time instead of 6.6, Mobility 3.5
// instead of 15, and on an Emerald Rapids a child 8 (BenchmarkKernels). On an arm64
// processor no time has been taken. Cycles in the models of llvm-mca 19, one after the
// other without waiting for the answer, with NEON and portable:
//
//	          Apple M1  Neoverse N1  Neoverse N2  Cortex-A76
//	Flips       17  46       23  39       21  27      25  37
//	Mobility    23  83       30  40       29  30      32  55
//	a child     50 127       58  79       49  56      68  85

// Child is a move with the position after it, seen from the other side.
type Child struct {
	Own, Opp uint64
	Replies  uint64 // the moves of the position
	Score    int32  // 0: for whoever puts moves in order
	Move     Move
}

// Rating is how [ExpandRated] scores a child: Reply for each of its replies and Corner,
// besides, for each of those on Corners, and Place if the move to it is one of Places.
type Rating struct {
	Corners, Places      uint64
	Reply, Corner, Place int32
}

// MaxMoves is more than the moves of any reachable position (33 are known) and
// than those of any board, empty squares being at most 60 where there is one to
// turn.
const MaxMoves = 64

// Lines is what kernels look up of the board: from each square the squares to the edges,
// four rays towards higher squares and then four towards lower ones, the squares
// as sets, and what a move on the last empty square turns.
type Lines struct {
	Rays    [64][8]uint64
	Squares [64]uint64
	Through [64]struct {
		Lines [4]uint64 // through the square
		At    [4]uint64 // the place of the square on each, times 256
	}
	Turned [8][256]uint8 // twice the discs turned, by the square's place and the own discs
}

// NewLines returns the lines of the board.
func NewLines() (l Lines) {
	directions := [8][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	for sq := range 64 {
		l.Squares[sq] = 1 << sq
		for i, d := range directions {
			for x, y := sq&7+d[0], sq>>3+d[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+d[0], y+d[1] {
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

// portableExpand is [Expand] without vectors.
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

// portableExpandRated is [ExpandRated] by way of Expand.
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
