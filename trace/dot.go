package trace

import (
	"fmt"
	"io"
	"strings"

	"github.com/plywood-go/plywood/internal/plain"
)

// drawDOT writes the tree for Graphviz's dot.
func drawDOT(out io.Writer, p *pen) {
	d := dot{pen: p, out: out}
	d.printf("digraph {\n")
	rank := ""
	if p.opt.Layout == Right {
		rank = ", rankdir=LR"
	}
	d.printf("  graph [label=%s, labelloc=t, tooltip=%s, ordering=out, nodesep=0.2, ranksep=0.45, fontname=Helvetica%s]\n",
		quoteDOT(strings.TrimSpace(plain.Line(p.opt.Title)+" "+plain.Line(p.leftOut()))), quoteDOT(p.description()), rank)
	d.printf("  node [fontname=Helvetica, fontsize=12, margin=\"0.06,0.03\", width=0.4, height=0.35]\n")
	d.printf("  edge [fontname=Helvetica, fontsize=10, arrowhead=none]\n")
	members := p.members()
	for _, i := range members {
		d.node(i)
	}
	for _, i := range members[1:] {
		d.edgeLine(i)
	}
	d.printf("}\n")
}

type dot struct {
	*pen
	out io.Writer
}

func (d *dot) printf(format string, args ...any) {
	fmt.Fprintf(d.out, format, args...)
}

func (d *dot) node(i int) {
	n := &d.tree.Nodes[i]
	first := strings.TrimSpace(d.label(n) + " " + d.value(n) + " " + d.repeats(n) + " " + d.more(i))
	d.printf("  n%d [label=%s, tooltip=%s, shape=%s%s]\n", i,
		quoteDOT(append([]string{first}, d.notes(n)...)...), quoteDOT(d.account(n)), dotShapes[d.kind(n)], d.marks(i))
}

var dotShapes = [...]string{
	bareShape: "plaintext", boxShape: "box", ovalShape: "ellipse", peakShape: "triangle", valleyShape: "invtriangle",
	diamondShape: "diamond",
}

// marks returns the attributes, each after a comma, for the state of node i and of the edge to it.
func (d *dot) marks(i int) string {
	n := &d.tree.Nodes[i]
	text := ""
	switch {
	case n.PV:
		text = `, style=bold, penwidth=2.6`
	case n.State == Cut:
		text = `, style=dashed, color=gray50, fontcolor=gray40`
	case d.unseen(n):
		text = `, style=dotted, color=gray50, fontcolor=gray40`
	}
	if d.current(i) {
		text += `, peripheries=2`
	}
	return text
}

func (d *dot) edgeLine(i int) {
	n := &d.tree.Nodes[i]
	lines := d.edge(n)
	if d.severed(n) {
		lines = append([]string{"//"}, lines...)
	}
	d.printf("  n%d -> n%d [label=%s%s]\n", n.Parent, i, quoteDOT(lines...), strings.TrimSuffix(d.marks(i), ", peripheries=2"))
}
