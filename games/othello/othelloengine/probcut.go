package othelloengine

import "math"

// Multi-ProbCut (Buro 1997): a shallow search whose value lies far enough outside the window
// settles a position without a deeper one. Far enough is a multiple of the standard error between
// the two searches. The multiple grows with the required confidence.

// confidence is a degree of certainty for selective searches: the number of
// standard errors between a shallow value and the window, and the one-sided
// probability that a normal error stays within them, in percent, rounded down.
type confidence struct {
	margin  float64
	percent int
}

// confidenceStep is the distance between neighbouring margins, in standard
// errors. From 0.6 up exact searches take equal nodes within 2 %; 0.6 has the
// cheapest selective searches. docs/othello.md has the table (TestLadder).
const confidenceStep = 0.6

// confidenceCount is the number of steps: one more would round to 99 % again.
const confidenceCount = 5

// ladder lists the confidences in increasing order. The last allows no selective cutoff.
var ladder = newLadder(confidenceStep)

func newLadder(step float64) (l [confidenceCount]confidence) {
	for i := range l {
		margin := step * float64(i+1)
		l[i] = confidence{margin, int(50 + 50*math.Erf(margin/math.Sqrt2))}
	}
	l[certain] = confidence{math.Inf(1), 100}
	return l
}

// certain is the index of the last confidence.
const certain = uint8(confidenceCount - 1)

// sureOf returns the lowest confidence of at least the given percent.
func sureOf(percent int) (sure uint8) {
	for sure < certain && ladder[sure].percent < percent {
		sure++
	}
	return sure
}

// selectiveFrom is the least number of empty squares at which searches to the end are selective.
// Measured: 11 to 17 take the same nodes within 3 % (TestTuning).
var selectiveFrom = 13

// sureness returns the confidence of a search of n empty squares to the end.
func (w *worker) sureness(n int) uint8 {
	if n < selectiveFrom {
		return certain
	}
	return w.sure
}

// probeFrom is the least depth, in plies, at which ProbCut tries a shallow search. There the
// shallow search has a ply or two and costs little more than an evaluation. Measured: with 3, 5 and
// 6 exact searches take 1 to 4 % fewer nodes (TestTuning).
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

// staticSlack is how far, in discs, the evaluation may lie on the wrong side of
// alpha when ProbCut still tries a shallow search. Measured: 2 to 64 (always)
// take the same nodes within 0.5 % (TestTuning).
var staticSlack = 6

// shallowDepth is the depth of the shallow search for a search to depth: about half of it in the
// midgame and a quarter at the end of the game, where a ply matters less.
func shallowDepth(depth, n int) int {
	if depth >= n {
		return depth/endShare + depth&1
	}
	return depth/midShare*2 + depth&1
}

// The shallow search of an endgame search has 1/endShare of its plies, that of a midgame
// search 2/midShare. Both have little effect: 2 to 6 change the nodes by at most 3 %
// (TestTuning; docs/othello.md).
var endShare, midShare = 4, 4

// deviation is the standard error, in discs, of a search to shallow plies as an estimate of a
// search to depth plies with n empty squares. The lines fit measurements of earlier weights within
// 15 %, where no side is about to be wiped out. Deep midgame searches have half the error assumed
// here, but a smaller estimate gained nothing. docs/othello.md has the figures (TestDeviation).
func deviation(n, depth, shallow int) float64 {
	if depth >= n {
		return max(4, 8.9-0.6*float64(shallow))
	}
	return max(1.5, 4.1-0.058*float64(n)+0.35*float64(depth-shallow))
}
