package lesson

import (
	"context"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// tally is an observer that counts visits and leaves as trace.Tree does, but keeps only the
// events at the root. Its memory grows with the distinct nodes visited, about 50 bytes each, and
// not with the steps.
type tally struct {
	trace.Stats
	root  event.Recorder
	open  map[int]int32 // nodes of the visits still open
	known map[edge]int32
	taken []bool // whether each node's static value was taken
}

// edge is a node and the index of a child.
type edge struct{ node, index int32 }

func newTally() *tally {
	return &tally{open: map[int]int32{}, known: map[edge]int32{}}
}

// Observe counts e.
func (t *tally) Observe(e event.Event) {
	switch e.Kind {
	case event.Enter:
		t.enter(e)
	case event.Static:
		t.Evaluations++
		if taken := &t.taken[t.open[e.Node]]; !*taken {
			*taken = true
			t.Leaves++
		}
	case event.Backup:
		if e.Child < 0 {
			t.Evaluations++
		}
	case event.Cutoff:
		t.Cutoffs++
		t.ByReason[e.Reason]++
	case event.Leave:
		delete(t.open, e.Node)
	}
	if e.Ply == 0 && (e.Kind == event.Enter || e.Kind == event.Static || e.Kind == event.Leave) {
		t.root.Observe(e)
	}
}

// nowhere is the parent of the root.
const nowhere = -1

func (t *tally) enter(e event.Event) {
	t.Visits++
	at := edge{nowhere, 0}
	if e.Parent >= 0 {
		at = edge{t.open[e.Parent], int32(e.Index)}
	}
	node, seen := t.known[at]
	if !seen {
		node = int32(len(t.taken))
		t.known[at] = node
		t.taken = append(t.taken, false)
		t.Nodes++
	}
	t.open[e.Node] = node
}

// proof is an observer of plain minimax that computes the same minimum as plant.weigh for trees
// that are not written down, with memory proportional to their depth.
type proof struct {
	value  game.Score // of the root
	leaves int
	path   []pledge
}

// Observe adds e to the proofs.
func (p *proof) Observe(e event.Event) {
	last := len(p.path) - 1
	switch e.Kind {
	case event.Enter:
		p.path = append(p.path, newPledge(e.Max))
	case event.Static:
		p.leaves++
		p.path[last].settle(e.Value, p.value)
	case event.Leave:
		if last > 0 {
			p.path[last-1].add(p.path[last].sizes())
			p.path = p.path[:last]
		}
	}
}

// pledge holds the sizes of two proofs over the children seen so far: that a node is worth at
// least, and at most, a value.
type pledge struct {
	max                                bool
	leastOf, leastAll, mostOf, mostAll int
}

// tooMany exceeds the number of leaves of any search: there is no proof.
const tooMany = 1 << 50

// newPledge returns the pledge of a node at which MAX, or MIN, is to move.
func newPledge(max bool) pledge { return pledge{max, tooMany, 0, tooMany, 0} }

// settle makes n the pledge of a leaf worth value, for proofs about v.
func (n *pledge) settle(value, v game.Score) {
	least, most := tooMany, tooMany
	if value >= v {
		least = 1
	}
	if value <= v {
		most = 1
	}
	n.add(least, most)
}

// add adds the sizes of the proofs of a child.
func (n *pledge) add(least, most int) {
	n.leastOf, n.mostOf = min(n.leastOf, least), min(n.mostOf, most)
	n.leastAll, n.mostAll = min(n.leastAll+least, tooMany), min(n.mostAll+most, tooMany)
}

// sizes returns the fewest leaves that prove that the node is worth at least, and at most, the
// value. MAX needs one of its moves and all of MIN's.
func (n *pledge) sizes() (least, most int) {
	if n.max {
		return n.leastOf, n.mostAll
	}
	return n.leastAll, n.mostOf
}

// prove traverses a whole tree and returns its number of leaves and the fewest that prove its
// value. ok is false if it was stopped.
func prove[S any, M comparable, R game.Rules[S, M]](ctx context.Context, rules R, p *S, depth int, scoring textbook.Scoring) (leaves, minimum int, ok bool) {
	o := textbook.Options{Scoring: scoring}
	found := textbook.Run(ctx, textbook.AlphaBeta, rules, p, depth, o)
	if found.Stopped {
		return 0, 0, false
	}
	proof := proof{value: found.Value}
	o.Observer = &proof
	if textbook.Run(ctx, textbook.Minimax, rules, p, depth, o).Stopped {
		return 0, 0, false
	}
	least, most := proof.path[0].sizes()
	return proof.leaves, least + most - 1, true // see plant.minimum
}
