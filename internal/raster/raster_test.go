package raster

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// picture converts svg to an image.
func picture(t *testing.T, svg string, o Options) image.Image {
	t.Helper()
	var out bytes.Buffer
	if _, err := PNG(&out, []byte(svg), o); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const sheet = `<style>
.pic .paper{fill:#fff}
.pic text{fill:#000;text-anchor:middle}
.pic .value{font-size:20px}
.pic .edge{stroke:#f00;stroke-width:4px;fill:none}
.pic .dashed{stroke-dasharray:10 10}
.pic .thick,.pic .thick .edge{stroke:#00f}
@media (prefers-color-scheme:dark){.pic .paper{fill:#000} .pic text{fill:#fff}}
</style>`

// TestPixels checks the colours of some points of pictures.
func TestPixels(t *testing.T) {
	white, red, blue := color.RGBA{255, 255, 255, 255}, color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}
	tests := []struct {
		name, body string
		at         map[image.Point]color.RGBA
	}{
		{"paper", "", map[image.Point]color.RGBA{{0, 0}: white, {99, 49}: white}},
		{"line", `<path class="edge" d="M10 20L90 20"/>`, map[image.Point]color.RGBA{
			{50, 19}: red, {50, 21}: red, {50, 25}: white, {5, 20}: white,
		}},
		{"dashes", `<path class="edge dashed" d="M10 20L90 20"/>`, map[image.Point]color.RGBA{
			{15, 20}: red, {25, 20}: white, {35, 20}: red,
		}},
		{"moved", `<g transform="translate(0 10)"><path class="edge" d="M10 20L90 20"/></g>`, map[image.Point]color.RGBA{
			{50, 20}: white, {50, 30}: red,
		}},
		{"nested class", `<g class="thick"><path class="edge" d="M10 20H90"/></g>`, map[image.Point]color.RGBA{{50, 20}: blue}},
		{"box", `<rect class="edge" x="20" y="10" width="40" height="20"/>`, map[image.Point]color.RGBA{
			{19, 9}: red, {40, 10}: red, {40, 20}: white, {60, 29}: red,
		}},
		{"oval", `<rect class="edge" x="20" y="10" width="60" height="30" rx="15"/>`, map[image.Point]color.RGBA{
			{20, 10}: white, {50, 10}: red, {20, 25}: red,
		}},
		{"triangle", `<path class="edge" d="M50 5L90 45H10Z"/>`, map[image.Point]color.RGBA{{50, 45}: red, {50, 30}: white}},
	}
	for _, tt := range tests {
		m := picture(t, `<svg xmlns="http://www.w3.org/2000/svg" class="pic" width="100" height="50">`+sheet+
			`<rect class="paper" width="100" height="50"/>`+tt.body+`</svg>`, Options{Scale: 1})
		for p, want := range tt.at {
			if got := color.RGBAModel.Convert(m.At(p.X, p.Y)); got != want {
				t.Errorf("%s: %v is %v, want %v", tt.name, p, got, want)
			}
		}
	}
}

// TestText checks that text is drawn at its anchor.
func TestText(t *testing.T) {
	m := picture(t, `<svg xmlns="http://www.w3.org/2000/svg" class="pic" width="100" height="50">`+sheet+
		`<rect class="paper" width="100" height="50"/><text class="value" x="50" y="30">≥−∞ αβ</text></svg>`, Options{Scale: 1})
	left, right := 100, 0
	for x := range 100 {
		for y := range 50 {
			if r, _, _, _ := m.At(x, y).RGBA(); r < 0x8000 {
				left, right = min(left, x), max(right, x)
			}
		}
	}
	if right-left < 40 || (left+right)/2 < 46 || (left+right)/2 > 54 {
		t.Errorf("text from %d to %d, want it around 50", left, right)
	}
}

// TestOwnPictures draws all golden pictures of trees of package trace.
func TestOwnPictures(t *testing.T) {
	names, err := filepath.Glob("../../trace/testdata/*.svg")
	if err != nil || len(names) == 0 {
		t.Fatal("no pictures", err)
	}
	for _, name := range names {
		svg, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = PNG(&bytes.Buffer{}, svg, Options{Scale: 1})
		if err != nil && !errors.Is(err, ErrNoGlyph) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	tests := []struct {
		svg  string
		want error
	}{
		{``, nil},
		{`<svg width="10" height="10"><circle r="3"/></svg>`, nil},
		{`<svg width="10" height="10"><path d="M1 1C2 2 3 3 4 4"/></svg>`, nil},
		{`<svg width="10" height="10"><path d="L1 1"/></svg>`, nil},
		{`<svg width="10" height="ten"/>`, nil},
		{`<svg width="10" height="10"><g transform="rotate(3)"/></svg>`, nil},
		{`<svg width="10" height="10"><style>a{</style></svg>`, nil},
		{`<svg width="10" height="10">`, nil},
		{`<svg width="0" height="10"/>`, nil},
		{`<svg width="10" height="10"><text>搜</text></svg>`, ErrNoGlyph},
	}
	for _, tt := range tests {
		_, err := PNG(&bytes.Buffer{}, []byte(tt.svg), Options{})
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.svg, err, tt.want)
		}
	}
	if _, err := PNG(&bytes.Buffer{}, []byte(`<svg width="1" height="1"/>`), Options{Font: []byte("no font")}); !errors.Is(err, ErrFont) {
		t.Errorf("a font that is none: %v", err)
	}
}

// TestScale checks that a picture too large for its scale is drawn smaller as
// a whole.
func TestScale(t *testing.T) {
	svg := `<svg class="pic" width="4000" height="1000">` + sheet + `<rect class="paper" width="4000" height="1000"/><path class="thick edge" d="M3996 0L3996 1000"/></svg>`
	var out bytes.Buffer
	scale, err := PNG(&out, []byte(svg), Options{Pixels: 10_000})
	if err != nil || scale != 0.05 {
		t.Fatalf("scale %v, %v; want 0.05", scale, err)
	}
	m, err := png.Decode(&out)
	if err != nil || m.Bounds() != image.Rect(0, 0, 200, 50) {
		t.Fatalf("%v, %v", m.Bounds(), err)
	}
	if r, _, b, _ := m.At(199, 25).RGBA(); b <= r {
		t.Errorf("the right end has lost its line: %v", m.At(199, 25))
	}
	if scale, err := PNG(&out, []byte(svg), Options{}); err != nil || scale != 2 {
		t.Errorf("scale %v, %v; want 2", scale, err)
	}
}

func FuzzPNG(f *testing.F) {
	f.Add(`<svg width="20" height="20">` + sheet + `<path class="edge dashed" d="M1 1L9 9H3Z"/><rect rx="3" width="9" height="4"/><text x="3" y="9">a</text></svg>`)
	f.Fuzz(func(_ *testing.T, svg string) {
		if len(svg) < 4096 {
			PNG(&bytes.Buffer{}, []byte(svg), Options{Scale: 0.1, Pixels: 1 << 16})
		}
	})
}
