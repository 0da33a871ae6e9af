package trace

import (
	"fmt"
	"io"
	"math"
	"strconv"
)

// svgStyle uses plain rules rather than variables, because librsvg and Inkscape support no others.
// Weight and dashes show the state; colour only repeats it.
const svgStyle = `
.ply-tree{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",Helvetica,Arial,sans-serif}
.ply-tree .paper{fill:#fff}
.ply-tree text{fill:#1f2328;text-anchor:middle}
.ply-tree .value{font-size:15px}
.ply-tree .label{font-size:13px;font-style:italic;fill:#57606a}
.ply-tree .note,.ply-tree .key text{font-size:11px;fill:#57606a}
.ply-tree .note,.ply-tree .key text,.ply-tree .name{text-anchor:start}
.ply-tree .beside{text-anchor:end}
.ply-tree .lead{text-anchor:start}
.ply-tree .caption{font-size:11px}
.ply-tree .title{font-size:16px;font-weight:600}
.ply-tree .on{text-anchor:middle}
.ply-tree .edge,.ply-tree .slash,.ply-tree .shape{stroke:#57606a;stroke-width:1.3px;fill:none}
.ply-tree .slash{stroke-width:1.6px}
.ply-tree .max .shape{fill:#ddf0ff}
.ply-tree .min .shape{fill:#ffefd6}
.ply-tree .chance .shape{fill:#e3f5de}
.ply-tree .pv,.ply-tree .pv .shape{stroke:#0550ae;stroke-width:3.2px}
.ply-tree .pv text{stroke:none}
.ply-tree .pv .value{font-weight:700;fill:#0550ae}
.ply-tree .cut,.ply-tree .cut .shape{stroke:#8c959f;stroke-dasharray:5 4}
.ply-tree .unseen,.ply-tree .unseen .shape{stroke:#8c959f;stroke-dasharray:1 3}
.ply-tree .cut .shape,.ply-tree .unseen .shape{fill:none}
.ply-tree .cut text,.ply-tree .unseen text{stroke:none;fill:#6e7781}
.ply-tree .bar{stroke:#fff;stroke-width:.6px;fill:#eaeef2}
.ply-tree .max .bar{fill:#ddf0ff}
.ply-tree .min .bar{fill:#ffefd6}
.ply-tree .chance .bar{fill:#e3f5de}
.ply-tree .cut .bar,.ply-tree .unseen .bar{fill:#eaeef2;stroke-dasharray:none}
.ply-tree .pv .bar{fill:#80ccff}
.ply-tree .ring{fill:none;stroke:#1a7f37;stroke-width:2px}
@media (prefers-color-scheme:dark){
.ply-tree .paper{fill:#0d1117}
.ply-tree text{fill:#e6edf3}
.ply-tree .label,.ply-tree .note,.ply-tree .key text{fill:#9ea7b3}
.ply-tree .edge,.ply-tree .slash,.ply-tree .shape{stroke:#9ea7b3}
.ply-tree .max .shape{fill:#12304d}
.ply-tree .min .shape{fill:#45300f}
.ply-tree .chance .shape{fill:#173818}
.ply-tree .bar{stroke:#0d1117}
.ply-tree .max .bar{fill:#12304d}
.ply-tree .min .bar{fill:#45300f}
.ply-tree .chance .bar{fill:#173818}
.ply-tree .cut .bar,.ply-tree .unseen .bar{fill:#21262d}
.ply-tree .pv .bar{fill:#1158c7}
.ply-tree .pv,.ply-tree .pv .shape{stroke:#79c0ff}
.ply-tree .pv .value{fill:#a5d6ff}
.ply-tree .cut,.ply-tree .cut .shape,.ply-tree .unseen,.ply-tree .unseen .shape{stroke:#6e7681}
.ply-tree .cut .shape,.ply-tree .unseen .shape{fill:none}
.ply-tree .cut text,.ply-tree .unseen text{fill:#8b949e}
.ply-tree .ring{stroke:#56d364}
}
`

// svg is a Canvas that writes the tree as one SVG element, without its end, that may stand alone or in
// a page. It has no identifiers, so that a page can hold several; the classes are all below .ply-tree.
// Each node is a group with its number in data-node and its full description in its title.
type svg struct {
	*pen
	out  io.Writer
	open []Group
}

func (s *svg) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

func (s *svg) Begin(width, height float64) {
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="ply-tree" role="img" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s">`+"\n",
		px(width), px(height))
	s.printf("<title>%s</title>\n<desc>%s</desc>\n<style>%s</style>\n",
		escapeXML(s.title()), escapeXML(s.description()), svgStyle)
}

// Open writes no element for an empty group, whose elements share a line.
func (s *svg) Open(g Group) {
	s.open = append(s.open, g)
	if g == (Group{}) {
		return
	}
	s.printf("<g")
	s.class(g.Class)
	if g.Title != "" {
		s.printf(` data-node="%d"`, g.Node)
	}
	if g.Title != "" || g.Lines || g.X != 0 || g.Y != 0 {
		s.printf(` transform="translate(%s %s)"`, px(g.X), px(g.Y))
	}
	s.printf(">")
	if g.Title != "" {
		s.printf("<title>%s</title>", escapeXML(g.Title))
	}
	s.endLine()
}

func (s *svg) Close() {
	last := len(s.open) - 1
	if s.open[last] != (Group{}) {
		s.printf("</g>")
	}
	s.open = s.open[:last]
	s.endLine()
}

// endLine ends the line, unless the elements of the group share one.
func (s *svg) endLine() {
	if last := len(s.open) - 1; last < 0 || s.open[last].Lines {
		s.printf("\n")
	}
}

func (s *svg) class(class string) {
	if class != "" {
		s.printf(` class="%s"`, class)
	}
}

func (s *svg) Path(chains [][]Point, closed bool, ink Ink) {
	s.printf("<path")
	s.class(ink.Class)
	s.printf(` d="`)
	for _, chain := range chains {
		for i, p := range chain {
			switch {
			case i == 0:
				s.printf("M%s %s", px(p.X), px(p.Y))
			case p.Y == chain[i-1].Y && (closed || p.Y == 0):
				s.printf("H%s", px(p.X))
			default:
				s.printf("L%s %s", px(p.X), px(p.Y))
			}
		}
		if closed {
			s.printf("Z")
		}
	}
	s.printf(`"/>`)
	s.endLine()
}

func (s *svg) Box(x, y, width, height, radius float64, ink Ink) {
	s.printf("<rect")
	s.class(ink.Class)
	if x != 0 || y != 0 {
		s.printf(` x="%s" y="%s"`, px(x), px(y))
	}
	s.printf(` width="%s" height="%s"`, px(width), px(height))
	if radius != 0 {
		s.printf(` rx="%s"`, px(radius))
	}
	s.printf("/>")
	s.endLine()
}

func (s *svg) Text(x, y float64, text string, ink Ink) {
	s.printf("<text")
	s.class(ink.Class)
	s.printf(` x="%s" y="%s">%s</text>`, px(x), px(y), escapeXML(text))
	s.endLine()
}

// px formats a length to a tenth of a pixel.
func px(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64)
}
