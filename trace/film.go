package trace

import (
	"math"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/plain"
)

// A Film is a replay in pictures, for a viewer that knows nothing about
// searches: the look of each node before the first step, and the changes of
// each step. To step back, a viewer keeps the looks that a change replaces.
type Film struct {
	// Width and Height are the size of the picture, the same at all steps.
	Width, Height float64
	Nodes         []Spot // in preorder
	// Looks are the different looks of nodes; First is the number of each
	// node's look before the first step.
	Looks []Look
	First []int
	Steps []Frame // one for each step
}

// Spot is the place of a node and its constant parts.
type Spot struct {
	X, Y, Width, Height float64 // its centre and size
	Label, Move         string  // as in Node
	Name                string  // the beginning of its description
	Inner               bool    // it has children, or may have
	Leaf                string  // in a tree that grows, the value of a leaf, "" of other nodes
}

// Look is the appearance of a node at a step. Looks are compared by ==.
type Look struct {
	State   State  // as in Node
	Severed bool   // a cutoff has cut its edge, not one further up
	PV      bool   // on the principal variation
	Visits  int    // so far
	Value   string // the known value
	Notes   string // beside it, one a line
	Edge    string // on its edge, one a line
	Account string // the description in one line, after its name
}

// Frame is the change of one step.
type Frame struct {
	Kind    event.Kind // of the event
	Node    int        // of the event
	Changes []Change   // new looks of nodes
	Stats   Stats      // up to this step, without ByReason
}

// Change gives a node another look.
type Change struct{ Node, Look int } // indices in Film.Nodes and Film.Looks

// Film returns the film of r, drawn with these options; Format and Title are
// ignored. It takes a few microseconds a step.
func (r *Replay) Film(opt RenderOptions) *Film {
	opt.Format, opt.Steady = JSON, true
	t := r.At(0)
	p := newPen(t, opt)
	f := &filmer{film: layOut(p), replay: r, pen: p, looks: map[Look]int{}, dirty: map[int]bool{}}
	f.now = make([]int, len(t.Nodes))
	for i := range t.Nodes {
		f.now[i] = f.look(i)
		f.film.First = append(f.film.First, f.now[i])
	}
	for i := range r.events {
		f.film.Steps = append(f.film.Steps, f.step(i))
	}
	return f.film
}

// layOut returns a film without frames.
func layOut(p *pen) *Film {
	g := newPicture(p)
	film := &Film{Width: tenths(g.width), Height: tenths(g.height)}
	for i := range p.tree.Nodes {
		n := &p.tree.Nodes[i]
		film.Nodes = append(film.Nodes, Spot{
			X: tenths(g.x[i]), Y: tenths(g.y[i]), Width: tenths(g.shape[i].width), Height: tenths(g.shape[i].tall),
			Label: n.Label, Move: n.Move, Name: p.join(p.named(n)), Inner: n.inner, Leaf: p.leaf(n),
		})
	}
	return film
}

// tenths rounds a length as px does.
func tenths(v float64) float64 { return math.Round(v*10)/10 + 0 }

// A filmer goes through a replay once. Its tree always equals that of At, event by event.
type filmer struct {
	film   *Film
	replay *Replay
	pen    *pen
	looks  map[Look]int
	now    []int        // the look of each node
	line   []int        // the principal variation
	dirty  map[int]bool // nodes that may have changed
	order  []int        // the same nodes, in order of arrival
}

