package search

import (
	"math"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/line"
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

// node searches the position at ply to depth. It returns a fail-soft value for
// the side to move, with win distances counted from the root, and the value's
// proof.
func (w *worker[S, M]) node(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	if !w.arrive(ply) {
		return 0, game.NoBound
	}
	f := &w.stack[ply]

	// 1. Stop at the horizon unless the position is too sharp.
	if depth <= 0 {
		if !w.sharp(ply) {
			return w.horizon(ply, 0, alpha, beta)
		}
		depth = 1
	}

	// 2. Let the game resolve the last ply, except on the principal variation,
	// which needs its last move.
	pvNode := beta > alpha+1
	if depth == 1 && w.caps.LastPlyer != nil && !pvNode {
		return w.lastPly(ply)
	}

	// 3. Probe the table.
	var tableCode uint16
	var key uint64
	var image int
	if w.table != nil {
		key, image = w.keyAt(ply)
		w.stats.TableProbes++
		packed := w.table.lookup(key, w.salt)
		if packed != 0 {
			w.stats.TableHits++
			if v, proof, ok := w.tableCut(packed, ply, depth, alpha, beta); ok && !pvNode {
				w.stats.TableCuts++
				return v, proof
			}
			tableCode = unpack(packed).move
		}
	}

	// 4. Generate the moves; return if the game is over.
	var status game.Status
	f.moves, status = w.rules.Moves(&f.state, f.moves[:0])
	if status.Over() {
		return status.Score().Later(ply), game.Exact
	}

	// 5. Apply proven bounds.
	lower, upper := -game.Infinity, game.Infinity
	if w.bounded {
		if lower, upper = w.bounds(f, ply); lower >= beta {
			return lower, f.lasting(lower, game.Lower)
		}
		if upper <= alpha {
			return upper, f.lasting(upper, game.Upper)
		}
	}

	// 6. Try the selective rules.
	if w.gambles && !pvNode {
		if v, ok := w.selective(ply, depth, alpha, beta); ok {
			return v, game.NoBound
		}
	}

	// 7. Order the moves. Moves that are left out may be better than the rest.
	allBelow := game.Upper // kept while every child is proven to be at most best
	if w.caps.Selector != nil && len(f.moves) > 1 {
		f.moves = f.moves[:w.caps.Selector.Select(&f.state, f.moves)]
		if len(f.moves) == 1 && w.on&Extension != 0 && ply < w.maxPly {
			depth++
		}
	}
	if w.narrows && len(f.moves) > 1 {
		if k := w.caps.Prospector.Promising(&f.state, f.moves); k < len(f.moves) {
			f.moves, allBelow = f.moves[:k], game.NoBound
		}
	}
	tableMove := -1
	if tableCode != 0 && (w.caps.MoveKeyer != nil || w.caps.Selector == nil) {
		tableMove = w.findMove(f, tableCode, image)
	}
	if tableMove < 0 && w.reduceUnguided(depth) {
		depth--
	}
	// Try the table's move first, before rating the others: it often cuts.
	unrated := 0
	if tableMove >= 0 {
		moveTo(f.moves, tableMove, 0)
		unrated = 1
	}
	ordered := w.orders && len(f.moves) > 1

	// 8. Look for a child that the table proves bad for the opponent.
	if w.foresees && depth >= etcDepth {
		if v, proof, ok := w.transpositionCut(ply, depth, beta); ok {
			return v, proof
		}
	}

	// 9. Search the children.
	f.pv = f.pv[:0]
	next, before := &w.stack[ply+1], w.stats.Nodes
	best, bestProof := -game.Infinity, game.NoBound
	bestIndex, a := 0, alpha
	for i := range f.moves {
		if ordered && i == unrated {
			w.rate(f, ply, i)
		}
		if i > 0 && w.shares && w.splits(before) {
			t := w.share(ply, depth, i, tally{a, best, bestIndex, bestProof, allBelow}, beta)
			if w.stopped() {
				return 0, game.NoBound
			}
			best, bestIndex, bestProof, allBelow = t.best, t.bestIndex, t.bestProof, t.allBelow
			if best >= beta {
				w.stats.Cutoffs++
				w.reward(f, ply, bestIndex, depth)
			}
			break
		}
		if ordered && i >= unrated {
			f.pick(i)
		}
		m := f.moves[i]
		w.rules.Play(&next.state, &f.state, m) // play, without the call
		next.nulled = false
		if w.useHistory {
			f.playedKey = w.caps.MoveKeyer.MoveKey(m) & (moveKeys - 1)
		}
		var v game.Score
		var proof game.Bound
		switch { // visitChild, without its calls
		case i > 0 && w.pvs:
			v, proof = w.scout(ply, depth, i, a, beta)
		case w.onLine:
			v, proof = w.onPath(ply+1, depth-1, -beta, -a)
			v, proof = -v, proof.Negate()
		case w.plain:
			v, proof = w.node(ply+1, depth-1, -beta, -a)
			v, proof = -v, proof.Negate()
		default:
			v, proof = w.child(ply, depth-1, a, beta)
		}
		if w.stopped() {
			return 0, game.NoBound
		}
		allBelow &= proof
		if v > best {
			best, bestProof, bestIndex = v, proof&game.Lower, i
			if v > a {
				a = v
				f.pv = append(append(f.pv[:0], m), next.pv...)
			}
			if v >= beta {
				w.stats.Cutoffs++
				if i == 0 {
					w.stats.FirstCuts++
				}
				w.reward(f, ply, i, depth)
				if i+1 < len(f.moves) {
					allBelow = game.NoBound
				}
				break
			}
		}
	}
	proof := bestProof | allBelow
	if best < lower || best > upper { // a proven bound overrules the value of a search to this depth
		best, proof = min(max(best, lower), upper), game.NoBound
	}
	if best == lower {
		proof |= game.Lower
	}
	if best == upper {
		proof |= game.Upper
	}
	if w.caps.Repeater != nil {
		proof = f.lasting(best, proof)
	}

	// 10. Store the result.
	if w.table != nil && w.pathPly >= ply {
		var salt uint64
		if proof != game.NoBound {
			salt = w.salt
		}
		var code uint16
		if best > alpha {
			code = w.moveCode(f, f.moves[bestIndex], image)
		}
		w.table.store(key, salt, entry{
			score: best.Sooner(ply),
			move:  code,
			bound: game.Window{Alpha: alpha, Beta: beta}.Bound(best),
			proof: proof,
			depth: depth,
		})
	}
	return best, proof
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
		reduction = w.reduction(depth, i, alpha)
	}
	v, proof = w.child(ply, depth-1-reduction, alpha, alpha+1)
	if v > alpha && reduction > 0 {
		v, proof = w.child(ply, depth-1, alpha, alpha+1)
	}
	if v > alpha && v < beta {
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
	at, _, ok := w.line.Recurs(ply, reach, w.caps.Occurrences)
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
func (w *worker[S, M]) reduction(depth, i int, alpha game.Score) int {
	if depth < 3 || i < 3 || w.caps.beyond(alpha) {
		return 0
	}
	return min(depth-2, int(reductions[min(depth, 63)][min(i, 63)]))
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
