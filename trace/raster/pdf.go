package raster

import (
	"image/color"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/trace"
)

// The size of an A4 page in points.
const (
	PageWidth  = 595.28
	PageHeight = 841.89
)

// PDF is a document of A4 pages. Lengths are in points, from the top left corner of the page.
// Text in the Go fonts can be searched and copied; letters of other fonts are drawn.
type PDF struct {
	out   *fpdf.Fpdf
	fonts *fonts
	// family names the fonts that the document contains, by their styles.
	family map[*sfnt.Font]string

	x, y, scale float64 // of the picture that is being painted
}

// goFamily is the name of the Go fonts in the document.
const goFamily = "Go"

// NewPDF returns a document without pages.
func NewPDF(title, lang string, o Options) (*PDF, error) {
	f, err := newFonts(o)
	if err != nil {
		return nil, reason.Errorf("raster: %w", err)
	}
	out := fpdf.New("P", "pt", "A4", "")
	out.SetAutoPageBreak(false, 0)
	out.SetTitle(title, true)
	out.SetLang(lang)
	// The same sheet is the same file.
	out.SetCatalogSort(true)
	out.SetCreationDate(time.Unix(0, 0))
	out.SetModificationDate(time.Unix(0, 0))
	d := &PDF{out: out, fonts: f, family: map[*sfnt.Font]string{}}
	if o.Font == nil {
		d.family = map[*sfnt.Font]string{f.regular: "", f.bold: "B", f.italic: "I"}
		out.AddUTF8FontFromBytes(goFamily, "", goregular.TTF)
		out.AddUTF8FontFromBytes(goFamily, "B", gobold.TTF)
		out.AddUTF8FontFromBytes(goFamily, "I", goitalic.TTF)
	}
	return d, nil
}

// The margin of a page of pictures, and the points for a pixel, at most.
const (
	pictureMargin = 36.0
	pictureScale  = 0.75
)

// Limit returns the limit of trace.RenderOptions that lets the parts of a picture fit on pages.
func Limit(l trace.Layout) float64 {
	switch l {
	case trace.Right:
		return (PageHeight-2*pictureMargin)/pictureScale - 80 // a heading and the key
	case trace.Down, trace.Icicle:
	}
	return (PageWidth - 2*pictureMargin) / pictureScale
}

// Pictures writes a document of pictures, one below the other where there is room. A picture
// larger than a page is drawn smaller.
func Pictures(w io.Writer, title, lang string, pictures []func(trace.Canvas) error, o Options) error {
	d, err := NewPDF(title, lang, o)
	if err != nil {
		return err
	}
	y := PageHeight
	for _, draw := range pictures {
		width, height, err := d.Size(draw)
		if err != nil {
			return err
		}
		scale := min(pictureScale, (PageWidth-2*pictureMargin)/width, (PageHeight-2*pictureMargin)/height)
		if y+scale*height > PageHeight-pictureMargin {
			d.AddPage()
			y = pictureMargin
		}
		if err := d.Picture(draw, (PageWidth-scale*width)/2, y, scale); err != nil {
			return err
		}
		y += scale * height
	}
	return d.Write(w)
}

// AddPage begins a page.
func (d *PDF) AddPage() { d.out.AddPage() }

// Write writes the document.
func (d *PDF) Write(w io.Writer) error { return d.out.Output(w) }

// Face is a style of the fonts.
type Face uint8

// The faces.
const (
	Regular Face = iota
	Bold
	Italic
)

func (d *PDF) runs(text string, f Face) ([]run, error) {
	return d.fonts.runs(text, [...]*sfnt.Font{d.fonts.regular, d.fonts.bold, d.fonts.italic}[f])
}

// Width returns the width of a line of text. It fails if no font has one of the characters.
func (d *PDF) Width(text string, size float64, f Face) (float64, error) {
	runs, err := d.runs(text, f)
	return d.fonts.width(runs, size), err
}

