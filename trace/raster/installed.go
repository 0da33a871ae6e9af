package raster

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// maxFont is the size of the largest font file to read, in bytes: collections
// for Chinese, Japanese and Korean have about 20 MiB.
const maxFont = 64 << 20

// installed are the fonts in some folders.
type installed struct {
	folders []string
	files   []string // nil before the first search
	missing map[rune]bool
}

// find returns the first font, in the order of files, that has r; nil if there
// is none.
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

// fontFiles lists the fonts below folders: regular upright ones first, then by
// path.
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

// fontWith returns the first font of a file that has r, or nil if none has or
// the file cannot be read. It reads only the necessary tables until it finds
// one.
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
