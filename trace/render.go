package trace

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// Format is an output format for trees.
type Format uint8

// The formats.
const (
	// Text is a picture in characters with the root at the top.
	Text Format = iota
	// Outline has one indented line per node; it fits trees of any width.
	Outline
	// SVG is a self-contained picture for light and dark screens.
	SVG
	// DOT is a graph for Graphviz, which finds its own layout.
	DOT
	// TikZ is a LaTeX document of one picture.
	TikZ
	// JSON is the layout and all data of each node; see docs/trace.md.
	JSON
)

var formatNames = [...]string{"text", "outline", "svg", "dot", "tikz", "json"}

// String returns the name of f that ParseFormat reads.
func (f Format) String() string { return nameOf(formatNames[:], int(f)) }

// ParseFormat returns the named format: text, outline, svg, dot, tikz or json.
func ParseFormat(name string) (Format, error) {
	i, err := named("format", formatNames[:], name)
	return Format(i), err
}

// Style is the kind of notes at nodes and edges beside the values.
type Style uint8

// The styles.
const (
	// Values writes only values, as Bratko does.
	Values Style = iota
	// AlphaBeta writes the final α and β at the inner nodes.
	AlphaBeta
	// Windows writes on each edge the window passed down.
	Windows
	// Intervals writes at the inner nodes the proven bounds of their values,
	// as [l, u], after Russell and Norvig.
	Intervals
	// Types writes at each node of the smallest tree that proves the value of the root, if the best
	// moves come first, its type 1, 2 or 3, after Knuth and Moore (1975).
	Types
)

var styleNames = [...]string{"values", "alphabeta", "windows", "intervals", "types"}

// String returns the name of s.
func (s Style) String() string { return nameOf(styleNames[:], int(s)) }

// MarshalText returns the name of s.
func (s Style) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name of style; an empty one stands for the first.
func (s *Style) UnmarshalText(text []byte) error { return read(s, "style", styleNames[:], text) }

// Shapes are the outlines that distinguish MAX and MIN.
type Shapes uint8

// The shapes. Text always has [ ] for MAX and ( ) for MIN.
const (
	// SquareCircle draws MAX as a box and MIN as a circle, or as an oval.
	SquareCircle Shapes = iota
	// Triangles draws MAX as a triangle pointing up and MIN as one pointing down.
	Triangles
)

var shapesNames = [...]string{"squares", "triangles"}

// String returns the name of s.
func (s Shapes) String() string { return nameOf(shapesNames[:], int(s)) }

// MarshalText returns the name of s.
func (s Shapes) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name of shapes; an empty one stands for the first.
func (s *Shapes) UnmarshalText(text []byte) error { return read(s, "shapes", shapesNames[:], text) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}

// read reads one of names; an empty text stands for the first.
func read[T ~uint8](to *T, what string, names []string, text []byte) error {
	i, err := named(what, names, cmp.Or(string(text), names[0]))
	*to = T(i)
	return err
}

func named(what string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, reason.Errorf("%s %q, want one of %s", reason.Phrase(what), plain.Clip(name, 40), strings.Join(names, ", "))
}

// RenderOptions say how to draw a tree. All texts may be untrusted: each format escapes them.
type RenderOptions struct {
	Format Format // Zero means Text.
	Style  Style  // Zero means Values.
	Shapes Shapes // Zero means SquareCircle.
	// Negamax writes values and windows from the view of the side to move, so
	// that every cutoff is a beta cutoff. Zero means from MAX's view.
	Negamax bool
	// OrAnd names the players OR and AND. Zero means MAX and MIN.
	OrAnd bool
	// ASCII restricts Text and Outline to ASCII, except for names. Zero means
	// box-drawing characters.
	ASCII bool
	// Steady leaves room for the texts of other steps of a replay, so that the pictures of all
	// steps have one layout. Zero means as narrow as this step allows.
	Steady bool
	// Layout is the arrangement of the nodes. Zero means Down.
	Layout Layout
	// Limit is the greatest width of a picture in pixels, or the height to the right: subtrees
	// that do not fit are drawn below, and a number refers to them. An Icicle is compressed. It
	// applies to SVG, TikZ and canvases. Zero means none.
	Limit float64
	// Fold leaves out what lies off the best lines, and says how much: of nodes on the principal
	// variation all moves that were searched remain, of others the best move. JSON has all nodes,
	// and Text is an Outline. Zero means all nodes.
	Fold bool
	// Title stands above the picture. Zero means none.
	Title string
	// Description replaces the picture for screen readers. Zero means a summary of the counts.
	Description string
	// Blank draws the tree of a problem: it shows the values of leaves, but no sign of a search.
	// Zero means the state of each node.
	Blank bool
	// Fragment writes TikZ as a picture to include, which needs TeXFonts. Zero means a whole
	// document.
	Fragment bool
	// NoLegend omits the key of shapes and lines. Zero means that Text and SVG have one.
	NoLegend bool
	// Unlisted means that a search for a path keeps no lists: the words for them say where it has been.
	// Zero means that it keeps lists.
	Unlisted bool
	// Lang is the language of the words. Zero means English.
	Lang Lang
}

// Lang is a language: its code in ISO 639, "en", "ru" or "zh".
type Lang = words.Lang

// ErrTooLarge is wrapped by the error of Render for a tree whose picture in
// the format would be unreasonably large; an Outline is always possible.
var ErrTooLarge = reason.New("tree too large to draw")

// Render draws t, a tree returned by Build or Replay.At.
func Render(w io.Writer, t *Tree, opt RenderOptions) error {
	p := newPen(t, opt)
	out := bufio.NewWriter(w)
	var err error
	switch format := opt.Format; {
	case format == Text && (opt.Layout == Right || opt.Fold):
		drawOutline(out, p)
	case format == Text:
		err = drawText(out, p)
	case format == Outline:
		drawOutline(out, p)
	case format == SVG:
		if err = paint(&svg{pen: p, out: out}, pictures(p), true); err == nil {
			_, err = io.WriteString(out, "</svg>\n")
		}
	case format == DOT:
		drawDOT(out, p)
	case format == TikZ:
		err = drawTikZ(out, p)
	case format == JSON:
		err = drawJSON(out, p)
	default:
		err = reason.Errorf("unknown format %d", opt.Format)
	}
	if err != nil {
		return reason.Errorf("trace: %w", err)
	}
	return out.Flush()
}