// Text writes a line of text from a point on its base line.
func (d *PDF) Text(x, y float64, text string, size float64, f Face) error {
	runs, err := d.runs(text, f)
	if err != nil {
		return err
	}
	d.x, d.y, d.scale = 0, 0, 1
	return d.write(x, y, size, runs, color.Black)
}

// Rule draws a thin horizontal line.
func (d *PDF) Rule(x, y, width float64) {
	d.out.SetLineWidth(0.5)
	d.out.SetDrawColor(0, 0, 0)
	d.out.Line(x, y, x+width, y)
}

// Picture paints the picture of draw with its top left corner at a point.
func (d *PDF) Picture(draw func(trace.Canvas) error, x, y, scale float64) error {
	d.x, d.y, d.scale = x, y, scale
	return paint(draw, d.fonts, d)
}

// Size returns the size of the picture of draw. It fails as Picture does.
func (d *PDF) Size(draw func(trace.Canvas) error) (width, height float64, err error) {
	var m measure
	err = paint(draw, d.fonts, &m)
	return m.width, m.height, err
}

// measure is a surface that only takes the size.
type measure struct{ width, height float64 }

func (m *measure) begin(width, height float64)                               { m.width, m.height = width, height }
func (m *measure) fill([]outline, color.Color)                               {}
func (m *measure) write(float64, float64, float64, []run, color.Color) error { return nil }

func (d *PDF) begin(float64, float64) {}

func (d *PDF) fill(outlines []outline, c color.Color) {
	d.ink(c)
	for _, o := range outlines {
		for i, at := range o.turned() {
			if x, y := d.x+at.x*d.scale, d.y+at.y*d.scale; i == 0 {
				d.out.MoveTo(x, y)
			} else {
				d.out.LineTo(x, y)
			}
		}
		d.out.ClosePath()
	}
	if len(outlines) > 0 {
		d.out.DrawPath("f")
	}
}

// ink sets the colour of shapes and text.
func (d *PDF) ink(c color.Color) {
	r, g, b, _ := c.RGBA()
	d.out.SetFillColor(int(r>>8), int(g>>8), int(b>>8))
	d.out.SetTextColor(int(r>>8), int(g>>8), int(b>>8))
}

func (d *PDF) write(x, y, size float64, runs []run, c color.Color) error {
	d.ink(c)
	for _, r := range runs {
		if style, ok := d.family[r.font]; ok {
			d.out.SetFont(goFamily, style, size*d.scale)
			d.out.Text(d.x+x*d.scale, d.y+y*d.scale, r.text)
		} else if err := d.letters(x, y, size, r); err != nil {
			return err
		}
		x += d.fonts.width([]run{r}, size)
	}
	return d.out.Error()
}

// letters draws the outlines of letters.
func (d *PDF) letters(x, y, size float64, r run) error {
	ppem := fixed.Int26_6(size * 64)
	point := func(p fixed.Point26_6) (float64, float64) {
		return d.x + (x+float64(p.X)/64)*d.scale, d.y + (y+float64(p.Y)/64)*d.scale
	}
	for _, letter := range r.text {
		index, err := r.font.GlyphIndex(&d.fonts.buffer, letter)
		if err != nil {
			return err
		}
		segments, err := r.font.LoadGlyph(&d.fonts.buffer, index, ppem, nil)
		if err != nil {
			return err
		}
		for i, s := range segments {
			x1, y1 := point(s.Args[0])
			x2, y2 := point(s.Args[1])
			x3, y3 := point(s.Args[2])
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					d.out.ClosePath()
				}
				d.out.MoveTo(x1, y1)
			case sfnt.SegmentOpLineTo:
				d.out.LineTo(x1, y1)
			case sfnt.SegmentOpQuadTo:
				d.out.CurveTo(x1, y1, x2, y2)
			case sfnt.SegmentOpCubeTo:
				d.out.CurveBezierCubicTo(x1, y1, x2, y2, x3, y3)
			}
		}
		if len(segments) > 0 {
			d.out.ClosePath()
			d.out.DrawPath("f")
		}
		x += d.fonts.width([]run{{string(letter), r.font}}, size)
	}
	return nil
}
