package trace

import (
	"image/color"
	"slices"
	"strings"
)

// A Canvas is a surface for pictures of trees. Lengths are in pixels, and y points down.
type Canvas interface {
	// Begin begins a picture of a size.
	Begin(width, height float64)
	// Open begins a part of the picture with its own origin, and Close ends it.
	Open(g Group)
	Close()
	// Path draws chains of straight lines, or polygons if closed is set.
	Path(chains [][]Point, closed bool, ink Ink)
	// Box draws a rectangle with rounded corners.
	Box(x, y, width, height, radius float64, ink Ink)
	// Text writes a line of text from a point on its base line.
	Text(x, y float64, text string, ink Ink)
}

// Point is a place of a picture.
type Point struct{ X, Y float64 }

// Group is a part of a picture.
type Group struct {
	Class string // of its elements in SVG
	X, Y  float64
	// Node is the number of the node that the group draws, if Title, its description, is not empty.
	Node  int
	Title string
	// Lines means that the group's elements are lines of an SVG.
	Lines bool
}

// Ink is how an element is drawn. A colour without opacity draws nothing.
type Ink struct {
	Class        string // in SVG
	Fill, Stroke color.RGBA
	Width        float64   // of strokes
	Dashes       []float64 // lengths of strokes and gaps in turn; empty means none
	Size         float64   // of text
	Bold, Italic bool
	Anchor       Anchor
}

// Anchor is the point of a line of text that is placed.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// Draw draws t on a canvas, in the style of SVG for light screens.
func Draw(c Canvas, t *Tree, opt RenderOptions) error {
	opt.Format = SVG
	return paint(c, pictures(newPen(t, opt)), true)
}

// Pages returns the parts of the picture that Draw draws, of which each may be a page. Without a
// limit there is one.
func Pages(t *Tree, opt RenderOptions) (pages []func(Canvas) error) {
	opt.Format = SVG
	all := pictures(newPen(t, opt))
	for k := range all {
		pages = append(pages, func(c Canvas) error { return paint(c, all[k:k+1], k == len(all)-1) })
	}
	return pages
}

// farthest bounds the size of a picture on a canvas, in pixels.
const farthest = 1e6

// The colours of pictures on light screens. svgStyle has the same.
var (
	paper  = rgb(0xffffff)
	black  = rgb(0x1f2328)
	grey   = rgb(0x57606a)
	silver = rgb(0x8c959f)
	faint  = rgb(0x6e7781)
	blue   = rgb(0x0550ae)
	green  = rgb(0x1a7f37)
	mist   = rgb(0xeaeef2)
	sky    = rgb(0x80ccff)
	fills  = map[string]color.RGBA{"max": rgb(0xddf0ff), "min": rgb(0xffefd6), "chance": rgb(0xe3f5de)}
)

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }

// ink returns how svgStyle draws an element of a class within a group.
func (b *brush) ink(class string) Ink {
	ink := Ink{Class: class, Width: 1.3}
	first, _, _ := strings.Cut(class, " ")
	for name, dashes := range map[string][]float64{"cut": {5, 4}, "unseen": {1, 3}} {
		if b.is(class, name) {
			ink.Dashes = dashes
		}
	}
	pale := ink.Dashes != nil
	switch first {
	case "paper":
		ink.Fill, ink.Dashes = paper, nil
		return ink
	case "ring":
		ink.Stroke, ink.Width = green, 2
		return ink
	case "slash":
		ink.Stroke, ink.Width, ink.Dashes = grey, 1.6, nil
		return ink
	case "bar":
		ink.Stroke, ink.Width, ink.Dashes, ink.Fill = paper, 0.6, nil, mist
		if b.is("", "pv") {
			ink.Fill = sky
		} else if !pale {
			ink.Fill = b.fill()
		}
		return ink
	case "edge", "shape":
		ink.Stroke = grey
		if b.is(class, "pv") {
			ink.Stroke, ink.Width = blue, 3.2
		} else if pale {
			ink.Stroke = silver
		}
		if first == "shape" && !pale {
			ink.Fill = b.fill()
		}
		return ink
	}
	return b.letters(ink, first, pale)
}

// fill returns the colour of who chooses at a node.
func (b *brush) fill() (c color.RGBA) {
	for kind, fill := range fills {
		if b.is("", kind) {
			c = fill
		}
	}
	return c
}

// letters returns the ink of text.
func (b *brush) letters(ink Ink, first string, pale bool) Ink {
	ink.Fill, ink.Anchor, ink.Size = black, Middle, 16
	switch {
	case first == "value":
		ink.Size = 15
		if b.is("", "pv") {
			ink.Bold, ink.Fill = true, blue
		}
	case first == "label":
		ink.Size, ink.Italic, ink.Fill = 13, true, grey
		switch {
		case b.is(ink.Class, "lead"):
			ink.Anchor = Start
		case b.is(ink.Class, "beside"):
			ink.Anchor = End
		}
	case first == "title":
		ink.Bold = true
	case first == "caption":
		ink.Size = 11
	case first == "note", b.is("", "key"):
		ink.Size, ink.Fill = 11, grey
		if !b.is(ink.Class, "on") {
			ink.Anchor = Start
		}
	}
	if pale {
		ink.Fill = faint
	}
	return ink
}

// is reports whether a class or one of the open groups has a name.
func (b *brush) is(class, name string) bool {
	return slices.Contains(strings.Fields(class+" "+strings.Join(b.open, " ")), name)
}
