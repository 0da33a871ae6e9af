// Package qubic implements four in a row in a cube of 4×4×4 cells: two players
// take cells in turn, X first, and the first to take all four cells of one of
// the 76 lines wins. A full cube without such a line is a draw. The first
// player wins (Patashnik 1980; proved again without human help by Allis and
// Schoo 1992).
//
// # Notation
//
// A cell is its level, 1 to 4, its column, a to d, and its row, 1 to 4: 1a1 is
// a corner, 2b2 is in the middle. A position is the four levels separated by
// "|", each as four rows separated by "/", then the side to move:
//
//	X---/4/4/4|4/-O--/4/4|4/4/4/4|4/4/4/4 X
//
// A number stands for that many empty cells, and "." means "-". The side to
// move may be omitted, because the number of stones determines it. "startpos"
// is the empty cube. Moves, separated by spaces, may follow either; a list of
// moves alone starts from the empty cube: "2b2 1a1".
package qubic

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// Position is a position. Cell number x+4y+16z, in column x, row y and level z
// from 0, is bit number x+4y+16z of a word:
//
//	z=0   0  1  2  3     z=1  16 17 18 19    z=2  32 …    z=3  48 …
//	      4  5  6  7          20 21 22 23
//	      8  9 10 11          24 25 26 27
//	     12 13 14 15          28 29 30 31
//
// X moves first, so X is to move when the number of stones is even.
type Position struct {
	Own uint64 // stones of the side to move
	Opp uint64 // stones of the opponent, which moved last
}

// Move is the number of the cell taken.
type Move uint8

// Rules are the rules of the game. The zero Rules are ready to use.
type Rules struct{}

// Start returns the empty cube.
func (Rules) Start() Position { return Position{} }

// Moves appends the empty cells in the order of their numbers.
func (Rules) Moves(p *Position, buf []Move) ([]Move, game.Status) {
	free := ^(p.Own | p.Opp)
	if HasLine(p.Opp) {
		return buf, game.Loss
	}
	if free == 0 {
		return buf, game.Draw
	}
	for ; free != 0; free &= free - 1 {
		buf = append(buf, Move(bits.TrailingZeros64(free)))
	}
	return buf, game.Ongoing
}

// Status returns the state of the game without generating moves.
func (Rules) Status(p *Position) game.Status {
	switch {
	case HasLine(p.Opp):
		return game.Loss
	case p.Own|p.Opp == ^uint64(0):
		return game.Draw
	}
	return game.Ongoing
}

// Play puts a stone of the side to move on m.
func (Rules) Play(dst, src *Position, m Move) {
	own := src.Own | 1<<(m&63)
	dst.Own, dst.Opp = src.Opp, own
}

// ToMove returns First, who plays X, if the number of stones is even.
func (Rules) ToMove(p *Position) game.Player {
	return game.Player(bits.OnesCount64(p.Own|p.Opp) & 1)
}

// Alternates returns true.
func (Rules) Alternates() bool { return true }

// MoveKey returns the number of the cell.
func (Rules) MoveKey(m Move) int { return int(m) }

// Hash mixes the two words. The stones determine the side to move.
func (Rules) Hash(p *Position) uint64 { return mix(p.Own, p.Opp) }

// mix hashes two words with two rounds of multiply and shift, using the
// constants of SplitMix64 (Steele, Lea and Flood 2014).
func mix(a, b uint64) uint64 {
	h := a*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b*0xbf58476d1ce4e5b9, 32)
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Direction is one of the 13 directions of lines. There are 3 along an edge of the cube
// with 16 lines each, 6 across a face with 4 lines each, and 4 through the cube with 1
// line each: 76 lines in all.
type Direction struct {
	Step   uint   // distance in cell numbers between neighbours in a line
	Starts uint64 // the first cells of the lines
}

// The cells at the low and high ends of the axes.
const (
	x0 = 0x1111111111111111
	x3 = x0 << 3
	y0 = 0x000f000f000f000f
	y3 = y0 << 12
	z0 = 0xffff
)

// Directions returns all directions. If a coordinate decreases along a line, its part
// of the step is negative and the line starts at its high end.
func Directions() [13]Direction { return directions }

var directions = [13]Direction{
	{1, x0},
	{4, y0},
	{16, z0},
	{4 + 1, x0 & y0},
	{4 - 1, x3 & y0},
	{16 + 1, x0 & z0},
	{16 - 1, x3 & z0},
	{16 + 4, y0 & z0},
	{16 - 4, y3 & z0},
	{16 + 4 + 1, x0 & y0 & z0},
	{16 + 4 - 1, x3 & y0 & z0},
	{16 - 4 + 1, x0 & y3 & z0},
	{16 - 4 - 1, x3 & y3 & z0},
}

// HasLine reports whether stones contain a line. It takes about 15 ns.
func HasLine(stones uint64) bool {
	return four(stones, 1, x0)|four(stones, 4, y0)|four(stones, 16, z0)|
		four(stones, 5, x0&y0)|four(stones, 3, x3&y0)|
		four(stones, 17, x0&z0)|four(stones, 15, x3&z0)|
		four(stones, 20, y0&z0)|four(stones, 12, y3&z0)|
		four(stones, 21, x0&y0&z0)|four(stones, 19, x3&y0&z0)|
		four(stones, 13, x0&y3&z0)|four(stones, 11, x3&y3&z0) != 0
}

// four returns the starts of full lines in a direction.
func four(stones uint64, step uint, starts uint64) uint64 {
	pairs := stones & (stones >> step)
	return pairs & (pairs >> (2 * step)) & starts
}

// Completing returns the cells, taken or not, that complete a line with three of the
// given stones.
func Completing(stones uint64) (cells uint64) {
	for i := range directions {
		d := &directions[i]
		s := d.Step & 63
		first, second := stones&d.Starts, stones>>s&d.Starts
		third, fourth := stones>>(2*s&63)&d.Starts, stones>>(3*s&63)&d.Starts
		low, high := first&second, third&fourth
		cells |= second & high
		cells |= first & high << s
		cells |= low & fourth << (2 * s & 63)
		cells |= low & third << (3 * s & 63)
	}
	return cells
}
