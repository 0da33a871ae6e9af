package othelloengine

import "math"

// Multi-ProbCut (Buro 1997): a shallow search whose value lies so far outside
// the window that a deeper one would hardly come back into it settles a
// position. How far is so far is a multiple of the standard error between the
// two, and the multiple depends on how sure the answer has to be.

// rung is a place on the ladder of confidence: how many standard errors are kept
// between a shallow value and the window, and how often a normal error stays
// within so many on one side, in percent, rounded down.
type rung struct {
	margin  float64
	percent int
}

// rungStep is the distance of the ladder's places, in standard errors. Exact
// searches, whose iterations before are made with the lowest place and the one
// above, take, in million nodes and in the mean of 24 positions of 21 empty squares
// of sensible games and of 16 of 18 and 19 of random ones,
//
//	step       0.4   0.5   0.6   0.7   0.8
//	sensible  4.95  4.85  4.71  4.78  4.81
//	random    2.35  2.35  2.32  2.17  2.18
//
// From 0.6 on, in the mean of all, they are alike within 2 %; that is taken whose
// selective searches are the cheapest. TestLadder measures them anew.
const rungStep = 0.6

// rungs is the number of places: a further one would be another of 99 %.
const rungs = 5

// ladder holds the confidence of the selective searches. At the top nothing is
// gambled.
var ladder = newLadder(rungStep)

func newLadder(step float64) (l [rungs]rung) {
	for i := range l {
		margin := step * float64(i+1)
		l[i] = rung{margin, int(50 + 50*math.Erf(margin/math.Sqrt2))}
	}
	l[certain] = rung{math.Inf(1), 100}
	return l
}

// certain is the top of the ladder.
const certain = uint8(rungs - 1)

// sureOf returns the lowest place on the ladder of at least so many percent.
func sureOf(percent int) (sure uint8) {
	for sure < certain && ladder[sure].percent < percent {
		sure++
	}
	return sure
}

// selectiveFrom is the least number of empty squares at which the end of the
// game is searched selectively. It is flat: with 11 to 17 exact searches take the same
// nodes within 3 %. TestTuning measures them anew.
var selectiveFrom = 13

// sureness returns how sure a search of n empty squares to the end will be.
func (w *worker) sureness(n int) uint8 {
	if n < selectiveFrom {
		return certain
	}
	return w.sure
}

// probeFrom is the least depth, in plies, at which a shallow search is tried:
// there it is one of a ply or two, hardly dearer than the evaluation. It is flat: with
// 3, 5 and 6 exact searches take 1 to 4 % fewer nodes. TestTuning measures them anew.
var probeFrom = 4

// probCut tries to settle a position by a shallow search.
func (w *worker) probCut(own, opp uint64, alpha, depth, n int, parity uint8) (v int, ok bool) {
	if w.sure >= certain || depth < probeFrom || w.probing >= 2 || w.without&ProbCut != 0 {
		return 0, false
	}
	shallow := shallowDepth(depth, n)
	margin := int(math.Ceil(ladder[w.sure].margin * deviation(n, depth, shallow)))
	static := round(w.eval.Sum(&w.features[n], n))
	w.probing++
	if high := alpha + 1 + margin; high <= 64 && static >= alpha-staticSlack {
		if w.mid(own, opp, high-1, shallow, n, parity) >= high {
			v, ok = alpha+1, true
		}
	}
	if low := alpha - margin; !ok && low >= -64 && static < alpha+staticSlack {
		if w.mid(own, opp, low, shallow, n, parity) <= low {
			v, ok = alpha, true
		}
	}
	w.probing--
	return v, ok && !w.halted()
}

// staticSlack is how many discs on the wrong side of alpha the evaluation may
// be for a shallow search still to be tried. It is flat: with 2 to 64 discs, which is
// always, exact searches take the same nodes within 0.5 %. TestTuning measures them
// anew.
var staticSlack = 6

// shallowDepth is the depth of the shallow search for a search to depth: about
// half of it in the midgame and a quarter at the end of the game, where each
// ply counts for less.
func shallowDepth(depth, n int) int {
	if depth >= n {
		return depth/endShare + depth&1
	}
	return depth/midShare*2 + depth&1
}

// endShare and midShare are the plies of a search to the end of the game that make a
// ply, and of one in the midgame that make two, of the shallow search. Both are flat:
// with 2 and 3 for the first exact searches take 2 % more nodes, with 5 1 % and with
// 6 3 % fewer; with 3, 5 and 6 for the second 1 to 2 % fewer. TestTuning measures
// them anew.
var endShare, midShare = 4, 4

// deviation is the standard error, in discs, of a search to shallow plies as
// an estimate of one to depth plies with n empty squares: lines through what
// was measured on positions of games with two random moves added,
//
//	to the end, n = 13 … 19      shallow 0: 9.1  2: 7.4  4: 6.1  6: 5.2
//	from 3 plies to 7, n = 20: 4.5  28: 3.2  36: 3.0  44: 2.2
//	from 2 plies to 4, n = 20: 3.8  28: 3.1  36: 2.7  44: 2.4
//
// The lines were drawn through the figures of earlier weights and lie within 15 % of
// the mean of each of these rows. TestDeviation measures them anew, to 5 %, where no
// position is about to be wiped out: one among two hundred may double a figure of
// the midgame, and is left out here. For deeper searches over the evaluation they say
// too much, twice what is measured at 16 plies, and nothing is gained by less: see what
// was tried in the package's comment.
func deviation(n, depth, shallow int) float64 {
	if depth >= n {
		return max(4, 8.9-0.6*float64(shallow))
	}
	return max(1.5, 4.1-0.058*float64(n)+0.35*float64(depth-shallow))
}
