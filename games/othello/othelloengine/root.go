package othelloengine

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
)

// root answers one question.
type root struct {
	*Solver
	own, opp uint64
	n        int
	parity   uint8
	question question
	info     func(*finding)
	began    time.Time
	found    finding
	ranked   int    // number of lines that the exact iteration has completed
	window   window // the window of the current try
}

func (r *root) run() {
	w := r.worker
	empty := w.board &^ (r.own | r.opp)
	r.n, r.parity = bits.OnesCount64(empty), parityOf(empty)
	w.features[r.n].Set(r.own, r.opp)
	list := r.list()
	if len(list) == 0 {
		r.found.value, r.found.bound, r.found.percent = w.final(r.own, r.opp), game.Exact, 100
		r.found.done = true
		return
	}
	r.found.lines = []foundLine{{moves: []othello.Move{list[0].Move}}}
	for _, s := range r.steps() {
		if s.depth < r.n && r.wipedOut() {
			continue
		}
		before := r.found
		before.lines = slices.Clone(before.lines)
		r.iterate(list, s)
		if r.budget.Halted() {
			if before.depth > 0 && !r.coherent() {
				r.found = before
			}
			return
		}
	}
	r.found.done = true
}

// coherent reports whether the lines can be shown together: there is only one, an exact line is
// complete, or the first line is proven and no other exceeds it.
func (r *root) coherent() bool {
	lines := r.found.lines
	return len(lines) < 2 || r.ranked > 0 || lines[0].bound != game.NoBound &&
		!slices.ContainsFunc(lines, func(l foundLine) bool { return l.value > lines[0].value })
}

// exact reports whether iteration s proves its values.
func (r *root) exact(s step) bool { return s.depth == r.n && s.sure >= certain }

// iterate runs iteration s for all requested lines: the best move, then the
// best of the remaining moves, and so on.
func (r *root) iterate(list []child, s step) {
	lines := min(r.question.lines, len(list))
	for i := range lines {
		r.search(list, i, s)
		if r.budget.Halted() {
			return
		}
		if r.exact(s) {
			r.ranked = i + 1
			if i < lines-1 {
				r.tell() // the next line may take long
			}
		}
	}
	r.arrange(list)
	r.tell()
}

// arrange sorts the lines, and the moves of list, by value: a line searched
// later may have a higher estimate.
func (r *root) arrange(list []child) {
	lines := r.found.lines
	slices.SortStableFunc(lines, func(a, b foundLine) int { return b.value - a.value })
	for i, l := range lines {
		at := slices.IndexFunc(list, func(c child) bool { return c.Move == l.moves[0] })
		toFront(list[i : at+1])
	}
	if r.found.bound == game.NoBound {
		r.found.value = lines[0].value
	}
}

// toFront moves the last element of list to the front.
func toFront[T any](list []T) {
	last := list[len(list)-1]
	copy(list[1:], list)
	list[0] = last
}

// wipedOut reports whether an iteration saw a side lose all its discs, so that deeper iterations
// before the end cannot find more. The FFO 20–39 problem with a wipeout takes 4.4 instead of 15.0
// million nodes. Far from the end of the game, or with several lines, the iterations still run.
func (r *root) wipedOut() bool {
	const all, near = 62, 30 // discs, and empty squares
	return max(r.found.value, -r.found.value) >= all && r.n < near && r.question.lines == 1 && r.goal().depth == r.n
}

// step is one iteration at the root: its depth in plies and its confidence, an
// index into confidences.
type step struct {
	depth int
	sure  uint8
}

// prepareFrom is the least number of empty squares at which shallower
// iterations precede the exact search. Measured: 12 and 16 cost the same nodes
// as 14, 18 1.2 % more, 20 and more 12.9 % more (TestTuning).
var prepareFrom = 14

// gamble is the confidence index of the selective iteration to the end of the
// game, one step above the iterations before it; see confidenceStep.
const gamble = 1

// gambleFrom is the least number of empty squares for that selective iteration.
// Measured: 14, 16 and 20 are within 0.3 % in nodes (TestTuning).
var gambleFrom = 18

// steps returns the iterations: increasing depths over the evaluation up to ten
// plies before the end, a selective search to the end, and the final goal.
func (r *root) steps() (list []step) {
	goal := r.goal()
	if r.worker.eval == nil || r.n < prepareFrom || r.worker.without&ProbCut != 0 {
		return []step{goal}
	}
	for depth := 2 + goal.depth&1; depth < min(goal.depth, r.n-9); depth += 2 {
		list = append(list, step{depth, 0})
	}
	if goal.depth < r.n {
		return append(list, goal)
	}
	if r.n >= gambleFrom && gamble < goal.sure {
		list = append(list, step{r.n, gamble})
	}
	return append(list, goal)
}

// goal returns the last iteration.
func (r *root) goal() step {
	if r.worker.eval == nil {
		return step{r.n, certain}
	}
	asked := r.question.percent
	if d := r.question.depth; d > 0 && d < r.n {
		return step{d, sureOf(cmp.Or(asked, ladder[0].percent))}
	}
	return step{r.n, sureOf(cmp.Or(asked, 100))}
}

