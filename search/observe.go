package search

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// # Observation
//
// An observed search emits the events of package trace, one visit for each search of a node,
// iteration after iteration. Auxiliary searches are hidden: null moves and their verification, the
// shallow searches of ProbCut, quiescence. A node that is settled without searching its children is
// a leaf if it lies at the horizon or the game resolves it; otherwise it is cut off, by the table
// or by a selective rule.
//
// A search without an observer pays nothing: where turns alternate and no
// position repeats it takes a separate path (see worker.child).

// watch is an observer with the state of the line being searched.
type watch[S any, M comparable] struct {
	observer event.Observer
	visits   int
	hidden   int // above 0 while the search is hidden
	line     []watched[M]
	child    S
}

// watched is a visit on the line being searched.
type watched[M comparable] struct {
	visit, parent, index int
	max                  bool
	window               game.Window // from the view of the side to move, like all scores here
	moves                []M         // in the order of generation
	tried                []bool      // by index
	best                 game.Score
	bestAt               int // the index of the best child, -1 before the first
	last                 int // the child searched last, whose value may change; -1 if it is settled
	value                game.Score
}

// startWatching lets the observer of the run follow the first worker, which
// then shares no nodes, because searches of other workers would not be seen.
func (w *worker[S, M]) startWatching() {
	w.watch, w.shares = nil, w.s.crew != nil
	if o := w.control.Observer; o != nil && w == w.s.workers[0] {
		w.watch = &watch[S, M]{observer: o}
		w.shares = false
	}
}

// watchedNode searches the node at ply and emits its events.
func (w *worker[S, M]) watchedNode(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	index := w.indexAt(ply)
	if index < 0 {
		w.watch.hidden++
		defer func() { w.watch.hidden-- }()
		return w.unwatchedNode(ply, depth, alpha, beta)
	}
	w.beginVisit(ply, index, game.Window{Alpha: alpha, Beta: beta})
	tableCuts := w.stats.TableCuts
	v, proof := w.unwatchedNode(ply, depth, alpha, beta)
	if w.stopped() {
		return v, proof
	}
	w.settleChild(ply)
	if n := &w.watch.line[ply]; n.bestAt < 0 {
		w.settleLeaf(ply, depth, v, w.stats.TableCuts != tableCuts)
	} else {
		w.endVisit(ply, v)
	}
	parent := &w.watch.line[ply-1]
	if parent.last, parent.value = index, -v; w.sameSide(ply - 1) {
		parent.value = v
	}
	return v, proof
}

// indexAt returns the index of the move that led to the node at ply among its
// parent's moves, or -1 if the node is hidden.
func (w *worker[S, M]) indexAt(ply int) int {
	if w.watch.hidden > 0 || w.stack[ply].nulled {
		return -1
	}
	hash := w.rules.Hash(&w.stack[ply].state)
	for i, m := range w.watch.line[ply-1].moves {
		w.rules.Play(&w.watch.child, &w.stack[ply-1].state, m)
		if w.rules.Hash(&w.watch.child) == hash {
			return i
		}
	}
	return -1
}

// beginVisit emits that the search enters the node at ply, child number index
// of its parent, with window win.
func (w *worker[S, M]) beginVisit(ply, index int, win game.Window) {
	o := w.watch
	for len(o.line) <= ply {
		o.line = append(o.line, watched[M]{})
	}
	n := &o.line[ply]
	*n = watched[M]{visit: o.visits, parent: -1, index: index, window: win, moves: n.moves[:0], bestAt: -1, last: -1}
	o.visits++
	state := &w.stack[ply].state
	n.max = w.rules.ToMove(state) == w.rules.ToMove(&w.stack[0].state)
	n.moves, _ = w.rules.Moves(state, n.moves)
	n.tried = make([]bool, len(n.moves))
	if ply > 0 {
		if parent := &o.line[ply-1]; parent.last != index {
			w.settleChild(ply - 1)
		}
		n.parent = o.line[ply-1].visit
		o.line[ply-1].tried[index] = true
	}
	w.emit(ply, event.Event{Kind: event.Enter, Window: win})
}

// settleChild records the final value of the child searched last by the node
// at ply, from that node's view.
func (w *worker[S, M]) settleChild(ply int) {
	n := &w.watch.line[ply]
	if n.last < 0 {
		return
	}
	if n.bestAt < 0 || n.value > n.best {
		n.best, n.bestAt = n.value, n.last
		w.emit(ply, event.Event{Kind: event.Backup, Child: n.last, Value: n.value})
		if n.value > n.window.Alpha && n.value < n.window.Beta {
			w.emit(ply, event.Event{Kind: event.Window, Window: game.Window{Alpha: n.value, Beta: n.window.Beta}})
		}
	}
	if n.value >= n.window.Beta {
		w.emitCut(ply)
	}
	n.last = -1
}

// emitCut emits the cutoff of the untried children of the node at ply.
func (w *worker[S, M]) emitCut(ply int) {
	n := &w.watch.line[ply]
	reason, told := event.AlphaCut, false
	if n.max {
		reason = event.BetaCut
	}
	for i, tried := range n.tried {
		if tried {
			continue
		}
		if !told {
			w.emit(ply, event.Event{Kind: event.Cutoff, Reason: reason, Child: n.last, Value: n.value})
			told = true
		}
		w.emit(ply, event.Event{Kind: event.Pruned, Child: i})
	}
}

// settleLeaf emits why the node at ply got value v without a search of its children.
func (w *worker[S, M]) settleLeaf(ply, depth int, v game.Score, byTable bool) {
	over := len(w.watch.line[ply].moves) == 0
	resolved := depth == 1 && w.caps.LastPlyer != nil
	switch {
	case byTable:
		w.emit(ply, event.Event{Kind: event.Cutoff, Reason: event.TableCut, Child: -1, Value: v})
	case depth <= 0 || over || resolved:
		w.emit(ply, event.Event{Kind: event.Static, Value: v, Bound: game.Exact})
		w.emit(ply, event.Event{Kind: event.Leave, Value: v, Bound: game.Exact})
		return
	default:
		w.emit(ply, event.Event{Kind: event.Cutoff, Reason: event.SelectiveCut, Child: -1, Value: v})
	}
	w.endVisit(ply, v)
}

// endVisit emits that the search leaves the node at ply with value v.
func (w *worker[S, M]) endVisit(ply int, v game.Score) {
	w.settleChild(ply)
	w.emit(ply, event.Event{Kind: event.Leave, Value: v, Bound: w.watch.line[ply].window.Bound(v)})
}

// emit completes an event of the node at ply, converts it to MAX's view and sends it.
func (w *worker[S, M]) emit(ply int, e event.Event) {
	n := &w.watch.line[ply]
	e.Max, e.Node, e.Parent, e.Index, e.Ply = n.max, n.visit, n.parent, n.index, ply
	if !n.max {
		e.Value, e.Window, e.Bound = -e.Value, e.Window.Negate(), e.Bound.Negate()
	}
	w.watch.observer.Observe(e)
}
