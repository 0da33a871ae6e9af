package search

import (
	"cmp"
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
)

// rootMove is a move at the root with what the search knows of it.
type rootMove[M comparable] struct {
	move  M
	score game.Score // of the last search of the move; a bound if it failed
	bound game.Bound // how score bounds the value at depth
	proof game.Bound // how score bounds the true value of the move
	depth int
	pv    []M
}

// finished returns the result at a root where the game is over.
func (w *worker[S, M, R]) finished() Result[M] {
	_, st := w.rules.Moves(&w.stack[0].state, nil)
	w.stats.Nodes = 1
	return Result[M]{
		Lines:   []Line[M]{{Score: st.Score(), Bound: game.Exact, Proof: game.Exact}},
		Proof:   game.Exact,
		Threads: 1,
		Stats:   w.stats,
		Stopped: Solved,
		Elapsed: time.Since(w.started),
	}
}

// deepen searches the root to depth 1, 2, 3 … until a limit or the end.
func (w *worker[S, M, R]) deepen() Result[M] {
	result := w.result(0, game.NoBound)
	last := maxTableDepth
	if w.limits.Depth > 0 {
		last = min(last, w.limits.Depth)
	}
	var nodesBefore, nodesLast uint64
	for depth := 1; depth <= last; depth = w.nextDepth(depth, last) {
		started := w.stats.Nodes
		proof := w.iterate(depth)
		if w.stopped() {
			break
		}
		if n := w.stats.Nodes - started; depth > 1 {
			nodesBefore, nodesLast = nodesLast, n
		} else {
			nodesLast = n
		}
		previous := result.Lines[0]
		result = w.result(depth, proof)
		if nodesBefore > 0 {
			result.Branching = float64(nodesLast) / float64(nodesBefore)
		}
		if w.settled(&result) {
			result.Stopped = Solved
		} else if w.outOfTime(depth, previous, result.Lines[0]) {
			result.Stopped = TimeLimit
		}
		if w.report != nil {
			w.report(result)
		}
		if result.Stopped != Running {
			return result
		}
	}
	if !w.stopped() {
		result.Stopped = DepthLimit
		return result
	}
	return w.interrupted(result)
}

// proofStride is the depth in plies from which an exhaustive search deepens by
// two: its values do not wait for a horizon of the other parity to agree.
const proofStride = 8

// nextDepth returns the depth of the iteration after that to depth.
func (w *worker[S, M, R]) nextDepth(depth, last int) int {
	if w.limits.Exhaustive && depth >= proofStride && depth+1 < last {
		return depth + 2
	}
	return depth + 1
}

// interrupted returns the result of a search stopped amid an iteration: the
// last complete one, or the part of the new one in which the best move changed
// for a better one.
func (w *worker[S, M, R]) interrupted(complete Result[M]) Result[M] {
	if w.partial {
		proof := w.roots[0].proof & game.Lower
		depth := complete.Depth
		complete = w.result(depth, proof)
	}
	complete.Stats = w.stats
	complete.SelDepth = w.selDepth
	complete.Stopped = Stop(w.s.reason.Load())
	return complete
}

// result describes the root as it stands.
func (w *worker[S, M, R]) result(depth int, proof game.Bound) Result[M] {
	n := min(max(1, w.limits.Lines), len(w.roots))
	r := Result[M]{
		Proof: proof, Depth: depth, SelDepth: w.selDepth, Threads: len(w.s.workers),
		Stats: w.stats, Elapsed: time.Since(w.started),
	}
	for _, m := range w.roots[:n] {
		pv := m.pv
		if len(pv) == 0 {
			pv = []M{m.move}
		}
		score := m.score
		if m.depth == 0 {
			score = 0
		}
		r.Lines = append(r.Lines, Line[M]{
			Score: score, Bound: m.bound, Proof: m.proof, Depth: m.depth, PV: slices.Clone(pv),
		})
	}
	return r
}

// settled reports whether deeper search could not change what was asked for.
func (w *worker[S, M, R]) settled(r *Result[M]) bool {
	v, window := r.Score(), w.limits.Window
	if (v >= window.Beta && r.Proof&game.Lower != 0) || (v <= window.Alpha && r.Proof&game.Upper != 0) {
		return true
	}
	if n, won, ok := v.Plies(); ok && n <= w.limits.Plies {
		if (won && r.Proof&game.Lower != 0) || (!won && r.Proof&game.Upper != 0) {
			return true
		}
	}
	if r.Proof != game.Exact {
		return false
	}
	for _, l := range r.Lines[1:] {
		if l.Proof != game.Exact {
			return false
		}
	}
	return true
}

// outOfTime reports whether no further iteration should be begun. The soft
// limit is stretched by half when the best move has just changed, and a forced
// move needs no thought.
func (w *worker[S, M, R]) outOfTime(depth int, previous, now Line[M]) bool {
	begun := w.s.begun.Load()
	if w.limits.SoftTime == 0 || begun == 0 {
		return false
	}
	if len(w.roots) == 1 {
		return true
	}
	soft := w.limits.SoftTime
	if depth > 1 && len(previous.PV) > 0 && previous.PV[0] != now.PV[0] {
		soft += soft / 2
	}
	return time.Now().UnixNano()-begun >= int64(soft)
}

