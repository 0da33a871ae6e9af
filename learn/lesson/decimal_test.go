package lesson

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
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
		case event.Enter, event.Window:
			check(step, "alpha", e.Window.Alpha)
			check(step, "beta", e.Window.Beta)
		case event.Static, event.Backup, event.Cutoff, event.Leave:
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

// TestDecimalsOfLanguages explains, draws and asks about trees with decimals: in Russian they have
// a comma, and names of players their cases.
func TestDecimalsOfLanguages(t *testing.T) {
	dotted, whole := regexp.MustCompile(`\d\.\d`), regexp.MustCompile(`\d,\d`)
	chance := "a(chance b(0.75:c=11 0.25:d(e=1.5 f=3 g=14)) chance h(1/4:i=-2 1/4:j=2 1/2:k=1))"
	for _, tt := range []struct {
		tree  string
		setup Setup
	}{
		{chance, Setup{Algorithm: textbook.Star1}},
		{chance, Setup{Algorithm: textbook.Expectiminimax}},
		{chance, Setup{Algorithm: textbook.UCT, Rounds: 9, Seed: 1}},
		{"a(b(c=1.5 d=-2.5) e(f=0.5 g=9))", Setup{}},
	} {
		for _, l := range []Lang{words.English, words.Russian} {
			run := searched(t, tt.tree, tt.setup)
			var text strings.Builder
			for step := range run.Len() + 1 {
				text.WriteString(run.Explain(l, step) + "\n")
				if err := trace.Render(&text, run.Replay.At(step), run.Render(l)); err != nil {
					t.Fatal(err)
				}
			}
			said := text.String()
			if wrong := map[Lang]*regexp.Regexp{words.English: whole, words.Russian: dotted}[l].FindString(said); wrong != "" {
				t.Errorf("%s, %s: %q in\n%s", l, tt.setup.Algorithm, wrong, said)
			}
			if l == words.Russian && strings.Contains(said, "не даст МАКС ") {
				t.Error("a player without a case")
			}
		}
	}
	q := newQuiz(t, "a(b(c=1.5 d=-2.5) e(f=0.5 g=9))", Setup{})
	for _, x := range append(q.Questions(Values), q.Questions(Windows)...) {
		if key := q.Key(words.Russian, 0, x); dotted.MatchString(key) || !q.Check(x, key).Right {
			t.Errorf("%v of node %d: %q", x.Stage, x.Node, key)
		}
	}
}
