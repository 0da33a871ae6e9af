package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/plain"
)

// Format is a form in which a tree can be drawn.
type Format uint8

// The formats.
const (
	// Text is a picture in characters, the root at the top.
	Text Format = iota
	// Outline is a line a node, indented; it fits trees of any width.
	Outline
	// SVG is a self-contained picture for light and dark screens.
	SVG
	// DOT is a graph for Graphviz, which finds its own layout.
	DOT
	// TikZ is a LaTeX document of one picture.
	TikZ
	// JSON is the layout and everything known of each node, see docs/trace.md.
	JSON
)

var formatNames = [...]string{"text", "outline", "svg", "dot", "tikz", "json"}

// String returns the name of f that ParseFormat reads.
func (f Format) String() string { return nameOf(formatNames[:], int(f)) }

// ParseFormat returns the format of a name: text, outline, svg, dot, tikz or
// json.
func ParseFormat(name string) (Format, error) {
	i, err := named("format", formatNames[:], name)
	return Format(i), err
}

// Style is what is written at the nodes and edges beside the values.
type Style uint8

// The styles.
const (
	// Values writes values alone, as Bratko does.
	Values Style = iota
	// AlphaBeta writes α and β at the inner nodes, as they were in the end.
	AlphaBeta
	// Windows writes on each edge the window that was handed down.
	Windows
	// Intervals writes at the inner nodes what is proven of their values, as
	// [l, u], after Russell and Norvig.
	Intervals
)

var styleNames = [...]string{"values", "alphabeta", "windows", "intervals"}

// String returns the name of s that ParseStyle reads.
func (s Style) String() string { return nameOf(styleNames[:], int(s)) }

// ParseStyle returns the style of a name: values, alphabeta, windows or
// intervals.
func ParseStyle(name string) (Style, error) {
	i, err := named("style", styleNames[:], name)
	return Style(i), err
}

// Shapes are the outlines by which MAX and MIN are told apart.
type Shapes uint8

// The shapes. Text always has [ ] for MAX and ( ) for MIN.
const (
	// SquareCircle draws MAX as a box and MIN as a circle, or as an oval.
	SquareCircle Shapes = iota
	// Triangles draws MAX as a triangle that points up and MIN as one that
	// points down.
	Triangles
)

var shapesNames = [...]string{"squares", "triangles"}

// String returns the name of s that ParseShapes reads.
func (s Shapes) String() string { return nameOf(shapesNames[:], int(s)) }

// ParseShapes returns the shapes of a name: squares or triangles.
func ParseShapes(name string) (Shapes, error) {
	i, err := named("shapes", shapesNames[:], name)
	return Shapes(i), err
}

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}

func named(what string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%s %q, want one of %s", what, plain.Clip(name, 40), strings.Join(names, ", "))
}

// RenderOptions say how a tree is drawn. All texts may come from anyone: each
// format is given them with everything that it would obey made harmless.
type RenderOptions struct {
	Format Format // Zero means Text.
	Style  Style  // Zero means Values.
	Shapes Shapes // Zero means SquareCircle.
	// Negamax writes values and windows from the side to move, so that every
	// cutoff is one of beta. Zero means from MAX.
	Negamax bool
	// OrAnd names the players OR and AND. Zero means MAX and MIN.
	OrAnd bool
	// ASCII keeps Text and Outline to ASCII, except for names. Zero means
	// box-drawing characters.
	ASCII bool
	// Steady leaves room for what other steps of a replay write, so that the
	// pictures of all steps have one layout. Zero means as narrow as this step
	// allows.
	Steady bool
	// Title stands above the picture. Zero means none.
	Title string
	// Description is read out in place of the picture. Zero means a summary of
	// the counts.
	Description string
	// NoLegend leaves out the key to shapes and lines. Zero means that Text and
	// SVG have one.
	NoLegend bool
	// Words are the words of another language. Zero means English.
	Words Words
}

// ErrTooLarge is wrapped by the error of Render for a tree whose picture in the
// format would be unreasonably large; an Outline always is possible.
var ErrTooLarge = errors.New("tree too large to draw")

// Render draws t, which is a tree that Build or Replay.At returned.
func Render(w io.Writer, t *Tree, opt RenderOptions) error {
	p := newPen(t, opt)
	out := bufio.NewWriter(w)
	var err error
	switch opt.Format {
	case Text:
		err = drawText(out, p)
	case Outline:
		drawOutline(out, p)
	case SVG:
		drawSVG(out, p)
	case DOT:
		drawDOT(out, p)
	case TikZ:
		drawTikZ(out, p)
	case JSON:
		err = drawJSON(out, p)
	default:
		err = fmt.Errorf("unknown format %d", opt.Format)
	}
	if err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return out.Flush()
}
