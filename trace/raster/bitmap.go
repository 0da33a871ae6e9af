package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
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
