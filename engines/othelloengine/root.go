package othelloengine

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
)

// root is the search for the answer to one question.
type root struct {
	*Solver
	own, opp uint64
	n        int
	parity   uint8
	question question
	info     func(*finding)
	began    time.Time
	found    finding
	ranked   int    // lines of an exact iteration whose search is complete
	window   window // of the try that is made
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

// coherent reports whether the lines can stand beside each other: those of one
// depth, and those that are proven before others of lower values.
func (r *root) coherent() bool {
	lines := r.found.lines
	return len(lines) < 2 || r.ranked > 0 || lines[0].bound != game.NoBound &&
		!slices.ContainsFunc(lines, func(l foundLine) bool { return l.value > lines[0].value })
}

// exact reports whether what an iteration finds is proven.
func (r *root) exact(s step) bool { return s.depth == r.n && s.sure >= certain }

// iterate makes one iteration over list for all lines asked for: the best move,
// the best of the others, and so on.
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

// arrange puts the lines, and the moves of list, in the order of their values:
// estimates of lines searched later may have turned out higher.
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

// toFront puts the last of list before the others.
func toFront[T any](list []T) {
	last := list[len(list)-1]
	copy(list[1:], list)
	list[0] = last
}

// wipedOut reports whether an iteration has seen a side lose all its discs, so that
// deeper ones before the end would find no more. The problem of FFO 20–39 in which that
// happens takes 4.4 million nodes in place of 15.0. Far from the end, or where other moves
// are asked for too, they are made nevertheless.
func (r *root) wipedOut() bool {
	const all, near = 62, 30 // discs, and empty squares
	return max(r.found.value, -r.found.value) >= all && r.n < near && r.question.lines == 1 && r.goal().depth == r.n
}

// step is an iteration of the search of a root: its depth in plies and its
// place on the ladder of confidence.
type step struct {
	depth int
	sure  uint8
}

// prepareFrom is the least number of empty squares at which searches before the
// exact one pay. With 12 and 16 exact searches of 17 to 19 empty squares take the same
// nodes, with 18 1.2 % more, with 20 and so without those before 12.9 % more.
// TestTuning measures them anew.
var prepareFrom = 14

// gamble is the place on the ladder of the selective iteration to the end of the
// game, the one above that of the iterations before it; see rungStep.
const gamble = 1

// gambleFrom is the least number of empty squares at which that iteration is made.
// It is flat up to 19 empty squares: with 14, 16 and 20 exact searches take the same
// nodes within 0.3 %. TestTuning measures them anew.
var gambleFrom = 18

// steps returns the iterations: ever deeper ones over the evaluation, the last
// ten plies before the end left out, a selective one to the end, and the one
// asked for.
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

// list returns the moves of the root, the most promising first; a forced pass
// is a move.
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

// unmirrored returns list without the moves after which the position is the
// image of one after an earlier move.
func (r *root) unmirrored(list []child) []child {
	seen := map[uint64]bool{}
	return slices.DeleteFunc(list, func(c child) bool {
		key, _ := r.rules.Fold(&othello.Position{Own: c.Own, Opp: c.Opp})
		known := seen[key]
		seen[key] = true
		return known
	})
}

// search finds the best move of list but for the first index moves, puts it
// before the others and describes it in that line of the result.
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

// gambleWidth is how many discs on either side of the value of the iteration before the
// value of a selective one to the end is sought. With 5, 6, 7, 8, 10 and 13 sixty random
// positions of 20 empty squares take 2.9, 8.5, 8.3, 7.2, 6.7 % fewer and 2.8 % more nodes
// than with any number, FFO 40–49 2.0, 0.9, 0.1 and 0.2 % fewer with 5 to 8. A window of
// the only possible value for the exact iteration takes 12 % more, those over the
// evaluation gain nothing by one. TestTuning measures it anew.
var gambleWidth = 6

// window is one that values are sought in.
type window struct{ alpha, beta int }

// holds reports whether a value found in w answers what was asked.
func (w window) holds(v int, asked window) bool {
	return (v > w.alpha || w.alpha == asked.alpha) && (v < w.beta || w.beta == asked.beta)
}

// beyond returns the window to seek a value in that was found to be beside w.
func (w window) beyond(v int, asked window) window {
	if v <= w.alpha {
		return window{asked.alpha, v + 1}
	}
	return window{v - 1, asked.beta}
}

// try searches the moves of list from index on in the window of r, and returns the best
// value. What lies below the window, but not below that of the question, tells nothing of
// the order.
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

// child searches a move of the root.
func (r *root) child(c *child, first bool, alpha, depth int, rest *line) int {
	w := r.worker
	w.features[r.n].Set(r.own, r.opp)
	if c.Move == othello.Pass {
		w.turn(r.n)
		return -w.pv(c.Own, c.Opp, -r.window.beta, -alpha, depth, r.n, r.parity, rest)
	}
	w.descend(c, r.opp, r.n)
	return w.pvChild(c, first, alpha, r.window.beta, depth, r.n, r.parity, rest)
}

// report notes a move that is better than those before it in the line of that
// index.
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

// place makes l the line of an index. It replaces what was known of its move;
// other lines move down, the last beyond those asked for out.
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

// complete notes that all moves have been searched, or as many as it takes to
// reach beta, and v is the best value.
func (r *root) complete(v int, s step) {
	r.found.value, r.found.bound = v, r.bound(v, s)
	r.found.depth, r.found.percent = s.depth, ladder[s.sure].percent
	best := r.found.lines[0].moves[0]
	r.worker.tableOf(r.n).store(othello.Hash(r.own, r.opp), r.own, r.opp, windowBound(v, r.window.alpha, r.window.beta, s.depth, s.sure, best, r.nodes()))
}

// tell calls info.
func (r *root) tell() {
	if r.info != nil {
		f := r.snapshot()
		r.info(&f)
	}
}

// bound tells how a value found at the root is meant: the value of an
// iteration that is not exact proves nothing.
func (r *root) bound(v int, s step) game.Bound {
	if !r.exact(s) {
		return game.NoBound
	}
	return game.Window{Alpha: game.Score(r.window.alpha), Beta: game.Score(r.window.beta)}.Bound(game.Score(v))
}

// snapshot returns what has been found so far.
func (r *root) snapshot() finding {
	f := r.found
	f.nodes, f.elapsed = r.nodes(), time.Since(r.began)
	f.lines = r.limited()
	return f
}

// limited returns the lines in the order of their values. A value that is only bounded
// has its move alone: nothing is proven of the moves behind it. Lines whose search is
// complete are proven to be the best of all from them on, and limit what was
// estimated of the others.
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
