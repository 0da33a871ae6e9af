package trace

import (
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/plywood-go/plywood/internal/reason"
)

// maxCells bounds the characters of a text picture, blanks included.
const maxCells = 1 << 26

// textGap is the number of columns between neighbours; rounding may take one of them.
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

// pointed returns the text of node i, with a mark if it is the node of the last step.
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
		parts = append(parts, "< > "+d.lang.Text("tree.chance"))
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
		parts = append(parts, gap+d.lang.Text("tree.unseen"))
	}
	if d.tree.Stats.Approximate > 0 {
		parts = append(parts, d.sign.atLeast+" "+d.sign.atMost+" "+d.lang.Text("tree.bound"))
	}
	if meaning := d.meaning(); meaning != "" {
		parts = append(parts, meaning)
	}
	return strings.Join(parts, "   ")
}

// maxLabel is the maximum length of names in a picture.
const maxLabel = 40

// wide holds the characters of double width: East Asian Wide and Fullwidth of
// Unicode's annex 11, by block.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, // Hangul Jamo
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, // CJK radicals and punctuation
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, // kana, CJK ideographs, Yi
		{Lo: 0xa960, Hi: 0xa97f, Stride: 1}, // Hangul Jamo extended A
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul syllables
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, // CJK compatibility ideographs
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, // CJK compatibility forms
		{Lo: 0xff00, Hi: 0xff60, Stride: 1}, // fullwidth forms
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1}, // fullwidth signs
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1faff, Stride: 1}, // pictographs
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1}, // CJK extensions
	},
}

// columns returns the width of s in the columns of a terminal.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// length returns the approximate width of s in a sans-serif font of the given size.
func length(s string, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		sum += advance(r)
	}
	return sum * size
}

// advance returns the width of r relative to the size of the font, rounded up
// from those of Helvetica, DejaVu Sans and Noto Sans.
func advance(r rune) float64 {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 1.02
	case strings.ContainsRune(" .,:;|!'()[]ijlItf", r):
		return 0.39
	case strings.ContainsRune("mwMW@%∞…", r):
		return 0.92
	case strings.ContainsRune("≥≤−=+<>", r):
		return 0.78
	case unicode.IsUpper(r):
		return 0.72
	}
	return 0.62
}

// The escapers below take text that has passed plain.Line.

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// escapeXML escapes s as text or an attribute value of XML.
func escapeXML(s string) string { return xmlEscaper.Replace(s) }

var dotEscaper = strings.NewReplacer("\n", `\n`, `\`, `\\`, `"`, `\"`, "&", "&amp;", "<", "&lt;", ">", "&gt;")

// quoteDOT quotes lines as a string of DOT. Graphviz interprets escapes such as \N
// and entities within strings.
func quoteDOT(lines ...string) string {
	return `"` + dotEscaper.Replace(strings.Join(lines, "\n")) + `"`
}

var texEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`,
	"_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`,
	// Ligatures and characters that not every font encoding has.
	"-", `-{}`, "`", `\textasciigrave{}`, "'", `\textquotesingle{}`, `"`, `\textquotedbl{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, "!", `!{}`, "?", `?{}`, ",", `,{}`,
	// The signs that pens write.
	"∞", `$\infty$`, "−", `$-$`, "≥", `$\ge$`, "≤", `$\le$`, "≈", `$\approx$`, "α", `$\alpha$`, "β", `$\beta$`,
	"…", `\dots{}`, "×", `$\times$`, "·", `$\cdot$`, "–", `\textendash{}`, "—", `\textemdash{}`, "’", `\textquoteright{}`, "�", `?{}`,
)

// The beginnings of runs of letters that T1 fonts lack: of most scripts, and
// of those of East Asia.
const (
	texLetters = `{\letters `
	texWide    = `{\wide `
)

// EscapeTeX escapes s, a line of text, for LaTeX with T1 fonts. Runs of
// letters that T1 lacks get fonts defined by TeXFonts.
func EscapeTeX(s string) string {
	var b strings.Builder
	run := ""
	letters := []rune(s)
	for i, r := range letters {
		text := texEscaper.Replace(string(r))
		font := ""
		switch accented := i+1 < len(letters) && unicode.Is(unicode.Mn, letters[i+1]); {
		case strings.ContainsRune(text, r) && unicode.Is(wide, r):
			font = texWide
		case strings.ContainsRune(text, r) && r > unicode.MaxASCII || accented:
			font = texLetters
		}
		if font != run {
			if run != "" {
				b.WriteByte('}')
			}
			b.WriteString(font)
			run = font
		}
		b.WriteString(text)
	}
	if run != "" {
		b.WriteByte('}')
	}
	return b.String()
}
