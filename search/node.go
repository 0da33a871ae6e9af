package search

import (
	"math"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/line"
)

// # Proof
//
// A depth-limited search knows more than its value, because part of its tree may reach the ends of
// the game. Every node therefore returns a proof with its fail-soft value v: the bounds that hold
// for the true value of the game, whatever the depth.
//
//	Lower   true value >= v
//	Upper   true value <= v
//
// The end of a game proves both bounds; an estimate proves neither. A node's lower bound is proven
// if its best child's value is (seen from the node); its upper bound if every child's is and no
// child was left out. Cuts by selective rules prove nothing. So an exact result depends on no
// horizon, reduction or null move. A forced win found by a shallow, reduced search is proven to be
// a win, though perhaps not its distance. Bounds on win distances (no one wins before the next ply)
// complete the proof: when the root's proof is Exact, the game is solved and iteration ends.
//
// # Repetitions
//
// Values that rest on a repetition depend on the path to the node (graph history interaction). They
// prove nothing, and enter the table only if the whole cycle lies below the node.
//
// A value proven without repetitions holds on every path from the root. A side that can force an
// end can do so by moves that each lead closer to it, so its line repeats no position, neither one
// from the line itself nor an earlier one with the same forced end. It may return to a position
// before the root or, after a second-best move, to the root itself; so the table keys of proofs
// include those positions (worker.salt). One kind of proof is not forced: that a win or loss takes
// at least a number of plies. frame.lasting says where it fails.

// visit is one search of a node: the question, and what is known so far.
type visit struct {
	ply, depth int
	beta       game.Score

	key          uint64 // of the table
	image        int    // symmetric image under which the table has the node
	code         uint16 // of the table's move
	lower, upper game.Score
	entry        entry  // of the table, if code is not 0
	unrated      int    // how many moves, from the first, are tried in their order
	rated        bool   // the others are rated
	extra        int    // plies by which the next move is extended, only the first
	before       uint64 // nodes of the search before the children

	asked game.Score // alpha when the visit began
	tally            // best is the value when the visit ends
	proof game.Bound // of the value
}

// window returns the window that the visit was asked about.
func (n *visit) window() game.Window { return game.Window{Alpha: n.asked, Beta: n.beta} }

// scouts reports whether the window is a null window, so that the node is not expected to be on
// the principal variation.
func (n *visit) scouts() bool { return n.beta == n.asked+1 }

// settle ends the visit with a value and its proof. It returns true.
func (n *visit) settle(v game.Score, proof game.Bound) bool {
	n.best, n.proof = v, proof
	return true
}

// node searches the position at ply to depth. It returns a fail-soft value for
// the side to move, with win distances counted from the root, and the value's
// proof. Its steps are numbered in their order; some of them may settle the node.
func (w *worker[S, M]) node(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	if !w.arrive(ply) { // 1. count the node; stop at the limits of the search
		return 0, game.NoBound
	}
	if depth <= 0 { // 2. the horizon, unless the position is sharp
		if !w.sharp(ply) {
			return w.horizon(ply, 0, alpha, beta)
		}
		depth = 1
	}
	if depth == 1 && w.on&LastPly != 0 && beta == alpha+1 { // the principal variation needs its last move
		return w.lastPly(ply)
	}
	n := visit{
		ply: ply, depth: depth, beta: beta, asked: alpha, lower: -game.Infinity, upper: game.Infinity,
		tally: tally{alpha: alpha, best: -game.Infinity, allBelow: game.Upper},
	}
	if w.recall(&n) || // 3. the table: a bound that settles the node, or the move to try first
		w.over(&n) || // 4. the end of the game
		w.bounded(&n) { // 5. bounds that the rules of the game prove
		return n.best, n.proof
	}
	w.estimateAt(ply)  // 6. the estimate, for the rules that prune by it
	if w.pruned(&n) || // 7. rules that gamble: reverse futility, razoring, null move, ProbCut
		w.extended(&n) { // 8. extension of the table's move, or a cut if another move is good, too
		return n.best, n.proof
	}
	w.order(&n)          // 9. choose and order the moves
	if !w.children(&n) { // 10. the children
		return 0, game.NoBound
	}
	w.learn(&n) // 11. learn from the result, find its proof, and store both
	w.conclude(&n)
	return n.best, n.proof
}

// recall, step 3 of a node, looks it up in the table. The principal variation needs its moves.
func (w *worker[S, M]) recall(n *visit) bool {
	if w.table == nil || w.stack[n.ply].excludes {
		return false
	}
	n.key, n.image = w.keyAt(n.ply)
	v, proof, ok := w.probe(n)
	if !ok || !n.scouts() {
		return false
	}
	w.stats.TableCuts++
	return n.settle(v, proof)
}

