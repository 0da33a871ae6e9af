package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// BuildOptions hold the caller's knowledge of the searched tree that its events lack. A path is the
// list of child indices from the root to a node; it is valid only during the call.
type BuildOptions struct {
	// Label names a node. Zero means no names.
	Label func(path []int) string
	// Letters names nodes without a label a, b, …, z, aa, … breadth first, as
	// the textbooks do. Zero means that they stay unnamed.
	Letters bool
	// Move names the move that leads to a node other than the root. Zero means no names.
	Move func(path []int) string
	// Odds writes the probability of the move that leads to a node where that has a name, too. Zero
	// means none.
	Odds func(path []int) string
	// Place orders siblings in pictures. Zero means by Index.
	Place func(path []int) int
	// Value formats a finite score; explicit trees have exact decimals to
	// write. Zero means FormatScore.
	Value func(v game.Score) string
	// Near returns the score nearest to v that represents a number: at or above v if up is set,
	// otherwise at or below it; infinity if there is none. Searches also produce other scores, such
	// as the ends of null windows. Zero means that every score represents a number.
	Near func(v game.Score, up bool) game.Score
	// Shape describes nodes that were not searched and their children, and the
	// static values of leaves before the search reaches them. Zero means that
	// these are unknown; then a node left out is drawn as a leaf.
	Shape func(path []int) Shape
	// MaxNodes bounds the tree: more searched nodes are an error; further
	// unsearched ones are left out and their parent is Folded. Zero means 100
	// 000.
	MaxNodes int
	// Deepening means that the searches of the stream go to different depths, so that a proof for a
	// node does not hold in the next search. Zero means that the proofs of all visits are combined.
	Deepening bool
}

// Shape is BuildOptions.Shape's description of a node of the game tree.
type Shape struct {
	Children   int        // number of moves in the game
	event.Turn            // who chooses
	Goal       bool       // the goal of a search for a path
	Static     bool       // has a static value; with children, an estimate
	Value      game.Score // the static value
}

// FormatScore formats v as in pictures of trees: an estimate as a plain
// number, everything else as game.Score does.
func FormatScore(v game.Score) string {
	if !v.Proven() {
		return fmt.Sprint(int32(v))
	}
	return v.String()
}

// Build returns the tree searched by a stream of events. The stream may end anywhere. A stream that
// no search can emit gives an error that wraps ErrFormat: a visit without its parent's, an event of
// a visit that has not begun, a visit number that does not increase.
func Build(events []event.Event, opt BuildOptions) (*Tree, error) {
	r, err := NewReplay(events, opt)
	if err != nil {
		return nil, err
	}
	return r.final, nil
}

// A Replay shows a stream step by step. It is immutable, so any number of
// goroutines may step through it independently.
type Replay struct {
	events []event.Event
	about  []int32 // the node of each event
	child  []int32 // the Child of each event, -1 if none
	blank  []Node  // the nodes before the first event
	final  *Tree   // after the last
	opt    BuildOptions
	// Fields of Tree with the same names.
	lists, estimates bool
	growth           Growth
}

// NewReplay prepares events for stepping. It fails where Build does.
func NewReplay(events []event.Event, opt BuildOptions) (*Replay, error) {
	opt.MaxNodes = cmp.Or(opt.MaxNodes, 100_000)
	if opt.Value == nil {
		opt.Value = FormatScore
	}
	if len(events) == 0 {
		return nil, fmt.Errorf("trace: no events: %w", ErrFormat)
	}
	r := &Replay{events: slices.Clone(events), about: make([]int32, len(events)), child: make([]int32, len(events)), opt: opt}
	if err := r.build(); err != nil {
		return nil, err
	}
	if opt.Near != nil {
		near(r.events, opt.Near)
	}
	for _, e := range r.events {
		r.lists = r.lists || e.Kind == event.Reach
		r.growth = max(r.growth, growthOf(&e))
		r.estimates = r.estimates || e.H > 0
	}
	if r.growth != NoGrowth {
		r.sized()
	}
	critical(r.blank)
	r.final = r.At(r.Len())
	r.final.final = r.final
	return r, nil
}

// Len returns the number of events, the largest step.
func (r *Replay) Len() int { return len(r.events) }

// Event returns the event that leads from step i to step i+1.
func (r *Replay) Event(i int) event.Event { return r.events[i] }