// list returns the root's moves, most promising first. A forced pass counts as a move.
func (r *root) list() []child {
	w := r.worker
	moves := othello.Mobility(r.own, r.opp) & w.board
	if moves == 0 {
		if othello.Mobility(r.opp, r.own)&w.board == 0 {
			return nil
		}
		return []child{{Own: r.opp, Opp: r.own, Move: othello.Pass}}
	}
	known, _ := w.tableOf(r.n).probe(othello.Hash(r.own, r.opp), r.own, r.opp)
	list := append([]child(nil), w.expand(r.own, r.opp, moves, r.n)...)
	w.rate(list, r.opp, r.n, r.parity, known)
	for i := range list {
		next(list, i)
	}
	if r.question.lines > 1 {
		return list
	}
	return r.unmirrored(list)
}

// unmirrored drops each move that leads to a mirror image of the position after an earlier move.
func (r *root) unmirrored(list []child) []child {
	seen := map[uint64]bool{}
	return slices.DeleteFunc(list, func(c child) bool {
		key, _ := r.rules.Fold(&othello.Position{Own: c.Own, Opp: c.Opp})
		known := seen[key]
		seen[key] = true
		return known
	})
}

// search finds the best move of list[index:], moves it to list[index] and
// records it as that line of the result.
func (r *root) search(list []child, index int, s step) {
	r.worker.sure = s.sure
	asked := window{r.question.alpha, r.question.beta}
	r.window = asked
	if index == 0 && s.depth == r.n && !r.exact(s) && r.found.depth > 0 {
		v := min(max(r.found.value, asked.alpha+1), asked.beta-1)
		r.window = window{max(v-gambleWidth, asked.alpha), min(v+gambleWidth, asked.beta)}
	}
	best := r.try(list, index, s)
	for _, wider := range [2]window{r.window.beyond(best, asked), asked} {
		if r.budget.Halted() {
			return
		}
		if !r.window.holds(best, asked) {
			r.window = wider
			best = r.try(list, index, s)
		}
	}
	if index == 0 && !r.budget.Halted() {
		r.complete(best, s)
	}
}

// gambleWidth is the half-width, in discs, of the aspiration window of the selective iteration to
// the end, around the previous iteration's value. With 6, random positions of 20 empty squares take
// 8.5 % fewer nodes than with a full window, FFO 40–49 0.9 % fewer. docs/othello.md has the other
// widths (TestTuning).
var gambleWidth = 6

// window is an alpha-beta window in discs.
type window struct{ alpha, beta int }

// holds reports whether value v, found with window w, answers the window asked.
func (w window) holds(v int, asked window) bool {
	return (v > w.alpha || w.alpha == asked.alpha) && (v < w.beta || w.beta == asked.beta)
}

// beyond returns the window for the next try after v fell outside w.
func (w window) beyond(v int, asked window) window {
	if v <= w.alpha {
		return window{asked.alpha, v + 1}
	}
	return window{v - 1, asked.beta}
}

// try searches list[index:] in r.window and returns the best value. Moves that fail low against a
// window narrower than the question's are not reported: their order is unknown.
func (r *root) try(list []child, index int, s step) int {
	low, best := r.window.alpha, unknown
	for i := index; i < len(list); i++ {
		var rest line
		c := list[i]
		v := r.child(&c, i == index, low, s.depth, &rest)
		if r.budget.Halted() {
			return best
		}
		if v > best {
			best = v
			if v > r.window.alpha || r.window.alpha == r.question.alpha {
				toFront(list[index : i+1])
				r.report(v, c.Move, &rest, index, s)
			}
		}
		if low = max(low, v); low >= r.window.beta {
			break
		}
	}
	return best
}

// child searches a root move.
func (r *root) child(c *child, first bool, alpha, depth int, rest *line) int {
	w := r.worker
	w.features[r.n].Set(r.own, r.opp)
	if c.Move == othello.Pass {
		w.turn(r.n)
		return -w.pv(c.Own, c.Opp, -r.window.beta, -alpha, depth, r.n, r.parity, rest)
	}
	w.descend(c, r.opp, r.n, featuresFrom)
	return w.pvChild(c, first, alpha, r.window.beta, depth, r.n, r.parity, rest)
}

// report records a move that beats the moves before it in line index.
func (r *root) report(v int, m othello.Move, rest *line, index int, s step) {
	var l line
	l.set(m, rest)
	bound := r.bound(v, s)
	r.place(index, foundLine{
		value: v, bound: bound, depth: s.depth, percent: ladder[s.sure].percent,
		moves: append([]othello.Move(nil), l.moves[:l.n]...),
	})
	if index == 0 && bound&game.Lower != 0 {
		r.found.value, r.found.bound = v, game.Lower
		r.found.depth, r.found.percent = s.depth, ladder[s.sure].percent
		if r.coherent() {
			r.tell()
		}
	}
}

