package othelloengine

import (
	"math"
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
)

// Moves are ordered by tier: a move that leaves the opponent no disc, then the
// table's best and second-best moves, then the others by preference. The tiers
// lie above any sum of preferences.
const (
	wipeOut    = math.MaxInt32
	firstMove  = math.MaxInt32 - 1
	secondMove = math.MaxInt32 - 2
)

// preference holds the weights of the properties that a move has before its search. The unit
// is 1/256 of the logarithm of odds: a lead of 256 makes a move e times as likely to be the
// cheaper cutoff. An assembly kernel depends on the field order.
type preference struct {
	reply    int32 // a reply left to the opponent ("fastest first")
	corner   int32 // an additional penalty for a reply on a corner
	safe     int32 // a disc of the mover that no play along its edge can turn
	frontier int32 // an empty square next to discs of the mover
	odd      int32 // a move into a quadrant with an odd number of empty squares
	disc     int32 // one disc of a shallow search's value
}

// preferences lists the weights by number of empty squares. A conditional
// logit, as Coulom (2007) fits patterns of Go, fits them to positions from
// searches of 120 games in which every move was then searched alone
// (TestOrder). Effects within their error are left out. The fit ignores the
// cost of a wrong choice, so the shallow search's value counts twice as much as
// fitted (TestOrderNodes). Beyond 20 empty squares the weights stay constant.
// docs/othello.md has the fitted values.
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

// rate scores the children of a position with n empty squares for ordering.
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

// expandLight lists the moves of a position with n empty squares and the
// replies to them. It scores them by these replies, their squares and quadrant
// parity, and puts the most promising first.
func (w *worker) expandLight(own, opp, moves uint64, n int, odd uint64) []child {
	by, list := &preferences[lightest], &w.lists[n&63]
	rating := othello.Rating{Corners: w.corners, Places: odd, Reply: by.reply, Corner: by.corner, Place: by.odd}
	return list[:othello.ExpandRated(list, own, opp, moves, w.board, &rating)]
}

// evalFrom is the least number of empty squares at which the evaluation also
// rates children; nearer to the end mobility alone is better. Measured: 10
// takes equal nodes, 11 1.7 % fewer, 13 3.7 % more and 14 14.9 % more
// (TestTuning).
var evalFrom = 12

// outlook returns the value of a child for the side that moves to it, in 1/unit
// disc, by a shallow evaluated search that is a ply deeper for every three more
// empty squares.
func (w *worker) outlook(c *child, opp uint64, n int) int32 {
	f := &w.ahead[n-1]
	f.Play(&w.features[n], uint(c.Move), opp&^c.Own)
	depth := max(0, min((n-outlookFrom)/outlookStep, outlookMost))
	if depth == 0 {
		w.nodes++
		return -int32(w.eval.Sum(f, max(n-1, outlookWeights)))
	}
	return -int32(w.estimate(c.Own, c.Opp, f, -65*unit, 65*unit, depth, n-1, false))
}

// The shallow search of outlook has depth 0 at outlookFrom empty squares, one ply more for
// every outlookStep further squares, and at most outlookMost plies. At depth 0 it uses the
// weights of at least outlookWeights empty squares. docs/othello.md has the nodes and times of
// other values (TestTuning).
var outlookFrom, outlookStep, outlookMost, outlookWeights = 14, 3, 3, 14

// portablePromise is the portable version of promise.
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

// neighbours returns set and the squares next to it.
func neighbours(set uint64) uint64 {
	const notA, notH = ^uint64(fileA), ^uint64(fileA << 7)
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}