// iterate searches the root to depth, one line after the other, and returns
// the proof of the best.
func (w *worker[S, M, R]) iterate(depth int) game.Bound {
	w.prepare(depth)
	w.partial = false
	lines := min(max(1, w.limits.Lines), len(w.roots))
	var proof game.Bound
	for k := range lines {
		guess := w.roots[k].score
		p := w.driveLine(k, depth, guess)
		if w.stopped() {
			return game.NoBound
		}
		if k == 0 {
			proof = p
		}
	}
	// A later line may have turned out better than an earlier.
	slices.SortStableFunc(w.roots[:lines], func(a, b rootMove[M]) int { return cmp.Compare(b.score, a.score) })
	return proof
}

// driveLine finds the value of the best of the moves from k on.
func (w *worker[S, M, R]) driveLine(k, depth int, guess game.Score) game.Bound {
	if w.s.options.Driver == MTDF {
		return w.driveNull(k, depth, guess)
	}
	return w.driveWindows(k, depth, guess)
}

// aspirationDepth is the least depth in plies at which a narrow window pays.
const aspirationDepth = 4

// driveWindows searches with a window around the guess, the value of the last
// iteration, and widens it fourfold on the side where the value falls outside.
func (w *worker[S, M, R]) driveWindows(k, depth int, guess game.Score) game.Bound {
	window := w.limits.Window
	width := max(1, (guess-w.lastScore(k))/2, (w.lastScore(k)-guess)/2)
	if w.on&Aspiration != 0 && depth >= aspirationDepth && !guess.Proven() {
		window.Alpha = max(window.Alpha, guess-width)
		window.Beta = min(window.Beta, guess+width)
		if !window.Valid() {
			window = w.limits.Window
		}
	}
	w.remember(k, guess)
	for {
		v, proof := w.root(k, depth, window.Alpha, window.Beta)
		switch {
		case w.stopped():
			return game.NoBound
		case v <= window.Alpha && window.Alpha > w.limits.Window.Alpha:
			width *= 4
			window.Alpha = widen(v, -width, w.limits.Window.Alpha)
		case v >= window.Beta && window.Beta < w.limits.Window.Beta:
			width *= 4
			window.Beta = widen(v, width, w.limits.Window.Beta)
		default:
			return proof
		}
	}
}

// widen returns v+by, or the limit if that is past it or v is no estimate.
func widen(v, by, limit game.Score) game.Score {
	if v.Proven() || by > game.MaxEval || by < -game.MaxEval || (v + by).Proven() {
		return limit
	}
	if by < 0 {
		return max(v+by, limit)
	}
	return min(v+by, limit)
}

// driveNull closes in on the value by null windows alone, MTD(f), and then
// searches once around it for the principal variation.
func (w *worker[S, M, R]) driveNull(k, depth int, guess game.Score) game.Bound {
	window := w.limits.Window
	lower, upper := window.Alpha, window.Beta
	v := guess
	for lower < upper {
		beta := min(max(v, lower+1), upper)
		var proof game.Bound
		v, proof = w.root(k, depth, beta-1, beta)
		switch {
		case w.stopped():
			return game.NoBound
		case v < beta && v <= window.Alpha, v >= beta && v >= window.Beta:
			return proof
		case v < beta:
			upper = v
		default:
			lower = v
		}
	}
	_, proof := w.root(k, depth, v-1, v+1)
	return proof
}

// searchRoot searches the root moves from k on to depth and puts the best at k.
// It returns a fail-soft value and its proof, like node.
func (w *worker[S, M, R]) searchRoot(k, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	w.visit(0)
	if w.stopped() {
		return 0, game.NoBound
	}
	best, bestProof, allBelow := -game.Infinity, game.NoBound, game.Upper
	a, bestIndex := alpha, k
	w.pathPly = noPath
	for i := k; i < len(w.roots); i++ {
		m := &w.roots[i]
		w.play(&w.stack[0], &w.stack[1], m.move)
		v, proof := w.visitChild(0, depth, i-k, a, beta)
		if w.stopped() {
			w.partial = w.partial || (bestIndex != k && best > alpha)
			w.promote(k, bestIndex)
			return 0, game.NoBound
		}
		m.score, m.proof, m.depth = v, proof, depth
		m.bound = game.Window{Alpha: a, Beta: beta}.Bound(v)
		if v > a || i == k {
			m.pv = append(append(m.pv[:0], m.move), w.stack[1].pv...)
		}
		allBelow &= proof
		if v > best {
			best, bestProof, bestIndex = v, proof&game.Lower, i
			a = max(a, v)
			if v >= beta {
				if i+1 < len(w.roots) {
					allBelow = game.NoBound
				}
				break
			}
		}
	}
	w.promote(k, bestIndex)
	return best, bestProof | allBelow
}

// promote moves root move i to place k, the ones between one down.
func (w *worker[S, M, R]) promote(k, i int) {
	m := w.roots[i]
	copy(w.roots[k+1:i+1], w.roots[k:i])
	w.roots[k] = m
}

// lastScore returns the value that line k had before the last iteration.
func (w *worker[S, M, R]) lastScore(k int) game.Score {
	if k < len(w.guesses) {
		return w.guesses[k]
	}
	return 0
}

func (w *worker[S, M, R]) remember(k int, guess game.Score) {
	for len(w.guesses) <= k {
		w.guesses = append(w.guesses, 0)
	}
	w.guesses[k] = guess
}
