package lesson

import (
	"cmp"
	"context"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
	"github.com/plywood-go/plywood/trace"
)

// SearchPuzzle searches for a path from a position of a puzzle to its goal. Of the setup it uses the
// algorithm, by default A*, the heuristic and, for a search depth first, the depth. If the context
// ended the search, the error wraps the context's.
func SearchPuzzle(ctx context.Context, p *puzzle.Position, s Setup, limit Limit) (*Run, error) {
	algorithm := cmp.Or(pathbook.Algorithm(s.Algorithm), pathbook.AStar)
	if err := p.Unsolvable(); err != nil {
		return nil, err
	}
	book, heuristic, err := p.Puzzle().Book(ctx, s.Heuristic, puzzle.Resources{})
	if err != nil {
		return nil, err
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	events := recorder{full: stop}
	sampler := limit.sampler(&events)
	counter := &counter{to: sampler, left: limit.positions(), full: stop}
	pathbook.Run[puzzle.State, puzzle.Move](within, algorithm, book, p.State(), pathbook.Options{Depth: s.Depth, Observer: counter})
	switch {
	case p.Puzzle().Fault() != nil:
		return nil, p.Puzzle().Fault()
	case ctx.Err() == nil && counter.left < 0:
		return nil, reason.Errorf("lesson: the search goes through more than %d positions; take one nearer to the goal", limit.Positions)
	}
	if err := unfinished(ctx, len(events.Events), ctx.Err() != nil); err != nil {
		return nil, err
	}
	known := pictureOf[puzzle.State, puzzle.Move](book, p.State())
	horizon := -1
	if algorithm == pathbook.DepthFirst {
		horizon = s.Depth
	}
	known.Letters, known.MaxNodes, known.Shape = true, limit.Nodes, (&view{book, p.State(), horizon}).shape
	r, err := newRun(events.Events, known)
	if err != nil {
		return nil, err
	}
	r.Path, r.Setup, r.Seen = algorithm, Setup{Algorithm: Algorithm(algorithm), Heuristic: heuristic, Depth: s.Depth}, sampler.Seen
	r.Document.Game, r.Document.Position, r.Document.Algorithm = p.Puzzle().About().Name, p.String(), string(algorithm)
	return r, nil
}

// counter is an observer that ends a search after a number of generated nodes.
type counter struct {
	to   event.Observer
	left int
	full func()
}

func (c *counter) Observe(e event.Event) {
	if e.Kind.Begins() {
		if c.left--; c.left < 0 {
			c.full()
			return
		}
	}
	c.to.Observe(e)
}

// view gives the picture of a path search its facts about the puzzle.
type view struct {
	book    puzzle.Book
	start   puzzle.State
	horizon int // in plies; -1 without one
}

// shape reports goals. It also reports goals just beyond the horizon of a depth-limited search,
// which the search cannot see.
func (v *view) shape(path []int) trace.Shape {
	s, _ := walk[puzzle.State, puzzle.Move](v.book, v.start, path)
	shape := trace.Shape{Turn: event.Turn{Max: true}, Goal: v.book.Goal(&s)}
	if len(path) == v.horizon && !shape.Goal {
		moves, _ := v.book.Moves(&s, nil)
		for _, m := range moves {
			var next puzzle.State
			if v.book.Play(&next, &s, m); v.book.Goal(&next) {
				shape.Children = len(moves)
			}
		}
	}
	return shape
}

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
