package trace

import (
	"fmt"
	"io"
	"strings"
)

const (
	tikzHead = `\documentclass[tikz,border=4pt]{standalone}
%s\usetikzlibrary{shapes.geometric,shapes.misc}
\begin{document}
`
	tikzPicture = `\begin{tikzpicture}[x=0.75pt, y=-0.75pt, inner sep=1pt, line width=0.5pt,
  max/.style={draw, fill=blue!7, minimum height=22pt, minimum width=22pt},
  min/.style={draw, fill=orange!12, rounded rectangle, minimum height=22pt, minimum width=22pt},
  peak/.style={draw, fill=blue!7, isosceles triangle, isosceles triangle stretches, shape border rotate=90, minimum height=28pt},
  valley/.style={draw, fill=orange!12, isosceles triangle, isosceles triangle stretches, shape border rotate=-90, minimum height=28pt},
  chance/.style={draw, fill=green!10, diamond, aspect=1.3, inner sep=0pt, minimum height=28pt},
  leaf/.style={draw=none, minimum height=14pt},
  note/.style={font=\scriptsize, align=left},
  on/.style={note, align=center, fill=white, pos=0.72},
  slash/.style={font=\footnotesize, pos=0.6, text=black, inner sep=0pt},
  pv/.style={line width=1.6pt, font=\bfseries\boldmath},
  cut/.style={dashed, draw=gray, text=gray, fill=none},
  unseen/.style={dotted, draw=gray, text=gray, fill=none},
  current/.style={double, double distance=1.5pt}]
`
	tikzLatin = "\\usepackage[T1]{fontenc}\n"
	// tikzUnicode is for letters beyond T1. pdflatex has fonts for Cyrillic and
	// Chinese. A character that no font of the other engines has is an error,
	// because it would be blank in the picture.
	tikzUnicode = `\ifdefined\pdftexversion
\usepackage[T2A,T1]{fontenc}
\newcommand\letters{\fontencoding{T2A}\selectfont}
\newcommand\wide{}
`
	// tikzFirst defines fonts of xelatex and lualatex.
	tikzFirst = `\else
\usepackage{fontspec}
\tracinglostchars=3
\makeatletter
\newcommand\firstfont[2]{% defines #1 as the first font of the list #2 that is installed
  \@for\name:=#2\do{\ifdefined#1\else\IfFontExistsTF{\name}{\edef\next{\noexpand\newfontfamily\noexpand#1{\name}}\next}{}\fi}%
  \ifdefined#1\else\PackageError{plywood}{None of these fonts is installed: #2}{Name one of yours in the list.}\fi}
\makeatother
`
	tikzCJK     = "\\usepackage{CJKutf8}\n\\AtBeginDocument{\\begin{CJK*}{UTF8}{gbsn}}\n\\AtEndDocument{\\clearpage\\end{CJK*}}\n"
	tikzLetters = "\\firstfont\\letters{CMU Serif,DejaVu Serif,Noto Serif,FreeSerif,Times New Roman,cmunrm.otf}\n"
	tikzWide    = "\\firstfont\\wide{Noto Serif CJK SC,Noto Sans CJK SC,Source Han Serif SC,Songti SC,SimSun,WenQuanYi Zen Hei,FandolSong-Regular.otf}\n"
)

// tikzGap is the distance of text beside a shape.
const tikzGap = 3.0

// drawTikZ writes a LaTeX document of one picture, or the picture alone.
func drawTikZ(out io.Writer, p *pen) {
	d := &tikz{picture: newPicture(p)}
	for i := range p.tree.Nodes {
		d.node(i)
	}
	for i := range p.tree.Nodes[1:] {
		d.edgeLine(i + 1)
	}
	for i := range p.tree.Nodes[1:] {
		d.edgeText(i + 1) // above all lines: any of them may cross it
	}
	d.drawKey()
	if p.opt.Title != "" {
		d.printf("\\node[font=\\bfseries, anchor=south] at (current bounding box.north) {%s};\n", EscapeTeX(p.title()))
	}
	body := d.body.String()
	if p.opt.Fragment {
		fmt.Fprint(out, tikzPicture, body, "\\end{tikzpicture}\n")
		return
	}
	fmt.Fprintf(out, tikzHead, TeXFonts(body))
	fmt.Fprint(out, tikzPicture, body, "\\end{tikzpicture}\n\\end{document}\n")
}

