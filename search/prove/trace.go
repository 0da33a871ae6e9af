package prove

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/search"
)

// principal returns the best line from the root by the findings. Where positions may repeat, the
// line ends before the second reversible move: a solution found on another line may lead back to a
// position of this one. The first move is the solution's even if the table has lost the rest.
func (p *Prover[S, M]) principal() (pv []M) {
	if p.root.found.work == 0 || len(p.root.branches) == 0 {
		return nil
	}
	first := p.root.branches[p.root.best].move
	p.review()
	for n := p.root; p.look(n); {
		b := &n.branches[n.best]
		child := p.follow(n, b)
		if n != p.root && p.reversible(child) {
			break
		}
		if pv = append(pv, b.move); b.work == 0 {
			break
		}
		n = child
	}
	if len(pv) == 0 {
		pv = []M{first}
	}
	return pv
}

// reversible reports whether n may repeat an earlier position of the line.
func (p *Prover[S, M]) reversible(n *node[S, M]) bool {
	if p.caps.Repeater == nil {
		return false
	}
	reach, _ := p.caps.Repeater.Repetition(&n.state)
	return reach > 0
}

// review prepares a second walk through the solution. The walk may recompute findings
// that the table has lost, with at most as many nodes as the search took plus a thousand.
func (p *Prover[S, M]) review() {
	p.thorough = true
	p.most = 2*p.nodes + 1000
}

// look generates the branches of n again and reports whether there are any. If n is
// solved, look ensures that the branches show it.
func (p *Prover[S, M]) look(n *node[S, M]) bool {
	known := n.found
	if !known.effort.solved() {
		p.expand(n)
		n.backUp()
		return len(n.branches) > 0
	}
	p.deepen(n, unlimited)
	if !n.found.effort.solved() {
		n.found = known
		p.remember(n)
		return false
	}
	return len(n.branches) > 0
}

// follow returns the node after branch b of n, with the finding of b.
func (p *Prover[S, M]) follow(n *node[S, M], b *branch[M]) *node[S, M] {
	child := p.descend(n, b.move)
	child.found = b.finding
	return child
}

// Trace proves as Prove does and, if there is a verdict, sends the solution to c.Observer as an
// AND/OR tree: the events of a perfectly ordered search with a null window at goal. MAX is the
// attacker, whose nodes are the OR nodes; render with trace.RenderOptions.OrAnd. A node where the
// side to move succeeds has one child. Any other node has all moves that the capabilities leave.
// Indices count the game's moves in the order of generation.
//
// The tree has at most the given number of nodes, at least one, not counting
// pruned ones; the children of a node share them evenly. Where the tree ends
// early, or the table has lost the rest, a table cutoff shows the known value.
func (p *Prover[S, M]) Trace(ctx context.Context, pos *S, goal Goal, q search.Query, c search.Control, nodes int) Result[M] {
	r := p.Prove(ctx, pos, goal, q, c, nil)
	if r.Verdict == Unknown {
		return r
	}
	p.stop.Store(false)
	defer p.start(ctx, c)()
	p.review()
	t := tracer[S, M]{Prover: p, observer: c.Observer}
	t.node(p.root, event.Event{Parent: -1, Index: -1}, nodes)
	return r
}

// tracer converts findings into the events of a search.
type tracer[S any, M comparable] struct {
	*Prover[S, M]
	observer event.Observer
	visits   int
}

// node emits the events of n and at most nodes-1 nodes below it. It returns
// the value shown, with distances counted from the root.
func (t *tracer[S, M]) node(n *node[S, M], at event.Event, nodes int) (value game.Score) {
	at.Node, at.Ply, at.Max = t.visits, n.ply, n.kind == orNode
	t.visits++
	window := game.Null(t.goal - 1)
	t.emit(at, event.Event{Kind: event.Enter, Window: window})
	bound := window.Bound
	switch {
	case n.found.work == 0:
		var exact bool
		if value, exact = t.leafValue(n); exact {
			t.emit(at, event.Event{Kind: event.Static, Value: value, Bound: game.Exact})
			bound = func(game.Score) game.Bound { return game.Exact }
		} else {
			t.emit(at, event.Event{Kind: event.Cutoff, Reason: event.SelectiveCut, Child: -1, Value: value})
		}
	case !t.fits(n, nodes):
		value = t.known(n)
		t.emit(at, event.Event{Kind: event.Cutoff, Reason: event.TableCut, Child: -1, Value: value})
	case n.found.effort[n.kind] == 0:
		value = t.one(n, at, nodes)
	default:
		value = t.all(n, at, nodes)
	}
	t.emit(at, event.Event{Kind: event.Leave, Value: value, Bound: bound(value)})
	return value
}

