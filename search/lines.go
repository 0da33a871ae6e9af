package search

import (
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/line"
)

// # Lines are claims
//
// Under an exact value every move of the line must keep it. A search does not promise
// that: what is proven of a value comes from several iterations and from the table,
// its line from the last search of the move. So each move of an exact line is held to
// the table before the line is shown, and at the end of the search to another search,
// which may prove what the table has lost. A line ends before a move that is not
// proven to keep the value. So it is with bounds that answer what was asked.

// playOut proves the lines of r, and makes those of exact wins and losses lead to the
// end that they stand for. It may visit as many nodes as the search did, and a
// thousand for searches that visited next to none. Lines end where it finds no proof
// by then.
func (w *worker[S, M, R]) playOut(r *Result[M]) {
	if !slices.ContainsFunc(r.Lines, func(l Line[M]) bool { return w.amiss(r, &l) }) {
		return
	}
	w.on = w.on&^Selective | Distance
	w.bounded, w.gambles, w.narrows, w.foresees, w.certain = true, false, false, false, true
	w.allow(w.stats.Nodes + 1000)
	if w.watch != nil {
		w.watch.hidden++
		defer func() { w.watch.hidden-- }()
	}
	for i := range r.Lines {
		l := &r.Lines[i]
		if !w.amiss(r, l) {
			continue
		}
		depth := r.Depth
		n, _, distant := l.Score.Plies()
		if distant {
			depth = n + 2 // a position n plies from the root, not over, is seen to be no such win
		}
		w.prepare(depth)
		l.PV = l.PV[:w.kept(l, depth)]
		if distant && l.Proof == game.Exact && len(l.PV) < n {
			w.lead(l, n, depth)
		}
	}
	r.Stats, r.SelDepth = w.stats, w.selDepth
}

// claims reports whether l is a claim: its value is exact, or a bound of it is all
// that was asked for.
func (l *Line[M]) claims(r *Result[M]) bool {
	return l.Proof == game.Exact || l.Proof != game.NoBound && r.Stopped == Solved
}

// amiss reports whether l is a claim and has a move that the table does not prove to
// keep its value, or ends before its exact win or loss.
func (w *worker[S, M, R]) amiss(r *Result[M], l *Line[M]) bool {
	n, _, distant := l.Score.Plies()
	return l.claims(r) && (distant && l.Proof == game.Exact && len(l.PV) != n || w.kept(l, 0) != len(l.PV))
}

// shorten ends lines that are claims before the first move that the table does not
// prove to keep the value.
func (w *worker[S, M, R]) shorten(r *Result[M]) {
	for i := range r.Lines {
		if l := &r.Lines[i]; l.claims(r) {
			l.PV = l.PV[:w.kept(l, 0)]
		}
	}
}

// kept returns how many moves of l, from the first on, keep what is proven of its
// value: the first does, the others as far as the table or a search to depth plies
// from the root proves it. A depth of 0 asks the table alone.
func (w *worker[S, M, R]) kept(l *Line[M], depth int) (n int) {
	for n = range l.PV {
		w.play(n, l.PV[n])
		if w.caps.Repeater != nil {
			w.mark(n + 1)
		}
		v, proof := w.seen(n, l.Score, l.Proof)
		if n > 0 && proof&game.Lower != 0 && !w.keeps(n, depth-n-1, v) {
			return n
		}
	}
	return len(l.PV)
}

// seen returns a value of the root and what is proven of it as the side to move at
// ply sees them.
func (w *worker[S, M, R]) seen(ply int, v game.Score, proof game.Bound) (game.Score, game.Bound) {
	if w.rules.ToMove(&w.stack[ply].state) != w.rules.ToMove(&w.stack[0].state) {
		return -v, proof.Negate()
	}
	return v, proof
}

// keeps reports whether the position at ply+1 is proven to be worth at least v to the
// side to move at ply: by the table, or if depth is positive by a search.
func (w *worker[S, M, R]) keeps(ply, depth int, v game.Score) bool {
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

// known returns what is proven of the position at ply without a search.
func (w *worker[S, M, R]) known(ply int) (v game.Score, proof game.Bound) {
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

// lead makes l, whose value is exact and whose moves keep it, go on to the win or the
// loss n plies from the root. It leaves l as it is if that is not found.
func (w *worker[S, M, R]) lead(l *Line[M], n, depth int) {
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
