// Package raster converts the SVG pictures that Plywood draws to PNG, and lays
// them out with text on the pages of a PDF. It supports the part of SVG and CSS
// that they use and rejects everything else: translated groups, rectangles,
// paths of straight lines, lines of text, and rules that name elements and
// classes.
package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Options configure a conversion.
type Options struct {
	// Scale is the number of pixels of PNG for one of SVG. Zero means 2.
	Scale float64
	// Pixels is the maximum size of the PNG, at 4 bytes of memory each; larger
	// pictures are scaled down. Zero means 1<<26.
	Pixels int
	// Font is a TrueType or OpenType font, or a collection, for all text. Nil
	// means the Go fonts, which have Latin, Greek and Cyrillic letters.
	Font []byte
	// Folders are searched recursively for fonts with the characters that Font
	// lacks; missing folders are skipped. Nil means that such characters are
	// an error.
	Folders []string
}

// Errors that callers can distinguish.
var (
	ErrNoGlyph = reason.New("the font lacks this character")
	ErrFont    = reason.New("no font")
)

// PNG writes the picture svg as a PNG, and returns its scale.
func PNG(w io.Writer, svg []byte, o Options) (scale float64, err error) {
	if o.Scale == 0 {
		o.Scale = 2
	}
	if o.Pixels == 0 {
		o.Pixels = 1 << 26
	}
	fonts, err := newFonts(o)
	if err != nil {
		return 0, reason.Errorf("raster: %w", err)
	}
	b := bitmap{scale: o.Scale, most: float64(o.Pixels), fonts: fonts}
	if err := paint(svg, fonts, &b); err != nil {
		return 0, reason.Errorf("raster: %w", err)
	}
	return b.scale, png.Encode(w, b.image)
}

// surface is what a picture is painted on, in the units of the picture.
type surface interface {
	begin(width, height float64)
	fill(outlines []outline, c color.Color)
	// write writes runs of text from a point on the base line.
	write(x, y, size float64, runs []run, c color.Color) error
}

// painter paints elements as they are read.
type painter struct {
	fonts *fonts
	on    surface
	begun bool
	rules []rule
	path  []element // from the root to the open one
}

// element is an open element with its place on the page.
type element struct {
	name    string
	classes []string
	x, y    float64 // the origin of its contents
	attr    map[string]string
	text    []byte
}

// paint paints a picture.
func paint(svg []byte, f *fonts, on surface) error {
	p := painter{fonts: f, on: on}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = p.open(t)
		case xml.CharData:
			if n := len(p.path); n > 0 {
				p.path[n-1].text = append(p.path[n-1].text, t...)
			}
		case xml.EndElement:
			err = p.shut()
		}
		if err != nil {
			return err
		}
	}
	if !p.begun {
		return errors.New("no picture")
	}
	return nil
}

func (p *painter) open(t xml.StartElement) error {
	e := element{name: t.Name.Local, attr: map[string]string{}}
	if n := len(p.path); n > 0 {
		e.x, e.y = p.path[n-1].x, p.path[n-1].y
	}
	for _, a := range t.Attr {
		e.attr[a.Name.Local] = a.Value
	}
	e.classes = strings.Fields(e.attr["class"])
	if text := e.attr["transform"]; text != "" {
		var dx, dy float64
		if _, err := fmt.Sscanf(text, "translate(%f %f)", &dx, &dy); err != nil {
			return fmt.Errorf("transform %q", text)
		}
		e.x, e.y = e.x+dx, e.y+dy
	}
	p.path = append(p.path, e)
	if (e.name == "svg") == p.begun {
		return fmt.Errorf("element %s: want one svg around all others", e.name)
	}
	switch e.name {
	case "svg":
		return p.begin(&e)
	case "rect":
		return p.rect(&e)
	case "path":
		return p.lines(&e)
	case "g", "title", "desc", "style", "text":
		return nil
	}
	return fmt.Errorf("element %s", e.name)
}

// shut ends an element, whose text is now complete.
func (p *painter) shut() (err error) {
	e := &p.path[len(p.path)-1]
	switch e.name {
	case "style":
		p.rules, err = readRules(string(e.text))
	case "text":
		err = p.write(e)
	}
	p.path = p.path[:len(p.path)-1]
	return err
}

func (p *painter) begin(e *element) error {
	width, err := e.number("width", 0)
	if err != nil {
		return err
	}
	height, err := e.number("height", 0)
	if err != nil {
		return err
	}
	if width <= 0 || height <= 0 {
		return fmt.Errorf("a picture of %v by %v pixels", width, height)
	}
	p.begun = true
	p.on.begin(width, height)
	return nil
}

// number reads an attribute.
func (e *element) number(name string, otherwise float64) (float64, error) {
	text, ok := e.attr[name]
	if !ok {
		return otherwise, nil
	}
	v, err := parse(text)
	if err != nil {
		return 0, fmt.Errorf("%s %s=%q", e.name, name, text)
	}
	return v, nil
}

// farthest bounds the numbers in a picture.
const farthest = 1e6

// parse reads a number of reasonable size.
func parse(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && !(math.Abs(v) <= farthest) {
		err = strconv.ErrRange
	}
	return v, err
}

// numbers reads attributes; missing ones are 0.
func (e *element) numbers(names ...string) ([]float64, error) {
	all := make([]float64, len(names))
	for i, name := range names {
		var err error
		if all[i], err = e.number(name, 0); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (p *painter) rect(e *element) error {
	v, err := e.numbers("x", "y", "width", "height", "rx")
	if err != nil {
		return err
	}
	p.paint(outline{points: rounded(e.x+v[0], e.y+v[1], v[2], v[3], v[4]), closed: true})
	return nil
}

func (p *painter) lines(e *element) error {
	outlines, err := readPath(e.attr["d"], e.x, e.y)
	if err != nil {
		return err
	}
	for _, o := range outlines {
		p.paint(o)
	}
	return nil
}

// paint fills and strokes an outline according to the style.
func (p *painter) paint(o outline) {
	style := p.style()
	if fill, ok := readColor(style["fill"], color.Black); ok {
		p.on.fill([]outline{o}, fill)
	}
	stroke, ok := readColor(style["stroke"], nil)
	if !ok {
		return
	}
	width := length(style["stroke-width"], 1)
	p.on.fill(o.stroke(width, dashes(style["stroke-dasharray"])), stroke)
}

// readColor reads "#abc" or "#aabbcc"; ok is false for "none".
func readColor(text string, otherwise color.Color) (c color.Color, ok bool) {
	digits, hex := strings.CutPrefix(text, "#")
	switch {
	case text == "none":
		return nil, false
	case !hex:
		return otherwise, otherwise != nil
	case len(digits) == 3:
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 6 {
		return otherwise, otherwise != nil
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}, true
}

// length reads "1.3px".
func length(text string, otherwise float64) float64 {
	v, err := parse(strings.TrimSuffix(text, "px"))
	if err != nil || v < 0 || v > 1000 {
		return otherwise
	}
	return v
}

// dashes reads "5 4": alternating lengths of strokes and gaps.
func dashes(text string) []float64 {
	var all []float64
	for _, field := range strings.Fields(text) {
		v := length(field, 0)
		if v < 0.5 {
			return nil
		}
		all = append(all, v)
	}
	if len(all)%2 == 1 {
		all = append(all, all...)
	}
	return all
}
