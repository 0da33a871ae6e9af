package trace

import (
	"io"
	"strings"
)

// branches are the signs before a node in an outline: for a node with later siblings and for the
// last, in normal form, on the principal variation and for nodes not searched.
type branches struct {
	middle, last [3]string
	on, off      string // below a node with later siblings, below the last
}

var (
	unicodeBranches = branches{
		middle: [3]string{"├─ ", "┣━ ", "├╌ "},
		last:   [3]string{"└─ ", "┗━ ", "└╌ "},
		on:     "│  ", off: "   ",
	}
	asciiBranches = branches{
		middle: [3]string{"|-- ", "|== ", "|.. "},
		last:   [3]string{"`-- ", "`== ", "`.. "},
		on:     "|   ", off: "    ",
	}
)

// drawOutline writes one line per node in preorder.
func drawOutline(out io.StringWriter, p *pen) {
	o := outline{pen: p, out: out, branches: unicodeBranches}
	if p.opt.ASCII {
		o.branches = asciiBranches
	}
	if p.opt.Title != "" {
		o.write(p.title(), "\n")
	}
	o.node(0, "", "")
	if left := o.leftOut(); left != "" {
		o.write("\n+n  ", left, "\n")
	}
}

type outline struct {
	*pen
	out   io.StringWriter
	above []byte // the beginning of every line below the current node
	branches
}

func (o *outline) write(texts ...string) {
	for _, s := range texts {
		o.out.WriteString(s)
	}
}

// node writes node i after its branch, and its descendants after the text
// below.
func (o *outline) node(i int, branch, below string) {
	n := &o.tree.Nodes[i]
	o.write(string(o.above), branch, strings.Join(o.line(i, n), " "), "\n")
	o.above = append(o.above, below...)
	children := o.children(i)
	for rank, c := range children {
		kind := 0
		switch child := &o.tree.Nodes[c]; {
		case child.PV:
			kind = 1
		case !child.Searched():
			kind = 2
		}
		if rank == len(children)-1 {
			o.node(c, o.last[kind], o.off)
		} else {
			o.node(c, o.middle[kind], o.on)
		}
	}
	o.above = o.above[:len(o.above)-len(below)]
}

// line returns the parts of the line of node i.
func (o *outline) line(i int, n *Node) []string {
	parts := o.edge(n)
	if label := o.label(n); label != "" {
		parts = append(parts, label)
	}
	if role := o.role(n); n.inner && role != "" {
		parts = append(parts, role)
	}
	if value := o.value(n); value != "" && o.relation(n, n.Bound) == "" && !o.tree.Lists && o.tree.Growth == NoGrowth {
		parts = append(parts, "=", value)
	} else if value != "" {
		parts = append(parts, value)
	}
	parts = append(parts, o.notes(n)...)
	if why := o.whyCut(n); why != "" {
		parts = append(parts, o.sign.dot, why)
	}
	return append(parts, o.state(i, n)...)
}

// state returns the parts of the line that describe the node's role in the
// search.
func (o *outline) state(i int, n *Node) []string {
	var parts []string
	switch {
	case o.tree.Lists:
		parts = append(parts, o.sign.dot, o.list(n))
	case o.severed(n):
		parts = append(parts, o.sign.dot, o.lang.Text("tree.pruned"))
	case o.unseen(n):
		parts = append(parts, o.sign.dot, o.lang.Text("tree.unseen"))
	}
	if repeats := o.repeats(n); repeats != "" {
		parts = append(parts, repeats)
	}
	if more := o.more(i); more != "" {
		parts = append(parts, more)
	}
	if n.Folded {
		parts = append(parts, o.sign.open)
	}
	if o.current(i) {
		parts = append(parts, "<", o.lang.Text("tree.current"))
	}
	return parts
}
