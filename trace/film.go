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
	Width  float64  `json:"width"`
	Height float64  `json:"height"`
	Nodes  Spots    `json:"nodes"`
	Texts  []string `json:"texts"` // every text once
	// Looks are the different looks of nodes; First is the number of each
	// node's look before the first step.
	Looks []Look `json:"looks"`
	First []int  `json:"first"`
	// Steps holds for each step the number of its node, then pairs of a node and its new
	// look. Counts holds for each step pairs of a counter's number and its increment.
	Steps  [][]int `json:"steps"`
	Counts [][]int `json:"counts"`
}

// Spots are the places of the nodes in preorder and their constant parts: a column for each
// property, an entry for each node.
type Spots struct {
	Parent []int     `json:"parent"` // -1 for the root
	Index  []int     `json:"index"`  // of the move, among the parent's children in the game
	Max    []int     `json:"max"`    // 1 if MAX is to move, 2 if chance chooses
	Label  []string  `json:"label"`
	Move   []string  `json:"move"`
	Name   []string  `json:"name"` // the beginning of its description
	X      []float64 `json:"x"`    // its centre
	Y      []float64 `json:"y"`
	Width  []float64 `json:"width"`
	Height []float64 `json:"height"`
	// Inner and Leaf are for trees that grow: Inner is 1 for a node that has or may get children,
	// Leaf the value of a leaf.
	Inner []int    `json:"inner,omitempty"`
	Leaf  []string `json:"leaf,omitempty"`
}

// Look is the appearance of a node at a step: its state, flags (1: a cutoff has cut its edge, 2: it
// is on the principal variation), its visits, and the numbers of the texts of its value, its notes
// and those on its edge, one a line, and its description after its name.
type Look [7]int

// counters are the counts of a film, by number.
type counters [10]int

func (s *Stats) counters() counters {
	return counters{s.Visits, s.Nodes, s.Evaluations, s.Leaves, s.Cutoffs, s.Pruned, s.Open, s.Closed, s.Dropped, s.Rounds}
}

// Film returns the film of r, drawn with these options; Format and Title are
// ignored. It takes a few microseconds a step.
func (r *Replay) Film(opt RenderOptions) *Film {
	opt.Format, opt.Steady = JSON, true
	t := r.At(0)
	p := newPen(t, opt)
	f := &filmer{film: layOut(p), replay: r, pen: p, looks: map[Look]int{}, texts: map[string]int{}, dirty: map[int]bool{}}
	f.now = make([]int, len(t.Nodes))
	for i := range t.Nodes {
		f.now[i] = f.look(i)
	}
	f.film.First = slices.Clone(f.now)
	for i := range r.events {
		f.step(i)
	}
	return f.film
}

// layOut returns a film without steps.
func layOut(p *pen) *Film {
	g := newPicture(p)
	film := &Film{Width: tenths(g.width), Height: tenths(g.height)}
	to := &film.Nodes
	for i := range p.tree.Nodes {
		n := &p.tree.Nodes[i]
		chooses := bit(n.Max)
		if n.Chance {
			chooses = 2
		}
		to.Parent, to.Index, to.Max = append(to.Parent, n.Parent), append(to.Index, n.Index), append(to.Max, chooses)
		to.Label, to.Move, to.Name = append(to.Label, n.Label), append(to.Move, n.Move), append(to.Name, p.join(p.named(n)))
		to.X, to.Y = append(to.X, tenths(g.x[i])), append(to.Y, tenths(g.y[i]))
		to.Width, to.Height = append(to.Width, tenths(g.shape[i].width)), append(to.Height, tenths(g.shape[i].tall))
		if p.tree.Growth != NoGrowth {
			to.Inner, to.Leaf = append(to.Inner, bit(n.inner)), append(to.Leaf, p.leaf(n))
		}
	}
	return film
}

// bit returns 1 for true.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tenths rounds a length as px does.
func tenths(v float64) float64 { return math.Round(v*10)/10 + 0 }

// A filmer goes through a replay once. Its tree always equals that of At, event by event.
type filmer struct {
	film   *Film
	replay *Replay
	pen    *pen
	looks  map[Look]int   // their numbers
	texts  map[string]int // their numbers
	counts counters       // so far
	now    []int          // the look of each node
	line   []int          // the principal variation
	dirty  map[int]bool   // nodes that may have changed
	order  []int          // the same nodes, in order of arrival
}

// step applies event i and adds its changes to the film.
func (f *filmer) step(i int) {
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
	now, counts := t.Stats.counters(), []int{}
	for which, n := range now {
		if by := n - f.counts[which]; by != 0 {
			counts = append(counts, which, by)
		}
	}
	f.counts = now
	f.film.Steps, f.film.Counts = append(f.film.Steps, append([]int{node}, f.changes()...)), append(f.film.Counts, counts)
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

// changes returns pairs of a node and its new look, of the nodes that may have changed.
func (f *filmer) changes() (all []int) {
	for _, i := range f.order {
		delete(f.dirty, i)
		if look := f.look(i); look != f.now[i] {
			f.now[i] = look
			all = append(all, i, look)
		}
	}
	f.order = f.order[:0]
	return all
}

// look returns the number of node i's look.
func (f *filmer) look(i int) int {
	p, n := f.pen, &f.pen.tree.Nodes[i]
	text := func(s string) int { return number(f.texts, &f.film.Texts, s) }
	return number(f.looks, &f.film.Looks, Look{
		int(n.State), bit(p.severed(n)) + 2*bit(n.PV), n.Visits, text(p.value(n)),
		text(strings.Join(p.notes(n), "\n")), text(strings.Join(p.edge(n), "\n")), text(p.join(p.standing(n))),
	})
}

// number returns the number of v in a list, to which it adds v if it is new.
func number[T comparable](known map[T]int, list *[]T, v T) int {
	n, ok := known[v]
	if !ok {
		n = len(*list)
		known[v] = n
		*list = append(*list, v)
	}
	return n
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