// place stores l as line index. It replaces the previous entry of the same move; the other lines
// move down, and lines beyond the requested number are dropped.
func (r *root) place(index int, l foundLine) {
	lines := r.found.lines
	known := slices.IndexFunc(lines, func(k foundLine) bool { return k.moves[0] == l.moves[0] })
	if known < 0 {
		known = len(lines)
		lines = append(lines, l)
	}
	lines[known] = l
	toFront(lines[index : known+1])
	r.found.lines = lines[:min(len(lines), r.question.lines)]
}

// complete records v as the best value after all moves were searched, or enough
// of them to reach beta.
func (r *root) complete(v int, s step) {
	r.found.value, r.found.bound = v, r.bound(v, s)
	r.found.depth, r.found.percent = s.depth, ladder[s.sure].percent
	best := r.found.lines[0].moves[0]
	r.worker.tableOf(r.n).store(othello.Hash(r.own, r.opp), r.own, r.opp, windowBound(v, r.window.alpha, r.window.beta, s.depth, s.sure, best, r.nodes()))
}

// tell passes a snapshot to info.
func (r *root) tell() {
	if r.info != nil {
		f := r.snapshot()
		r.info(&f)
	}
}

// bound returns how v bounds the root's true value: an iteration that is not exact proves nothing.
func (r *root) bound(v int, s step) game.Bound {
	if !r.exact(s) {
		return game.NoBound
	}
	return game.Window{Alpha: game.Score(r.window.alpha), Beta: game.Score(r.window.beta)}.Bound(game.Score(v))
}

// snapshot returns the result so far.
func (r *root) snapshot() finding {
	f := r.found
	f.nodes, f.elapsed = r.nodes(), time.Since(r.began)
	f.lines = r.limited()
	return f
}

// limited returns the lines sorted by value. A completed line is proven best among itself and
// the lines after it, so its value caps their estimates. A line with a bound keeps only its
// first move, because nothing is proven about the later ones.
func (r *root) limited() []foundLine {
	lines := slices.Clone(r.found.lines)
	if r.ranked > 0 && lines[r.ranked-1].bound&game.Upper != 0 {
		most := lines[r.ranked-1].value
		for i := range lines[r.ranked:] {
			if l := &lines[r.ranked+i]; l.bound == game.NoBound && l.value > most {
				l.value, l.bound, l.depth, l.percent = most, game.Upper, r.n, 100
			}
		}
	}
	for i := range lines {
		if l := &lines[i]; l.bound == game.Lower || l.bound == game.Upper {
			l.moves = l.moves[:1]
		}
	}
	slices.SortStableFunc(lines, func(a, b foundLine) int { return b.value - a.value })
	return lines
}

// line is a principal variation, including passes.
type line struct {
	moves [128]othello.Move
	n     int
}

// set sets l to m followed by rest.
func (l *line) set(m othello.Move, rest *line) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.moves[:rest.n])
}

// pv searches a position of n empty squares to depth plies with the window
// (alpha, beta), fail-soft. It stores the principal variation in l if the value
// is inside the window. A depth of n or more solves the position.
func (w *worker) pv(own, opp uint64, alpha, beta, depth, n int, parity uint8, l *line) int {
	l.n = 0
	w.nodes++
	if w.stopped() {
		return alpha
	}
	if depth <= 0 && n > lightest {
		return round(w.eval.Sum(&w.features[n], n))
	}
	key := othello.Hash(own, opp)
	table := w.tableOf(n)
	known, _ := table.probe(key, own, opp)
	sure := w.sure
	if n <= depth || n <= lightest {
		depth, sure = n, w.sureness(n)
	}
	if v, ok := known.settles(depth, sure, alpha, beta); ok {
		return v
	}
	var rest line
	moves := othello.Mobility(own, opp) & w.board
	if moves == 0 {
		return w.pass(own, opp, n, func(uint64) int {
			v := w.pv(opp, own, -beta, -alpha, depth, n, parity, &rest)
			l.set(othello.Pass, &rest)
			return v
		})
	}
	list := w.expand(own, opp, moves, n)
	if depth < n {
		w.rateMid(list, opp, depth, n, known)
	} else {
		w.rate(list, opp, n, parity, known)
	}
	before, best, first, low := w.nodes, unknown, noMove, alpha
	for i := range list {
		c := next(list, i)
		w.descend(c, opp, n, featuresFrom)
		v := w.pvChild(c, i == 0, low, beta, depth, n, parity, &rest)
		if v > best {
			best, first = v, c.Move
			if v > low && v < beta {
				l.set(c.Move, &rest)
			}
			if low = max(low, v); low >= beta {
				break
			}
		}
	}
	if !w.halted() {
		table.store(key, own, opp, windowBound(best, alpha, beta, depth, sure, first, w.nodes-before))
	}
	return best
}

// pvChild searches a child of a PV node: the first child with the full window,
// the others with a null window first.
func (w *worker) pvChild(c *child, first bool, alpha, beta, depth, n int, parity uint8, l *line) int {
	own, opp := c.Own, c.Opp
	parity ^= quadrant[c.Move&63]
	if !first {
		if v := -w.mid(own, opp, -alpha-1, depth-1, n-1, parity); v <= alpha || v >= beta {
			return v
		}
	}
	return -w.pv(own, opp, -beta, -alpha, depth-1, n-1, parity, l)
}
