package trace

import (
	"fmt"
	"io"
	"strings"
)

const (
	tikzHead = `\documentclass[tikz,border=4pt]{standalone}
%s\begin{document}
`
	tikzPicture = `\begin{tikzpicture}[x=0.75pt, y=-0.75pt, inner sep=0pt, line width=0.5pt,
  max/.style={fill=blue!7}, min/.style={fill=orange!12}, chance/.style={fill=green!10},
  maxbar/.style={fill=blue!7}, minbar/.style={fill=orange!12}, chancebar/.style={fill=green!10},
  ply-edge/.style={draw}, ply-shape/.style={draw}, ply-bar/.style={draw=white, line width=0.3pt}, ply-paper/.style={fill=white},
  ply-ring/.style={draw, double, double distance=1.5pt}, ply-slash/.style={draw, line width=0.8pt},
  ply-value/.style={}, ply-label/.style={font=\scriptsize\itshape}, ply-note/.style={font=\scriptsize},
  ply-caption/.style={font=\scriptsize}, ply-title/.style={font=\bfseries},
  pv/.style={line width=1.6pt}, pvtext/.style={font=\bfseries\boldmath}, pvbar/.style={fill=blue!30},
  cut/.style={dashed, draw=gray, fill=none}, cuttext/.style={text=gray}, cutbar/.style={fill=gray!15},
  unseen/.style={dotted, draw=gray, fill=none}, unseentext/.style={text=gray}, unseenbar/.style={fill=gray!15}]
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

// drawTikZ writes a LaTeX document of one picture, or the picture alone.
func drawTikZ(out io.Writer, p *pen) error {
	d := &tikz{}
	if err := paint(d, pictures(p), true); err != nil {
		return err
	}
	body := tikzPicture + d.body.String() + "\\end{tikzpicture}\n"
	if !p.opt.Fragment {
		body = fmt.Sprintf(tikzHead, TeXFonts(body)) + body + "\\end{document}\n"
	}
	_, err := io.WriteString(out, body)
	return err
}

// TeXFonts returns the part of a LaTeX preamble that defines the fonts of a text from EscapeTeX.
func TeXFonts(body string) string {
	chinese, fonts := "", ""
	if strings.Contains(body, texLetters) {
		fonts = tikzLetters
	}
	if strings.Contains(body, texWide) {
		chinese, fonts = tikzCJK, fonts+tikzWide
	}
	if fonts == "" {
		return tikzLatin
	}
	return tikzUnicode + chinese + tikzFirst + fonts + "\\fi\n"
}

// tikz is a Canvas that writes the commands of TikZ.
type tikz struct {
	body strings.Builder
	open []Group
}

func (d *tikz) printf(format string, args ...any) { fmt.Fprintf(&d.body, format, args...) }

// Begin writes nothing: TikZ finds the size.
func (d *tikz) Begin(float64, float64) {}

// Open begins a scope if the group has another origin.
func (d *tikz) Open(g Group) {
	d.open = append(d.open, g)
	if g.X != 0 || g.Y != 0 {
		d.printf("\\begin{scope}[shift={(%s,%s)}]\n", px(g.X), px(g.Y))
	}
}

// Close ends it.
func (d *tikz) Close() {
	last := len(d.open) - 1
	if g := d.open[last]; g.X != 0 || g.Y != 0 {
		d.printf("\\end{scope}\n")
	}
	d.open = d.open[:last]
}

// tikzKinds are the ends of the names of styles, for the classes of elements that have several.
var tikzKinds = map[string]string{"edge": "", "shape": "", "bar": "bar", "value": "text", "label": "text", "note": "text"}

// style returns the styles of an element: its class, and those of the open groups.
func (d *tikz) style(ink Ink) string {
	words := append(strings.Fields(ink.Class), "note")
	style := []string{"ply-" + words[0]} // TikZ has keys named label and shape
	kind, several := tikzKinds[words[0]]
	for _, g := range d.open {
		words = append(words, strings.Fields(g.Class)...)
	}
	for _, word := range words[1:] {
		if several && strings.Contains(tikzPicture, " "+word+kind+"/.style") {
			style = append(style, word+kind)
		}
	}
	return strings.Join(style, ", ")
}

// Path writes chains of lines.
func (d *tikz) Path(chains [][]Point, closed bool, ink Ink) {
	for _, chain := range chains {
		d.printf("\\path[%s] ", d.style(ink))
		for i, p := range chain {
			if i > 0 {
				d.printf(" -- ")
			}
			d.printf("(%s,%s)", px(p.X), px(p.Y))
		}
		if closed {
			d.printf(" -- cycle")
		}
		d.printf(";\n")
	}
}

// Box writes a rectangle. The paper of the whole picture is left out: the page has its own.
func (d *tikz) Box(x, y, width, height, radius float64, ink Ink) {
	if len(d.open) == 0 {
		return
	}
	round := ""
	if radius > 0 {
		round = ", rounded corners=" + px(0.75*radius) + "pt"
	}
	d.printf("\\path[%s%s] (%s,%s) rectangle (%s,%s);\n", d.style(ink), round, px(x), px(y), px(x+width), px(y+height))
}

// Text writes a line.
func (d *tikz) Text(x, y float64, text string, ink Ink) {
	anchor := [...]string{Start: "base west", Middle: "base", End: "base east"}[ink.Anchor]
	d.printf("\\node[%s, anchor=%s] at (%s,%s) {%s};\n", d.style(ink), anchor, px(x), px(y), EscapeTeX(text))
}