// probe looks the node up by its key. ok reports whether the table settles it by the value v.
func (w *worker[S, M]) probe(n *visit) (v game.Score, proof game.Bound, ok bool) {
	w.stats.TableProbes++
	packed := w.table.lookup(n.key, w.salt)
	if packed == 0 {
		return 0, game.NoBound, false
	}
	w.stats.TableHits++
	n.entry = unpack(packed)
	e := &n.entry
	n.code, v = e.move, e.score.Later(n.ply)
	usable := e.proof
	switch {
	case w.certain:
	case e.depth == n.depth || (e.depth > n.depth && w.on&Deeper != 0):
		usable |= e.bound
	case e.depth > n.depth:
		usable = game.NoBound
	}
	return v, e.proof, usable == game.Exact || (usable&game.Lower != 0 && v >= n.beta) || (usable&game.Upper != 0 && v <= n.asked)
}

// over, step 4 of a node, generates the moves, and settles the node if the game is over.
func (w *worker[S, M]) over(n *visit) bool {
	f := &w.stack[n.ply]
	var status game.Status
	f.moves, status = w.rules.Moves(&f.state, f.moves[:0])
	return status.Over() && n.settle(status.Score().Later(n.ply), game.Exact)
}

// bounded, step 5 of a node, settles it if proven bounds lie outside the window.
func (w *worker[S, M]) bounded(n *visit) bool {
	f := &w.stack[n.ply]
	if f.excludes {
		return false
	}
	n.lower, n.upper = w.bounds(f, n.ply)
	switch {
	case n.lower >= n.beta:
		return n.settle(n.lower, f.lasting(n.lower, game.Lower))
	case n.upper <= n.asked:
		return n.settle(n.upper, f.lasting(n.upper, game.Upper))
	}
	return false
}

// order, step 9 of a node, leaves out moves, extends or reduces the depth, and puts the table's
// move first. It often cuts, so the others are rated only after it.
func (w *worker[S, M]) order(n *visit) {
	f := &w.stack[n.ply]
	w.choose(n)
	first := -1
	if n.code != 0 && (w.caps.MoveKeyer != nil || w.caps.Selector == nil) {
		first = w.findMove(f, n.code, n.image)
	}
	if first >= 0 {
		moveTo(f.moves, first, 0)
		n.unrated = 1
	} else if w.on&IIR != 0 && n.depth >= unguidedDepth {
		n.depth--
	}
	if w.on&(Order|Killers|History) == 0 || len(f.moves) < 2 {
		n.unrated = len(f.moves)
	}
}

// choose leaves out the moves that the game advises against.
func (w *worker[S, M]) choose(n *visit) {
	f := &w.stack[n.ply]
	if w.caps.Selector != nil && len(f.moves) > 1 {
		f.moves = f.moves[:w.caps.Selector.Select(&f.state, f.moves)]
		if len(f.moves) == 1 && w.on&Extension != 0 && n.ply < w.maxPly {
			n.depth++
		}
	}
	if w.on&Narrow != 0 && len(f.moves) > 1 {
		if k := w.caps.Prospector.Promising(&f.state, f.moves); k < len(f.moves) {
			f.moves, n.allBelow = f.moves[:k], game.NoBound // the others may be better
		}
	}
}

// children, step 10 of a node, searches the moves. It reports false if the search was stopped.
func (w *worker[S, M]) children(n *visit) bool {
	f, next := &w.stack[n.ply], &w.stack[n.ply+1]
	f.pv, n.before = f.pv[:0], w.stats.Nodes
	for i := 0; i < len(f.moves); i++ {
		if i >= n.unrated { // 10a. the best move left; the moves are rated now as the first has not cut
			if !n.rated {
				w.rate(f, n.ply, i)
				n.rated = true
			}
			f.pick(i)
		}
		if i > 0 && w.shares && w.splits(n) { // 10b. share the rest with other threads
			return w.share(n, i)
		}
		m := f.moves[i]
		if f.excludes && m == f.excluded {
			continue
		}
		w.note(f, m)
		if w.on&skipping != 0 && w.leavesOut(n, i) { // 10c. a move that is unlikely to matter; another takes its place
			i--
			continue
		}
		w.rules.Play(&next.state, &f.state, m) // 10d. play, without the call, and search the child
		next.nulled, next.failsHigh = false, n.scouts() && !f.failsHigh
		v, proof := w.visitChild(n.ply, n.depth+n.extra, i, n.alpha, n.beta)
		if w.stopped() {
			return false
		}
		n.add(i, v, proof) // 10e. count its value; cut if it fails high
		n.extra = 0
		if v > n.alpha {
			n.alpha = v
			f.pv = append(append(f.pv[:0], m), next.pv...)
		}
		if v >= n.beta {
			w.cut(n, i)
			return true
		}
	}
	return true
}

