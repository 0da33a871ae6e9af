package trace

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// Growth is the kind of numbers at the nodes of a tree that a search grows.
type Growth uint8

const (
	// NoGrowth: the search does not let a tree grow.
	NoGrowth Growth = iota
	// Proofs: proof and disproof numbers, written "2|1".
	Proofs
	// Playouts: the total of the values of playouts, and their number, written "3/5".
	Playouts
)

// growthOf returns the kind of tree that an event is about.
func growthOf(e *event.Event) Growth {
	switch {
	case e.Kind == event.Count, e.Kind == event.Playout, e.Kind == event.Join && e.G == 0 && e.H == 0:
		return Playouts
	case e.Kind == event.Join:
		return Proofs
	}
	return NoGrowth
}

// tally is the numbers at a node of a tree that grows.
type tally struct {
	g, h  int
	total game.Score
}

// grow applies an event of a search that lets a tree grow.
func (t *Tree) grow(e event.Event, n *Node, child int) {
	switch e.Kind {
	case event.Join:
		t.Stats.Visits++
		n.Visits, n.State, n.G, n.H = 1, Open, e.G, e.H
		if n.Parent >= 0 && t.Growth == Playouts {
			t.Nodes[n.Parent].Best = t.Current
		}
	case event.Choose:
		n.Best = child
		t.Nodes[child].Best = -1
	case event.Expand:
		t.Stats.Rounds++
		n.State = Done
	case event.Update:
		n.G, n.H = e.G, e.H
	case event.Playout:
		t.Stats.Rounds++
		t.Stats.Evaluations++
	case event.Count:
		n.State, n.G, n.Working = Done, e.G, e.Value
	}
}

// decided reports whether the root is proven or disproven.
func (t *Tree) decided() bool {
	root := &t.Nodes[0]
	return t.Growth == Proofs && root.Searched() && (root.G == 0 || root.H == 0)
}

// solution returns the nodes at and below i that decide node i. Where the side that succeeds is
// to move, one child is enough; elsewhere it takes all children.
func (t *Tree) solution(i int) []int {
	all := []int{i}
	n := &t.Nodes[i]
	proven := n.G == 0
	for _, c := range n.Children {
		child := &t.Nodes[c]
		if !child.Searched() || proven && child.G > 0 || !proven && child.H > 0 {
			continue
		}
		if all = append(all, t.solution(c)...); n.Max == proven {
			break
		}
	}
	return all
}

// grownLine is PV for a tree that grows.
func (t *Tree) grownLine() (line []int) {
	for i := 0; i >= 0 && t.Nodes[i].Searched(); i = t.grownBest(i) {
		line = append(line, i)
	}
	return line
}

// grownBest returns the child of node i on the line of PV, or -1.
func (t *Tree) grownBest(i int) int {
	n := &t.Nodes[i]
	switch {
	case t.decided():
		best := -1
		for _, c := range t.solution(i)[1:] {
			if t.Nodes[c].Parent == i && best >= 0 {
				return -1 // all of its children belong to the proof
			}
			if t.Nodes[c].Parent == i {
				best = c
			}
		}
		return best
	case t.Growth == Playouts && t.Complete():
		return t.favourite(n)
	}
	return n.Best
}

// favourite returns the child with the most playouts, of those the one with the best mean for the
// side to move, or -1. Chance has no favourite.
func (t *Tree) favourite(n *Node) int {
	best := -1
	for _, c := range n.Children {
		child := &t.Nodes[c]
		if child.G == 0 || n.Chance {
			continue
		}
		if best < 0 || child.G > t.Nodes[best].G || child.G == t.Nodes[best].G && n.Max == (child.Working > t.Nodes[best].Working) && child.Working != t.Nodes[best].Working {
			best = c
		}
	}
	return best
}

// grownNumbers formats the numbers at a node of a tree that grows, or returns "".
func (p *pen) grownNumbers(n *Node) string {
	switch {
	case !n.Searched() || p.tree.Growth == Playouts && n.G == 0:
		return ""
	case p.tree.Growth == Proofs:
		return p.proofNumber(n.G) + "|" + p.proofNumber(n.H)
	}
	total := p.number(n, n.Working)
	if strings.Contains(total, "/") {
		total = "(" + total + ")"
	}
	return total + "/" + strconv.Itoa(n.G)
}

