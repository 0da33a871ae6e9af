package othelloengine

import (
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/games/othello"
)

// A disc is stable if nothing can turn it any more. Its owner's opponent ends
// with at most all other squares, which bounds the value from above; where the
// bound is at or below alpha the position is done.

// geometry is what stability needs to know of a board size: the squares, its
// corners, its edge squares across each of the four axes (beyond which there
// is nothing to capture from), and its edges.
type geometry struct {
	board, corners uint64
	squares        int
	ends           [4]uint64
	low, high      uint  // first and last rank and file of the board, 0 to 7
	between        uint8 // the bits from low+1 to high-1
	edges          *[256][256]uint8
}

// fileA is the file of a1; gatherFile moves its discs into the top byte, by
// rank.
const (
	fileA      = 0x0101010101010101
	gatherFile = 0x0102040810204080
)

// geometries are those of boards of 8×8, 6×6 and 4×4 squares, made on first use.
var geometries = [3]func() *geometry{
	sync.OnceValue(func() *geometry { return newGeometry(8) }),
	sync.OnceValue(func() *geometry { return newGeometry(6) }),
	sync.OnceValue(func() *geometry { return newGeometry(4) }),
}

func geometryOf(r othello.Rules) *geometry { return geometries[(8-r.Size())/2]() }

func newGeometry(size int) *geometry {
	low := uint(8-size) / 2
	high := 7 - low
	files := uint64(fileA)<<low | fileA<<high
	ranks := uint64(0xFF)<<(8*low) | 0xFF<<(8*high)
	var board uint64
	for y := low; y <= high; y++ {
		for x := low; x <= high; x++ {
			board |= 1 << (8*y + x)
		}
	}
	rim := (files | ranks) & board
	return &geometry{
		board: board, corners: files & ranks & board, squares: size * size,
		ends: [4]uint64{files & board, ranks & board, rim, rim},
		low:  low, high: high, between: 1<<high - 1<<(low+1), edges: newEdges(low, high),
	}
}

// newEdges tells, for all sets of own and opposing discs on the bits low to
// high of an edge, which discs no play along the edge can turn.
func newEdges(low, high uint) *[256][256]uint8 {
	t := new([256][256]uint8)
	var done [256][256]bool
	line := uint8(1<<(high+1) - 1<<low)
	var solve func(own, opp uint8) uint8
	solve = func(own, opp uint8) uint8 {
		if done[own][opp] {
			return t[own][opp]
		}
		safe := own | opp
		for sq := low; sq <= high; sq++ {
			if (own|opp)>>sq&1 != 0 {
				continue
			}
			for _, s := range [2][2]uint8{{own, opp}, {opp, own}} {
				flips := edgeFlips(sq, s[0], s[1])
				safe &^= flips
				safe &= solve(s[0]|flips|1<<sq, s[1]&^flips)
			}
		}
		t[own][opp], done[own][opp] = safe, true
		return safe
	}
	for own := range 256 {
		for opp := range 256 {
			if own&opp == 0 && uint8(own|opp)&^line == 0 {
				solve(uint8(own), uint8(opp))
			}
		}
	}
	return t
}

// edgeFlips returns the discs that a move turns along its edge.
func edgeFlips(sq uint, own, opp uint8) (flips uint8) {
	for _, step := range [2]int{1, -1} {
		var run uint8
		at := int(sq) + step
		for at >= 0 && at < 8 && opp>>at&1 != 0 {
			run |= 1 << at
			at += step
		}
		if at >= 0 && at < 8 && own>>at&1 != 0 {
			flips |= run
		}
	}
	return flips
}

// stableDiscs returns a set of stable discs of own: those of the edges, those
// in four full lines, and those that on each axis touch a stable disc, lie on a
// full line or at its end.
func (g *geometry) stableDiscs(own, opp uint64) uint64 {
	var full [4]uint64
	stable := g.stableEdges(own, opp)
	g.fullLines(own|opp|^g.board, &full)
	stable |= own & full[0] & full[1] & full[2] & full[3]
	for stable != 0 {
		grown := own &^ stable &
			(stable<<1 | stable>>1 | full[0]) & (stable<<8 | stable>>8 | full[1]) &
			(stable<<9 | stable>>9 | full[2]) & (stable<<7 | stable>>7 | full[3])
		if grown == 0 {
			break
		}
		stable |= grown
	}
	return stable
}

// stableEdges returns the discs of own that are safe on the four edges.
func (g *geometry) stableEdges(own, opp uint64) uint64 {
	top, bottom, left, right := g.safe(own, opp)
	return uint64(top)<<(8*g.low&63) | uint64(bottom)<<(8*g.high&63) |
		onFile(left)<<(g.low&63) | onFile(right)<<(g.high&63)
}

