package textbook

import (
	"context"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// Counts are the work done by a search.
type Counts struct {
	Nodes   int // visits; a node searched twice counts twice
	Leaves  int // visits that ended in a static value
	Cutoffs int // visits that left children out
}

// visit is one visit of a position, as trace events describe it.
type visit struct {
	number int
	parent int // the number of the parent's visit; -1 at the root
	index  int // among its parent's children; -1 at the root
	ply    int
	max    bool // MAX is to move
	flip   bool // values here are seen from MIN
	pass   bool // reached by a null move
	window game.Window
	now    game.Window  // what became of window,
	ends   event.Claims // and what its ends stand for
	answer game.Score   // what was found, once it is left,
	bound  game.Bound   // and how that bounds the true value
}

// atRoot returns the visit of the root with the window w, whose finite ends are guesses.
func atRoot(max bool, w game.Window) visit {
	n := visit{parent: -1, index: -1, max: max}
	if w.Alpha > -game.Infinity {
		n.ends.Alpha = event.Guessed
	}
	if w.Beta < game.Infinity {
		n.ends.Beta = event.Guessed
	}
	return n
}

// view returns v, a value of the child c, from the view of n. It is -v if each visit uses
// its own side's view and the turn has changed.
func (n *visit) view(c *visit, v game.Score) game.Score {
	if n.flip != c.flip {
		return -v
	}
	return v
}

// asks returns w, the window that n passes to its child c, from the view of c: it is (-β,
// -α) where view negates. An end that equals an end of n's window keeps its claim. If
// beta is different, n sends a scout; if alpha is different, n searches again from the
// value that a scout found.
func (n *visit) asks(c *visit, w game.Window) game.Window {
	ends := n.ends
	if w.Beta != n.now.Beta {
		ends.Beta = event.Asked
	}
	if w.Alpha != n.now.Alpha {
		ends.Alpha = event.Found
	}
	if c.ends = ends; n.flip != c.flip {
		c.ends = ends.Swap()
		return w.Negate()
	}
	return w
}

// scouts returns the claims of the null window with which n, in SCOUT, tests
// whether a child is better than its best.
func (n *visit) scouts() event.Claims {
	ends := event.Claims{Alpha: event.Sure, Beta: event.Asked}
	if !n.max {
		return ends.Swap()
	}
	return ends
}

// ofMover converts v from the view of the side to move at n to the view of n.
func (n *visit) ofMover(v game.Score) game.Score {
	if n.max == n.flip { // MIN is to move, and n uses MAX's view
		return -v
	}
	return v
}

// better reports whether n's side prefers a to b, both from n's view.
func (n *visit) better(a, b game.Score) bool {
	if n.max || n.flip {
		return a > b
	}
	return a < b
}

// account counts the steps of a search and reports them to its observer.
// Values and windows are from the view of the visit.
type account struct {
	Counts
	observer event.Observer
	ctx      context.Context
	hard     bool // answers are limited to the window
	strict   bool // only values beyond a bound cut; see BeyondBound
	last     bool // see Options.LastCut
	stopped  bool
}

// patience is the number of visits between two checks of the context: well under a millisecond.
const patience = 1 << 12

// enter begins the visit n with the window w.
func (a *account) enter(n *visit, w game.Window) {
	if a.Nodes%patience == 0 {
		a.stopped = a.ctx.Err() != nil
	}
	n.number, n.window, n.now = a.Nodes, w, w
	a.Nodes++
	a.tell(n, event.Event{Kind: event.Enter, Window: w})
}

// static ends n as a leaf of value v and returns v.
func (a *account) static(n *visit, v game.Score) game.Score {
	a.Leaves++
	n.answer, n.bound = v, game.Exact
	a.tell(n, event.Event{Kind: event.Static, Value: v, Bound: game.Exact})
	a.tell(n, event.Event{Kind: event.Leave, Value: v, Bound: game.Exact})
	return v
}

// backup records v, the value of a child, as n's best so far.
func (a *account) backup(n *visit, child int, v game.Score) {
	a.tell(n, event.Event{Kind: event.Backup, Child: child, Value: v})
}

// narrow records that n's window has become w, if that is a change. An end that has moved
// inwards is sure, because a child of n guarantees it.
func (a *account) narrow(n *visit, w game.Window) {
	if w == n.now {
		return
	}
	if w.Alpha > n.now.Alpha {
		n.ends.Alpha = event.Sure
	}
	if w.Beta < n.now.Beta {
		n.ends.Beta = event.Sure
	}
	n.now = w
	a.tell(n, event.Event{Kind: event.Window, Window: w})
}

// raise returns w with alpha raised to v, if v is greater.
func (a *account) raise(n *visit, w game.Window, v game.Score) game.Window {
	if v > w.Alpha {
		w.Alpha = v
		a.narrow(n, w)
	}
	return w
}

// cutoff records that v, the value of a child, makes n skip its remaining children. If
// none remain it records nothing, unless a.last is set.
func (a *account) cutoff(n *visit, child, children int, v game.Score) {
	if child == children-1 && !a.last {
		return
	}
	a.cutsOff(n, n.beyond(), child, nil, v)
	for i := child + 1; i < children && a.observer != nil; i++ {
		a.tell(n, event.Event{Kind: event.Pruned, Child: i})
	}
}

// beyond returns the reason of a cutoff by a value beyond the window.
func (n *visit) beyond() event.Reason {
	if n.max {
		return event.BetaCut
	}
	return event.AlphaCut
}

// cutsOff records that v, the value of a child, makes n skip the children in rest. If
// child is -1, v is the value of n itself.
func (a *account) cutsOff(n *visit, reason event.Reason, child int, rest []int, v game.Score) {
	a.Cutoffs++
	a.tell(n, event.Event{Kind: event.Cutoff, Reason: reason, Child: child, Value: v})
	for _, i := range rest {
		a.tell(n, event.Event{Kind: event.Pruned, Child: i})
	}
}

// leaveOut is cutoff for children that are not searched in order: the slice rest holds
// those not searched yet.
func (a *account) leaveOut(n *visit, child int, rest []int, v game.Score) {
	if len(rest) > 0 || a.last {
		a.cutsOff(n, n.beyond(), child, rest, v)
	}
}

// recall ends n with v, a bound known from an earlier visit, and returns it.
func (a *account) recall(n *visit, v game.Score) game.Score {
	a.Cutoffs++
	a.tell(n, event.Event{Kind: event.Cutoff, Reason: event.TableCut, Child: -1, Value: v})
	return a.leave(n, v)
}

// leave ends n with the answer v and returns it.
func (a *account) leave(n *visit, v game.Score) game.Score {
	bound := a.meaning(n.window, v)
	if a.hard {
		v = n.window.Clamp(v)
	}
	return a.leaveWith(n, v, bound)
}

// leaveWith ends n with the answer v and returns v; bound states how v bounds the true value.
func (a *account) leaveWith(n *visit, v game.Score, bound game.Bound) game.Score {
	n.answer, n.bound = v, bound
	a.tell(n, event.Event{Kind: event.Leave, Value: v, Bound: bound})
	return v
}

// tell completes e for n, converts it to MAX's view and passes it to the observer.
func (a *account) tell(n *visit, e event.Event) {
	if a.observer == nil {
		return
	}
	e.Max, e.Pass, e.Node, e.Parent, e.Index, e.Ply = n.max, n.pass, n.number, n.parent, n.index, n.ply
	if e.Kind == event.Enter || e.Kind == event.Window {
		e.Claims = n.ends
	}
	if n.flip {
		e.Value, e.Window, e.Claims, e.Bound = -e.Value, e.Window.Negate(), e.Claims.Swap(), e.Bound.Negate()
	}
	a.observer.Observe(e)
}

// meaning returns how v bounds the true value. v is the answer of a search with window w,
// not yet limited to w. Infinite values are exact, because nothing lies beyond them.
//
// If only values beyond a bound cut off, a value on the bound left nothing out, so it is exact. If
// answers are limited to their windows, it may only seem to lie on the bound. Then the window may
// also hold a single value, and that value is the answer whatever the truth.
func (a *account) meaning(w game.Window, v game.Score) game.Bound {
	switch {
	case a.hard && w.Alpha == w.Beta && v == w.Alpha:
		return game.NoBound
	case (v >= game.Infinity || v <= -game.Infinity) && !(a.hard && w.Clamp(v) != v):
		return game.Exact
	case !a.strict:
		return w.Bound(v)
	case v < w.Alpha || a.hard && v == w.Alpha:
		return game.Upper
	case v > w.Beta || a.hard && v == w.Beta:
		return game.Lower
	}
	return game.Exact
}