func (p *pen) proofNumber(n int) string {
	if n >= event.Far {
		return p.sign.infinity
	}
	return strconv.Itoa(n)
}

// grownParts returns the parts of the description of a node of a tree that grows.
func (p *pen) grownParts(n *Node) (parts []string) {
	switch {
	case !n.Searched():
		return []string{p.lang.Text("tree.unseen")}
	case p.tree.Growth == Proofs:
		parts = append(parts, p.lang.Text("tree.proof", "pn", p.proofNumber(n.G), "dn", p.proofNumber(n.H)))
	default:
		parts = append(parts, p.lang.Text("tree.playout", "n", n.G, "total", p.number(n, n.Working)))
	}
	if n.PV {
		parts = append(parts, p.bold())
	}
	return parts
}

// meaning returns what the numbers mean at the nodes of a tree that grows, or the types of nodes.
func (p *pen) meaning() string {
	switch {
	case p.tree.Growth == Proofs:
		return p.lang.Text("tree.proofs")
	case p.tree.Growth == Playouts:
		return p.lang.Text("tree.playouts")
	case p.opt.Style == Types:
		return "1 2 3 " + p.lang.Text("tree.types")
	}
	return ""
}

// sized records the widest numbers of each node, so that pictures of all steps leave room for them.
func (r *Replay) sized() {
	width := func(x tally) int {
		return len(strconv.Itoa(x.g)) + len(strconv.Itoa(x.h)) + len(r.opt.Value(x.total))
	}
	for i, e := range r.events {
		if e.Kind == event.Join || e.Kind == event.Update || e.Kind == event.Count {
			n, now := &r.blank[r.about[i]], tally{e.G % event.Far, e.H % event.Far, e.Value}
			n.widest = cmp.Or(n.widest, now)
			if width(now) > width(n.widest) {
				n.widest = now
			}
		}
	}
}

// grownJSON adds the fields of a node of a tree that grows.
func (g *picture) grownJSON(n *Node, j *jsonNode) {
	if j.Working = nil; !n.Searched() {
		return
	}
	j.G = &n.G
	if g.tree.Growth == Proofs {
		j.H = &n.H
	} else {
		j.Working = &jsonValue{Score: g.score(n.Working)}
	}
}

// Sampler is an Observer that passes on a part of a search that is too long to draw: the first
// visits, down to some ply. Its output is a valid stream: a visit comes with its parent's, and no
// event mentions a child that was left out.
type Sampler struct {
	to     event.Observer
	visits int
	plies  int
	kept   map[int]*sample // by visit
	// Seen counts the visits of the search, and Kept those passed on.
	Seen, Kept int
}

// sample is the state of a visit that is passed on.
type sample struct {
	children map[int]bool // the indices of the children passed on
	cut      bool         // the cutoff has been passed on
}

// NewSampler returns a sampler that passes on at most that many visits, of
// nodes at most that many plies from the root. 0 means no limit.
func NewSampler(to event.Observer, visits, plies int) *Sampler {
	return &Sampler{to: to, visits: visits, plies: plies, kept: map[int]*sample{}}
}

// Observe passes e on or drops it.
func (s *Sampler) Observe(e event.Event) {
	if e.Kind.Begins() {
		s.enter(e)
		return
	}
	v := s.kept[e.Node]
	if v == nil {
		return
	}
	switch e.Kind {
	case event.Backup, event.Outcome, event.Choose:
		if !v.children[e.Child] {
			return
		}
	case event.Cutoff:
		if v.cut = e.Child < 0 || v.children[e.Child]; !v.cut {
			return
		}
	case event.Pruned:
		if !v.cut {
			return
		}
	}
	s.to.Observe(e)
}

func (s *Sampler) enter(e event.Event) {
	s.Seen++
	parent := s.kept[e.Parent]
	switch {
	case e.Parent >= 0 && parent == nil,
		s.visits > 0 && s.Kept >= s.visits,
		s.plies > 0 && e.Ply > s.plies:
		return
	}
	if parent != nil {
		parent.children[e.Index] = true
	}
	s.Kept++
	s.kept[e.Node] = &sample{children: map[int]bool{}}
	s.to.Observe(e)
}