// TeXFonts returns the part of a LaTeX preamble that defines the fonts of a
// text from EscapeTeX.
func TeXFonts(body string) string {
	chinese, fonts := "", ""
	if strings.Contains(body, texWide) {
		chinese = tikzCJK
	}
	for _, script := range []struct{ used, fonts string }{{texLetters, tikzLetters}, {texWide, tikzWide}} {
		if strings.Contains(body, script.used) {
			fonts += script.fonts
		}
	}
	if fonts == "" {
		return tikzLatin
	}
	return tikzUnicode + chinese + tikzFirst + fonts + "\\fi\n"
}

type tikz struct {
	*picture
	body strings.Builder
}

func (d *tikz) printf(format string, args ...any) { fmt.Fprintf(&d.body, format, args...) }

// tikzStyles are the styles of the shapes.
var tikzStyles = [...]string{
	bareShape: "leaf", boxShape: "max", ovalShape: "min", peakShape: "peak", valleyShape: "valley",
	diamondShape: "chance",
}

func (d *tikz) node(i int) {
	n, shape := &d.tree.Nodes[i], d.shape[i]
	style := append([]string{tikzStyles[shape.kind]}, d.marks(i)...)
	if shape.kind == bareShape {
		style = append(style, "draw=none")
	} else {
		style = append(style, fmt.Sprintf("minimum width=%spt", px(shape.width*0.75)))
	}
	value, label := EscapeTeX(d.value(n)), EscapeTeX(d.caption(n))
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
	high := ""
	if len(d.edge(n)) > 0 {
		high = ", pos=" + px(slashAtHigh)
	}
	d.printf("\\path[%s] (n%d.south) --", style, n.Parent)
	if d.severed(n) {
		d.printf(" node[slash%s] {//}", high)
	}
	d.printf(" (n%d.north);\n", i)
}

// edgeText writes the text on the edge to node i.
func (d *tikz) edgeText(i int) {
	n := &d.tree.Nodes[i]
	if lines := d.edge(n); len(lines) > 0 {
		style := strings.Join(append(d.marks(i), "on"), ", ") // the background and font of "on" apply
		d.printf("\\path (n%d.south) -- node[%s, draw=none] {%s} (n%d.north);\n", n.Parent, style, texLines(lines), i)
	}
}

// tikzSigns are the pictures of the key, 26 units wide, drawn around a centre
// line.
var tikzSigns = map[string]string{
	"box":      `\node[max, minimum height=10pt, minimum width=10pt] at (13,0) {};`,
	"oval":     `\node[min, minimum height=10pt, minimum width=10pt] at (13,0) {};`,
	"peak":     `\node[peak, minimum height=10pt, minimum width=14pt] at (13,0) {};`,
	"valley":   `\node[valley, minimum height=10pt, minimum width=14pt] at (13,0) {};`,
	"diamond":  `\node[chance, minimum height=11pt, minimum width=14pt] at (13,0) {};`,
	"pv":       `\path[draw, pv] (1,0) -- (24,0);`,
	"cut":      `\path[draw, cut] (0,0) -- node[slash, pos=0.5] {//} (25,0);`,
	"unseen":   `\path[draw, unseen] (0,0) -- (25,0);`,
	"proofs":   `\node[note] at (13,0) {$2|1$};`,
	"types":    `\node[note] at (13,0) {1 2 3};`,
	"playouts": `\node[note] at (13,0) {3/5};`,
	"bound":    `\node[note] at (13,0) {$\ge$ $\le$};`,
	"ring":     `\node[draw, current, minimum height=10pt, minimum width=12pt] at (13,0) {};`,
}

// drawKey draws the key below the tree.
func (d *tikz) drawKey() {
	k := d.key()
	for _, item := range k.items {
		d.printf("\\begin{scope}[shift={(%s,%s)}] %s \\node[note, anchor=west] at (28,0) {%s}; \\end{scope}\n",
			px((d.width-k.width)/2+item.x), px(d.height+item.y), tikzSigns[item.sign], EscapeTeX(item.text))
	}
}

// texLines returns several lines as one LaTeX text.
func texLines(lines []string) string {
	escaped := make([]string, len(lines))
	for i, s := range lines {
		escaped[i] = "{" + EscapeTeX(s) + "}"
	}
	return strings.Join(escaped, `\\`)
}
