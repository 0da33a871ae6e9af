package engine_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// TestHostileFiles reads malformed files: deep, endless or binary. What a reader
// allocates is bounded by the length of the file, for a file of many lines and for one
// twice as long, and the fault names the place.
func TestHostileFiles(t *testing.T) {
	const n = 4_000
	noise := make([]byte, n)
	for i, rng := 0, rand.New(rand.NewPCG(1, 1)); i < n; i++ {
		noise[i] = byte(rng.Uint32())
	}
	hostile := map[string]string{
		"nested":       "1. 11-15 " + strings.Repeat("(", n),
		"trees":        strings.Repeat("(;GM[2];B[f5]", n/13),
		"brackets":     strings.Repeat("[", n),
		"parentheses":  strings.Repeat("(", n/2) + "1" + strings.Repeat(")", n/2),
		"tag":          "[Event \"" + strings.Repeat("x", n),
		"comment":      "1. 11-15 {" + strings.Repeat("x\n", n/2),
		"word":         "1. 11-15 " + strings.Repeat("1", n),
		"dashes":       strings.Repeat("--------\n", n/9),
		"numbers":      strings.Repeat("1.", n/2),
		"moves":        strings.Repeat("f5", n/2),
		"digits":       strings.Repeat("4 ", n/2),
		"tags":         strings.Repeat("[Event \"x\"]\n", n/12),
		"headings":     strings.Repeat("[Event \"x\"]\n\n1. z\n\n", n/18),
		"set-ups":      strings.Repeat("/W:WK1:BK32/ ", n/13),
		"semicolons":   strings.Repeat(";\n", n/2),
		"values":       "(;GM[2]" + strings.Repeat("PB[a]", n/5) + ")",
		"zeros":        strings.Repeat("\x00", n),
		"not UTF-8":    strings.Repeat("\xff", n),
		"a zip's head": "PK\x03\x04" + string(noise),
		"noise":        string(noise),
	}
	for _, name := range []string{"othello", "checkers", "connect4", "tree"} {
		g := catalogtest.Find(t, name)
		for _, f := range g.Formats() {
			for kind, text := range hostile {
				taken := func(text string) uint64 {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					for _, err := range g.EachRecord(strings.NewReader(text), f.Name) {
						if fault := (*record.Fault)(nil); errors.As(err, &fault) && !strings.ContainsAny(err.Error(), "0123456789") {
							t.Errorf("%s %s of %s: %v names no place", name, f.Name, kind, err)
						}
					}
					runtime.ReadMemStats(&after)
					return after.TotalAlloc - before.TotalAlloc
				}
				const fixed, perByte = 1 << 20, 24_000 // a fault of a line of one character takes some KiB, and twice that with the race detector
				once, twice := taken(text), taken(text+text)
				if bytes := uint64(len(text)); once > fixed+perByte*bytes || twice > fixed+3*once {
					t.Errorf("%s %s of %s: %d KiB are allocated for %d, %d for twice as many", name, f.Name, kind, once>>10, bytes>>10, twice>>10)
				}
			}
		}
	}
}