// cut records that the i-th move fails high.
func (w *worker[S, M]) cut(n *visit, i int) {
	f := &w.stack[n.ply]
	w.stats.Cutoffs++
	if i == 0 {
		w.stats.FirstCuts++
	}
	w.reward(f, n.ply, i, n.depth)
	if i+1 < len(f.moves) {
		n.allBelow = game.NoBound
	}
}

// conclude finds the proof of the best value, and stores both in the table. A proven bound
// overrules the value of a search to this depth.
func (w *worker[S, M]) conclude(n *visit) {
	f := &w.stack[n.ply]
	n.proof = n.bestProof | n.allBelow
	if n.best < n.lower || n.best > n.upper {
		n.settle(min(max(n.best, n.lower), n.upper), game.NoBound)
	}
	n.proof |= proofOf(n.best, n.lower, n.upper)
	if w.caps.Repeater != nil {
		n.proof = f.lasting(n.best, n.proof)
	}
	if w.table != nil && w.pathPly >= n.ply && !f.excludes {
		w.store(n)
	}
}

// store puts the node into the table.
func (w *worker[S, M]) store(n *visit) {
	var salt uint64
	if n.proof != game.NoBound {
		salt = w.salt
	}
	var code uint16
	if n.best > n.asked {
		f := &w.stack[n.ply]
		code = w.moveCode(f, f.moves[n.bestIndex], n.image)
	}
	w.table.store(n.key, salt, entry{
		score: n.best.Sooner(n.ply),
		move:  code,
		bound: n.window().Bound(n.best),
		proof: n.proof,
		depth: n.depth,
	})
}

// visitChild searches the i-th child, at ply+1, with the window and depth for
// its place in the order.
func (w *worker[S, M]) visitChild(ply, depth, i int, alpha, beta game.Score) (game.Score, game.Bound) {
	if i > 0 && w.on&PVS != 0 {
		return w.scout(ply, depth, i, alpha, beta)
	}
	return w.child(ply, depth-1, alpha, beta)
}

// scout searches a child after the first with a null window, possibly reduced.
// It searches again if the value beats alpha.
func (w *worker[S, M]) scout(ply, depth, i int, alpha, beta game.Score) (v game.Score, proof game.Bound) {
	reduction := 0
	if w.on&LMR != 0 {
		reduction = w.reduction(ply, depth, i, alpha)
	}
	next := &w.stack[ply+1]
	next.failsHigh = true
	v, proof = w.child(ply, depth-1-reduction, alpha, alpha+1)
	if v > alpha && reduction > 0 {
		next.failsHigh = !w.stack[ply].failsHigh
		v, proof = w.child(ply, depth-1, alpha, alpha+1)
	}
	if v > alpha && v < beta {
		next.failsHigh = false
		v, proof = w.child(ply, depth-1, alpha, beta)
	}
	return v, proof
}

// bounds returns proven bounds of the unfinished position at ply: the game's
// own, and the fact that no one wins before the next ply.
func (w *worker[S, M]) bounds(f *frame[S, M], ply int) (lower, upper game.Score) {
	lower, upper = -game.Infinity, game.Infinity
	if w.on&Distance != 0 {
		lower, upper = game.LossIn(ply+1), game.WinIn(ply+1)
	}
	if w.caps.Bounder != nil {
		l, u := w.caps.Bounder.Bounds(&f.state)
		if l > -game.Infinity || u < game.Infinity {
			w.stats.Known++
		}
		lower, upper = max(lower, l.Later(ply)), min(upper, u.Later(ply))
	}
	return lower, upper
}

// lastPly returns the value of a node one ply above the horizon.
func (w *worker[S, M]) lastPly(ply int) (game.Score, game.Bound) {
	f := &w.stack[ply]
	if st := w.caps.Statuser.Status(&f.state); st.Over() {
		return st.Score().Later(ply), game.Exact
	}
	v, children := w.caps.LastPlyer.LastPly(&f.state)
	w.stats.Nodes += uint64(children)
	w.stats.Leaves += uint64(children)
	switch {
	case v == game.WinIn(1) || v == game.LossIn(1):
		return v.Later(ply), game.Exact
	case v.Outcome() > 0:
		return v.Later(ply), game.Lower
	}
	return v.Later(ply), game.NoBound
}

