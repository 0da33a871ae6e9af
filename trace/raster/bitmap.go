// Package raster draws pictures of trees as PNG, and lays them out with text on the pages of a PDF.
package raster

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/trace"
)

// bitmap is the surface of a PNG.
type bitmap struct {
	scale float64 // pixels for a unit of the picture
	most  float64 // pixels
	fonts *fonts
	image *image.RGBA
}

func (b *bitmap) begin(width, height float64) {
	b.scale = min(b.scale, math.Sqrt(b.most/(width*height)))
	b.image = image.NewRGBA(image.Rect(0, 0, max(1, int(width*b.scale)), max(1, int(height*b.scale))))
}

// fill paints the union of outlines.
func (b *bitmap) fill(outlines []outline, c color.Color) {
	area := b.area(outlines)
	if area.Empty() {
		return
	}
	z := vector.NewRasterizer(area.Dx(), area.Dy())
	for _, o := range outlines {
		for i, at := range o.turned() {
			x, y := float32(at.x*b.scale)-float32(area.Min.X), float32(at.y*b.scale)-float32(area.Min.Y)
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.DrawOp = draw.Over
	z.Draw(b.image, area, image.NewUniform(c), image.Point{})
}

// area returns the part of the picture that outlines can cover.
func (b *bitmap) area(outlines []outline) image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, o := range outlines {
		for _, at := range o.points {
			low = point{min(low.x, at.x), min(low.y, at.y)}
			high = point{max(high.x, at.x), max(high.y, at.y)}
		}
	}
	if len(outlines) == 0 || low.x > high.x {
		return image.Rectangle{}
	}
	return image.Rect(
		int(math.Floor(low.x*b.scale)), int(math.Floor(low.y*b.scale)),
		int(math.Ceil(high.x*b.scale))+1, int(math.Ceil(high.y*b.scale))+1,
	).Intersect(b.image.Bounds())
}

func (b *bitmap) write(x, y, size float64, runs []run, c color.Color) error {
	d := font.Drawer{Dst: b.image, Src: image.NewUniform(c)}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * b.scale * 64)), Y: fixed.Int26_6(math.Round(y * b.scale * 64))}
	for _, r := range runs {
		face, err := b.fonts.face(r.font, size*b.scale)
		if err != nil {
			return err
		}
		d.Face = face
		d.DrawString(r.text)
	}
	return nil
}

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
	// Folders are searched recursively for fonts with the characters that Font lacks; missing
	// folders are skipped. Nil means that such characters are an error.
	Folders []string
}

// Errors that callers can distinguish.
var (
	ErrNoGlyph = reason.New("the font lacks this character")
	ErrFont    = reason.New("no font")
)

// PNG writes the picture of draw as a PNG, and returns its scale.
func PNG(w io.Writer, draw func(trace.Canvas) error, o Options) (scale float64, err error) {
	o.Scale = cmp.Or(o.Scale, 2)
	o.Pixels = cmp.Or(o.Pixels, 1<<26)
	fonts, err := newFonts(o)
	if err != nil {
		return 0, reason.Errorf("raster: %w", err)
	}
	b := bitmap{scale: o.Scale, most: float64(o.Pixels), fonts: fonts}
	if err := paint(draw, fonts, &b); err != nil {
		return 0, err
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

// painter is a trace.Canvas on a surface.
type painter struct {
	fonts *fonts
	on    surface
	at    []point // the origins of the open groups
	err   error   // the first
}

// paint paints the picture that draw draws.
func paint(draw func(trace.Canvas) error, f *fonts, on surface) error {
	p := painter{fonts: f, on: on, at: []point{{}}}
	if err := draw(&p); err != nil {
		return err
	}
	if p.err != nil {
		return reason.Errorf("raster: %w", p.err)
	}
	return nil
}

func (p *painter) Begin(width, height float64) { p.on.begin(width, height) }

func (p *painter) origin() point { return p.at[len(p.at)-1] }

func (p *painter) Open(g trace.Group) {
	at := p.origin()
	p.at = append(p.at, point{at.x + g.X, at.y + g.Y})
}

func (p *painter) Close() { p.at = p.at[:len(p.at)-1] }

func (p *painter) Path(chains [][]trace.Point, closed bool, ink trace.Ink) {
	at := p.origin()
	for _, chain := range chains {
		o := outline{closed: closed}
		for _, q := range chain {
			o.points = append(o.points, point{at.x + q.X, at.y + q.Y})
		}
		p.paint(o, ink)
	}
}

func (p *painter) Box(x, y, width, height, radius float64, ink trace.Ink) {
	at := p.origin()
	p.paint(outline{points: rounded(at.x+x, at.y+y, width, height, radius), closed: true}, ink)
}

// paint fills and strokes an outline.
func (p *painter) paint(o outline, ink trace.Ink) {
	if ink.Fill.A > 0 {
		p.on.fill([]outline{o}, ink.Fill)
	}
	if ink.Stroke.A > 0 {
		p.on.fill(o.stroke(ink.Width, ink.Dashes), ink.Stroke)
	}
}

func (p *painter) Text(x, y float64, text string, ink trace.Ink) {
	runs, err := p.fonts.runs(text, p.fonts.chosen(ink))
	if err == nil {
		at, wide := p.origin(), p.fonts.width(runs, ink.Size)
		switch ink.Anchor {
		case trace.Middle:
			x -= wide / 2
		case trace.End:
			x -= wide
		}
		err = p.on.write(at.x+x, at.y+y, ink.Size, runs, ink.Fill)
	}
	if p.err == nil {
		p.err = err
	}
}
