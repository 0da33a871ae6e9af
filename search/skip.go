package search

import "github.com/plywood-go/plywood/game"

// # Rules about single moves
//
// Near the horizon, moves that are unlikely to matter are left out; a node then has no
// proven upper bound. The first move is always searched, and nothing is left out while the
// best move loses by force or the position is urgent.

// skipping are the rules that leave moves out.
const skipping = Futility | LateMoves | Exchanges

// estimateAt, step 6 of a node, sets the estimate of the position at ply, unless it is urgent or
// no rule asks for it.
func (w *worker[S, M]) estimateAt(ply int) {
	f := &w.stack[ply]
	if w.on&estimating == 0 || f.excludes {
		return
	}
	f.estimated, f.improving = false, false
	if w.caps.Urgent != nil && w.caps.Urgent.Urgent(&f.state) {
		return
	}
	f.estimated, f.static = true, w.caps.number(w.correct(ply, w.evaluate(&f.state)))
	if ply >= 2 && w.caps.Alternates && w.on&Improving != 0 {
		before := &w.stack[ply-2]
		f.improving = !before.estimated || f.static > before.static
	}
}

// skipDepth is the greatest depth in plies at which moves are left out.
const skipDepth = 8

// leavesOut, step 10c of a node, reports whether the i-th move, which note has recorded, is left
// out. It then removes it from the moves, and if it is quiet perhaps all quiet moves after it.
func (w *worker[S, M]) leavesOut(n *visit, i int) bool {
	f := &w.stack[n.ply]
	if n.depth > skipDepth || !f.estimated || n.best < -w.caps.most() || w.caps.beyond(n.alpha) || w.alarms(f, f.moves[i]) {
		return false
	}
	if (w.caps.Gainer == nil || f.gain == 0) && (w.late(f, n.depth, i) || w.futile(f, n.depth, n.alpha)) {
		w.removeQuiet(f, i)
		n.allBelow = game.NoBound
		return true
	}
	if w.loses(f, n.depth, f.moves[i]) || i > n.unrated && w.disliked(n.ply, n.depth) {
		f.remove(i)
		n.allBelow = game.NoBound
		return true
	}
	return false
}

// remove removes the i-th move.
func (f *frame[S, M]) remove(i int) {
	f.moves = append(f.moves[:i], f.moves[i+1:]...)
	if i < len(f.rates) {
		f.rates = append(f.rates[:i], f.rates[i+1:]...)
	}
}

// removeQuiet removes all quiet moves from the i-th on.
func (w *worker[S, M]) removeQuiet(f *frame[S, M], from int) {
	keep := from
	for i := from; i < len(f.moves); i++ {
		if w.noisy(f, f.moves[i]) || w.alarms(f, f.moves[i]) {
			f.moves[keep] = f.moves[i]
			if i < len(f.rates) {
				f.rates[keep] = f.rates[i]
			}
			keep++
		}
	}
	f.moves = f.moves[:keep]
	f.rates = f.rates[:min(keep, len(f.rates))]
}

// alarms reports whether the game predicts that a move makes the position urgent. Such moves
// are never left out.
func (w *worker[S, M]) alarms(f *frame[S, M], m M) bool {
	return w.caps.Tactician != nil && w.caps.Tactician.Alarms(&f.state, m)
}

// futile reports whether no quiet move is expected to raise the estimate to alpha.
func (w *worker[S, M]) futile(f *frame[S, M], depth int, alpha game.Score) bool {
	return w.on&Futility != 0 && depth <= futilityDepth &&
		w.caps.estimate(f.static+game.Score(depth+1)*w.s.options.FutilityMargin) <= alpha
}

// loses reports whether a move loses more than a margin for each ply.
func (w *worker[S, M]) loses(f *frame[S, M], depth int, m M) bool {
	return w.on&Exchanges != 0 && !w.caps.Tactician.Exchange(&f.state, m, -game.Score(depth)*w.s.options.FutilityMargin)
}

