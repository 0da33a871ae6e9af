package trace_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/trace"
)

// strokes is a Canvas that collects the inks of a picture.
type strokes struct{ inks []trace.Ink }

func (c *strokes) Begin(float64, float64)                        {}
func (c *strokes) Open(trace.Group)                              {}
func (c *strokes) Close()                                        {}
func (c *strokes) Path(_ [][]trace.Point, _ bool, ink trace.Ink) { c.inks = append(c.inks, ink) }

func (c *strokes) Box(_, _, _, _, _ float64, ink trace.Ink) { c.inks = append(c.inks, ink) }

func (c *strokes) Text(_, _ float64, _ string, ink trace.Ink) { c.inks = append(c.inks, ink) }

// TestInks checks that a canvas gets the strokes of the SVG in their order, in colours of its
// style for light screens.
func TestInks(t *testing.T) {
	figure := parse(bratko)
	replay, err := trace.NewReplay(alphaBeta(figure), figure.options())
	if err != nil {
		t.Fatal(err)
	}
	for step := range replay.Len() {
		opt := trace.RenderOptions{Style: trace.Windows, Title: "Figure 15.4", Format: trace.SVG}
		svg := string(render(t, replay.At(step), opt))
		style, picture, _ := strings.Cut(svg, "</style>")
		style, _, _ = strings.Cut(style, "@media")
		var c strokes
		if err := trace.Draw(&c, replay.At(step), opt); err != nil {
			t.Fatal(err)
		}
		for _, ink := range c.inks {
			for _, colour := range []color.RGBA{ink.Fill, ink.Stroke} {
				hex := fmt.Sprintf("#%02x%02x%02x", colour.R, colour.G, colour.B)
				if colour.A > 0 && !strings.Contains(style, strings.Replace(hex, "#ffffff", "#fff", 1)) {
					t.Fatalf("step %d: %s of class %q is not in the style", step, hex, ink.Class)
				}
			}
			if ink.Class == "" {
				continue
			}
			_, rest, ok := strings.Cut(picture, `class="`+ink.Class+`"`)
			if !ok {
				t.Fatalf("step %d: the SVG has no further element of class %q", step, ink.Class)
			}
			picture = rest
		}
	}
}
