package search

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/line"
)

// rootMove is a move at the root with the results of its searches.
type rootMove[M comparable] struct {
	move  M
	score game.Score // of the last search of the move; a bound if it failed
	bound game.Bound // how score bounds the value at depth
	depth int
	pv    []M

	lower, upper game.Score // the proven bounds of the move's true value
}

// learn narrows the bounds of m by v and its proof. It returns v, or the
// nearest value that has not been disproven.
func (m *rootMove[M]) learn(v game.Score, proof game.Bound) game.Score {
	if proof&game.Lower != 0 {
		m.lower = max(m.lower, v)
	}
	if proof&game.Upper != 0 {
		m.upper = min(m.upper, v)
	}
	return min(max(v, m.lower), m.upper)
}

// proofOf returns how v bounds a value that is proven to lie in [lower, upper].
func proofOf(v, lower, upper game.Score) (proof game.Bound) {
	if v <= lower {
		proof |= game.Lower
	}
	if v >= upper {
		proof |= game.Upper
	}
	return proof
}

// finished returns the result at a root where the game is over.
func (w *worker[S, M]) finished() Result[M] {
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
func (w *worker[S, M]) deepen() Result[M] {
	result := w.result(0)
	last := w.lastDepth()
	var nodesBefore, nodesLast uint64
	for depth := min(max(1, w.query.From), last); depth <= last; depth = w.nextDepth(depth, last) {
		started := w.stats.Nodes
		w.iterate(depth)
		if w.stopped() {
			break
		}
		if n := w.stats.Nodes - started; result.Depth > 0 {
			nodesBefore, nodesLast = nodesLast, n
		} else {
			nodesLast = n
		}
		previous, plies := result.Lines[0], depth-result.Depth
		result = w.result(depth)
		if nodesBefore > 0 {
			result.Branching = math.Pow(float64(nodesLast)/float64(nodesBefore), 1/float64(plies))
		}
		drawn := w.drawn(&result)
		if result.Stopped == Running && w.settled(&result) {
			result.Stopped = Solved
		} else if result.Stopped == Running && w.enough(depth, previous, result.Lines[0]) {
			result.Stopped = TimeLimit
		}
		switch {
		case drawn: // its lines are proven
		case result.Stopped != Running || depth == last:
			w.playOut(&result)
		default:
			w.shorten(&result)
		}
		if w.report != nil {
			w.report(w.s.whole(result))
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

// stride is how many plies a search deepens at a time on its way to a depth, where no clock needs
// every iteration. Values at odd and even horizons differ, and order moves less well. Iterations
// below strideDepth are cheap.
const (
	stride      = 2
	strideDepth = 4
)

// proofStride is the depth in plies from which an exhaustive search deepens by stride.
const proofStride = 8

// deepStride is the depth in plies from which any search deepens by an eighth. A game that long has
// few moves at a time, and reaching its end matters more than searching every depth on the way.
const deepStride = 128

// nextDepth returns the depth of the iteration after the one to depth. It never jumps over
// last, and returns last+1 after it.
func (w *worker[S, M]) nextDepth(depth, last int) int {
	step := 1
	switch {
	case depth >= deepStride:
		step = depth / 8
	case w.query.Exhaustive && depth >= proofStride:
		step = stride
	case depth >= strideDepth && (last-depth)%stride == 0 && w.unhurried():
		step = stride
	}
	if depth < last {
		return min(depth+step, last)
	}
	return depth + 1
}

// unhurried reports whether the search deepens by stride: it compares estimates, has only a depth
// to reach, and learns the order of moves by itself.
func (w *worker[S, M]) unhurried() bool {
	q, c := &w.query, &w.control
	return q.Depth > 0 && q.Nodes == 0 && c.Time == 0 && c.SoftTime == 0 && w.caps.Evaluator != nil && w.caps.MoveScorer == nil
}

// MaxDepth is the greatest depth of a search, in plies. A search without a depth limit stops at 255
// plies where positions may repeat, because it may never reach the end of the game.
const MaxDepth = 1 << 16

// lastDepth returns the depth of the last iteration.
func (w *worker[S, M]) lastDepth() int {
	switch {
	case w.query.Depth > 0:
		return min(w.query.Depth, MaxDepth)
	case w.caps.Repeater != nil:
		return 255
	}
	return MaxDepth
}

// interrupted returns the result of a search that was stopped during an
// iteration: that of the last complete iteration or, if the query asks for one
// line, a better move that the unfinished iteration has found.
func (w *worker[S, M]) interrupted(complete Result[M]) Result[M] {
	if w.partial && len(complete.Lines) == 1 {
		complete = w.result(complete.Depth)
		w.shorten(&complete)
	}
	complete.Stats = w.stats
	complete.SelDepth = w.selDepth
	complete.Stopped = w.s.budget.Stopped()
	return complete
}

// result describes the current state of the root. The proof of the position
// combines those of all moves: its value is at least the lower bound of the
// first move, and at most the greatest upper bound of any.
func (w *worker[S, M]) result(depth int) Result[M] {
	n := min(max(1, w.query.Lines), len(w.roots))
	r := Result[M]{
		Depth: depth, SelDepth: w.selDepth, Threads: len(w.s.workers),
		Stats: w.stats, Elapsed: time.Since(w.started),
	}
	if w.table != nil {
		r.Full = w.table.Full()
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
			Score: score, Bound: m.bound, Proof: proofOf(score, m.lower, m.upper), Depth: m.depth, PV: slices.Clone(pv),
		})
	}
	upper := -game.Infinity
	if w.restricted {
		upper = game.Infinity
	}
	for i := range w.roots {
		upper = max(upper, w.roots[i].upper)
	}
	r.Proof = proofOf(r.Score(), w.roots[0].lower, upper)
	return r
}

// settled reports whether a deeper search could not change the answer to the query.
func (w *worker[S, M]) settled(r *Result[M]) bool {
	if w.query.answered(r.Score(), r.Proof) {
		return true
	}
	if r.Proof != game.Exact && !(w.restricted && r.Lines[0].Proof == game.Exact) {
		return false
	}
	for _, l := range r.Lines[1:] {
		below := l.Score <= w.query.Window.Alpha && l.Proof&game.Upper != 0
		if l.Proof != game.Exact && !below {
			return false
		}
	}
	least := max(r.Lines[len(r.Lines)-1].Score, w.query.Window.Alpha)
	return !slices.ContainsFunc(w.roots[len(r.Lines):], func(m rootMove[M]) bool { return m.upper > least })
}

// answered reports whether a value and its proof answer the query: they lie outside the window,
// or prove a win or loss as short as asked.
func (q *Query) answered(v game.Score, proof game.Bound) bool {
	n, won, ok := v.Plies()
	short := ok && n <= q.Plies
	return proof&game.Lower != 0 && (v >= q.Window.Beta || short && won) ||
		proof&game.Upper != 0 && (v <= q.Window.Alpha || short && !won)
}

// enough reports whether the time forbids another iteration after one to depth.
func (w *worker[S, M]) enough(depth int, previous, now Line[M]) bool {
	d := Steady
	if len(w.roots) == 1 {
		d = Forced
	} else if depth > 1 && len(previous.PV) > 0 && previous.PV[0] != now.PV[0] {
		d = Changed
	}
	return w.s.budget.Enough(d)
}

// iterate searches the root to depth, one line after the other.
func (w *worker[S, M]) iterate(depth int) {
	w.prepare(depth)
	w.partial, w.iteration = false, depth
	lines := min(max(1, w.query.Lines), len(w.roots))
	for k := range lines {
		w.drive(k, depth, w.roots[k].score)
		if w.stopped() {
			return
		}
	}
	// A later line may have a better value than an earlier one, or a higher proven lower bound.
	slices.SortStableFunc(w.roots[:lines], func(a, b rootMove[M]) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.lower, a.lower))
	})
}

