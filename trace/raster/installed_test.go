package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/plywood-go/plywood/trace"
)

// without returns a copy of font that lacks most of the characters that share
// a cmap segment with r, including r: the segment in a subtable of format 4 is
// cut down to its last character.
func without(t *testing.T, font []byte, r uint16) []byte {
	t.Helper()
	font = slices.Clone(font)
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(font[at:])) }
	u32 := func(at int) int { return int(binary.BigEndian.Uint32(font[at:])) }
	cut := false
	for i := range u16(4) {
		record := 12 + 16*i
		if string(font[record:record+4]) != "cmap" {
			continue
		}
		cmap := u32(record + 8)
		for j := range u16(cmap + 2) {
			sub := cmap + u32(cmap+4+8*j+4)
			if u16(sub) != 4 {
				continue
			}
			segments := u16(sub+6) / 2
			for k := range segments {
				end, start := sub+14+2*k, sub+16+2*segments+2*k
				if u16(start) <= int(r) && int(r) < u16(end) {
					copy(font[start:start+2], font[end:end+2])
					cut = true
				}
			}
		}
	}
	if !cut {
		t.Fatalf("the font has no segment with %q", rune(r))
	}
	return font
}

// TestInstalledFonts draws a text with a font that lacks one of its
// characters, and an installed font that has it.
func TestInstalledFonts(t *testing.T) {
	folder := t.TempDir()
	deep := filepath.Join(folder, "truetype", "go")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		filepath.Join(deep, "Go-Bold.ttf"):     gobold.TTF,
		filepath.Join(deep, "Go-Regular.TTF"):  goregular.TTF,
		filepath.Join(folder, "Broken.otf"):    []byte("no font"),
		filepath.Join(folder, "Empty.ttc"):     nil,
		filepath.Join(folder, "Go-Notes.text"): goregular.TTF,
	} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	say := func(text string) func(trace.Canvas) {
		return func(c trace.Canvas) { c.Text(5, 30, text, trace.Ink{Fill: black, Size: 16}) }
	}
	letters := say("aЯb Я")
	lacking := without(t, goregular.TTF, 'Я')
	var out bytes.Buffer
	if _, err := PNG(&out, sheet(100, 50, letters), Options{Font: lacking}); !errors.Is(err, ErrNoGlyph) {
		t.Fatalf("without folders: %v, want %v", err, ErrNoGlyph)
	}
	folders := []string{filepath.Join(folder, "none"), folder}
	got := picture(t, letters, Options{Font: lacking, Folders: folders})
	if want := picture(t, letters, Options{}); !equal(got, want) {
		t.Error("the picture is not that of the whole font")
	}
	if _, err := PNG(&out, sheet(9, 9, say("搜")), Options{Folders: folders}); !errors.Is(err, ErrNoGlyph) {
		t.Errorf("a character that no font has: %v, want %v", err, ErrNoGlyph)
	}
}

func TestFontFiles(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b-Regular.ttf", "a-Bold.ttf", "A.otf", "a-Italic.ttc", "c.pfb"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, name := range fontFiles([]string{folder}) {
		got = append(got, filepath.Base(name))
	}
	if want := []string{"b-Regular.ttf", "A.otf", "a-Bold.ttf", "a-Italic.ttc"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func equal(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}
