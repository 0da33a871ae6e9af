package search

import (
	"math"

	"github.com/plywood-go/plywood/game"
)

// selective tries the rules that prune a node without searching its moves. It
// returns a value that fails high or low, never a proven one.
func (w *worker[S, M]) selective(ply, depth int, alpha, beta game.Score) (game.Score, bool) {
	if w.caps.beyond(alpha) || w.caps.beyond(beta) {
		return 0, false
	}
	if f := &w.stack[ply]; f.estimated && w.s.options.FutilityMargin > 0 {
		if v, ok := w.reverseFutility(f, depth, beta); ok {
			return v, true
		}
		if v, ok := w.razor(ply, depth, alpha); ok {
			return v, true
		}
	}
	if w.useNullMove(ply, depth) {
		if v, ok := w.nullMove(ply, depth, beta); ok {
			return v, true
		}
	}
	if w.on&ProbCut != 0 {
		return w.probCut(ply, depth, alpha, beta)
	}
	return 0, false
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
// sides with at most fewMoves moves; see docs/measurements.md.
const (
	reverseFrom = 4  // plies
	fewMoves    = 16 // 12 hide a mate of TestQuietMates of package chessengine
)

// reverseFutility prunes a node whose estimate is above the window by a margin for each
// ply. One ply less is asked of a side that improves.
func (w *worker[S, M]) reverseFutility(f *frame[S, M], depth int, beta game.Score) (game.Score, bool) {
	if depth > reverseDepth || w.on&ReverseFutility == 0 || w.iteration < reverseFrom && len(f.moves) <= fewMoves {
		return 0, false
	}
	if f.improving {
		depth--
	}
	v := w.caps.estimate(f.static - game.Score(depth)*w.s.options.FutilityMargin)
	return v, v >= beta
}

// razor prunes a node whose estimate is below the window by several margins, if the
// quiescence search agrees and no quiet move wins at once.
func (w *worker[S, M]) razor(ply, depth int, alpha game.Score) (game.Score, bool) {
	f := &w.stack[ply]
	if depth > razorDepth || w.on&Razoring == 0 || w.caps.Noisy == nil ||
		w.caps.estimate(f.static+game.Score(3*depth)*w.s.options.FutilityMargin) > alpha {
		return 0, false
	}
	v, _ := w.horizon(ply, 0, alpha, alpha+1)
	f.moves, _ = w.rules.Moves(&f.state, f.moves[:0])
	return v, v <= alpha && !w.stopped() && !w.winsQuietly(ply)
}

// winsQuietly reports whether a quiet move at ply wins at once. It looks only at moves that the
// game predicts to make the position urgent.
func (w *worker[S, M]) winsQuietly(ply int) bool {
	f, next := &w.stack[ply], &w.stack[ply+1]
	for _, m := range f.moves {
		if !w.alarms(f, m) || w.noisy(f, m) {
			continue
		}
		w.rules.Play(&next.state, &f.state, m)
		if st := w.caps.Statuser.Status(&next.state); st.Over() && (st.Score() > 0) == w.sameSide(ply) && st != game.Draw {
			return true
		}
	}
	return false
}

// nullDepth is the least depth in plies for a null move. From verifyDepth on,
// a search of the real moves verifies its cut.
const (
	nullDepth   = 3
	verifyDepth = 8
)

func (w *worker[S, M]) useNullMove(ply, depth int) bool {
	return depth >= nullDepth && w.on&NullMove != 0 && w.caps.Nuller != nil && w.caps.Evaluator != nil && !w.stack[ply].nulled
}

// nullMove lets the opponent move twice. If the value still fails high, the
// node is pruned (Donninger 1993). From verifyDepth on, a reduced search of
// the real moves must agree, which guards against zugzwang.
func (w *worker[S, M]) nullMove(ply, depth int, beta game.Score) (game.Score, bool) {
	f, next := &w.stack[ply], &w.stack[ply+1]
	if !f.estimated || w.caps.estimate(f.static) < beta || !w.caps.Nuller.Null(&next.state, &f.state) {
		return 0, false
	}
	next.nulled, next.failsHigh, f.playedKey = true, false, -1
	reduced := depth - 3 - depth/4
	if margin := w.s.options.FutilityMargin; margin > 0 {
		reduced -= int(min(3, (f.static-w.caps.number(beta))/(2*margin)))
	}
	v, _ := w.child(ply, reduced, beta-1, beta)
	if v < beta || w.stopped() {
		return 0, false
	}
	if depth >= verifyDepth {
		f.nulled = true // no null move at this node during verification
		v, _ = w.again(ply, reduced, beta-1, beta)
		f.nulled = false
	}
	// A win after a null move is not proven: return at most a very good
	// estimate.
	return min(v, w.caps.most()), v >= beta && !w.stopped()
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
func (w *worker[S, M]) probCut(ply, depth int, alpha, beta game.Score) (game.Score, bool) {
	for _, p := range w.s.options.ProbCut {
		if p.Depth != depth || p.Shallow >= depth || p.Slope <= 0 {
			continue
		}
		margin := p.Confidence * p.Sigma
		number := game.Score(math.Ceil((float64(w.caps.number(beta)) + margin - p.Offset) / p.Slope))
		if high := w.caps.estimate(number); number <= game.MaxEval {
			if v, _ := w.again(ply, p.Shallow, high-1, high); v >= high && !w.stopped() {
				return max(beta, w.predict(&p, v, -margin)), true
			}
		}
		number = game.Score(math.Floor((float64(w.caps.number(alpha)) - margin - p.Offset) / p.Slope))
		if low := w.caps.estimate(number); number >= -game.MaxEval {
			if v, _ := w.again(ply, p.Shallow, low, low+1); v <= low && !w.stopped() {
				return min(alpha, w.predict(&p, v, margin)), true
			}
		}
	}
	return 0, false
}

// predict returns the deep value that p predicts from a shallow one, shifted
// by margin.
func (w *worker[S, M]) predict(p *Prediction, v game.Score, margin float64) game.Score {
	deep := p.Slope*float64(w.caps.number(v)) + p.Offset + margin
	return w.caps.estimate(game.Score(min(max(deep, -float64(game.MaxEval)), float64(game.MaxEval))))
}
