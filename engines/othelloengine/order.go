package othelloengine

import (
	"math"
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
)

// Moves are tried by tiers: one that leaves no disc to the opponent, then the
// table's best and second best, then the others by preference. The tiers are
// above all that preferences can add up to.
const (
	wipeOut    = math.MaxInt32
	firstMove  = math.MaxInt32 - 1
	secondMove = math.MaxInt32 - 2
)

// preference weighs what is known of a move before it is searched, in 1/256 of
// the logarithm of odds: a move that is ahead of another by 256 is e times as
// often the one that cuts off with fewer nodes. A kernel reads the fields by their places.
type preference struct {
	reply    int32 // a reply left to the opponent ("fastest first")
	corner   int32 // one on a corner, besides
	safe     int32 // an own disc that no play along an edge can turn
	frontier int32 // an empty square beside own discs
	odd      int32 // a move into a quadrant with an odd number of empty squares
	disc     int32 // a disc of a shallow search's value
}

// preferences are those for each number of empty squares. The weights are
// fitted, by a conditional logit as Coulom (2007) fits patterns of Go, to
// positions that searches of 60 sensible and 60 random games from 20 empty squares
// left in the tables, and in which every move was then searched alone:
//
//	empty squares       6–7         8–11          12–18
//	positions          3295         7878           9180
//	reply        −270 ± 8     −291 ± 6      −271 ± 8, +13 ± 3 a square above 12
//	corner       −138 ± 19    −173 ± 13      −40 ± 14
//	safe                       +39 ± 2       +10 ± 2
//	frontier                    −8 ± 4       −27 ± 4
//	odd          +124 ± 15     +70 ± 9        −9 ± 8
//	disc                                     +26 ± 1, +2.4 ± 0.4 a square above 12
//	corner taken  +35 ± 18     +15 ± 13      +19 ± 13
//
// TestOrder fits them anew. The last row is left out, and so is whatever is
// within its error; fitted values of the kinds of squares saved no nodes either.
// What a fit to single choices does not see is their cost: the shallow search's
// value counts twice as much as fitted. In the mean of 40 positions of 18 to 22
// empty squares half as much as fitted takes 7 % more nodes than that, once as
// much 2 %, three times 1 %; half of the weight of a reply takes 2 % more, twice
// 5 %. TestOrderNodes measures that anew. Beyond 20 empty squares, where nothing was
// fitted, weights are those of 20.
var preferences = newPreferences()

func newPreferences() (t [65]preference) {
	for n := range t {
		switch {
		case n <= lightest:
			t[n] = preference{reply: -270, corner: -138, odd: 124}
		case n < evalFrom:
			t[n] = preference{reply: -291, corner: -173, safe: 39, frontier: -8, odd: 70}
		default:
			more := int32(min(n, 20) - evalFrom)
			t[n] = preference{reply: -271 + 13*more, corner: -40, safe: 10, frontier: -27, disc: 2*26 + 5*more}
		}
	}
	return t
}

// rate scores the children of a position of n empty squares for ordering.
func (w *worker) rate(list []child, opp uint64, n int, parity uint8, known bound) {
	by := &preferences[n]
	w.promise(list, by, oddSquares[parity&15])
	for i := range list {
		c := &list[i]
		switch {
		case c.Own == 0:
			c.Score = wipeOut
		case c.Move == known.first:
			c.Score = firstMove
		case c.Move == known.second:
			c.Score = secondMove
		case w.eval != nil && n >= evalFrom:
			c.Score += by.disc * w.outlook(c, opp, n) >> unitBits
		}
	}
}

// expandLight lists the moves of a position of n empty squares with the replies to
// them, scored by these, their squares and the parity of their quadrants. The most
// promising comes first.
func (w *worker) expandLight(own, opp, moves uint64, n int, odd uint64) []child {
	by, list := &preferences[lightest], &w.lists[n&63]
	rating := othello.Rating{Corners: w.corners, Places: odd, Reply: by.reply, Corner: by.corner, Place: by.odd}
	return list[:othello.ExpandRated(list, own, opp, moves, w.board, &rating)]
}

// evalFrom is the least number of empty squares at which children are rated by
// the evaluation, too: nearer to the end mobility knows more. With 10 exact searches
// take as many nodes, with 11 1.7 % fewer, with 13 3.7 and with 14 14.9 % more.
// TestTuning measures them anew.
var evalFrom = 12

// outlook returns the value of a child, in 1/unit disc for the side that moves
// there, by a shallow search over the evaluation, a ply deeper for every three
// more empty squares.
func (w *worker) outlook(c *child, opp uint64, n int) int32 {
	f := &w.ahead[n-1]
	f.Play(&w.features[n], uint(c.Move), opp&^c.Own)
	depth := max(0, min((n-outlookFrom)/outlookStep, outlookMost))
	return -int32(w.estimate(c.Own, c.Opp, f, -65*unit, 65*unit, depth, n-1))
}

// The shallow search of outlook: from outlookFrom empty squares on it is a ply deeper
// for every outlookStep more, up to outlookMost plies. With 9 for the first, a ply
// more everywhere, exact searches take 4.5 % more nodes, with 15, a ply less, 4.1 %
// fewer; with 2 and 4 for the second 2 % fewer; with 2 and 4 for the third, which is
// for more than 20 empty squares, the same. These are as far apart as the samples
// err. TestTuning measures them anew.
var outlookFrom, outlookStep, outlookMost = 12, 3, 3

// portablePromise is promise without a kernel.
func (w *worker) portablePromise(list []child, by *preference, odd uint64) {
	for i := range list {
		c := &list[i]
		frontier := neighbours(c.Opp) & w.board &^ (c.Own | c.Opp)
		c.Score = by.safe*int32(w.stability.EdgeCount(c.Opp, c.Own)) +
			by.reply*int32(bits.OnesCount64(c.Replies)) +
			by.corner*int32(bits.OnesCount64(c.Replies&w.corners)) +
			by.frontier*int32(bits.OnesCount64(frontier))
		if odd>>(c.Move&63)&1 != 0 {
			c.Score += by.odd
		}
	}
}

// fileA is the file of a1.
const fileA = 0x0101010101010101

// neighbours returns the squares beside those of a set.
func neighbours(set uint64) uint64 {
	const notA, notH = ^uint64(fileA), ^uint64(fileA << 7)
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}
