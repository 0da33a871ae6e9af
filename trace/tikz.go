package trace

import (
	"fmt"
	"io"
	"strings"
)

const tikzHead = `\documentclass[tikz,border=4pt]{standalone}
%s\usetikzlibrary{shapes.geometric,shapes.misc}
\begin{document}
\begin{tikzpicture}[x=0.75pt, y=-0.75pt, inner sep=1pt, line width=0.5pt,
  max/.style={draw, fill=blue!7, minimum height=22pt, minimum width=22pt},
  min/.style={draw, fill=orange!12, rounded rectangle, minimum height=22pt, minimum width=22pt},
  peak/.style={draw, fill=blue!7, isosceles triangle, isosceles triangle stretches, shape border rotate=90, minimum height=28pt},
  valley/.style={draw, fill=orange!12, isosceles triangle, isosceles triangle stretches, shape border rotate=-90, minimum height=28pt},
  leaf/.style={draw=none, minimum height=14pt},
  note/.style={font=\scriptsize, align=left},
  on/.style={note, align=center, fill=white, pos=0.72},
  slash/.style={font=\footnotesize, pos=0.6, text=black, inner sep=0pt},
  pv/.style={line width=1.6pt, font=\bfseries\boldmath},
  cut/.style={dashed, draw=gray, text=gray, fill=none},
  unseen/.style={dotted, draw=gray, text=gray, fill=none},
  current/.style={double, double distance=1.5pt}]
`

const (
	tikzLatin = "\\usepackage[T1]{fontenc}\n"
	// tikzUnicode is for names in scripts that pdflatex has no fonts for.
	tikzUnicode = "% Names beyond ASCII: compile with lualatex or xelatex.\n\\usepackage{fontspec}\n"
)

// tikzGap is the distance of what stands beside a shape.
const tikzGap = 3.0

// drawTikZ writes a LaTeX document of one picture.
func drawTikZ(out io.Writer, p *pen) {
	d := &tikz{picture: newPicture(p)}
	for i := range p.tree.Nodes {
		d.node(i)
	}
	for i := range p.tree.Nodes[1:] {
		d.edgeLine(i + 1)
	}
	if p.opt.Title != "" {
		d.printf("\\node[font=\\bfseries, anchor=south] at (current bounding box.north) {%s};\n", escapeTeX(p.title()))
	}
	fonts := tikzLatin
	if strings.ContainsFunc(d.body.String(), func(r rune) bool { return r > '~' }) {
		fonts = tikzUnicode
	}
	fmt.Fprintf(out, tikzHead, fonts)
	fmt.Fprint(out, d.body.String(), "\\end{tikzpicture}\n\\end{document}\n")
}

type tikz struct {
	*picture
	body strings.Builder
}

func (d *tikz) printf(format string, args ...any) { fmt.Fprintf(&d.body, format, args...) }

// tikzStyles are the styles of the shapes.
var tikzStyles = [...]string{
	bareShape: "leaf", boxShape: "max", ovalShape: "min", peakShape: "peak", valleyShape: "valley",
}

func (d *tikz) node(i int) {
	n, shape := &d.tree.Nodes[i], d.shape[i]
	style := append([]string{tikzStyles[shape.kind]}, d.marks(i)...)
	if shape.kind == bareShape {
		style = append(style, "draw=none")
	} else {
		style = append(style, fmt.Sprintf("minimum width=%spt", px(shape.width*0.75)))
	}
	value, label := escapeTeX(d.value(n)), escapeTeX(d.caption(n))
	if shape.kind == bareShape && value == "" {
		value, label = label, ""
	}
	x, y := d.x[i], d.y(i)
	d.printf("\\node[%s] (n%d) at (%s,%s) {%s};\n", strings.Join(style, ", "), i, px(x), px(y), value)
	switch {
	case label == "":
	case shape.kind == bareShape:
		d.printf("\\node[note, anchor=base] at (%s,%s) {\\itshape %s};\n", px(x), px(y+22), label)
	default:
		d.printf("\\node[note, anchor=east] at (%s,%s) {\\itshape %s};\n", px(x-shape.width/2-tikzGap), px(y), label)
	}
	if notes := d.beside(n); len(notes) > 0 {
		d.printf("\\node[note, anchor=west] at (%s,%s) {%s};\n", px(x+shape.width/2+tikzGap), px(y), texLines(notes))
	}
}

func (d *tikz) edgeLine(i int) {
	n := &d.tree.Nodes[i]
	style := strings.Join(append([]string{"draw"}, d.marks(i)...), ", ")
	lines, high := d.edge(n), ""
	if len(lines) > 0 {
		high = ", pos=" + px(slashAtHigh)
	}
	d.printf("\\path[%s] (n%d.south) --", style, n.Parent)
	if d.severed(n) {
		d.printf(" node[slash%s] {//}", high)
	}
	if len(lines) > 0 {
		d.printf(" node[on] {%s}", texLines(lines))
	}
	d.printf(" (n%d.north);\n", i)
}

// texLines makes one text of LaTeX of several lines.
func texLines(lines []string) string {
	escaped := make([]string, len(lines))
	for i, s := range lines {
		escaped[i] = "{" + escapeTeX(s) + "}"
	}
	return strings.Join(escaped, `\\`)
}
