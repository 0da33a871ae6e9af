package testgames

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// Domineering is played on a board of squares: First places dominoes
// vertically, Second horizontally, and a player who cannot move loses (Göran
// Andersson; Berlekamp, Conway and Guy 1982). Breuker, Uiterwijk and van den
// Herik (2000) solved boards up to 8×8; on 6×6 the first mover wins. It has no
// evaluation, and four images.
type Domineering struct{ Size int }

// Dominoes is a position: the squares taken, rank by rank, and the side to
// move.
type Dominoes struct {
	Taken uint64
	Mover game.Player
}

// places returns the squares that may be the lower or left half of a domino.
func (d Domineering) places(s *Dominoes) uint64 {
	n := d.Size
	free := ^s.Taken & (1<<(n*n) - 1)
	if s.Mover == game.First {
		return free & (free >> n)
	}
	var last uint64
	for y := range n {
		last |= 1 << (y*n + n - 1)
	}
	return free & (free >> 1) &^ last
}

// Moves appends the lower or left square of every domino that fits.
func (d Domineering) Moves(s *Dominoes, buf []uint8) ([]uint8, game.Status) {
	places := d.places(s)
	if places == 0 {
		return buf, game.Loss
	}
	for ; places != 0; places &= places - 1 {
		buf = append(buf, uint8(bits.TrailingZeros64(places)))
	}
	return buf, game.Ongoing
}

// Play places a domino.
func (d Domineering) Play(dst, src *Dominoes, m uint8) {
	far := 1
	if src.Mover == game.First {
		far = d.Size
	}
	*dst = Dominoes{src.Taken | 1<<m | 1<<(int(m)+far), src.Mover.Other()}
}

// ToMove returns the side to move.
func (Domineering) ToMove(s *Dominoes) game.Player { return s.Mover }

// Alternates reports that turns alternate.
func (Domineering) Alternates() bool { return true }

// MoveKey returns the square.
func (Domineering) MoveKey(m uint8) int { return int(m) }

// Hash returns a key of the squares taken and the side to move.
func (Domineering) Hash(s *Dominoes) uint64 {
	return game.Mix(s.Taken<<1 | uint64(s.Mover))
}

// Image reflects the board: bit 0 of k left to right, bit 1 top to bottom.
func (d Domineering) Image(dst, src *Dominoes, m uint8, k int) (uint8, bool) {
	if k > 3 {
		return m, false
	}
	n := d.Size
	at := func(square int) int {
		x, y := square%n, square/n
		if k&1 != 0 {
			x = n - 1 - x
		}
		if k&2 != 0 {
			y = n - 1 - y
		}
		return y*n + x
	}
	image := Dominoes{Mover: src.Mover}
	for rest := src.Taken; rest != 0; rest &= rest - 1 {
		image.Taken |= 1 << at(bits.TrailingZeros64(rest))
	}
	x, y := at(int(m))%n, at(int(m))/n
	if src.Mover == game.First && k&2 != 0 {
		y--
	}
	if src.Mover == game.Second && k&1 != 0 {
		x--
	}
	*dst = image
	return uint8(max(0, y*n+x)), true
}

// ScoreMoves scores a move by the places that it leaves to its side minus those left to
// the opponent: a simple, rough order.
func (d Domineering) ScoreMoves(s *Dominoes, moves []uint8, scores []int32) {
	for i, m := range moves {
		var next Dominoes
		d.Play(&next, s, m)
		theirs := bits.OnesCount64(d.places(&next))
		next.Mover = s.Mover
		scores[i] = int32(bits.OnesCount64(d.places(&next)) - theirs)
	}
}
