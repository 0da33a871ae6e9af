package trace

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// svgStyle uses plain rules rather than variables, because librsvg and
// Inkscape support no others. Weight and dashes show the state; colour only
// repeats it.
const svgStyle = `
.ply-tree{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",Helvetica,Arial,sans-serif}
.ply-tree .paper{fill:#fff}
.ply-tree text{fill:#1f2328;text-anchor:middle}
.ply-tree .value{font-size:15px}
.ply-tree .label{font-size:13px;font-style:italic;fill:#57606a}
.ply-tree .note,.ply-tree .key text{font-size:11px;fill:#57606a}
.ply-tree .note,.ply-tree .key text,.ply-tree .name{text-anchor:start}
.ply-tree .inner .label{text-anchor:end}
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
.ply-tree .ring{fill:none;stroke:#1a7f37;stroke-width:2px}
@media (prefers-color-scheme:dark){
.ply-tree .paper{fill:#0d1117}
.ply-tree text{fill:#e6edf3}
.ply-tree .label,.ply-tree .note,.ply-tree .key text{fill:#9ea7b3}
.ply-tree .edge,.ply-tree .slash,.ply-tree .shape{stroke:#9ea7b3}
.ply-tree .max .shape{fill:#12304d}
.ply-tree .min .shape{fill:#45300f}
.ply-tree .chance .shape{fill:#173818}
.ply-tree .pv,.ply-tree .pv .shape{stroke:#79c0ff}
.ply-tree .pv .value{fill:#a5d6ff}
.ply-tree .cut,.ply-tree .cut .shape,.ply-tree .unseen,.ply-tree .unseen .shape{stroke:#6e7681}
.ply-tree .cut .shape,.ply-tree .unseen .shape{fill:none}
.ply-tree .cut text,.ply-tree .unseen text{fill:#8b949e}
.ply-tree .ring{stroke:#56d364}
}
`

// drawSVG writes the tree as one SVG element that may stand alone or in a
// page. It has no identifiers, so that a page can hold several; the classes
// are all below .ply-tree. Each node is a group with its number in data-node
// and its full description in its title.
func drawSVG(out io.Writer, p *pen) {
	s := &svg{picture: newPicture(p), out: out}
	key := s.key()
	top, bottom := 0.0, key.height
	if p.opt.Title != "" {
		top = 30
		s.width = max(s.width, length(s.title(), 17)+2*margin)
	}
	width := math.Ceil(max(s.width, key.width+2*margin))
	height := math.Ceil(s.height + top + bottom)
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="ply-tree" role="img" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s">`+"\n",
		px(width), px(height))
	s.printf("<title>%s</title>\n<desc>%s</desc>\n<style>%s</style>\n",
		escapeXML(s.title()), escapeXML(s.description()), svgStyle)
	s.printf(`<rect class="paper" width="%s" height="%s"/>`+"\n", px(width), px(height))
	if p.opt.Title != "" {
		s.printf(`<text class="title" x="%s" y="26">%s</text>`+"\n", px(width/2), escapeXML(s.title()))
	}
	s.printf(`<g transform="translate(%s %s)">`+"\n", px((width-s.width)/2), px(top))
	for i := range p.tree.Nodes[1:] {
		s.edgeLine(i + 1)
	}
	for i := range p.tree.Nodes[1:] {
		s.edgeText(i + 1) // above all lines: any of them may cross it
	}
	for i := range p.tree.Nodes {
		s.node(i)
	}
	s.printf("</g>\n")
	s.drawKey(key, (width-key.width)/2, s.height+top)
	s.printf("</svg>\n")
}

type svg struct {
	*picture
	out io.Writer
}

func (s *svg) printf(format string, args ...any) {
	fmt.Fprintf(s.out, format, args...)
}

// edgeLine draws the edge to node i.
func (s *svg) edgeLine(i int) {
	n, l := &s.tree.Nodes[i], s.edgeTo(i)
	class := strings.Join(append([]string{"edge"}, s.marks(i)...), " ")
	s.printf(`<path class="%s" d="M%s %sL%s %s"/>`+"\n", class, px(l.x1), px(l.y1), px(l.x2), px(l.y2))
	if s.severed(n) {
		s.slashes(l, len(s.edge(n)) > 0)
	}
}

