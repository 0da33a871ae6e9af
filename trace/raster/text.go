package raster

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

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

// maxFont is the size of the largest font file to read, in bytes: collections
// for Chinese, Japanese and Korean have about 20 MiB.
const maxFont = 64 << 20

// installed are the fonts in some folders.
type installed struct {
	folders []string
	files   []string // nil before the first search
	missing map[rune]bool
}

// find returns the first font, in the order of files, that has r; nil if there is none.
func (s *installed) find(r rune) *sfnt.Font {
	if s.missing[r] || len(s.folders) == 0 {
		return nil
	}
	if s.files == nil {
		s.files = fontFiles(s.folders)
	}
	for _, name := range s.files {
		if f := fontWith(name, r); f != nil {
			return f
		}
	}
	if s.missing == nil {
		s.missing = map[rune]bool{}
	}
	s.missing[r] = true
	return nil
}

// fontFiles lists the fonts below folders: regular upright ones first, then by path.
func fontFiles(folders []string) []string {
	files := []string{}
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil {
				return nil // an unreadable file has no fonts for us
			}
			switch strings.ToLower(filepath.Ext(name)) {
			case ".ttf", ".otf", ".ttc", ".otc":
				files = append(files, name)
			}
			return nil
		})
	}
	slices.SortStableFunc(files, func(a, b string) int {
		return cmp.Or(cmp.Compare(oddity(a), oddity(b)), cmp.Compare(a, b))
	})
	return files
}

// oddity ranks font files by their names: 0 is regular.
func oddity(name string) int {
	base := strings.ToLower(filepath.Base(name))
	if strings.Contains(base, "regular") {
		return 0
	}
	for _, style := range []string{"bold", "black", "heavy", "light", "thin", "medium", "italic", "oblique", "condensed"} {
		if strings.Contains(base, style) {
			return 2
		}
	}
	return 1
}

// fontWith returns the first font of a file that has r, or nil if none has or the file cannot be
// read. It reads only the necessary tables until it finds one.
func fontWith(name string, r rune) *sfnt.Font {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFont {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	lazy, err := opentype.ParseCollectionReaderAt(file)
	if err != nil {
		return nil
	}
	i := memberWith(lazy, r)
	if i < 0 {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	whole, err := opentype.ParseCollection(data)
	if err != nil {
		return nil
	}
	f, err := whole.Font(i)
	if err != nil {
		return nil
	}
	return f
}

// memberWith returns the index of the font in a collection that has r, or -1.
// If several fonts have regional forms of a Chinese character it chooses the
// one for simplified Chinese, which Plywood uses.
func memberWith(c *sfnt.Collection, r rune) int {
	var buffer sfnt.Buffer
	first := -1
	for i := range c.NumFonts() {
		f, err := c.Font(i)
		if err != nil {
			continue
		}
		if glyph, err := f.GlyphIndex(&buffer, r); err != nil || glyph == 0 {
			continue
		}
		name, _ := f.Name(&buffer, sfnt.NameIDFamily) // a font without a name is like any other
		if !unicode.Is(unicode.Han, r) || strings.HasSuffix(name, " SC") {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}
