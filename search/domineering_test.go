package search_test

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// domineering is played on a board of squares: First puts dominoes upright,
// Second flat, and who cannot has lost (Göran Andersson; Berlekamp, Conway and
// Guy 1982). Breuker, Uiterwijk and van den Herik (2000) solved boards of up to
// 8×8; on 6×6 who moves first wins. It has no evaluation, and four images.
type domineering struct{ size int }

// dominoes is a position: the squares taken, rank by rank, and who moves.
type dominoes struct {
	taken uint64
	mover game.Player
}

// places returns the squares that may be the lower or left half of a domino.
func (d domineering) places(s *dominoes) uint64 {
	n := d.size
	free := ^s.taken & (1<<(n*n) - 1)
	if s.mover == game.First {
		return free & (free >> n)
	}
	var last uint64
	for y := range n {
		last |= 1 << (y*n + n - 1)
	}
	return free & (free >> 1) &^ last
}

func (d domineering) Moves(s *dominoes, buf []uint8) ([]uint8, game.Status) {
	places := d.places(s)
	if places == 0 {
		return buf, game.Loss
	}
	for ; places != 0; places &= places - 1 {
		buf = append(buf, uint8(bits.TrailingZeros64(places)))
	}
	return buf, game.Ongoing
}

func (d domineering) Play(dst, src *dominoes, m uint8) {
	far := 1
	if src.mover == game.First {
		far = d.size
	}
	*dst = dominoes{src.taken | 1<<m | 1<<(int(m)+far), src.mover.Other()}
}

func (domineering) ToMove(s *dominoes) game.Player { return s.mover }
func (domineering) Alternates() bool               { return true }
func (domineering) MoveKey(m uint8) int            { return int(m) }

func (domineering) Hash(s *dominoes) uint64 {
	x := s.taken<<1 | uint64(s.mover)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Image reflects the board: bit 0 of k left to right, bit 1 top to bottom.
func (d domineering) Image(dst, src *dominoes, m uint8, k int) (uint8, bool) {
	if k > 3 {
		return m, false
	}
	n := d.size
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
	image := dominoes{mover: src.mover}
	for rest := src.taken; rest != 0; rest &= rest - 1 {
		image.taken |= 1 << at(bits.TrailingZeros64(rest))
	}
	x, y := at(int(m))%n, at(int(m))/n
	if src.mover == game.First && k&2 != 0 {
		y--
	}
	if src.mover == game.Second && k&1 != 0 {
		x--
	}
	*dst = image
	return uint8(max(0, y*n+x)), true
}

// ScoreMoves counts what a move leaves: own places less those of the opponent.
// It is a rough order, as anybody would write first.
func (d domineering) ScoreMoves(s *dominoes, moves []uint8, scores []int32) {
	for i, m := range moves {
		var next dominoes
		d.Play(&next, s, m)
		theirs := bits.OnesCount64(d.places(&next))
		next.mover = s.mover
		scores[i] = int32(bits.OnesCount64(d.places(&next)) - theirs)
	}
}
