package search

import (
	"math"

	"github.com/plywood-go/plywood/game"
)

// Sets of rules: those that prune nodes, those that need estimates of inner nodes, and those
// that ask what a move gains.
const (
	pruning    = ReverseFutility | Razoring | NullMove | ProbCut
	estimating = ReverseFutility | Razoring | NullMove | skipping | Improving | CutNodes | Correction
	gaining    = skipping | Delta | LMR
)

// pruned, step 7 of a node, tries the rules that prune it where the window is a null window of
// estimates. None proves a value.
func (w *worker[S, M]) pruned(n *visit) bool {
	if w.on&pruning == 0 || !n.scouts() || w.stack[n.ply].excludes || w.caps.beyond(n.asked) || w.caps.beyond(n.beta) {
		return false
	}
	return w.reverseFutility(n) || w.razoring(n) || w.nullMove(n) || w.probCut(n)
}

// The depths in plies up to which rules by margins apply. At greater depths razoring hides
// sacrifices; see docs/measurements.md.
const (
	reverseDepth  = 7
	razorDepth    = 1
	futilityDepth = 7
)

// Reverse futility hides quiet moves that threaten a side far ahead, such as a mate of a king with
// few moves. Before the iteration to depth reverseFrom, which is enough for mates in two, it spares
// sides with at most fewMoves moves; see docs/measurements.md. In chess it spares a side that was in
// check at its last move: 29 of 300 sacrifices are missed instead of 34.
const (
	reverseFrom = 4  // plies
	fewMoves    = 16 // 12 hide a mate of TestQuietMates of package chessengine
)

// reverseFutility prunes a node whose estimate is above the window by a margin for each ply. If
// the position improves, the margin is for one ply less.
func (w *worker[S, M]) reverseFutility(n *visit) bool {
	f, depth := &w.stack[n.ply], n.depth
	few := w.iteration < reverseFrom && len(f.moves) <= fewMoves
	checked := w.caps.Tactician != nil && n.ply >= 2 && !w.stack[n.ply-2].estimated
	if w.on&ReverseFutility == 0 || !f.estimated || depth > reverseDepth || few || checked {
		return false
	}
	if f.improving {
		depth--
	}
	v := w.caps.estimate(f.static - game.Score(depth)*w.s.options.FutilityMargin)
	return v >= n.beta && n.settle(v, game.NoBound)
}

// razoring prunes a node whose estimate is below the window by several margins, if the
// quiescence search agrees.
func (w *worker[S, M]) razoring(n *visit) bool {
	f := &w.stack[n.ply]
	if w.on&Razoring == 0 || !f.estimated || n.depth > razorDepth ||
		w.caps.estimate(f.static+game.Score(3*n.depth)*w.s.options.FutilityMargin) > n.asked {
		return false
	}
	v, _ := w.horizon(n.ply, 0, n.asked, n.beta)
	f.moves, _ = w.rules.Moves(&f.state, f.moves[:0])
	return v <= n.asked && !w.stopped() && n.settle(v, game.NoBound)
}

// nullDepth is the least depth in plies for a null move. From verifyDepth on,
// a search of the real moves verifies its cut.
const (
	nullDepth   = 3
	verifyDepth = 8
)

// nullMove lets the opponent move twice. If the value still fails high, the
// node is pruned (Donninger 1993). From verifyDepth on, a reduced search of
// the real moves must agree, which guards against zugzwang.
func (w *worker[S, M]) nullMove(n *visit) bool {
	f, next := &w.stack[n.ply], &w.stack[n.ply+1]
	if w.on&NullMove == 0 || n.depth < nullDepth || f.nulled || !f.estimated || w.caps.estimate(f.static) < n.beta {
		return false
	}
	if !w.caps.Nuller.Null(&next.state, &f.state) {
		return false
	}
	next.nulled, next.failsHigh, f.playedKey = true, false, -1
	reduced := n.depth - 3 - n.depth/4
	if margin := w.s.options.FutilityMargin; margin > 0 {
		reduced -= int(min(3, (f.static-w.caps.number(n.beta))/(2*margin)))
	}
	v, _ := w.child(n.ply, reduced, n.asked, n.beta)
	if v < n.beta || w.stopped() {
		return false
	}
	if n.depth >= verifyDepth {
		f.nulled = true // no null move at this node during verification
		v, _ = w.again(n.ply, reduced, n.asked, n.beta)
		f.nulled = false
	}
	// A win after a null move is not proven: return at most a very good estimate.
	return v >= n.beta && !w.stopped() && n.settle(min(v, w.caps.most()), game.NoBound)
}

// again searches the node at ply itself to another depth. It restores the
// node's move list for the search in progress.
func (w *worker[S, M]) again(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	f := &w.stack[ply]
	path := w.pathPly
	if w.watch != nil {
		w.watch.hidden++
		defer func() { w.watch.hidden-- }()
	}
	v, proof := w.node(ply, depth, alpha, beta)
	w.pathPly = min(path, w.pathPly)
	f.moves, _ = w.rules.Moves(&f.state, f.moves[:0])
	return v, proof
}

// probCut prunes where a shallow search predicts, within the error of its
// Prediction, that the deep one would fail (Buro 1995).
func (w *worker[S, M]) probCut(n *visit) bool {
	if w.on&ProbCut == 0 {
		return false
	}
	for _, p := range w.s.options.ProbCut {
		if p.Depth != n.depth || p.Shallow >= n.depth || p.Slope <= 0 {
			continue
		}
		margin := p.Confidence * p.Sigma
		number := game.Score(math.Ceil((float64(w.caps.number(n.beta)) + margin - p.Offset) / p.Slope))
		if high := w.caps.estimate(number); number <= game.MaxEval {
			if v, _ := w.again(n.ply, p.Shallow, high-1, high); v >= high && !w.stopped() {
				return n.settle(max(n.beta, w.predict(&p, v, -margin)), game.NoBound)
			}
		}
		number = game.Score(math.Floor((float64(w.caps.number(n.asked)) - margin - p.Offset) / p.Slope))
		if low := w.caps.estimate(number); number >= -game.MaxEval {
			if v, _ := w.again(n.ply, p.Shallow, low, low+1); v <= low && !w.stopped() {
				return n.settle(min(n.asked, w.predict(&p, v, margin)), game.NoBound)
			}
		}
	}
	return false
}

// predict returns the deep value that p predicts from a shallow one, shifted by margin.
func (w *worker[S, M]) predict(p *Prediction, v game.Score, margin float64) game.Score {
	deep := p.Slope*float64(w.caps.number(v)) + p.Offset + margin
	return w.caps.estimate(game.Score(min(max(deep, -float64(game.MaxEval)), float64(game.MaxEval))))
}
