package trace

import "github.com/plywood-go/plywood/game"

// A Scribe formats the numbers and names of a tree as its pictures do, for
// texts beside them. Nodes are identified by their number in Tree.Nodes.
type Scribe struct{ pen *pen }

// Scribe returns the scribe for pictures with the options opt; only signs and
// words matter.
func (t *Tree) Scribe(opt RenderOptions) Scribe { return Scribe{newPen(t, opt)} }

// Number formats v, a score from MAX's view, as at a node.
func (s Scribe) Number(node int, v game.Score) string {
	return s.pen.number(&s.pen.tree.Nodes[node], v)
}

// Bounded formats v, from MAX's view, with its relation to the value of a
// node: "≥5".
func (s Scribe) Bounded(node int, v game.Score, b game.Bound) string {
	n := &s.pen.tree.Nodes[node]
	return s.pen.relation(n, b) + s.pen.number(n, v)
}

// Window formats the ends of w, from MAX's view, as at a node.
func (s Scribe) Window(node int, w game.Window) (alpha, beta string) {
	return s.pen.window(&s.pen.tree.Nodes[node], w)
}

// Turned reports whether numbers at a node are from the view of MIN, who is to
// move there.
func (s Scribe) Turned(node int) bool { return s.pen.turned(&s.pen.tree.Nodes[node]) }

// Value formats the known value of a node: "5", "≥5", "5…" while it is open,
// or "".
func (s Scribe) Value(node int) string { return s.pen.value(&s.pen.tree.Nodes[node]) }

// Label returns the name of a node or, if it has none, the move that leads to
// it.
func (s Scribe) Label(node int) string {
	n := &s.pen.tree.Nodes[node]
	if label := s.pen.name(n); label != "" {
		return label
	}
	return s.pen.move(n)
}

// Meaning explains the numbers at the nodes of a tree that grows. It returns "" for other
// trees.
func (s Scribe) Meaning() string {
	if s.pen.tree.Growth == NoGrowth {
		return ""
	}
	return s.pen.meaning()
}

// Player returns the name of MAX or of MIN.
func (s Scribe) Player(max bool) string { return s.pen.player(max) }
