// Package chart draws charts of lines and texts as SVG and PNG.
package chart

// A Chart is a picture of lines and texts, with coordinates in points from the
// upper left corner.
type Chart struct {
	Width, Height int
	lines         []stroke
	texts         []label
}

// Ink is a colour of a chart.
type Ink [3]uint8

// The colours.
var (
	Black = Ink{0x22, 0x22, 0x22}
	Grey  = Ink{0xdd, 0xdd, 0xdd}
	Blue  = Ink{0x1f, 0x5f, 0xbf}
	Amber = Ink{0xd0, 0x80, 0x20}
)

// Point is a place in a chart.
type Point [2]float64

// stroke is a line through points.
type stroke struct {
	points []Point
	width  float64
	ink    Ink
}

// Anchor is the part of a text that lies at its point.
type Anchor string

// The anchors.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// label is a text whose baseline passes through a point.
type label struct {
	at     Point
	anchor Anchor
	text   string
}

// Stroke adds a line through points.
func (c *Chart) Stroke(i Ink, width float64, points ...Point) {
	c.lines = append(c.lines, stroke{points, width, i})
}

// Text adds a text. SVG does not escape it.
func (c *Chart) Text(x, y float64, a Anchor, text string) {
	c.texts = append(c.texts, label{Point{x, y}, a, text})
}
