package raster

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the faces of one family, made when they are first needed.
type fonts struct {
	regular, bold, italic *sfnt.Font
	faces                 map[faceKey]font.Face
	buffer                sfnt.Buffer
}

type faceKey struct {
	font *sfnt.Font
	size float64
}

func newFonts(o Options) (*fonts, error) {
	f := &fonts{faces: map[faceKey]font.Face{}}
	if o.Font != nil {
		collection, err := opentype.ParseCollection(o.Font)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFont, err)
		}
		f.regular, err = collection.Font(0)
		f.bold, f.italic = f.regular, f.regular
		return f, err
	}
	for _, x := range []struct {
		into **sfnt.Font
		data []byte
	}{{&f.regular, goregular.TTF}, {&f.bold, gobold.TTF}, {&f.italic, goitalic.TTF}} {
		parsed, err := opentype.Parse(x.data)
		if err != nil {
			return nil, err
		}
		*x.into = parsed
	}
	return f, nil
}

// face returns the face for a style.
func (f *fonts) face(style map[string]string, scale float64) (font.Face, *sfnt.Font, error) {
	chosen := f.regular
	switch {
	case style["font-weight"] == "600" || style["font-weight"] == "700":
		chosen = f.bold
	case style["font-style"] == "italic":
		chosen = f.italic
	}
	key := faceKey{chosen, length(style["font-size"], 16) * scale}
	if face := f.faces[key]; face != nil {
		return face, chosen, nil
	}
	face, err := opentype.NewFace(chosen, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingNone})
	f.faces[key] = face
	return face, chosen, err
}

// write draws a line of text.
func (p *painter) write(e *element) error {
	at, err := e.numbers("x", "y")
	if err != nil {
		return err
	}
	style := p.style()
	face, chosen, err := p.fonts.face(style, p.scale)
	if err != nil {
		return err
	}
	text := strings.TrimSpace(string(e.text))
	for _, r := range text {
		if glyph, err := chosen.GlyphIndex(&p.fonts.buffer, r); err == nil && glyph == 0 && r != ' ' {
			return fmt.Errorf("%q: %w", r, ErrNoGlyph)
		}
	}
	paint, ok := readColor(style["fill"], color.Black)
	if !ok {
		return nil
	}
	d := font.Drawer{Dst: p.image, Src: image.NewUniform(paint), Face: face}
	x := (e.x + at[0]) * p.scale
	wide := float64(d.MeasureString(text)) / 64
	switch style["text-anchor"] {
	case "middle":
		x -= wide / 2
	case "end":
		x -= wide
	}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round((e.y + at[1]) * p.scale * 64))}
	d.DrawString(text)
	return nil
}
