package endgame

import (
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// numbering assigns consecutive numbers from 0 to the positions of a material with the first
// player to move. A number combines the placements of both sides' men, then of the mover's
// kings on the remaining squares, then of the opponent's kings:
//
//	number = (men × ways of mover's kings + mover's kings) × ways of opponent's kings + opponent's kings
//
// Men never stand on their crowning row. So the squares left for the opponent's men depend on
// how many of them the mover's men occupy; first holds the cumulative counts.
type numbering struct {
	Material
	size    int
	squares uint64
	men     [2]uint64 // squares where each side's men may stand
	first   []int     // cumulative placements, by rank of the mover's men; the last entry is the total
	kings   [2]int    // number of placements of each side's kings
}

func newNumbering(r draughts.Rules, m Material) *numbering {
	n := &numbering{
		Material: m, squares: r.Squares(),
		men: [2]uint64{r.Squares() &^ r.CrownRow(0), r.Squares() &^ r.CrownRow(1)},
	}
	ways := 0
	for i := range choose(bits.OnesCount64(n.men[0]), int(m.Men[0])) {
		n.first = append(n.first, ways)
		left := n.men[1] &^ unrank(i, int(m.Men[0]), n.men[0])
		ways += choose(bits.OnesCount64(left), int(m.Men[1]))
	}
	n.first = append(n.first, ways)
	left := bits.OnesCount64(n.squares) - m.men()
	n.kings[0] = choose(left, int(m.Kings[0]))
	n.kings[1] = choose(left-int(m.Kings[0]), int(m.Kings[1]))
	n.size = ways * n.kings[0] * n.kings[1]
	return n
}

// newPair returns the numbering of a pair's material and, if different, of the turned material.
func newPair(r draughts.Rules, m Material) []*numbering {
	pair := []*numbering{newNumbering(r, m)}
	if m != m.Turned() {
		pair = append(pair, newNumbering(r, m.Turned()))
	}
	return pair
}

// of returns the number of a position, which must have the numbering's material.
func (n *numbering) of(own, opp, kings uint64) int {
	men := own &^ kings
	number := n.first[rank(men, n.men[0])] + rank(opp&^kings, n.men[1]&^men)
	empty := n.squares &^ (men | opp&^kings)
	number = number*n.kings[0] + rank(own&kings, empty)
	empty &^= own & kings
	return number*n.kings[1] + rank(opp&kings, empty)
}

// reader converts numbers to positions. It caches the placement of men and
// kings, so it is fastest when numbers increase.
type reader struct {
	*numbering
	menNumber, kingNumber int
	men, empty            [2]uint64 // empty squares before and after placing the mover's kings
	king                  uint64    // kings of the side to move
}

func (n *numbering) reader() *reader { return &reader{numbering: n, menNumber: -1} }

// read returns the pieces of the position with a number.
func (r *reader) read(number int) (own, opp, kings uint64) {
	rest, last := number/r.kings[1], number%r.kings[1]
	men, king := rest/r.kings[0], rest%r.kings[0]
	fresh := men != r.menNumber
	if fresh {
		r.placeMen(men)
	}
	if fresh || king != r.kingNumber {
		r.kingNumber = king
		r.king = unrank(king, int(r.Kings[0]), r.empty[0])
		r.empty[1] = r.empty[0] &^ r.king
	}
	theirs := unrank(last, int(r.Kings[1]), r.empty[1])
	return r.men[0] | r.king, r.men[1] | theirs, r.king | theirs
}

func (r *reader) placeMen(number int) {
	r.menNumber = number
	i, found := slices.BinarySearch(r.first, number)
	if !found {
		i--
	}
	r.men[0] = unrank(i, int(r.Men[0]), r.numbering.men[0])
	r.men[1] = unrank(number-r.first[i], int(r.Men[1]), r.numbering.men[1]&^r.men[0])
	r.empty[0] = r.squares &^ (r.men[0] | r.men[1])
}

// rank returns the number of set among the equally large subsets of within, in
// the combinatorial number system.
func rank(set, within uint64) (number int) {
	for k := 1; set != 0; k++ {
		below := set&-set - 1
		set &= set - 1
		number += chosen[bits.OnesCount64(within&below)&63][k&7]
	}
	return number
}

// unrank returns the k-element subset of within with the given number.
func unrank(number, k int, within uint64) (set uint64) {
	at := bits.OnesCount64(within)
	for ; k > 0; k-- {
		for at--; chosen[at][k] > number; at-- {
		}
		number -= chosen[at][k]
		set |= nth(within, at)
	}
	return set
}

// nth returns the n-th square of set, counting from 0.
func nth(set uint64, n int) uint64 {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return set & -set
}

// choose returns the binomial coefficient, for k up to mostPieces.
func choose(n, k int) int { return chosen[n][k] }

var chosen = func() (c [64][mostPieces + 1]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= mostPieces && n > 0; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// Count returns the number of positions with the given number of pieces, at most seven, from the
// view of the side to move. It includes positions in which one side has no piece.
func Count(r draughts.Rules, pieces int) (n int) {
	for m := range materials(pieces) {
		n += newNumbering(r, m).size
	}
	return n
}

// Value is the value of a position for the side to move: 0 is a draw, n+1 means
// that the game ends in n plies. The side that makes the last move wins.
type Value uint8

// maxPlies is the longest supported distance. A solver counts one ply further.
const maxPlies = 253

// valueOf returns the Value of a score. It fails if the distance exceeds maxPlies.
func valueOf(v game.Score) (Value, error) {
	plies, _, ok := v.Plies()
	switch {
	case !ok:
		return 0, nil
	case plies > maxPlies:
		return 0, errTooFar
	}
	return Value(plies + 1), nil
}

var errTooFar = reason.Errorf("an end more than %d plies away, which a database cannot hold", maxPlies)

// Outcome returns 1 for a win, -1 for a loss and 0 for a draw.
func (v Value) Outcome() int {
	switch {
	case v == 0:
		return 0
	case v%2 == 0:
		return 1
	}
	return -1
}

// Score returns v as a search score.
func (v Value) Score() game.Score {
	switch v.Outcome() {
	case 1:
		return game.WinIn(int(v) - 1)
	case -1:
		return game.LossIn(int(v) - 1)
	}
	return 0
}

// String returns "draw", "win in 5" or "loss in 4".
func (v Value) String() string {
	if v == 0 {
		return "draw"
	}
	return v.Score().String()
}

// geometry supports undoing the first player's quiet moves.
type geometry struct {
	// lines holds the squares in the four directions from each square, nearest first. The first two
	// directions lead backwards, away from the crowning row.
	lines [64][4][]uint64
	reach int // most steps of a king's move: 1 in checkers, otherwise the board size
}

func newGeometry(r draughts.Rules) *geometry {
	g := &geometry{reach: 1}
	if r.Variant != draughts.English {
		g.reach = r.Size()
	}
	back := 1
	if r.CrownRow(0) == r.Row(r.Size()-1) {
		back = -1
	}
	half := r.Size() / 2
	for number := 1; number <= r.Size()*half; number++ {
		row, at := (number-1)/half, (number-1)%half
		column := 2*at + 1 - row%2
		for i, d := range [4][2]int{{back, -1}, {back, 1}, {-back, -1}, {-back, 1}} {
			line := &g.lines[r.Square(number)][i]
			for y, x := row+d[0], column+d[1]; min(x, y) >= 0 && max(x, y) < r.Size(); y, x = y+d[0], x+d[1] {
				*line = append(*line, 1<<r.Square(y*half+x/2+1))
			}
		}
	}
	return g
}

// origins calls visit with the first player's pieces and kings before each of
// its quiet moves that lead to this position.
func (g *geometry) origins(own, opp, kings uint64, visit func(own, kings uint64)) {
	occupied := own | opp
	for left := own; left != 0; left &= left - 1 {
		to := left & -left
		ways, steps, king := 4, g.reach, kings&to
		if king == 0 {
			ways, steps = 2, 1
		}
		for _, line := range g.lines[bits.TrailingZeros64(to)][:ways] {
			for _, from := range line[:min(steps, len(line))] {
				if occupied&from != 0 {
					break
				}
				if king != 0 {
					visit(own^to|from, kings^to|from)
				} else {
					visit(own^to|from, kings)
				}
			}
		}
	}
}
