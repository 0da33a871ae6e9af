package lesson

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// TestDecimals follows all algorithms, by all conventions, through trees of decimals, fractions and
// infinities. Every
// number at a node, in a window or in an explanation must be one of the tree's, although
// searches create others internally.
func TestDecimals(t *testing.T) {
	r := seeded.Rand(t, 11)
	for range 40 {
		numbers := map[string]bool{"∞": true, "−∞": true}
		number := func() string {
			n := fmt.Sprintf("%.1f", float64(r.IntN(81)-40)/10+0.05)
			switch r.IntN(8) {
			case 0:
				n = fmt.Sprintf("%d/7", 7*r.IntN(3)-10)
			case 1:
				return []string{"inf", "−∞"}[r.IntN(2)]
			}
			numbers[strings.ReplaceAll(n, "-", "−")] = true
			return n
		}
		text := turn(r) + "((? ?) (? (? ? ?)) " + turn(r) + "((? ?) ?))"
		for strings.Contains(text, "?") {
			text = strings.Replace(text, "?", number(), 1)
		}
		for _, a := range textbook.Algorithms() {
			for choice := range 6 {
				s := Setup{Algorithm: a, Cut: textbook.Cut(choice % 3), Hard: choice > 2}
				checkNumbers(t, text, numbers, searched(t, text, s))
			}
		}
	}
}

func checkNumbers(t *testing.T, text string, known map[string]bool, r *Run) {
	t.Helper()
	scribe := r.Replay.Tree().Scribe(r.Render(words.English))
	check := func(step int, what string, v game.Score) {
		t.Helper()
		if n := scribe.Number(0, v); !known[n] {
			t.Fatalf("%s of %s, step %d: %s %s (%d) is no number of the tree", r.Setup.Algorithm, text, step, what, n, v)
		}
	}
	for step := range r.Len() {
		switch e := r.Replay.Event(step); e.Kind {
		case trace.Enter, trace.Window:
			check(step, "alpha", e.Window.Alpha)
			check(step, "beta", e.Window.Beta)
		case trace.Static, trace.Backup, trace.Cutoff, trace.Leave:
			check(step, e.Kind.String(), e.Value)
		}
	}
}

// TestNullWindow explains a null window on decimals, which MTD(f) opens at −1 and 0: neither is
// a number of the tree.
func TestNullWindow(t *testing.T) {
	r := searched(t, "((0.5 0.25) (2 -0.5))", Setup{Algorithm: textbook.MTDF})
	if got, want := r.Explain(words.English, 2), "Go down to b, where MIN is to move. The null window (−0.5, 0.25) is a guess: it only asks on which side of it the value lies."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
