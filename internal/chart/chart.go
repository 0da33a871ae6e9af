// Package chart draws charts of lines and texts as SVG and PNG.
package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"
	"unicode/utf8"
)

// A Chart is a picture of lines and texts, with coordinates in points from the upper left corner.
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

// SVG returns the chart as an SVG document.
func (c *Chart) SVG() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n",
		c.Width, c.Height, c.Width, c.Height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", c.Width, c.Height)
	for _, s := range c.lines {
		var points []string
		for _, p := range s.points {
			points = append(points, fmt.Sprintf("%.1f,%.1f", p[0], p[1]))
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="#%x" stroke-width="%g"/>`+"\n", strings.Join(points, " "), s.ink[:], s.width)
	}
	for _, t := range c.texts {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="#%x">%s</text>`+"\n", t.at[0], t.at[1], t.anchor, Black[:], t.text)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// PNG returns the chart as a PNG file.
func (c *Chart) PNG() ([]byte, error) {
	m := image.NewRGBA(image.Rect(0, 0, c.Width, c.Height))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	for _, s := range c.lines {
		for i := 1; i < len(s.points); i++ {
			segment(m, s.points[i-1], s.points[i], s.width, s.ink)
		}
	}
	for _, t := range c.texts {
		write(m, t)
	}
	var b bytes.Buffer
	err := png.Encode(&b, m)
	return b.Bytes(), err
}

// segment draws an antialiased line from p to q.
func segment(m *image.RGBA, p, q Point, width float64, i Ink) {
	reach := width/2 + 1
	box := image.Rect(
		int(min(p[0], q[0])-reach), int(min(p[1], q[1])-reach),
		int(max(p[0], q[0])+reach)+1, int(max(p[1], q[1])+reach)+1,
	).Intersect(m.Bounds())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			d := distance(Point{float64(x) + 0.5, float64(y) + 0.5}, p, q)
			if cover := min(width/2+0.5-d, 1); cover > 0 {
				blend(m, x, y, i, cover)
			}
		}
	}
}

// distance returns the distance of a from the segment from p to q.
func distance(a, p, q Point) float64 {
	dx, dy := q[0]-p[0], q[1]-p[1]
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(max(((a[0]-p[0])*dx+(a[1]-p[1])*dy)/length, 0), 1)
	}
	return math.Hypot(a[0]-p[0]-along*dx, a[1]-p[1]-along*dy)
}

// blend mixes ink i into a pixel; part is its share.
func blend(m *image.RGBA, x, y int, i Ink, part float64) {
	old := m.RGBAAt(x, y)
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*part) }
	m.SetRGBA(x, y, color.RGBA{mix(old.R, i[0]), mix(old.G, i[1]), mix(old.B, i[2]), 0xff})
}

// glyphs are letters of 3×5 dots: five octal digits, one per row from the top.
// Lower-case letters use the capitals.
var glyphs = map[rune]uint16{
	'0': 0o75557, '1': 0o26227, '2': 0o71747, '3': 0o71717, '4': 0o55711,
	'5': 0o74717, '6': 0o74757, '7': 0o71222, '8': 0o75757, '9': 0o75717,
	'A': 0o25755, 'B': 0o65656, 'C': 0o34443, 'D': 0o65556, 'E': 0o74647, 'F': 0o74644,
	'G': 0o34553, 'H': 0o55755, 'I': 0o72227, 'J': 0o11152, 'K': 0o55655, 'L': 0o44447,
	'M': 0o57755, 'N': 0o65555, 'O': 0o75557, 'P': 0o75744, 'Q': 0o25573, 'R': 0o65655,
	'S': 0o34216, 'T': 0o72222, 'U': 0o55557, 'V': 0o55552, 'W': 0o55775, 'X': 0o55255,
	'Y': 0o55222, 'Z': 0o71247, ',': 0o00024, '.': 0o00002, '-': 0o00700,
}

const (
	dot     = 2       // side of a dot in pixels
	advance = 4 * dot // from one glyph to the next
)

// write draws a text in Black.
func write(m *image.RGBA, t label) {
	ink := image.NewUniform(color.RGBA{Black[0], Black[1], Black[2], 0xff})
	width := utf8.RuneCountInString(t.text)*advance - dot
	x := int(t.at[0]) - map[Anchor]int{Middle: width / 2, End: width}[t.anchor]
	y := int(t.at[1]) - 5*dot
	for _, r := range strings.ToUpper(t.text) {
		glyph := glyphs[r]
		for i := range 15 {
			if glyph>>(14-i)&1 != 0 {
				draw.Draw(m, image.Rect(0, 0, dot, dot).Add(image.Pt(x+i%3*dot, y+i/3*dot)), ink, image.Point{}, draw.Src)
			}
		}
		x += advance
	}
}
