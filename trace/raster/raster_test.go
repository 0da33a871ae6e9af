package raster

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/plywood-go/plywood/trace"
)

// picture draws strokes on a white picture of 100 by 50.
func picture(t *testing.T, strokes func(c trace.Canvas), o Options) image.Image {
	t.Helper()
	var out bytes.Buffer
	if _, err := PNG(&out, sheet(100, 50, strokes), o); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sheet returns what draws strokes on white paper.
func sheet(width, height float64, strokes func(c trace.Canvas)) func(trace.Canvas) error {
	return func(c trace.Canvas) error {
		c.Begin(width, height)
		c.Box(0, 0, width, height, 0, trace.Ink{Fill: white})
		strokes(c)
		return nil
	}
}

var white, black, red = color.RGBA{255, 255, 255, 255}, color.RGBA{0, 0, 0, 255}, color.RGBA{255, 0, 0, 255}

// TestPixels checks the colours of some points of pictures.
func TestPixels(t *testing.T) {
	edge := trace.Ink{Stroke: red, Width: 4}
	dashed := trace.Ink{Stroke: red, Width: 4, Dashes: []float64{10, 10}}
	across := [][]trace.Point{{{X: 10, Y: 20}, {X: 90, Y: 20}}}
	tests := []struct {
		name    string
		strokes func(c trace.Canvas)
		at      map[image.Point]color.RGBA
	}{
		{"paper", func(trace.Canvas) {}, map[image.Point]color.RGBA{{0, 0}: white, {99, 49}: white}},
		{"line", func(c trace.Canvas) { c.Path(across, false, edge) }, map[image.Point]color.RGBA{
			{50, 19}: red, {50, 21}: red, {50, 25}: white, {5, 20}: white,
		}},
		{"dashes", func(c trace.Canvas) { c.Path(across, false, dashed) }, map[image.Point]color.RGBA{
			{15, 20}: red, {25, 20}: white, {35, 20}: red,
		}},
		{"moved", func(c trace.Canvas) {
			c.Open(trace.Group{Y: 10})
			c.Path(across, false, edge)
			c.Close()
			c.Box(0, 0, 2, 2, 0, trace.Ink{Fill: red})
		}, map[image.Point]color.RGBA{{50, 20}: white, {50, 30}: red, {0, 0}: red}},
		{"box", func(c trace.Canvas) { c.Box(20, 10, 40, 20, 0, edge) }, map[image.Point]color.RGBA{
			{19, 9}: red, {40, 10}: red, {40, 20}: white, {60, 29}: red,
		}},
		{"oval", func(c trace.Canvas) { c.Box(20, 10, 60, 30, 15, edge) }, map[image.Point]color.RGBA{
			{20, 10}: white, {50, 10}: red, {20, 25}: red,
		}},
		{"triangle", func(c trace.Canvas) {
			c.Path([][]trace.Point{{{X: 50, Y: 5}, {X: 90, Y: 45}, {X: 10, Y: 45}}}, true, edge)
		}, map[image.Point]color.RGBA{{50, 45}: red, {50, 30}: white}},
	}
	for _, tt := range tests {
		m := picture(t, tt.strokes, Options{Scale: 1})
		for p, want := range tt.at {
			if got := color.RGBAModel.Convert(m.At(p.X, p.Y)); got != want {
				t.Errorf("%s: %v is %v, want %v", tt.name, p, got, want)
			}
		}
	}
}

// TestText checks that text is drawn at its anchor.
func TestText(t *testing.T) {
	m := picture(t, func(c trace.Canvas) {
		c.Text(50, 30, "≥−∞ αβ", trace.Ink{Fill: black, Size: 20, Anchor: trace.Middle})
	}, Options{Scale: 1})
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

func TestRefuses(t *testing.T) {
	search := sheet(10, 10, func(c trace.Canvas) { c.Text(0, 0, "搜", trace.Ink{Fill: black, Size: 9}) })
	if _, err := PNG(&bytes.Buffer{}, search, Options{}); !errors.Is(err, ErrNoGlyph) {
		t.Errorf("a character without a glyph: %v", err)
	}
	if _, err := PNG(&bytes.Buffer{}, func(trace.Canvas) error { return trace.ErrTooLarge }, Options{}); !errors.Is(err, trace.ErrTooLarge) {
		t.Errorf("a picture that is too large: %v", err)
	}
	if _, err := PNG(&bytes.Buffer{}, search, Options{Font: []byte("no font")}); !errors.Is(err, ErrFont) {
		t.Errorf("a font that is none: %v", err)
	}
}

// TestScale checks that a picture too large for its scale is drawn smaller as
// a whole.
func TestScale(t *testing.T) {
	wide := sheet(4000, 1000, func(c trace.Canvas) {
		c.Path([][]trace.Point{{{X: 3996}, {X: 3996, Y: 1000}}}, false, trace.Ink{Stroke: red, Width: 4})
	})
	var out bytes.Buffer
	scale, err := PNG(&out, wide, Options{Pixels: 10_000})
	if err != nil || scale != 0.05 {
		t.Fatalf("scale %v, %v; want 0.05", scale, err)
	}
	m, err := png.Decode(&out)
	if err != nil || m.Bounds() != image.Rect(0, 0, 200, 50) {
		t.Fatalf("%v, %v", m.Bounds(), err)
	}
	if r, _, b, _ := m.At(199, 25).RGBA(); r <= b {
		t.Errorf("the right end has lost its line: %v", m.At(199, 25))
	}
	if scale, err := PNG(&out, wide, Options{}); err != nil || scale != 2 {
		t.Errorf("scale %v, %v; want 2", scale, err)
	}
}
