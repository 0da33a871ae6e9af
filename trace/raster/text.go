package raster

import (
	"fmt"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"

	"github.com/plywood-go/plywood/trace"
)

// fonts are the faces of one family, loaded when first needed.
type fonts struct {
	regular, bold, italic *sfnt.Font
	others                []*sfnt.Font // for characters that these lack
	installed             installed
	faces                 map[faceKey]font.Face
	buffer                sfnt.Buffer
}

type faceKey struct {
	font *sfnt.Font
	size float64
}

func newFonts(o Options) (*fonts, error) {
	f := &fonts{faces: map[faceKey]font.Face{}, installed: installed{folders: o.Folders}}
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

// chosen returns the font for an ink.
func (f *fonts) chosen(ink trace.Ink) *sfnt.Font {
	switch {
	case ink.Bold:
		return f.bold
	case ink.Italic:
		return f.italic
	}
	return f.regular
}

// face returns a font at a size.
func (f *fonts) face(of *sfnt.Font, size float64) (font.Face, error) {
	key := faceKey{of, size}
	if face := f.faces[key]; face != nil {
		return face, nil
	}
	face, err := opentype.NewFace(of, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err == nil {
		f.faces[key] = face
	}
	return face, err
}

func (f *fonts) has(of *sfnt.Font, r rune) bool {
	glyph, err := of.GlyphIndex(&f.buffer, r)
	return r == ' ' || err == nil && glyph != 0
}

// with returns a font that has r: the chosen one if possible.
func (f *fonts) with(chosen *sfnt.Font, r rune) (*sfnt.Font, error) {
	if f.has(chosen, r) {
		return chosen, nil
	}
	for _, other := range f.others {
		if f.has(other, r) {
			return other, nil
		}
	}
	if found := f.installed.find(r); found != nil {
		f.others = append(f.others, found)
		return found, nil
	}
	return nil, fmt.Errorf("%q: %w", r, ErrNoGlyph)
}

// run is a piece of text in one font.
type run struct {
	text string
	font *sfnt.Font
}

// runs splits a text where the font changes.
func (f *fonts) runs(text string, chosen *sfnt.Font) (runs []run, err error) {
	var last *sfnt.Font
	for _, r := range text {
		of, err := f.with(chosen, r)
		if err != nil {
			return nil, err
		}
		if of != last {
			runs, last = append(runs, run{font: of}), of
		}
		runs[len(runs)-1].text += string(r)
	}
	return runs, nil
}

// width returns the width of runs of text.
func (f *fonts) width(runs []run, size float64) (wide float64) {
	for _, r := range runs {
		if face, err := f.face(r.font, size); err == nil {
			wide += float64(font.MeasureString(face, r.text)) / 64
		}
	}
	return wide
}
