package experiment

import (
	"context"
	"fmt"
	"maps"
	mathbits "math/bits"
	"slices"
	"unsafe"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/cputime"
)

// representationDepth is the depth of the count, and representationGames its published result.
const (
	representationDepth = 7
	representationGames = 55_092
)

// representations counts the games of Othello with three representations of a state: a
// set of discs, an array of squares, and two sets of bits. All must give the same
// count; only the time differs.
func representations(ctx context.Context, r *report) error {
	array := squares{side: black}
	array.at[27], array.at[36], array.at[28], array.at[35] = white, white, black, black
	set := discs{side: black, at: map[int]colour{27: white, 36: white, 28: black, 35: black}}
	forms := []struct {
		name  string
		bytes string
		times int // counts of a measurement, so that each takes about as long
		count func() int
	}{
		{"a set of discs", "a map", 1, func() int { return lines[discs](ctx, set, representationDepth) }},
		{"an array of squares", fmt.Sprintf("%d bytes", unsafe.Sizeof(array)), 3, func() int { return lines[squares](ctx, array, representationDepth) }},
		{"two sets of bits", fmt.Sprintf("%d bytes", unsafe.Sizeof(bits{})), 40, func() int {
			return lines[bits](ctx, bits{own: 1<<28 | 1<<35, opp: 1<<27 | 1<<36}, representationDepth)
		}},
	}
	const rounds = 5
	var ratios [2][]float64 // to the time of bits, by round
	for round := range rounds {
		var used [3]float64
		for i, form := range forms {
			games := 0
			began := cputime.Used()
			for range form.times {
				games = form.count()
			}
			used[i] = cputime.Since(began).Seconds() / float64(form.times)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if round == 0 {
				r.count("games of 7 plies, "+form.name, representationGames, games, form.bytes)
			}
		}
		for i := range ratios {
			ratios[i] = append(ratios[i], used[i]/max(used[2], 1e-9))
		}
	}
	for i, all := range ratios {
		slices.Sort(all)
		r.measured("time of "+forms[i].name+", times that of bits", figures(all[rounds/2]), "CPU time, median of 5 rounds")
	}
	return nil
}

// arrangement is a position of Othello. Its 64 squares are numbered from 0 at a1 to 63 at h8.
type arrangement[S any] interface {
	// moves appends the squares to which the side to move can move.
	moves(buf []int) []int
	// play returns the state after a move; -1 is a pass.
	play(square int) S
}

// lines returns the number of games to a depth. A game ends early if neither side can move.
func lines[S arrangement[S]](ctx context.Context, s S, depth int) (count int) {
	if depth == 0 || ctx.Err() != nil {
		return 1
	}
	moves := s.moves(nil)
	if len(moves) == 0 {
		next := s.play(-1)
		if len(next.moves(nil)) == 0 {
			return 1
		}
		return lines(ctx, next, depth-1)
	}
	for _, m := range moves {
		count += lines(ctx, s.play(m), depth-1)
	}
	return count
}

// colour is the owner of a disc.
type colour int8

const (
	empty colour = iota
	black
	white
)

func (c colour) other() colour { return black + white - c }

// eachFlip calls flip for each disc that a move of side to a square turns over. The
// function at reads the board.
func eachFlip(square int, side colour, at func(square int) colour, flip func(square int)) {
	if at(square) != empty {
		return
	}
	for _, step := range [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
		column, row, far := square%8, square/8, 0
		for {
			column, row = column+step[0], row+step[1]
			if column < 0 || column > 7 || row < 0 || row > 7 || at(8*row+column) == empty {
				far = 0
				break
			}
			if at(8*row+column) == side {
				break
			}
			far++
		}
		for ; far > 0; far-- {
			flip(square + far*(8*step[1]+step[0]))
		}
	}
}

// legal appends the squares to which side can move.
func legal(buf []int, side colour, at func(square int) colour) []int {
	for square := range 64 {
		turns := false
		eachFlip(square, side, at, func(int) { turns = true })
		if turns {
			buf = append(buf, square)
		}
	}
	return buf
}

// discs is a state as the set of its discs.
type discs struct {
	at   map[int]colour
	side colour
}

func (d discs) moves(buf []int) []int {
	return legal(buf, d.side, func(square int) colour { return d.at[square] })
}

func (d discs) play(square int) discs {
	next := discs{maps.Clone(d.at), d.side.other()}
	if square >= 0 {
		eachFlip(square, d.side, func(s int) colour { return d.at[s] }, func(s int) { next.at[s] = d.side })
		next.at[square] = d.side
	}
	return next
}

// squares is a state as an array of its squares.
type squares struct {
	at   [64]colour
	side colour
}

func (q squares) moves(buf []int) []int {
	return legal(buf, q.side, func(square int) colour { return q.at[square] })
}

func (q squares) play(square int) squares {
	next := q
	if next.side = q.side.other(); square >= 0 {
		eachFlip(square, q.side, func(s int) colour { return q.at[s] }, func(s int) { next.at[s] = q.side })
		next.at[square] = q.side
	}
	return next
}

// bits is a state as the set of bits of each side's discs.
type bits struct{ own, opp uint64 }

func (b bits) moves(buf []int) []int {
	for m := othello.Mobility(b.own, b.opp); m != 0; m &= m - 1 {
		buf = append(buf, mathbits.TrailingZeros64(m))
	}
	return buf
}

func (b bits) play(square int) bits {
	if square < 0 {
		return bits{b.opp, b.own}
	}
	flips := othello.Flips(square, b.own, b.opp)
	return bits{b.opp &^ flips, b.own | flips | 1<<square}
}