// stableEdgeCount returns the number of stableEdges. Corners, which are safe,
// are taken from the ranks alone.
func (g *geometry) stableEdgeCount(own, opp uint64) int {
	top, bottom, left, right := g.safe(own, opp)
	return bits.OnesCount32(uint32(top) | uint32(bottom)<<8 |
		uint32(left&g.between)<<16 | uint32(right&g.between)<<24)
}

// safe returns the discs of own that are safe on the first and last rank, by
// file, and on the first and last file, by rank.
func (g *geometry) safe(own, opp uint64) (top, bottom, left, right uint8) {
	top, bottom = uint8(own>>(8*g.low&63)), uint8(own>>(8*g.high&63))
	left, right = column(own, g.low), column(own, g.high)
	top &= g.edges[top][uint8(opp>>(8*g.low&63))]
	bottom &= g.edges[bottom][uint8(opp>>(8*g.high&63))]
	left &= g.edges[left][column(opp, g.low)]
	right &= g.edges[right][column(opp, g.high)]
	return top, bottom, left, right
}

// onFile returns the discs of a file, given by rank, on file a.
func onFile(byRank uint8) uint64 {
	return uint64(byRank&0x7F)*0x0002040810204081&fileA | uint64(byRank>>7)<<56
}

// column returns the discs of a file, by rank.
func column(set uint64, file uint) uint8 {
	return uint8((set >> (file & 63) & fileA) * gatherFile >> 56)
}

// fullLines sets full[axis] to the squares of the board whose line along the
// axis, of rank, file, diagonal and antidiagonal, has no empty square or ends
// there.
func (g *geometry) fullLines(discs uint64, full *[4]uint64) {
	ranks := discs
	ranks &= ranks >> 1
	ranks &= ranks >> 2
	ranks &= ranks >> 4
	full[0] = ranks&fileA*0xFF | g.ends[0]
	files := discs
	files &= bits.RotateLeft64(files, 8)
	files &= bits.RotateLeft64(files, 16)
	files &= bits.RotateLeft64(files, 32)
	full[1] = files | g.ends[1]
	full[2] = fullDiagonals(discs) | g.ends[2]
	mirrored := fullDiagonals(bits.ReverseBytes64(discs))
	full[3] = bits.ReverseBytes64(mirrored) | g.ends[3]
}

// fullDiagonals returns the squares whose diagonal (a1–h8 way) is full. Squares
// off the board count as full; doubling steps cover seven squares either way.
func fullDiagonals(discs uint64) uint64 {
	const (
		left1, right1 = 0x01010101010101FF, 0xFF80808080808080
		left2, right2 = 0x030303030303FFFF, 0xFFFFC0C0C0C0C0C0
		left4, right4 = 0x0F0F0F0FFFFFFFFF, 0xFFFFFFFFF0F0F0F0
	)
	up, down := discs, discs
	up &= up<<9 | left1
	down &= down>>9 | right1
	up &= up<<18 | left2
	down &= down>>18 | right2
	up &= up<<36 | left4
	down &= down>>36 | right4
	return up & down
}

// stableSlack tells where stable discs are counted: with n empty squares from an
// alpha of n+2 discs on; below, the opponent seldom has enough of them. A count
// takes as long as a node. In searches of positions of 13 and 14 empty squares,
// half of them of random and half of sensible games, each count at an alpha of so
// much more than n saves, in nodes,
//
//	empty squares       4    5    6    7    8    9   10   11   12
//	n+1 … n+4         1.2  0.9  1.3  0.9  0.9  1.7  1.2  0.9  0.0
//	n+5 … n+8         1.9  1.4  1.9  1.6  2.1  2.0  1.2  2.2  5.2
//
// so that it pays for itself in the first row. Exact searches take 0.9 and 0.6 % fewer
// nodes with −2 and 0, 0.3 and 0.5 % more with 4 and 6. TestStability measures the
// savings anew, TestTuning the nodes.
var stableSlack = 2

// stable returns an upper bound of the value if stable discs of the opponent
// keep it at or below alpha.
func (w *worker) stable(own, opp uint64, n, alpha int) (v int, ok bool) {
	if alpha < n+stableSlack || w.without&Stability != 0 {
		return 0, false
	}
	if w.squares-2*bits.OnesCount64(opp) > alpha {
		return 0, false // not even if all were stable
	}
	v = w.squares - 2*bits.OnesCount64(w.geometry.stableDiscs(opp, own))
	return v, v <= alpha
}
