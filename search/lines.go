package search

import (
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/line"
)

// # Lines are claims
//
// Every move of the line of an exact value must keep that value. A search alone does not ensure it:
// the proof of a value comes from several iterations and from the table, but its line only from the
// last search of the move. So each move of an exact line is checked against the table before the
// line is shown, and at the end of the search by another search, which may restore proofs that the
// table has lost. A line ends before the first move that is not proven to keep the value. Bounds
// that answer the query are treated alike.

// playOut proves the lines of r, and extends those of exact wins and losses to
// the end of the game. It may visit as many nodes as the search did, plus a
// thousand for very short searches. Lines end where it finds no proof.
func (w *worker[S, M]) playOut(r *Result[M]) {
	if !slices.ContainsFunc(r.Lines, func(l Line[M]) bool { return w.unproven(r, &l) }) {
		return
	}
	if w.dismiss != nil { // they would use up the nodes and overwrite the table
		w.dismiss()
	}
	w.on, w.certain = w.on&^Selective|Distance, true
	w.allow(w.stats.Nodes + 1000)
	if w.watch != nil {
		w.watch.hidden++
		defer func() { w.watch.hidden-- }()
	}
	for i := range r.Lines {
		l := &r.Lines[i]
		if !w.unproven(r, l) {
			continue
		}
		depth := r.Depth
		n, distant := r.distance(l)
		if distant {
			depth = n + 2 // at n plies from the root, a position that is not over cannot be such a win
		}
		w.prepare(depth)
		l.PV = l.PV[:w.kept(l, depth)]
		if distant && l.Proof == game.Exact && len(l.PV) < n {
			w.lead(l, n, depth)
		}
	}
	r.Stats, r.SelDepth = w.stats, w.selDepth
}

// claims reports whether l is a claim: its value is exact, or is a bound that answers the query.
func (l *Line[M]) claims(r *Result[M]) bool {
	return l.Proof == game.Exact || l.Proof != game.NoBound && r.Stopped == Solved
}

// farthest is how many plies beyond the depth of a search its lines are played out. Endgame
// databases store distances of up to 253 plies.
const farthest = 256

// distance returns the plies to the win or loss that l claims. ok is false if they are unknown
// or too many to play out.
func (r *Result[M]) distance(l *Line[M]) (plies int, ok bool) {
	plies, _, ok = l.Score.Distance()
	return plies, ok && plies <= r.Depth+farthest
}

// unproven reports whether l is a claim with a move that the table does not
// prove to keep its value, or one that ends before its exact win or loss.
func (w *worker[S, M]) unproven(r *Result[M], l *Line[M]) bool {
	n, distant := r.distance(l)
	return l.claims(r) && (distant && l.Proof == game.Exact && len(l.PV) != n || w.kept(l, 0) != len(l.PV))
}

// shorten cuts lines that are claims before the first move that the table does
// not prove to keep the value.
func (w *worker[S, M]) shorten(r *Result[M]) {
	for i := range r.Lines {
		if l := &r.Lines[i]; l.claims(r) {
			l.PV = l.PV[:w.kept(l, 0)]
		}
	}
}

// kept returns how many moves of l, from the first on, keep its proven value.
// The first does; for the others the table or a search to depth plies from the
// root must prove it. A depth of 0 asks only the table.
func (w *worker[S, M]) kept(l *Line[M], depth int) (n int) {
	for n = range l.PV {
		w.play(n, l.PV[n])
		if w.caps.Repeater != nil {
			w.mark(n + 1)
		}
		v, proof := w.seen(n, l.Score, l.Proof)
		if n > 0 && proof&game.Lower != 0 && !(w.onward(n, v, proof) && w.keeps(n, depth-n-1, v)) {
			return n
		}
	}
	return len(l.PV)
}

// onward reports whether a side that is worth v at ply can keep v without returning to the line.
// Proofs forget the line, and after a second-best move they may lead back to it, where the
// repetition costs the value. An exact distance to the end falls with every move, and a repetition
// that draws costs nothing if v is no more than a draw.
func (w *worker[S, M]) onward(ply int, v game.Score, proof game.Bound) bool {
	if _, _, known := v.Distance(); w.caps.Repeater == nil || known && proof == game.Exact {
		return true
	}
	for i := range ply {
		if _, again := w.caps.Repeater.Repetition(&w.stack[i+1].state); again != game.Draw {
			return false
		}
	}
	return v <= 0
}

// seen converts a value of the root and its proof to the view of the side to move at ply.
func (w *worker[S, M]) seen(ply int, v game.Score, proof game.Bound) (game.Score, game.Bound) {
	if w.rules.ToMove(&w.stack[ply].state) != w.rules.ToMove(&w.stack[0].state) {
		return -v, proof.Negate()
	}
	return v, proof
}

// keeps reports whether the position at ply+1 is proven to be worth at least v to the side to move
// at ply: by the table or, if depth is positive, by a search.
func (w *worker[S, M]) keeps(ply, depth int, v game.Score) bool {
	found, proof := w.known(ply + 1)
	if !w.sameSide(ply) {
		found, proof = -found, proof.Negate()
	}
	if found >= v && proof&game.Lower != 0 {
		return true
	}
	if depth <= 0 || w.stopped() {
		return false
	}
	w.pathPly = line.NoPly
	found, proof = w.child(ply, depth, v-1, v)
	return !w.stopped() && found >= v && proof&game.Lower != 0
}

// known returns the value of the position at ply and its proof without a search.
func (w *worker[S, M]) known(ply int) (v game.Score, proof game.Bound) {
	s := &w.stack[ply].state
	if st := w.caps.Statuser.Status(s); st.Over() {
		return st.Score().Later(ply), game.Exact
	}
	if w.table == nil {
		return 0, game.NoBound
	}
	key, _ := w.keyAt(ply)
	if packed := w.table.lookup(key, w.salt); packed != 0 {
		e := unpack(packed)
		return e.score.Later(ply), e.proof
	}
	return 0, game.NoBound
}

// lead extends l, an exact line whose moves keep its value, to the win or loss
// n plies from the root. It leaves l unchanged if it finds no such line.
func (w *worker[S, M]) lead(l *Line[M], n, depth int) {
	from := len(l.PV)
	for ply, m := range l.PV {
		w.play(ply, m)
		if w.caps.Repeater != nil {
			w.mark(ply + 1)
		}
	}
	v, _ := w.seen(from, l.Score, l.Proof)
	end := &w.stack[from]
	w.pathPly = line.NoPly
	if found, _ := w.enter(from, n-from, v-1, v+1); w.stopped() || found != v || from+len(end.pv) != n {
		return
	}
	l.PV = append(l.PV, end.pv...)
	l.PV = l.PV[:w.kept(l, depth)]
}
