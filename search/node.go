package search

import (
	"math"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/line"
)

// # Proof
//
// A depth-limited search knows more than its value, because part of its tree
// may reach the ends of the game. Every node therefore returns a proof with
// its fail-soft value v: the bounds that hold for the true value of the game,
// whatever the depth.
//
//	Lower   true value >= v
//	Upper   true value <= v
//
// The end of a game proves both bounds; an estimate proves neither. A node's
// lower bound is proven if its best child's value is (seen from the node); its
// upper bound if every child's is and no child was left out. Cuts by selective
// rules prove nothing. So an exact result depends on no horizon, reduction or
// null move. A forced win found by a shallow, reduced search is proven to be a
// win, though perhaps not its distance. Bounds on win distances (no one wins
// before the next ply) complete the proof: when the root's proof is Exact, the
// game is solved and iteration ends.
//
// # Repetitions
//
// Values that rest on a repetition depend on the path to the node (graph
// history interaction). They prove nothing, and enter the table only if the
// whole cycle lies below the node.
//
// A value proven without repetitions holds on every path from the root. A side
// that can force an end can do so by moves that each lead closer to it, so its
// line repeats no position, neither one from the line itself nor an earlier one
// with the same forced end. It may return to a position before the root or, after a
// second-best move, to the root itself; so the table keys of proofs include
// those positions (worker.salt). One kind of proof is not forced: that a win
// or loss takes at least a number of plies. frame.lasting says where it fails.

// visit is a visit of a node: what it was asked, and what is known so far.
type visit struct {
	ply, depth int
	beta       game.Score

	key          uint64 // of the table
	image        int    // symmetric image under which the table has the node
	code         uint16 // of the table's move
	lower, upper game.Score
	entry        entry // of the table, if code is not 0
	unrated      int   // how many moves, from the first, are tried before the others are rated
	ordered      bool  // the others are rated
	extra        int   // plies by which the first move is extended

	asked game.Score // alpha when the visit began
	tally
}

// window returns the window that the visit was asked about.
func (n *visit) window() game.Window { return game.Window{Alpha: n.asked, Beta: n.beta} }

// node searches the position at ply to depth. It returns a fail-soft value for
// the side to move, with win distances counted from the root, and the value's
// proof. Its steps are numbered in their order.
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
	pvNode := beta > alpha+1
	if depth == 1 && w.caps.LastPlyer != nil && !pvNode { // the principal variation needs its last move
		return w.lastPly(ply)
	}
	n := visit{
		ply: ply, depth: depth, beta: beta, asked: alpha, lower: -game.Infinity, upper: game.Infinity,
		tally: tally{alpha: alpha, best: -game.Infinity, allBelow: game.Upper},
	}
	f := &w.stack[ply]
	if w.table != nil && !f.excludes { // 3. the table: a bound that settles the node, or the move to try first
		n.key, n.image = w.keyAt(ply)
		if v, proof, ok := w.probe(&n); ok && !pvNode {
			w.stats.TableCuts++
			return v, proof
		}
	}
	var status game.Status
	if f.moves, status = w.rules.Moves(&f.state, f.moves[:0]); status.Over() { // 4. the end of the game
		return status.Score().Later(ply), game.Exact
	}
	if w.bounded && !f.excludes { // 5. bounds that the rules of the game prove
		n.lower, n.upper = w.bounds(f, ply)
		if n.lower >= beta {
			return n.lower, f.lasting(n.lower, game.Lower)
		}
		if n.upper <= alpha {
			return n.upper, f.lasting(n.upper, game.Upper)
		}
	}
	if w.estimates { // 6. the estimate, for the rules that prune by it
		w.estimateAt(ply)
	}
	if w.gambles && !pvNode && !f.excludes { // 7. rules that gamble: reverse futility, razoring, null move, ProbCut
		if v, ok := w.selective(ply, depth, alpha, beta); ok {
			return v, game.NoBound
		}
	}
	if w.singular && !f.excludes { // 8. extension of the table's move, or a cut if another move is good, too
		if v, ok := w.extend(&n); ok {
			return v, game.NoBound
		}
	}
	w.order(&n)                                           // 9. choose and order the moves
	if w.foresees && n.depth >= etcDepth && !f.excludes { // 10. a cut by the table's entry of a child
		if v, proof, ok := w.transpositionCut(ply, n.depth, beta); ok {
			return v, proof
		}
	}
	if !w.children(&n) { // 11. the children
		return 0, game.NoBound
	}
	w.learn(&n) // 12. learn from the result, find its proof, and store both
	proof := n.settle()
	if w.caps.Repeater != nil {
		proof = f.lasting(n.best, proof)
	}
	if w.table != nil && w.pathPly >= ply && !f.excludes {
		w.store(&n, proof)
	}
	return n.best, proof
}

