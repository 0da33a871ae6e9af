package search

import (
	"hash/maphash"
	"reflect"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// # Draws by a limit
//
// The proofs of a search hold as if no limit were ever reached. But a limit that is near may draw
// the game whatever the players do, though the position is won. A separate search proves that.
// In it a repetition ends nothing, because the game is drawn all the same when the limit is
// reached. Proofs of at least a draw hold with limits too, as limits only draw.

// truce is a search for a draw by a limit.
type truce[S any, M comparable] struct {
	*worker[S, M]
	last  int    // the ply of the limit
	most  uint64 // nodes at which to give up
	seed  maphash.Seed
	found [2]map[uint64]bool // by side and hash of the state, with its counts: whether the side holds
}

// mostTruce is the number of nodes that a truce visits at most, which bounds its memory by
// about 50 MB.
const mostTruce = 1 << 20

// drawn reports whether a limit draws the game, and then makes the lines of r say so. It looks
// for a limit within the depth searched if the value is 0 or the query asks for a proof, and for
// one before the win or loss found. It visits at most an eighth of the nodes of the search, plus
// a thousand.
func (w *worker[S, M]) drawn(r *Result[M]) bool {
	left, ok := w.limitNear(r)
	if !ok {
		return false
	}
	w.prepare(left)
	t := truce[S, M]{worker: w, last: left, most: w.stats.Nodes + min(w.stats.Nodes/8+1000, mostTruce), seed: maphash.MakeSeed()}
	t.found = [2]map[uint64]bool{{}, {}}
	held, others := t.seek()
	if w.undrawn = len(held) == 0 && !t.spent(); len(held) == 0 {
		return false
	}
	n := len(r.Lines)
	r.Lines, r.Proof, r.Past = r.Lines[:0], game.Exact, true
	for i, m := range append(held, others...)[:n] {
		l := Line[M]{Bound: game.Upper, Proof: game.Upper, Depth: r.Depth, PV: []M{m}}
		if i < len(held) {
			l.Bound, l.Proof, l.PV = game.Exact, game.Exact, t.line(m)
		}
		r.Lines = append(r.Lines, l)
	}
	if r.Stats, r.SelDepth = w.stats, w.selDepth; n <= len(held) {
		r.Stopped = Solved
	}
	return true
}

// limitNear returns the ply of the next limit. ok reports whether to look for a draw by it.
func (w *worker[S, M]) limitNear(r *Result[M]) (left int, ok bool) {
	if w.caps.Limiter == nil || w.undrawn || w.restricted || !reflect.TypeFor[S]().Comparable() {
		return 0, false
	}
	v := r.Score()
	plies, _, _ := v.Plies()
	if v == 0 || w.query.Exhaustive || w.query.Window != game.FullWindow() {
		plies = max(plies, r.Depth+1)
	}
	left = w.caps.Limiter.Patience(&w.stack[0].state)
	return left, 1 <= left && left < plies && left <= r.Depth+farthest && !(r.Exact() && v == 0)
}

// seek returns the moves at the root that hold for both sides, if the game is drawn, and the
// other moves, which hold for the opponent.
func (t *truce[S, M]) seek() (held, others []M) {
	us := t.rules.ToMove(&t.stack[0].state)
	for i := range t.roots {
		switch m := t.roots[i].move; {
		case !t.after(0, m, us.Other()):
			return nil, nil
		case t.after(0, m, us):
			held = append(held, m)
		default:
			others = append(others, m)
		}
	}
	return held, others
}

// spent reports whether the search must end without an answer.
func (t *truce[S, M]) spent() bool { return t.stopped() || t.stats.Nodes > t.most }

// after reports whether a side holds after m at ply.
func (t *truce[S, M]) after(ply int, m M, side game.Player) bool {
	t.play(ply, m)
	t.mark(ply + 1)
	return t.holds(ply+1, side)
}

// holds reports whether a side surely gets at least a draw at ply.
func (t *truce[S, M]) holds(ply int, side game.Player) bool {
	if t.arrive(ply); t.spent() {
		return false
	}
	f := &t.stack[ply]
	mine := t.rules.ToMove(&f.state) == side
	if st := t.caps.Statuser.Status(&f.state); st.Over() {
		return st == game.Draw || mine == (st.Score() > 0)
	}
	if _, again := t.caps.Repeater.Repetition(&f.state); again != game.Draw {
		return false
	}
	if plies, value := t.caps.Limiter.Limit(&f.state); plies > 0 {
		return value == game.Draw
	}
	if t.proves(ply, mine) {
		return true
	}
	if ply == t.last {
		return false
	}
	key := maphash.Comparable[any](t.seed, f.state)
	if held, ok := t.found[side&1][key]; ok {
		return held
	}
	f.moves, _ = t.rules.Moves(&f.state, f.moves[:0])
	held := !mine
	for i := 0; i < len(f.moves) && held != mine; i++ {
		held = t.after(ply, f.moves[i], side)
	}
	if !t.spent() {
		t.found[side&1][key] = held
	}
	return held
}

// proves reports whether the game or the table proves at least a draw at ply for the side to
// move or, if mine is false, for the other one.
func (t *truce[S, M]) proves(ply int, mine bool) bool {
	v, proof := t.known(ply)
	lower, upper := -game.Infinity, game.Infinity
	if t.caps.Bounder != nil {
		lower, upper = t.caps.Bounder.Bounds(&t.stack[ply].state)
	}
	if mine {
		return lower >= 0 || v >= 0 && proof&game.Lower != 0
	}
	return upper <= 0 || v <= 0 && proof&game.Upper != 0
}

// line returns a line that begins with a move at the root, and goes on with moves after which
// the side that plays them holds.
func (t *truce[S, M]) line(first M) []M {
	pv := []M{first}
	t.play(0, first)
	for ply := 1; ply < t.last; ply++ {
		t.mark(ply)
		f := &t.stack[ply]
		side := t.rules.ToMove(&f.state)
		moves, _ := t.rules.Moves(&f.state, nil)
		i := slices.IndexFunc(moves, func(m M) bool { return t.after(ply, m, side) })
		if i < 0 {
			break
		}
		pv = append(pv, moves[i])
	}
	return pv
}