// step applies event i and returns its changes.
func (f *filmer) step(i int) Frame {
	t, e := f.pen.tree, f.replay.events[i]
	node, child := int(f.replay.about[i]), int(f.replay.child[i])
	counted := node
	if e.Kind == event.Pruned {
		counted = child // the only node whose counts the event changes
	}
	t.count(&t.Nodes[counted], -1)
	t.Current, t.Step = node, i+1
	f.replay.apply(t, e, &t.Nodes[node], child)
	t.count(&t.Nodes[counted], 1)

	f.touch(node)
	if parent := t.Nodes[node].Parent; parent >= 0 {
		f.touch(parent) // its proven bounds follow from its children's
	}
	switch e.Kind {
	case event.Pruned:
		f.settle(child)
	case event.Enter, event.Reach, event.Join: // perhaps a node that had been cut off
		for _, c := range t.Nodes[node].Children {
			f.settle(c)
		}
	}
	f.follow()
	return Frame{Kind: e.Kind, Node: node, Changes: f.changes(), Stats: t.Stats}
}

func (f *filmer) touch(i int) {
	if !f.dirty[i] {
		f.dirty[i] = true
		f.order = append(f.order, i)
	}
}

// settle finds out whether node i has been cut off, itself or with an ancestor. If that has
// changed, it goes on to the children.
func (f *filmer) settle(i int) {
	t := f.pen.tree
	n := &t.Nodes[i]
	f.touch(i)
	if n.State != Unseen && n.State != Cut {
		return
	}
	was := n.State
	n.State = Unseen
	if n.Pruned > 0 || n.Parent >= 0 && t.Nodes[n.Parent].State == Cut {
		n.State = Cut
	}
	if n.State != was {
		for _, c := range n.Children {
			f.settle(c)
		}
	}
}

// follow marks the current principal variation.
func (f *filmer) follow() {
	t := f.pen.tree
	line := t.Line()
	if slices.Equal(line, f.line) {
		return
	}
	for _, i := range f.line {
		t.Nodes[i].PV = false
		f.touch(i)
	}
	for _, i := range line {
		t.Nodes[i].PV = true
		f.touch(i)
	}
	f.line = line
}

// changes returns the new looks of nodes that may have changed.
func (f *filmer) changes() (all []Change) {
	for _, i := range f.order {
		delete(f.dirty, i)
		if look := f.look(i); look != f.now[i] {
			f.now[i] = look
			all = append(all, Change{i, look})
		}
	}
	f.order = f.order[:0]
	return all
}

// look returns the number of node i's look.
func (f *filmer) look(i int) int {
	look := f.pen.look(&f.pen.tree.Nodes[i])
	number, known := f.looks[look]
	if !known {
		number = len(f.film.Looks)
		f.looks[look] = number
		f.film.Looks = append(f.film.Looks, look)
	}
	return number
}

// look returns the look of n.
func (p *pen) look(n *Node) Look {
	return Look{
		State: n.State, Severed: p.severed(n), PV: n.PV, Visits: n.Visits, Value: p.value(n),
		Notes: strings.Join(p.notes(n), "\n"), Edge: strings.Join(p.edge(n), "\n"), Account: p.join(p.standing(n)),
	}
}

// join joins parts into one line.
func (p *pen) join(parts []string) string { return strings.Join(parts, " "+p.sign.dot+" ") }

// named returns the constant parts of n's description.
func (p *pen) named(n *Node) (parts []string) {
	for _, part := range []string{plain.Line(n.Move), plain.Line(n.Label), p.role(n), p.estimate(n)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// near rewrites events so that all their scores represent numbers, by BuildOptions.Near. A window
// grows to the next numbers outside, which distinguish the same values; a bound moves to the next
// number that it allows; and a child's value becomes the value that it was left with.
func near(events []event.Event, next func(v game.Score, up bool) game.Score) {
	type child struct{ parent, index int }
	left := map[child]game.Score{}
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case event.Enter, event.Window:
			e.Window = game.Window{Alpha: next(e.Window.Alpha, false), Beta: next(e.Window.Beta, true)}
		case event.Leave:
			e.Value = next(e.Value, e.Bound == game.Lower)
			left[child{e.Parent, e.Index}] = e.Value
		case event.Backup, event.Cutoff:
			if v, ok := left[child{e.Node, e.Child}]; ok && next(e.Value, false) != e.Value {
				e.Value = v
			}
		}
	}
}
