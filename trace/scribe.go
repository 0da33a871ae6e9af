package trace

import "github.com/plywood-go/plywood/game"

// A Scribe writes the numbers and names of a tree as its pictures do, for texts
// that stand beside them. Nodes are named by their number in Tree.Nodes.
type Scribe struct{ pen *pen }

// Scribe returns the scribe of pictures that opt describes; Signs and words
// matter, the rest does not.
func (t *Tree) Scribe(opt RenderOptions) Scribe { return Scribe{newPen(t, opt)} }

// Number writes v, a score seen from MAX, as it is written at a node.
func (s Scribe) Number(node int, v game.Score) string {
	return s.pen.number(&s.pen.tree.Nodes[node], v)
}

// Bounded writes v, seen from MAX, with how it bounds the value of a node: "≥5".
func (s Scribe) Bounded(node int, v game.Score, b game.Bound) string {
	n := &s.pen.tree.Nodes[node]
	return s.pen.relation(n, b) + s.pen.number(n, v)
}

// Window writes the ends of w, seen from MAX, as they are written at a node.
func (s Scribe) Window(node int, w game.Window) (alpha, beta string) {
	return s.pen.window(&s.pen.tree.Nodes[node], w)
}

// Turned reports whether numbers at a node have the sign of MIN, who is to move
// there.
func (s Scribe) Turned(node int) bool { return s.pen.turned(&s.pen.tree.Nodes[node]) }

// Value writes what is known of the value of a node: "5", "≥5", "5…" while it
// is open, or nothing.
func (s Scribe) Value(node int) string { return s.pen.value(&s.pen.tree.Nodes[node]) }

// Label writes the name of a node or, if it has none, the move that leads to it.
func (s Scribe) Label(node int) string {
	n := &s.pen.tree.Nodes[node]
	if label := s.pen.label(n); label != "" {
		return label
	}
	return s.pen.move(n)
}

// Player writes the name of MAX or of MIN.
func (s Scribe) Player(max bool) string { return s.pen.player(max) }

// Account tells everything about a node in one line.
func (s Scribe) Account(node int) string { return s.pen.account(&s.pen.tree.Nodes[node]) }