// Node returns the number of the node at which event i happens.
func (r *Replay) Node(i int) int { return int(r.about[i]) }

// Child returns the number of the node that event i names as its Child, -1 if none.
func (r *Replay) Child(i int) int { return int(r.child[i]) }

// Tree returns the tree at the end, which Build returns.
func (r *Replay) Tree() *Tree { return r.final }

// At returns the tree after the first step events. It contains all nodes of
// the final tree, with the same numbers, so that a picture can keep its layout
// from step to step; see RenderOptions.Steady. It takes time proportional to
// the nodes and to step: about a millisecond for a trace of 5 000 nodes.
func (r *Replay) At(step int) *Tree {
	t := r.Cursor().To(step)
	t.finish()
	return t
}

// Cursor is a place in a replay. It serves one goroutine.
type Cursor struct {
	replay *Replay
	tree   *Tree
}

// Cursor returns a cursor before the first event.
func (r *Replay) Cursor() *Cursor {
	return &Cursor{r, &Tree{
		Nodes:     slices.Clone(r.blank),
		Current:   -1,
		Steps:     len(r.events),
		Lists:     r.lists,
		Estimates: r.estimates,
		Growth:    r.growth,
		format:    r.opt.Value,
		final:     r.final,
	}}
}

// To returns the tree after the first step events, without data that no single event contains:
// nodes cut off with an ancestor, the principal variation and the counts of nodes. The tree is
// valid until the next call. The time is proportional to the steps from the last place forward;
// going back begins anew.
func (c *Cursor) To(step int) *Tree {
	r := c.replay
	step = min(max(step, 0), len(r.events))
	if step < c.tree.Step {
		c.tree = r.Cursor().tree
	}
	for t := c.tree; t.Step < step; t.Step++ {
		t.Current = int(r.about[t.Step])
		r.apply(t, r.events[t.Step], &t.Nodes[t.Current], int(r.child[t.Step]))
	}
	return c.tree
}

func (r *Replay) apply(t *Tree, e event.Event, n *Node, child int) {
	switch e.Kind {
	case event.Enter:
		t.Stats.Visits++
		n.enter(e.Window, r.opt.Deepening)
	case event.Static:
		t.Stats.Evaluations++
		n.Leaf, n.State = true, Done
		n.prove(e.Value, game.Exact)
	case event.Window:
		n.Window = e.Window
	case event.Backup:
		n.Best, n.Working = child, e.Value
		if child < 0 { // the estimate of the node itself
			t.Stats.Evaluations++
		}
	case event.Outcome:
		n.Mean = e.Window
	case event.Cutoff:
		t.Stats.Cutoffs++
		t.Stats.ByReason[e.Reason]++
		n.Cutoff, n.CutBy, n.CutAt = e.Reason, child, e.Value
	case event.Pruned:
		t.Nodes[child].Pruned++
	case event.Leave:
		n.State = Done
		n.prove(e.Value, e.Bound)
	default:
		if t.Growth != NoGrowth {
			t.grow(e, n, child)
		} else {
			t.seek(e, n)
		}
	}
}

func (n *Node) enter(w game.Window, forget bool) {
	n.Visits++
	n.State = Open
	n.Entry, n.Window, n.Mean = w, w, game.FullWindow()
	n.Best, n.Cutoff, n.CutBy = -1, event.NoReason, -1
	if forget || n.Visits == 1 {
		n.Leaf, n.Bound = false, game.NoBound
		n.Lower, n.Upper = -game.Infinity, game.Infinity
	}
}

// prove adds the result of a visit to the proven bounds. A contradiction means
// that the visits did not search the same tree; then the last visit counts.
func (n *Node) prove(v game.Score, b game.Bound) {
	lower, upper := n.Lower, n.Upper
	if b&game.Lower != 0 {
		lower = max(lower, v)
	}
	if b&game.Upper != 0 {
		upper = min(upper, v)
	}
	if lower > upper {
		lower, upper = -game.Infinity, game.Infinity
		if b&game.Lower != 0 {
			lower = v
		}
		if b&game.Upper != 0 {
			upper = v
		}
	}
	n.Lower, n.Upper = lower, upper
	n.Value, n.Bound = v, b
	if lower == upper {
		n.Value, n.Bound = lower, game.Exact
	}
}
