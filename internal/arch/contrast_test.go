package arch

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// readable is the least contrast of text, by WCAG 2.1, criterion 1.4.3.
const readable = 4.5

// luminance is the relative luminance of a colour "#rrggbb", as WCAG defines it.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part, err := strconv.ParseUint(colour[1+2*i:][:2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(part) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// contrast returns the contrast of two colours, 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// styles reads a file of the page's styles.
func styles(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(pageSource, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestContrast checks cases that axe leaves open: text on drawings, and text
// too short for it. Every text colour must be readable on every background, in
// light and dark mode, as must the names of squares on the frames of boards.
func TestContrast(t *testing.T) {
	themes := regexp.MustCompile(`(?s):root(?:\[data-theme='dark'\])? \{.*?\}`).FindAllString(styles(t, "base.css"), -1)
	if len(themes) != 2 {
		t.Fatalf("%d themes, want light and dark", len(themes))
	}
	for _, theme := range themes {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(theme, -1) {
			colours[m[1]] = m[2]
		}
		for _, text := range []string{"ink", "soft", "accent", "good", "bad", "first", "second"} {
			for _, ground := range []string{"paper", "card", "sunk", "accent-soft"} {
				if c := contrast(t, colours[text], colours[ground]); c < readable {
					t.Errorf("%s on %s: contrast %.2f, want %v", text, ground, c, readable)
				}
			}
		}
		if c := contrast(t, colours["on-accent"], colours["accent"]); c < readable {
			t.Errorf("on-accent: contrast %.2f", c)
		}
	}
	board := styles(t, "board.css")
	fill := func(selector string) string {
		found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(selector) + ` \{ fill: (#[0-9a-f]{6});`).FindStringSubmatch(board)
		if found == nil {
			t.Fatalf("no colour of %s", selector)
		}
		return found[1]
	}
	for frame, name := range map[string]string{".frame": ".name", ".felt .frame": ".name", ".panel-ground .frame": ".panel-ground .name", ".wood .frame": ".wood .name"} {
		if c := contrast(t, fill(frame), fill(name)); c < readable {
			t.Errorf("%s on %s: contrast %.2f, want %v", name, frame, c, readable)
		}
	}
}