// late reports whether a quiet move is too late in the order to be searched. Chess loses 45
// Elo (-1 to 94) with 3 + d² moves to depth d instead of 4 + 3/2 d².
func (w *worker[S, M]) late(f *frame[S, M], depth, i int) bool {
	if w.on&LateMoves == 0 {
		return false
	}
	most := 4 + depth*depth*3/2
	if !f.improving && w.on&Improving != 0 {
		most = (most + 1) / 2
	}
	return i >= most
}

// dislikedDepth is the greatest depth in plies at which quiet moves are left out for their
// histories.
const dislikedDepth = 4

// disliked reports whether the quiet move that is searched at ply has failed elsewhere too often
// to be searched at a small depth.
func (w *worker[S, M]) disliked(ply, depth int) bool {
	return w.on&LateMoves != 0 && w.stack[ply].gain == 0 && depth <= dislikedDepth && w.merit(ply) < -depth*historyMax*3/8
}

// merit returns the history of the move that is searched at ply.
func (w *worker[S, M]) merit(ply int) int {
	f := &w.stack[ply]
	switch side := w.rules.ToMove(&f.state); {
	case f.gain != 0 && w.on&NoisyHistory != 0:
		return int(*w.history.noisy(side, f.gain, f.playedKey))
	case f.gain == 0 && w.on&History != 0:
		return int(w.history.worth(side, w.past(ply), f.playedKey))
	}
	return 0
}

// adjustment returns the plies by which to reduce the move being searched at ply beyond its
// place in the order. It is less at the root, for moves that make the position urgent, for
// noisy moves, and for moves with a good history. It is more for a side that does not improve,
// and at nodes that are expected to fail high.
func (w *worker[S, M]) adjustment(ply int) int {
	f := &w.stack[ply]
	if !f.estimated {
		return -1
	}
	r := 0
	if ply == 0 {
		r -= 2
	}
	if w.caps.Tactician != nil && w.caps.Urgent != nil && w.caps.Urgent.Urgent(&w.stack[ply+1].state) {
		r -= 2
	}
	if r -= w.merit(ply) / (historyMax / 2); f.gain != 0 {
		r--
	}
	if !f.improving && w.on&Improving != 0 {
		r++
	}
	if f.failsHigh && w.on&CutNodes != 0 {
		r++
	}
	return r
}

// singularDepth is the least depth in plies at which the table's move is compared with all others.
const singularDepth = 7

// trusts reports whether the table has a lower bound of a move, from a search nearly as deep.
func (n *visit) trusts() bool {
	return n.code != 0 && n.depth >= singularDepth && n.entry.depth >= n.depth-3 && n.entry.bound&game.Lower != 0
}

// extended, step 8 of a node, searches it without the table's move, to half the depth. If all
// other moves are much worse, the table's move is extended by a ply; off the principal variation by
// two if they are worse by a further quarter of the margin, which gains 23 Elo in chess (-3 to 51).
// If another move is good enough, the node is settled by a value that fails high.
func (w *worker[S, M]) extended(n *visit) bool {
	f := &w.stack[n.ply]
	if w.on&Singular == 0 || n.ply == 0 || n.ply >= w.maxPly || !n.trusts() {
		return false
	}
	first := w.findMove(f, n.code, n.image)
	v := n.entry.score.Later(n.ply)
	margin := w.s.options.FutilityMargin
	low := w.caps.estimate(w.caps.number(v) - game.Score(n.depth)*margin/16)
	if first < 0 || len(f.moves) < 2 || w.caps.beyond(v) || w.caps.beyond(low) {
		return false
	}
	f.excluded, f.excludes = f.moves[first], true
	second, _ := w.again(n.ply, (n.depth-1)/2, low-1, low)
	f.excludes = false
	switch {
	case w.stopped():
	case n.scouts() && second < w.caps.estimate(w.caps.number(low)-margin/4):
		n.extra = min(2, max(1, w.maxPly-n.ply-n.depth))
	case second < low:
		n.extra = 1
	case low >= n.beta && n.scouts():
		return n.settle(low, game.NoBound)
	}
	return false
}