// onPath searches the node at ply in a game whose positions may repeat. It keeps repetitions below
// the node apart from those that its parent has seen. A leaf that cannot repeat a position is not
// put in the line, since no move is played from it.
func (w *worker[S, M]) onPath(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	f := &w.stack[ply]
	leaf := depth <= 0 && !w.sharp(ply)
	reach, again := w.caps.Repeater.Repetition(&f.state)
	f.again = again
	limit := 0
	if w.caps.Limiter != nil {
		limit, _ = w.caps.Limiter.Limit(&f.state)
	}
	ends := reach >= w.caps.Occurrences-1 || limit > 0
	if ends || !leaf {
		w.mark(ply)
	}
	if ends {
		if v, ok := w.repetition(ply, reach); ok {
			w.visit(ply)
			f.pv = f.pv[:0]
			return v, game.NoBound
		}
	}
	if leaf { // as in node, which most leaves never reach
		if !w.arrive(ply) {
			return 0, game.NoBound
		}
		return w.horizon(ply, 0, alpha, beta)
	}
	outer := w.pathPly
	w.pathPly = line.NoPly
	v, proof := w.node(ply, max(depth, 1), alpha, beta)
	w.pathPly = min(outer, w.pathPly)
	return v, proof
}

// repetition reports whether the position at ply has occurred as often as the
// rules allow, looking back at most reach plies, or whether a limit ends the
// game. The value depends on the line that led to the node and proves nothing.
func (w *worker[S, M]) repetition(ply, reach int) (game.Score, bool) {
	value := w.stack[ply].again
	at, _, ok := 0, 0, false
	if w.on&Recurrence != 0 {
		at, _, ok = w.line.Recurs(ply, min(reach, ply), 2)
	}
	if !ok {
		at, _, ok = w.line.Recurs(ply, reach, w.caps.Occurrences)
	}
	if !ok && w.caps.Limiter != nil {
		s := &w.stack[ply].state
		plies, ends := w.caps.Limiter.Limit(s)
		at, value, ok = ply-plies, ends, plies > 0 && !w.caps.Statuser.Status(s).Over()
	}
	if !ok {
		return 0, false
	}
	w.pathPly = min(w.pathPly, at)
	return value.Score().Later(ply), true
}

// beginLine sets up the root for the search for repetitions.
func (w *worker[S, M]) beginLine(root *frame[S, M]) {
	hash, history := w.rules.Hash(&root.state), w.query.History
	w.line.Begin(history)
	w.line.Grow(len(w.stack))
	w.line.Put(0, hash)
	var reach int
	reach, root.again = w.caps.Repeater.Repetition(&root.state)
	w.salt = line.Scramble(hash) | 1
	for _, before := range history[max(0, len(history)-max(reach, 0)):] {
		w.salt += line.Scramble(before) | 1
	}
}

// lasting returns the part of the proof of v that still holds when f's
// position is reached a second time. If returning here wins, the side to move
// may win sooner than v says; if it loses, the side to move may lose sooner.
func (f *frame[S, M]) lasting(v game.Score, proof game.Bound) game.Bound {
	if f.again == game.Ongoing || f.again == game.Draw {
		return proof
	}
	again := f.again.Score()
	if _, won, distant := v.Plies(); distant {
		if won && again > v {
			proof &^= game.Upper
		}
		if !won && again < v {
			proof &^= game.Lower
		}
	}
	return proof
}

// unguidedDepth is the least depth in plies of internal iterative reduction. Without
// a table move the order is poor, so a search one ply shallower that leaves a
// table move behind is worth more. It gambles that ply.
const unguidedDepth = 6

// reduction returns the number of plies by which the i-th move at depth is reduced. It gambles that
// moves late in the order are bad; a move that beats alpha is searched again to full depth.
func (w *worker[S, M]) reduction(ply, depth, i int, alpha game.Score) int {
	if depth < 3 || i < 3 || w.caps.beyond(alpha) {
		return 0
	}
	r := int(reductions[min(depth, 63)][min(i, 63)])
	if w.caps.Gainer != nil {
		r = max(0, r+w.adjustment(ply))
	}
	return min(depth-2, r)
}

// reductions tabulates, in plies, the usual formula: half the product of the
// logarithms of depth and move number.
var reductions = func() (r [64][64]int8) {
	for d := 1; d < 64; d++ {
		for i := 1; i < 64; i++ {
			r[d][i] = int8(0.5 + math.Log(float64(d))*math.Log(float64(i))/2)
		}
	}
	return r
}()