// emit sends e, which happens at the node of at.
func (t *tracer[S, M]) emit(at, e event.Event) {
	e.Node, e.Parent, e.Index, e.Ply, e.Max = at.Node, at.Parent, at.Index, at.Ply, at.Max
	t.observer.Observe(e)
}

// leafValue returns the value that settles n without a search: the exact value
// of the end of the game or of a repetition, or a bound.
func (t *tracer[S, M]) leafValue(n *node[S, M]) (value game.Score, exact bool) {
	if n.ply > 0 {
		if value, _, ok := t.repetition(n); ok {
			return value.Later(n.ply), true
		}
	}
	if status := t.candidates(n); status.Over() {
		return t.forAttacker(n, status.Score()).Later(n.ply), true
	}
	lower, upper := t.bounds(n)
	if lower >= t.goal {
		return lower.Later(n.ply), false
	}
	return upper.Later(n.ply), false
}

// fits reports whether the children of n fit into a tree of the given number of nodes.
func (t *tracer[S, M]) fits(n *node[S, M], nodes int) bool {
	if nodes <= 1 || n.ply >= event.MaxPly || !t.look(n) {
		return false
	}
	return n.found.effort[n.kind] == 0 || len(n.branches) < nodes
}

// known returns the proven bound of n, a solved node.
func (t *tracer[S, M]) known(n *node[S, M]) game.Score {
	if n.found.effort[orNode] == 0 {
		return t.goal
	}
	return t.goal - 1
}

// one emits the branch of n with which the side to move succeeds.
func (t *tracer[S, M]) one(n *node[S, M], at event.Event, nodes int) game.Score {
	order, _ := t.rules.Moves(&n.state, nil)
	b := &n.branches[n.best]
	index := slices.Index(order, b.move)
	reason := event.BetaCut
	if n.kind == andNode {
		reason = event.AlphaCut
	}
	value := t.node(t.follow(n, b), event.Event{Parent: at.Node, Index: index}, nodes-1)
	t.emit(at, event.Event{Kind: event.Backup, Child: index, Value: value})
	t.emit(at, event.Event{Kind: event.Cutoff, Reason: reason, Child: index, Value: value})
	for i := range order {
		if i != index {
			t.emit(at, event.Event{Kind: event.Pruned, Child: i})
		}
	}
	return value
}

// all emits all branches of n, each a failure of the side to move, and the moves that the
// game's knowledge left out.
func (t *tracer[S, M]) all(n *node[S, M], at event.Event, nodes int) (value game.Score) {
	order, _ := t.rules.Moves(&n.state, nil)
	end := t.visits + nodes - 1
	for i := range n.branches {
		b := &n.branches[i]
		index := slices.Index(order, b.move)
		share := (end - t.visits) / (len(n.branches) - i)
		v := t.node(t.follow(n, b), event.Event{Parent: at.Node, Index: index}, share)
		if i == 0 || t.forAttacker(n, v) > t.forAttacker(n, value) {
			value = v
			t.emit(at, event.Event{Kind: event.Backup, Child: index, Value: v})
		}
	}
	t.leaveOut(n, at, order, value)
	return value
}

func (t *tracer[S, M]) leaveOut(n *node[S, M], at event.Event, order []M, value game.Score) {
	if len(order) == len(n.branches) {
		return
	}
	t.emit(at, event.Event{Kind: event.Cutoff, Reason: event.SelectiveCut, Child: -1, Value: value})
	for i, m := range order {
		if !slices.ContainsFunc(n.branches, func(b branch[M]) bool { return b.move == m }) {
			t.emit(at, event.Event{Kind: event.Pruned, Child: i})
		}
	}
}
