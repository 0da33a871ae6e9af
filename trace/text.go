package trace

import (
	"io"
	"math"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
)

// maxCells bounds the characters of a text picture, blanks included.
const maxCells = 1 << 26

// textGap is the number of columns between neighbours; rounding may take one
// of them.
const textGap = 2

// drawText draws the tree from the root down, one ply at a time:
//
//	      a[4]
//	   ┏━━━━┻━━━━┐         the edges from the ply above
//	   ┃        //         the end of each edge, or the mark of a cut
//	(4, ∞)    (4, ∞)       what is on the edge
//	 b(4)      c( )        the node
//	 α=4                   notes
//	 β=∞
func drawText(out io.StringWriter, p *pen) error {
	d := newTextPicture(p)
	if len(d.plies)*d.width > maxCells {
		return reason.Errorf("%d plies of up to %d columns: %w", len(d.plies), d.width, ErrTooLarge)
	}
	if p.opt.Title != "" {
		out.WriteString(p.title() + "\n\n")
	}
	for ply, row := range d.plies {
		if ply > 0 {
			out.WriteString(d.connect(d.plies[ply-1]))
			out.WriteString(d.line(row, d.stub))
			d.block(out, row, d.edge)
		}
		out.WriteString(d.line(row, d.pointed))
		d.block(out, row, d.notes)
	}
	if !p.opt.NoLegend && len(p.tree.Nodes) > 1 {
		out.WriteString("\n" + d.legend() + "\n")
	}
	return nil
}

type textPicture struct {
	*pen
	plies  [][]int // the nodes of each ply, left to right
	column []int   // of the centre of each node
	width  int
}

func newTextPicture(p *pen) *textPicture {
	nodes := p.tree.Nodes
	d := &textPicture{pen: p, column: make([]int, len(nodes)), plies: plies(nodes)}
	widths := make([]int, len(nodes))
	for i := range nodes {
		widths[i] = 1
		for _, n := range d.phases(i) {
			widths[i] = max(widths[i], columns(d.core(n)), widest(d.edge(n)), widest(d.notes(n)))
		}
		if d.opt.Steady || d.current(i) {
			widths[i]++
		}
	}
	x := tidy(nodes, textGap, func(i int) extent {
		left := widths[i] / 2
		return extent{float64(left), float64(widths[i] - left)}
	})
	for i := range x {
		d.column[i] = int(math.Round(x[i]))
		d.width = max(d.width, d.column[i]+widths[i])
	}
	return d
}

// plies returns the nodes of each ply, left to right.
func plies(nodes []Node) [][]int {
	var plies [][]int
	for i := range nodes {
		if nodes[i].Ply == len(plies) {
			plies = append(plies, nil)
		}
		plies[nodes[i].Ply] = append(plies[nodes[i].Ply], i)
	}
	return plies
}

func widest(lines []string) int {
	w := 0
	for _, s := range lines {
		w = max(w, columns(s))
	}
	return w
}

// core returns the text of a node itself: name and value, with the value of an
// inner node in the brackets of the side to move.
func (d *textPicture) core(n *Node) string {
	label, value := d.label(n), d.value(n)
	switch {
	case d.kind(n) == bareShape:
		if label != "" && value != "" {
			label += " "
		}
		label += value
	case d.kind(n) == boxShape || d.kind(n) == peakShape:
		label += "[" + value + "]"
	case d.kind(n) == diamondShape:
		label += "<" + value + ">"
	default:
		label += "(" + value + ")"
	}
	if n.Folded {
		label += d.sign.open
	}
	return label + d.repeats(n)
}

// pointed returns the text of node i, with a mark if it is the node of the
// last step.
func (d *textPicture) pointed(i int) string {
	core := d.core(&d.tree.Nodes[i])
	if d.current(i) {
		return ">" + core
	}
	return core
}

// stub returns the end of the edge to a node.
func (d *textPicture) stub(i int) string {
	n := &d.tree.Nodes[i]
	signs := [...]string{"│", "┃", "┆"}
	if d.opt.ASCII {
		signs = [...]string{"|", "#", ":"}
	}
	switch {
	case d.severed(n):
		return "//"
	case n.PV:
		return signs[1]
	case d.unseen(n), n.State == Cut:
		return signs[2]
	}
	return signs[0]
}

// line writes a text at each node of a ply, centred on it.
func (d *textPicture) line(row []int, text func(i int) string) string {
	var b strings.Builder
	at := 0
	for _, i := range row {
		s := text(i)
		if s == "" {
			continue
		}
		w := columns(s)
		if pad := d.column[i] - w/2 - at; pad > 0 {
			b.WriteString(strings.Repeat(" ", pad))
			at += pad
		}
		b.WriteString(s)
		at += w
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

// block writes lines of one kind for each node of a ply.
func (d *textPicture) block(out io.StringWriter, row []int, lines func(n *Node) []string) {
	height := 0
	for _, i := range row {
		height = max(height, len(lines(&d.tree.Nodes[i])))
	}
	for k := range height {
		out.WriteString(d.line(row, func(i int) string {
			if own := lines(&d.tree.Nodes[i]); k < len(own) {
				return own[k]
			}
			return ""
		}))
	}
}

func (d *textPicture) legend() string {
	square, round := d.sides()
	parts := []string{"[ ] " + square, "( ) " + round}
	if d.chancy() {
		parts = append(parts, "< > "+plain.Line(d.words.Chance))
	}
	line, gap := "━━ ", "╌╌ "
	if d.opt.ASCII {
		line, gap = "== ", ".. "
	}
	if d.tree.Nodes[0].PV {
		parts = append(parts, line+d.bold())
	}
	if d.tree.Stats.Pruned+d.tree.Stats.Dropped > 0 {
		parts = append(parts, "// "+d.slashed())
	}
	if slices.ContainsFunc(d.tree.Nodes, func(n Node) bool { return d.unseen(&n) }) {
		parts = append(parts, gap+plain.Line(d.words.Unseen))
	}
	if d.tree.Stats.Approximate > 0 {
		parts = append(parts, d.sign.atLeast+" "+d.sign.atMost+" "+plain.Line(d.words.Bound))
	}
	if meaning := d.meaning(); meaning != "" {
		parts = append(parts, meaning)
	}
	return strings.Join(parts, "   ")
}
