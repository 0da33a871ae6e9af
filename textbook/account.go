package textbook

import (
	"context"
	"math"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/trace"
)

// Counts are what a search did.
type Counts struct {
	Nodes   int // visits; a node searched twice counts twice
	Leaves  int // visits that ended in a static value
	Cutoffs int // visits that left children out
}

// node is a visit of a position as the event stream knows it.
type node struct {
	visit  int // its number
	parent int // that of its parent; -1 at the root
	index  int // among its parent's children; -1 at the root
	ply    int
	max    bool // MAX is to move
	flip   bool // values here are seen from MIN
	window game.Window
}

// below makes n the index-th child of parent.
func (n *node) below(parent *node, index int) {
	n.parent, n.index, n.ply = parent.visit, index, parent.ply+1
}

// atRoot makes n the root.
func (n *node) atRoot(max bool) { *n = node{parent: -1, index: -1, max: max} }

// view returns v, a value at the child c, as n sees it.
func (n *node) view(c *node, v game.Score) game.Score {
	if n.flip != c.flip {
		return -v
	}
	return v
}

// ofMover returns v, a value seen from the side to move at n, as n sees it.
func (n *node) ofMover(v game.Score) game.Score {
	if n.max == n.flip { // MIN is to move, and n sees with MAX's eyes
		return -v
	}
	return v
}

// asks returns w, a window of n, as its child c sees it.
func (n *node) asks(c *node, w game.Window) game.Window {
	if n.flip != c.flip {
		return w.Negate()
	}
	return w
}

// better reports whether n's side prefers a to b, both seen by n.
func (n *node) better(a, b game.Score) bool {
	if n.max || n.flip {
		return a > b
	}
	return a < b
}

// account counts the steps of a search and passes them on to its observer.
// Values and windows are given as the node sees them.
type account struct {
	Counts
	observer trace.Observer
	ctx      context.Context
	alarm    int // the visit before which something besides counting is to do
	stopped  bool
}

// patience is the number of visits between two looks at the context.
const patience = 1 << 12

// restart clears the counts for a new search.
func (a *account) restart(ctx context.Context) {
	a.Counts, a.ctx, a.stopped = Counts{}, ctx, false
	a.setAlarm()
}

// setAlarm decides when to attend to more than the count of visits.
func (a *account) setAlarm() {
	switch {
	case a.observer != nil:
		a.alarm = 0
	case a.ctx.Done() != nil:
		a.alarm = a.Nodes + patience
	default:
		a.alarm = math.MaxInt
	}
}

// enter counts a visit of n with window w.
func (a *account) enter(n *node, w game.Window) {
	if a.Nodes >= a.alarm {
		a.attend(n, w)
	}
	a.Nodes++
}

// attend reports the visit of n and looks at the context.
func (a *account) attend(n *node, w game.Window) {
	if a.observer != nil {
		n.visit, n.window = a.Nodes, w
		a.emit(n, trace.Event{Kind: trace.Enter, Window: w})
	}
	if a.Nodes%patience == 0 || a.alarm > 0 {
		a.stopped = a.ctx.Err() != nil
	}
	a.setAlarm()
}

// static counts a leaf of value v, which it returns.
func (a *account) static(n *node, v game.Score) game.Score {
	a.Leaves++
	if a.observer != nil {
		a.valued(n, v)
	}
	return v
}

func (a *account) valued(n *node, v game.Score) {
	a.emit(n, trace.Event{Kind: trace.Static, Value: v, Bound: game.Exact})
	a.emit(n, trace.Event{Kind: trace.Leave, Value: v, Bound: game.Exact})
}

// backup reports that v, the value of a child, is n's best so far.
func (a *account) backup(n *node, child int, v game.Score) {
	if a.observer != nil {
		a.emit(n, trace.Event{Kind: trace.Backup, Child: child, Value: v})
	}
}

// narrow reports that n's window has become w.
func (a *account) narrow(n *node, w game.Window) {
	if a.observer != nil {
		a.emit(n, trace.Event{Kind: trace.Window, Window: w})
	}
}

// cutoff reports that v, the value of a child, spares n the rest of its
// children.
func (a *account) cutoff(n *node, child, children int, v game.Score) {
	a.Cutoffs++
	if a.observer == nil {
		return
	}
	reason := trace.AlphaCut
	if n.max {
		reason = trace.BetaCut
	}
	a.emit(n, trace.Event{Kind: trace.Cutoff, Reason: reason, Child: child, Value: v})
	for i := child + 1; i < children; i++ {
		a.emit(n, trace.Event{Kind: trace.Pruned, Child: i})
	}
}

// recall reports that v, a stored bound, spares n all of its children, and
// returns it.
func (a *account) recall(n *node, v game.Score) game.Score {
	a.Cutoffs++
	if a.observer != nil {
		a.emit(n, trace.Event{Kind: trace.Cutoff, Reason: trace.TableCut, Child: -1, Value: v})
	}
	return a.leave(n, v)
}

// leave reports n's answer, v, and returns it.
func (a *account) leave(n *node, v game.Score) game.Score {
	if a.observer != nil {
		a.left(n, v)
	}
	return v
}

func (a *account) left(n *node, v game.Score) {
	a.emit(n, trace.Event{Kind: trace.Leave, Value: v, Bound: meaning(n.window, v)})
}

// emit completes e for n and turns it to MAX's view.
func (a *account) emit(n *node, e trace.Event) {
	e.Max, e.Node, e.Parent, e.Index, e.Ply = n.max, n.visit, n.parent, n.index, n.ply
	if n.flip {
		e.Value, e.Window, e.Bound = -e.Value, e.Window.Negate(), e.Bound.Negate()
	}
	a.observer.Observe(e)
}

// meaning classifies the answer v to w. Infinite values are exact, for nothing
// lies beyond them.
func meaning(w game.Window, v game.Score) game.Bound {
	if v >= game.Infinity || v <= -game.Infinity {
		return game.Exact
	}
	return w.Bound(v)
}
