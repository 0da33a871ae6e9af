// Package ultimateengine plays ultimate tic-tac-toe. [Odds] is the game with an
// evaluation by odds, for generic search.
package ultimateengine

import (
	"sync"

	"github.com/plywood-go/plywood/games/ultimate"
)

// The odds of a small board are each side's chances to win it if the free cells are
// taken in random order by random sides. They are exact for such play, which
// approximates good play: the opponent mostly chooses the board of the next move, so
// the sides do not alternate within a board.

// certain is a chance of 1.
const certain = 1 << 12

// chances are the chances of X and of O.
type chances [2]int32

// states is the number of fillings of a small board.
const states = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3

// ternary maps a set to the sum of 3^place over its places. So the index of a board is
// ternary[x]+2*ternary[o].
var ternary = func() (t [512]uint16) {
	for s := range t {
		power := uint16(1)
		for place := range 9 {
			t[s] += power * uint16(s>>place&1)
			power *= 3
		}
	}
	return t
}()

// table holds the chances of every board.
type table [states]chances

// of returns the chances of the board with the given cells.
func (t *table) of(x, o ultimate.Set) chances { return t[boardIndex(x, o)] }

// odds returns the table, built on first use.
var odds = sync.OnceValue(func() *table {
	var t table
	var known [states]bool
	var fill func(x, o ultimate.Set) [2]float64
	exact := make([][2]float64, states)
	fill = func(x, o ultimate.Set) [2]float64 {
		i := boardIndex(x, o)
		if !known[i] {
			known[i] = true
			exact[i] = average(x, o, fill)
		}
		return exact[i]
	}
	fill(0, 0)
	for i, c := range exact {
		t[i] = chances{int32(c[0]*certain + 0.5), int32(c[1]*certain + 0.5)}
	}
	return &t
})

func boardIndex(x, o ultimate.Set) int { return int(ternary[x]) + 2*int(ternary[o]) }

// average returns the mean of the chances after each move of each side.
func average(x, o ultimate.Set, after func(x, o ultimate.Set) [2]float64) (mean [2]float64) {
	switch {
	case x.HasRow():
		return [2]float64{1, 0}
	case o.HasRow():
		return [2]float64{0, 1}
	}
	n := 0.0
	for place := range 9 {
		bit := ultimate.Set(1) << place
		if (x|o)&bit != 0 {
			continue
		}
		byX, byO := after(x|bit, o), after(x, o|bit)
		mean[0] += byX[0] + byO[0]
		mean[1] += byX[1] + byO[1]
		n += 2
	}
	if n > 0 {
		mean[0], mean[1] = mean[0]/n, mean[1]/n
	}
	return mean
}