// edgeText writes the text on the edge to node i, on a background that hides
// the lines below.
func (s *svg) edgeText(i int) {
	x, y := s.edgeTo(i).at(edgeAt)
	lines := s.edge(&s.tree.Nodes[i])
	for k, text := range lines {
		middle := y + noteLine*offset(k, len(lines))
		wide := length(text, noteSize)
		s.printf(`<rect class="paper" x="%s" y="%s" width="%s" height="%s"/>`,
			px(x-wide/2), px(middle-noteLine/2), px(wide), px(noteLine))
		s.text("note on", x, middle+4, text)
	}
	if len(lines) > 0 {
		s.printf("\n")
	}
}

// slashes draws the two strokes across an edge with which teachers mark a cut.
// They move aside for text on the edge.
func (s *svg) slashes(l line, lines bool) {
	part := slashAt
	if lines {
		part = slashAtHigh
	}
	long := math.Hypot(l.x2-l.x1, l.y2-l.y1)
	ux, uy := (l.x2-l.x1)/long, (l.y2-l.y1)/long
	x, y := l.at(part)
	for _, off := range []float64{-2.5, 2.5} {
		cx, cy := x+off*ux, y+off*uy
		dx, dy := 7*uy+2*ux, -7*ux+2*uy
		s.printf(`<path class="slash" d="M%s %sL%s %s"/>`+"\n", px(cx-dx), px(cy-dy), px(cx+dx), px(cy+dy))
	}
}

func (s *svg) node(i int) {
	n, shape := &s.tree.Nodes[i], s.shape[i]
	classes := []string{"min", "inner"}
	if shape.kind == boxShape || shape.kind == peakShape || shape.kind == bareShape && n.Max {
		classes[0] = "max"
	}
	if shape.kind == diamondShape {
		classes[0] = "chance"
	}
	if shape.kind == bareShape {
		classes[1] = "leaf"
	}
	s.printf(`<g class="%s" data-node="%d" transform="translate(%s %s)"><title>%s</title>`,
		strings.Join(append(classes, s.marks(i)...), " "), i, px(s.x[i]), px(s.y(i)), escapeXML(s.account(n)))
	if s.current(i) {
		s.printf(`<rect class="ring" x="%s" y="%s" width="%s" height="%s" rx="6"/>`,
			px(-shape.width/2-5), px(-shape.tall/2-5), px(shape.width+10), px(shape.tall+10))
	}
	s.outline(shape)
	s.texts(n, shape)
	s.printf("</g>\n")
}

// outline draws the shape of a node around the origin.
func (s *svg) outline(o outlineShape) {
	w, h := o.width/2, o.tall/2
	switch o.kind {
	case boxShape, ovalShape:
		round := ""
		if o.kind == ovalShape {
			round = fmt.Sprintf(` rx="%s"`, px(h))
		}
		s.printf(`<rect class="shape" x="%s" y="%s" width="%s" height="%s"%s/>`, px(-w), px(-h), px(o.width), px(o.tall), round)
	case peakShape:
		s.printf(`<path class="shape" d="M0 %sL%s %sH%sZ"/>`, px(-h), px(w), px(h), px(-w))
	case valleyShape:
		s.printf(`<path class="shape" d="M0 %sL%s %sH%sZ"/>`, px(h), px(w), px(-h), px(-w))
	case diamondShape:
		s.printf(`<path class="shape" d="M0 %sL%s 0L0 %sL%s 0Z"/>`, px(-h), px(w), px(h), px(-w))
	}
}

// texts writes the value, the name and the notes of a node at the origin.
func (s *svg) texts(n *Node, o outlineShape) {
	middle := map[shapeKind]float64{peakShape: 13, valleyShape: -3}
	y, ok := middle[o.kind]
	if !ok {
		y = 5
	}
	s.text("value", 0, y, s.value(n))
	switch label := s.caption(n); {
	case o.kind == bareShape && s.value(n) == "":
		s.text("label", 0, 4, label)
	case o.kind == bareShape:
		s.text("label", 0, 22, label)
	default:
		s.text("label", -o.width/2-sideGap, 4, label)
	}
	notes := s.beside(n)
	for k, text := range notes {
		s.text("note", o.width/2+sideGap, 4+noteLine*offset(k, len(notes)), text)
	}
}

// offset returns the position of line k of n relative to their centre, in
// lines.
func offset(k, n int) float64 { return float64(k) - float64(n-1)/2 }

func (s *svg) text(class string, x, y float64, text string) {
	if text != "" {
		s.printf(`<text class="%s" x="%s" y="%s">%s</text>`, class, px(x), px(y), escapeXML(text))
	}
}

// px formats a length to a tenth of a pixel.
func px(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64)
}
