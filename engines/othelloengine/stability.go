package othelloengine

import "math/bits"

// stableSlack tells where stable discs are counted: with n empty squares from an
// alpha of n+2 discs on; below, the opponent seldom has enough of them. A count
// takes as long as a node. In searches of positions of 13 and 14 empty squares,
// half of them of random and half of sensible games, each count at an alpha of so
// much more than n saves, in nodes,
//
//	empty squares       4    5    6    7    8    9   10   11   12
//	n+1 … n+4         1.2  0.9  1.3  0.9  0.9  1.7  1.2  0.9  0.0
//	n+5 … n+8         1.9  1.4  1.9  1.6  2.1  2.0  1.2  2.2  5.2
//
// so that it pays for itself in the first row. Exact searches take 0.9 and 0.6 % fewer
// nodes with −2 and 0, 0.3 and 0.5 % more with 4 and 6. TestStability measures the
// savings anew, TestTuning the nodes.
var stableSlack = 2

// stable returns an upper bound of the value if stable discs of the opponent
// keep it at or below alpha.
func (w *worker) stable(own, opp uint64, n, alpha int) (v int, ok bool) {
	if alpha < n+stableSlack || w.without&Stability != 0 {
		return 0, false
	}
	if w.squares-2*bits.OnesCount64(opp) > alpha {
		return 0, false // not even if all were stable
	}
	v = w.squares - 2*bits.OnesCount64(w.stability.Discs(opp, own))
	return v, v <= alpha
}
