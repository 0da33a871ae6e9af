// Package stability finds stable Othello discs, which can no longer be turned.
// They bound the value of a position.
package stability

import (
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/games/othello"
)

// Board describes a board of one size: its squares and the table of safe discs on its edges.
type Board struct {
	squares   uint64
	low, high uint // first and last rank and file of the board, 0 to 7
	edges     *Edges
}

// Edges is the table of discs that no play along an edge can turn. An edge's index is Ternary of
// the opponent's discs plus twice Ternary of the side's discs. The tables are small enough for the
// first-level cache; assembly kernels read them.
type Edges struct {
	Ternary [256]uint16 // reads a binary number's digits in base 3
	Counts  [6561]uint8 // number of the side's safe discs, by edge index
	discs   [6561]uint8
}

// fileA is the file of a1. A multiplication by gatherFile moves its discs to
// the top byte, ordered by rank.
const (
	fileA      = 0x0101010101010101
	gatherFile = 0x0102040810204080
)

// boards are the boards of 8×8, 6×6 and 4×4 squares, built on first use.
var boards = [3]func() *Board{
	sync.OnceValue(func() *Board { return newBoard(8) }),
	sync.OnceValue(func() *Board { return newBoard(6) }),
	sync.OnceValue(func() *Board { return newBoard(4) }),
}

// Of returns the board for the rules.
func Of(r othello.Rules) *Board { return boards[(8-r.Size())/2]() }

func newBoard(size int) *Board {
	low := uint(8-size) / 2
	high := 7 - low
	b := Board{low: low, high: high, edges: newEdges(low, high)}
	for y := low; y <= high; y++ {
		for x := low; x <= high; x++ {
			b.squares |= 1 << (8*y + x)
		}
	}
	return &b
}

// newEdges returns the table for edges that occupy the bits low to high.
func newEdges(low, high uint) *Edges {
	t := new(Edges)
	for set := range t.Ternary {
		for rest, place := set, uint16(1); rest > 0; rest, place = rest>>1, 3*place {
			t.Ternary[set] += uint16(rest&1) * place
		}
	}
	var done [6561]bool
	line := uint8(1<<(high+1) - 1<<low)
	var solve func(own, opp uint8) (safe uint8) // of both sides
	solve = func(own, opp uint8) uint8 {
		i := t.at(uint64(own), uint64(opp))
		if done[i] {
			return t.discs[i]
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
		t.discs[i], done[i] = safe, true
		return safe
	}
	each := func(visit func(own, opp uint8)) {
		for own := range 256 {
			for opp := range 256 {
				if own&opp == 0 && uint8(own|opp)&^line == 0 {
					visit(uint8(own), uint8(opp))
				}
			}
		}
	}
	each(func(own, opp uint8) { solve(own, opp) })
	each(func(own, opp uint8) {
		i := t.at(uint64(own), uint64(opp))
		t.discs[i] &= own
		t.Counts[i] = uint8(bits.OnesCount8(t.discs[i]))
	})
	return t
}

// at returns the index of an edge, given by the low bytes of own and opp.
func (t *Edges) at(own, opp uint64) uint {
	return 2*uint(t.Ternary[uint8(own)]) + uint(t.Ternary[uint8(opp)])
}

// edgeFlips returns the discs that a move on sq turns along its edge.
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

// portableDiscs is the portable version of Discs.
func (b *Board) portableDiscs(own, opp uint64) uint64 {
	var full [4]uint64
	stable := b.Edges(own, opp)
	b.fullLines(own|opp|^b.squares, &full)
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

// Edges returns the safe discs of own on the four edges.
func (b *Board) Edges(own, opp uint64) uint64 {
	top, bottom, left, right := b.safe(own, opp)
	return uint64(top)<<(8*b.low&63) | uint64(bottom)<<(8*b.high&63) |
		onFile(left)<<(b.low&63) | onFile(right)<<(b.high&63)
}

// EdgeCount returns the number of safe discs on the edges.
func (b *Board) EdgeCount(own, opp uint64) int {
	if b.low > 0 {
		return bits.OnesCount64(b.Edges(own, opp))
	}
	const corners = 0x8100000000000081
	t := b.edges
	return int(t.Counts[t.at(own, opp)]) + int(t.Counts[t.at(own>>56, opp>>56)]) +
		int(t.Counts[t.at(column(own, 0), column(opp, 0))]) +
		int(t.Counts[t.at(column(own, 7), column(opp, 7))]) - bits.OnesCount64(own&corners)
}

// Table returns the lookup table of EdgeCount.
func (b *Board) Table() *Edges { return b.edges }

// safe returns the safe discs of own on the first and last rank, by file, and
// on the first and last file, by rank.
func (b *Board) safe(own, opp uint64) (top, bottom, left, right uint8) {
	t := b.edges
	top = t.discs[t.at(own>>(8*b.low&63), opp>>(8*b.low&63))]
	bottom = t.discs[t.at(own>>(8*b.high&63), opp>>(8*b.high&63))]
	left = t.discs[t.at(column(own, b.low), column(opp, b.low))]
	right = t.discs[t.at(column(own, b.high), column(opp, b.high))]
	return top, bottom, left, right
}

// onFile places discs, given by rank, on file a.
func onFile(byRank uint8) uint64 {
	return uint64(byRank&0x7F)*0x0002040810204081&fileA | uint64(byRank>>7)<<56
}

// column returns the discs on a file, by rank.
func column(set uint64, file uint) uint64 {
	return (set >> (file & 63) & fileA) * gatherFile >> 56
}

// fullLines sets full[axis] to the squares whose line along the axis (rank,
// file, diagonal, antidiagonal) has no empty square.
func (b *Board) fullLines(discs uint64, full *[4]uint64) {
	ranks := discs
	ranks &= ranks >> 1
	ranks &= ranks >> 2
	ranks &= ranks >> 4
	full[0] = ranks & fileA * 0xFF
	files := discs
	files &= bits.RotateLeft64(files, 8)
	files &= bits.RotateLeft64(files, 16)
	files &= bits.RotateLeft64(files, 32)
	full[1] = files
	full[2] = fullDiagonals(discs)
	mirrored := fullDiagonals(bits.ReverseBytes64(discs))
	full[3] = bits.ReverseBytes64(mirrored)
}

// fullDiagonals returns the squares whose diagonal (in a1–h8 direction) is full. Squares off the
// board count as full. Doubling steps cover seven squares each way.
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