// probe looks the node up by its key. ok reports whether the table settles it.
func (w *worker[S, M]) probe(n *visit) (v game.Score, proof game.Bound, ok bool) {
	w.stats.TableProbes++
	packed := w.table.lookup(n.key, w.salt)
	if packed == 0 {
		return 0, game.NoBound, false
	}
	w.stats.TableHits++
	n.entry = unpack(packed)
	n.code = n.entry.move
	return w.tableCut(packed, n.ply, n.depth, n.asked, n.beta)
}

// order leaves out moves, extends or reduces the depth, and puts the table's
// move first. It often cuts, so the others are rated only after it.
func (w *worker[S, M]) order(n *visit) {
	f := &w.stack[n.ply]
	if w.caps.Selector != nil && len(f.moves) > 1 {
		f.moves = f.moves[:w.caps.Selector.Select(&f.state, f.moves)]
		if len(f.moves) == 1 && w.on&Extension != 0 && n.ply < w.maxPly {
			n.depth++
		}
	}
	if w.narrows && len(f.moves) > 1 {
		if k := w.caps.Prospector.Promising(&f.state, f.moves); k < len(f.moves) {
			f.moves, n.allBelow = f.moves[:k], game.NoBound // the others may be better
		}
	}
	first := -1
	if n.code != 0 && (w.caps.MoveKeyer != nil || w.caps.Selector == nil) {
		first = w.findMove(f, n.code, n.image)
	}
	if first >= 0 {
		moveTo(f.moves, first, 0)
		n.unrated = 1
	} else if w.reduceUnguided(n.depth) {
		n.depth--
	}
	n.ordered = w.orders && len(f.moves) > 1
}