// rootUpper returns a proven upper bound of the root's value, and so of each move's.
func (w *worker[S, M]) rootUpper() game.Score {
	root := &w.stack[0]
	if len(root.moves) == 0 {
		return game.Infinity
	}
	_, upper := w.bounds(root, 0)
	if root.lasting(upper, game.Upper) == game.NoBound {
		return game.Infinity
	}
	return upper
}

// aspirationDepth is the least depth in plies at which a narrow window saves nodes.
const aspirationDepth = 4

// drive finds the best of the moves from k on and its value. It searches with a
// window around the guess, the value of the last iteration, and widens it
// fourfold on the side where the value falls outside.
func (w *worker[S, M]) drive(k, depth int, guess game.Score) {
	window := w.query.Window
	number, before := w.caps.number(guess), w.caps.number(w.guesses[k])
	width := max(1, w.s.options.FutilityMargin/4, (number-before)/2, (before-number)/2)
	if w.on&Aspiration != 0 && depth >= aspirationDepth && !w.caps.beyond(guess) {
		window.Alpha = max(window.Alpha, w.caps.estimate(number-width))
		window.Beta = min(window.Beta, w.caps.estimate(number+width))
		if !window.Valid() {
			window = w.query.Window
		}
	}
	w.guesses[k] = guess
	for {
		if w.watch != nil {
			w.beginVisit(0, -1, window)
		}
		v := w.root(k, depth, window.Alpha, window.Beta)
		if w.stopped() {
			return
		}
		if w.watch != nil {
			w.endVisit(0, v)
		}
		switch {
		case v <= window.Alpha && window.Alpha > w.query.Window.Alpha:
			width *= 4
			window.Alpha = w.caps.widen(v, -width, w.query.Window.Alpha)
		case v >= window.Beta && window.Beta < w.query.Window.Beta:
			width *= 4
			window.Beta = w.caps.widen(v, width, w.query.Window.Beta)
		default:
			return
		}
	}
}

