// Package pegs is peg solitaire on a triangle of 15 holes:
//
//	    a1
//	   b1 b2
//	  c1 c2 c3
//	 d1 d2 d3 d4
//	e1 e2 e3 e4 e5
//
// A peg jumps over a neighbour into the empty hole behind it, and the neighbour is removed. The
// goal is a single peg.
//
// # Unsolvable positions
//
// Colour the holes by (row + place) mod 3: any three in a row have all three colours.
// So a jump changes the parity of the number of pegs of each colour. With a single peg
// one number is odd and two are even. If all three parities are equal, they remain
// equal (the rule of three, which de Bruijn 1972 made an algebra).
package pegs

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Holes is the set of holes with a peg, one bit each, row by row from a1 in the lowest bit.
type Holes uint16

// Jump is a move: three holes in a row.
type Jump struct{ From, Over, To uint8 }

// Rows and Count are the numbers of rows and holes.
const (
	Rows  = 5
	Count = Rows * (Rows + 1) / 2
	full  = Holes(1)<<Count - 1
)

// hole returns the number of the hole in a row, at a place from the left.
func hole(row, place int) uint8 { return uint8(row*(row+1)/2 + place) }

// Place is the inverse of hole.
func Place(hole int) (row, place int) {
	for place = hole; place > row; row++ {
		place -= row + 1
	}
	return row, place
}

// jumps are all jumps, in the order in which they are tried.
var jumps = newJumps()

func newJumps() (all []Jump) {
	on := func(row, place int) bool { return row >= 0 && row < Rows && place >= 0 && place <= row }
	for row := range Rows {
		for place := range row + 1 {
			for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}} {
				if on(row+2*d[0], place+2*d[1]) {
					all = append(all, Jump{hole(row, place), hole(row+d[0], place+d[1]), hole(row+2*d[0], place+2*d[1])})
				}
			}
		}
	}
	return all
}

// changed returns the holes whose state the jump changes.
func (j Jump) changed() Holes { return 1<<j.From | 1<<j.Over | 1<<j.To }

// fits reports whether the jump is possible: two pegs and an empty hole.
func (j Jump) fits(s Holes) bool { return s&j.changed() == 1<<j.From|1<<j.Over }

// Puzzle is the puzzle. The zero Puzzle has a lower bound; a Blind one has none.
type Puzzle struct{ Blind bool }

// Moves implements game.Rules.
func (p Puzzle) Moves(s *Holes, buf []Jump) ([]Jump, game.Status) {
	if p.Goal(s) {
		return buf, game.Win
	}
	some := len(buf)
	for _, j := range jumps {
		if j.fits(*s) {
			buf = append(buf, j)
		}
	}
	if len(buf) == some {
		return buf, game.Loss // a dead end
	}
	return buf, game.Ongoing
}

// Play implements game.Rules.
func (Puzzle) Play(dst, src *Holes, j Jump) { *dst = *src ^ j.changed() }

// ToMove implements game.Rules.
func (Puzzle) ToMove(*Holes) game.Player { return game.First }

// Hash implements game.Rules: no two positions share one.
func (Puzzle) Hash(s *Holes) uint64 { return uint64(*s) }

// Goal implements path.Puzzle.
func (Puzzle) Goal(s *Holes) bool { return *s != 0 && *s&(*s-1) == 0 }

// Start returns the triangle with its tip empty.
func (Puzzle) Start() Holes { return full &^ 1 }

// Estimate implements path.Estimator: each jump removes one peg. All solutions of a
// position have this length, so the search only has to avoid dead ends.
func (p Puzzle) Estimate(s *Holes) int {
	if p.Blind {
		return 0
	}
	return bits.OnesCount16(uint16(*s)) - 1
}

// Goals implements path.Retractor.
func (Puzzle) Goals(buf []Holes) []Holes {
	for i := range Count {
		buf = append(buf, 1<<i)
	}
	return buf
}

// Retractions implements path.Retractor.
func (Puzzle) Retractions(s *Holes, buf []Jump) []Jump {
	for _, j := range jumps {
		if *s&j.changed() == 1<<j.To { // the jump can have led here
			buf = append(buf, j)
		}
	}
	return buf
}

// Retract implements path.Retractor.
func (Puzzle) Retract(dst, src *Holes, j Jump) { *dst = *src ^ j.changed() }

// errAlike is the reason why an arrangement breaks the rule of three.
var errAlike = reason.New("the pegs of its three colours are all even or all odd in number, and stay alike with every jump; a single peg is not")

// Unsolvable implements path.Judge.
func (Puzzle) Unsolvable(s *Holes) error {
	var odd [3]int
	for row := range Rows {
		for place := range row + 1 {
			odd[(row+place)%3] ^= int(*s >> hole(row, place) & 1)
		}
	}
	if odd[0] == odd[1] && odd[1] == odd[2] {
		return reason.Errorf("pegs: cannot be solved: %w", errAlike)
	}
	return nil
}
