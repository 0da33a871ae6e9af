package othelloengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
)

// The last four empty squares are played without move generation: a square next to an opponent's
// disc is tried, and is a legal move if it turns discs. Values are discs for the side to move,
// fail-soft, against the null window (alpha, alpha+1).

// unknown is below every value.
const unknown = -128

// near holds the neighbours of each square.
var near = newNear()

func newNear() (n [64]uint64) {
	for a := range 64 {
		for b := range 64 {
			if dx, dy := a&7-b&7, a>>3-b>>3; a != b && dx*dx <= 1 && dy*dy <= 1 {
				n[a] |= 1 << b
			}
		}
	}
	return n
}

// last1 solves a position whose only empty square is sq and whose side to move has the discs own.
func (w *worker) last1(own uint64, sq uint) int {
	w.nodes++
	margin := 2*bits.OnesCount64(own) - w.squares
	if turned := othello.LastFlips(sq, own); turned != 0 {
		return margin + turned + 2
	}
	if turned := othello.LastFlips(sq, w.board&^own&^(1<<sq)); turned != 0 {
		return margin - turned
	}
	if margin >= 0 {
		return margin + 2
	}
	return margin
}

func (w *worker) last2(own, opp uint64, a, b uint, alpha int) int {
	w.nodes++
	best := unknown
	if near[a&63]&opp != 0 {
		if turned := othello.Flips(int(a), own, opp); turned != 0 {
			if best = -w.last1(opp&^turned, b); best > alpha {
				return best
			}
		}
	}
	if near[b&63]&opp != 0 {
		if turned := othello.Flips(int(b), own, opp); turned != 0 {
			best = max(best, -w.last1(opp&^turned, a))
		}
	}
	if best != unknown {
		return best
	}
	return w.pass2(own, opp, a, b, alpha)
}

// pass2 is last2 after the side to move had to pass.
func (w *worker) pass2(own, opp uint64, a, b uint, alpha int) int {
	best := -unknown
	if near[a&63]&own != 0 {
		if turned := othello.Flips(int(a), opp, own); turned != 0 {
			if best = w.last1(own&^turned, b); best <= alpha {
				return best
			}
		}
	}
	if near[b&63]&own != 0 {
		if turned := othello.Flips(int(b), opp, own); turned != 0 {
			best = min(best, w.last1(own&^turned, a))
		}
	}
	if best != -unknown {
		return best
	}
	return w.final(own, opp)
}

// final returns the result of a finished game.
func (w *worker) final(own, opp uint64) int {
	return othello.FinalMargin(own, opp, w.squares)
}

// last3 solves a position of three empty squares. A square alone in its quadrant goes first.
func (w *worker) last3(own, opp uint64, a, b, c uint, alpha int) int {
	w.nodes++
	switch qa, qb, qc := quadrant[a&63], quadrant[b&63], quadrant[c&63]; {
	case qa == qb && qa != qc:
		a, b, c = c, a, b
	case qa == qc && qa != qb:
		a, b = b, a
	}
	best := w.moves3(own, opp, a, b, c, alpha)
	if best != unknown {
		return best
	}
	if best = w.moves3(opp, own, a, b, c, -alpha-1); best != unknown {
		return -best
	}
	return w.final(own, opp)
}

// moves3 searches the moves on three squares. It returns unknown if there is no legal move.
func (w *worker) moves3(own, opp uint64, a, b, c uint, alpha int) int {
	best := unknown
	if near[a&63]&opp != 0 {
		if turned := othello.Flips(int(a), own, opp); turned != 0 {
			if best = -w.last2(opp&^turned, own|turned|1<<(a&63), b, c, -alpha-1); best > alpha {
				return best
			}
		}
	}
	if near[b&63]&opp != 0 {
		if turned := othello.Flips(int(b), own, opp); turned != 0 {
			if best = max(best, -w.last2(opp&^turned, own|turned|1<<(b&63), a, c, -alpha-1)); best > alpha {
				return best
			}
		}
	}
	if near[c&63]&opp != 0 {
		if turned := othello.Flips(int(c), own, opp); turned != 0 {
			best = max(best, -w.last2(opp&^turned, own|turned|1<<(c&63), a, b, -alpha-1))
		}
	}
	return best
}

// last4 solves a position with four empty squares, the set empty. It tries those in odd
// quadrants first.
func (w *worker) last4(own, opp, empty uint64, parity uint8, alpha int) int {
	w.nodes++
	if v, ok := w.stable(own, opp, 4, alpha); ok {
		return v
	}
	return w.play4(own, opp, empty, parity, alpha)
}

// portablePlay4 is the portable version of play4.
func (w *worker) portablePlay4(own, opp, empty uint64, parity uint8, alpha int) int {
	a, b, c, d := order4(empty, parity)
	best := w.moves4(own, opp, a, b, c, d, alpha)
	if best != unknown {
		return best
	}
	if best = w.moves4(opp, own, a, b, c, d, -alpha-1); best != unknown {
		return -best
	}
	return w.final(own, opp)
}

// order4 returns the four empty squares in search order. Those in odd quadrants come first;
// there are none, two or four of them. If one quadrant has one empty square and another has
// three, starting with the single one would save 1 % of the nodes but no time.
func order4(empty uint64, parity uint8) (a, b, c, d uint) {
	odd := empty & oddSquares[parity&15]
	if odd == 0 {
		odd = empty
	}
	a = uint(bits.TrailingZeros64(odd))
	odd &^= 1 << (a & 63)
	b = uint(bits.TrailingZeros64(odd))
	empty &^= 1<<(a&63) | 1<<(b&63)
	c = uint(bits.TrailingZeros64(empty))
	empty &^= 1 << (c & 63)
	d = uint(bits.TrailingZeros64(empty))
	return a, b, c, d
}

// moves4 searches the moves on four squares. It returns unknown if there is no legal move.
func (w *worker) moves4(own, opp uint64, a, b, c, d uint, alpha int) int {
	best := unknown
	if near[a&63]&opp != 0 {
		if turned := othello.Flips(int(a), own, opp); turned != 0 {
			if best = -w.last3(opp&^turned, own|turned|1<<(a&63), b, c, d, -alpha-1); best > alpha {
				return best
			}
		}
	}
	if near[b&63]&opp != 0 {
		if turned := othello.Flips(int(b), own, opp); turned != 0 {
			if best = max(best, -w.last3(opp&^turned, own|turned|1<<(b&63), a, c, d, -alpha-1)); best > alpha {
				return best
			}
		}
	}
	if near[c&63]&opp != 0 {
		if turned := othello.Flips(int(c), own, opp); turned != 0 {
			if best = max(best, -w.last3(opp&^turned, own|turned|1<<(c&63), a, b, d, -alpha-1)); best > alpha {
				return best
			}
		}
	}
	if near[d&63]&opp != 0 {
		if turned := othello.Flips(int(d), own, opp); turned != 0 {
			best = max(best, -w.last3(opp&^turned, own|turned|1<<(d&63), a, b, c, -alpha-1))
		}
	}
	return best
}