// widen returns v+by, or the limit if that is past it or v is no estimate.
func (c *capabilities[S, M]) widen(v, by, limit game.Score) game.Score {
	if c.beyond(v) || by > game.MaxEval || by < -game.MaxEval || (c.number(v) + by).Proven() {
		return limit
	}
	wider := c.estimate(c.number(v) + by)
	if by < 0 {
		return max(wider, limit)
	}
	return min(wider, limit)
}

// root searches the promising root moves from k on to depth, or the move at k if none is
// left, and puts the best at k. It returns a fail-soft value, like node.
func (w *worker[S, M]) root(k, depth int, alpha, beta game.Score) game.Score {
	w.visit(0)
	if w.stopped() {
		return 0
	}
	w.estimateAt(0)
	best, a, bestIndex := -game.Infinity, alpha, k
	w.pathPly = line.NoPly
	for i := k; i < max(w.promising, k+1); i++ {
		m := &w.roots[i]
		w.tell(i, depth)
		w.play(0, m.move)
		v, proof := w.visitChild(0, depth, i-k, a, beta)
		if w.stopped() {
			w.partial = w.partial || (k == 0 && bestIndex != k && best > alpha)
			w.promote(k, bestIndex)
			return 0
		}
		found := v
		v = m.learn(v, w.stack[0].lasting(v, proof))
		m.score, m.depth, m.bound = v, depth, game.Window{Alpha: a, Beta: beta}.Bound(v)
		if found == v && (v > a || i == k) || len(m.pv) == 0 {
			m.pv = append(append(m.pv[:0], m.move), w.stack[1].pv...)
		}
		if v > best {
			best, bestIndex = v, i
			a = max(a, v)
			if v >= beta {
				break
			}
		}
	}
	w.promote(k, bestIndex)
	return best
}

// tell reports that the search of root move i to depth begins.
func (w *worker[S, M]) tell(i, depth int) {
	if w.control.Trying == nil || w != w.s.workers[0] {
		return
	}
	w.scratchMoves, _ = w.rules.Moves(&w.stack[0].state, w.scratchMoves[:0])
	w.control.Trying(Trying{slices.Index(w.scratchMoves, w.roots[i].move), i + 1, depth, w.stats.Nodes})
}

// promote moves root move i to place k, the ones between one down.
func (w *worker[S, M]) promote(k, i int) {
	m := w.roots[i]
	copy(w.roots[k+1:i+1], w.roots[k:i])
	w.roots[k] = m
}