// children, step 11 of a node, searches the moves. It reports false if the search was
// stopped.
func (w *worker[S, M]) children(n *visit) bool {
	f, next, before := &w.stack[n.ply], &w.stack[n.ply+1], w.stats.Nodes
	f.pv = f.pv[:0]
	scouted := n.beta == n.asked+1
	skips := w.skips && n.depth <= skipDepth && f.estimated
	rated := false
	for i := 0; i < len(f.moves); i++ {
		if n.ordered && !rated && i == n.unrated { // 11a. rate the moves, as the first has not cut
			w.rate(f, n.ply, i)
			rated = true
		}
		if i > 0 && w.shares && !f.excludes && w.splits(before) { // 11b. share the rest with other threads
			n.tally = w.share(n.ply, n.depth, i, n.tally, n.beta)
			if w.stopped() {
				return false
			}
			if n.best >= n.beta {
				w.stats.Cutoffs++
				w.reward(f, n.ply, n.bestIndex, n.depth)
			}
			return true
		}
		if n.ordered && i >= n.unrated { // 11c. the best move left; late quiet moves may be left out
			f.pick(i)
		}
		m := f.moves[i]
		if f.excludes && m == f.excluded {
			continue
		}
		w.note(f, m)
		if skips && n.best > -game.Infinity && w.leavesOut(n, i) {
			i-- // another move has taken its place
			continue
		}
		w.rules.Play(&next.state, &f.state, m) // 11d. play, without the call, and search the child
		next.nulled, next.failsHigh = false, scouted && !f.failsHigh
		var v game.Score
		var proof game.Bound
		depth := n.depth
		if i == 0 {
			depth += n.extra
		}
		switch { // visitChild, without its calls
		case i > 0 && w.pvs:
			v, proof = w.scout(n.ply, depth, i, n.alpha, n.beta)
		case w.onLine:
			v, proof = w.onPath(n.ply+1, depth-1, -n.beta, -n.alpha)
			v, proof = -v, proof.Negate()
		case w.plain:
			v, proof = w.node(n.ply+1, depth-1, -n.beta, -n.alpha)
			v, proof = -v, proof.Negate()
		default:
			v, proof = w.child(n.ply, depth-1, n.alpha, n.beta)
		}
		if w.stopped() {
			return false
		}
		n.add(i, v, proof) // 11e. count its value; cut if it fails high
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

// settle returns the proof of the best value. A proven bound overrules the value
// of a search to this depth.
func (n *visit) settle() game.Bound {
	proof := n.bestProof | n.allBelow
	if n.best < n.lower || n.best > n.upper {
		n.best, proof = min(max(n.best, n.lower), n.upper), game.NoBound
	}
	return proof | proofOf(n.best, n.lower, n.upper)
}

// store puts the node into the table.
func (w *worker[S, M]) store(n *visit, proof game.Bound) {
	var salt uint64
	if proof != game.NoBound {
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
		proof: proof,
		depth: n.depth,
	})
}

// visitChild searches the i-th child, at ply+1, with the window and depth for
// its place in the order.
func (w *worker[S, M]) visitChild(ply, depth, i int, alpha, beta game.Score) (game.Score, game.Bound) {
	if i > 0 && w.pvs {
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

// tableCut returns the value by which the table settles the node, and its proof.
func (w *worker[S, M]) tableCut(packed uint64, ply, depth int, alpha, beta game.Score) (game.Score, game.Bound, bool) {
	e := unpack(packed)
	v := e.score.Later(ply)
	usable := e.proof
	switch {
	case w.certain:
	case e.depth == depth || (e.depth > depth && w.on&Deeper != 0):
		usable |= e.bound
	case e.depth > depth:
		usable = game.NoBound
	}
	settles := usable == game.Exact || (usable&game.Lower != 0 && v >= beta) || (usable&game.Upper != 0 && v <= alpha)
	return v, e.proof, settles
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

// onPath searches the node at ply in a game whose positions may repeat. It
// keeps repetitions below the node apart from those that its parent has seen.
// A leaf that cannot repeat a position is not put in the line, since no move
// is played from it.
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
	if w.caps.Occurrences > 2 && w.on&Recurrence != 0 {
		at, _, ok = w.line.Recurs(ply, min(reach, ply), 2)
	}
	if !ok {
		at, _, ok = w.line.Recurs(ply, reach, w.caps.Occurrences)
	}
	if !ok && w.caps.Limiter != nil {
		at, value, ok = w.limit(ply)
	}
	if !ok {
		return 0, false
	}
	w.pathPly = min(w.pathPly, at)
	return value.Score().Later(ply), true
}

// limit returns how a limit on the line ends the game at ply, and the ply at
// which the count began.
func (w *worker[S, M]) limit(ply int) (at int, value game.Status, ok bool) {
	s := &w.stack[ply].state
	plies, value := w.caps.Limiter.Limit(s)
	if plies == 0 || w.caps.Statuser.Status(s).Over() {
		return 0, game.Ongoing, false
	}
	return ply - plies, value, true
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

// etcDepth is the least depth, in plies, at which all children are looked up
// before the first is searched. At smaller depths the look-ups cost more than
// they save.
const etcDepth = 4

// canForesee reports whether to look up all children first. It returns false
// where positions may repeat, because the table does not know which child is a
// repetition, and where the game hashes its symmetric images one by one: there
// the look-ups took half the time of a search and saved less (Domineering,
// four images).
func (w *worker[S, M]) canForesee() bool {
	byOne := w.caps.Symmetric != nil && w.caps.Folder == nil
	return w.on&ETC != 0 && w.table != nil && w.caps.Repeater == nil && !byOne
}

// transpositionCut looks for a child that the table proves to fail high
// (enhanced transposition cutoffs; Plaat et al. 1996).
func (w *worker[S, M]) transpositionCut(ply, depth int, beta game.Score) (game.Score, game.Bound, bool) {
	f := &w.stack[ply]
	next := &w.stack[ply+1]
	for _, m := range f.moves {
		w.rules.Play(&next.state, &f.state, m)
		key, _ := w.key(&next.state)
		e, ok := w.table.probe(key)
		if !ok {
			continue
		}
		v, proof, bound := e.score.Later(ply+1), e.proof, e.bound
		if !w.sameSide(ply) {
			v, proof, bound = -v, proof.Negate(), bound.Negate()
		}
		if e.depth < depth-1 || (e.depth > depth-1 && w.on&Deeper == 0) {
			bound = game.NoBound
			if e.depth > depth-1 {
				proof = game.NoBound
			}
		}
		if v >= beta && (bound|proof)&game.Lower != 0 {
			w.stats.TableCuts++
			return v, proof & game.Lower, true
		}
	}
	return 0, game.NoBound, false
}

// reduceUnguided reports whether internal iterative reduction applies. Without
// a table move the order is poor, so a search one ply shallower that leaves a
// table move behind is worth more. It gambles that ply.
func (w *worker[S, M]) reduceUnguided(depth int) bool {
	return w.on&IIR != 0 && w.table != nil && depth >= 6
}

// reduction returns the number of plies by which the i-th move at depth is
// reduced. It gambles that moves late in the order are bad; a move that beats
// alpha is searched again to full depth.
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
