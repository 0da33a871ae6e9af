package lesson

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
)

// drawn returns a random tree for an algorithm.
func drawn(t *testing.T, rng *rand.Rand, s Setup) *Tree {
	t.Helper()
	drawn, err := Draw(t.Context(), rng, Wish{Plies: 2 + rng.IntN(3), Nodes: 60, Low: -5, High: 9, MinRoot: rng.IntN(2) == 0}, s)
	if err != nil {
		t.Fatal(err)
	}
	return drawn
}

// bench searches a tree as alpha-beta with a refinement, from MAX's view, to compare with a quiz.
type bench struct {
	*plant
	algorithm textbook.Algorithm
	depth     int                // of a quiescence search; 0 means quietDepth
	visits    []string           // the nodes whose static values are taken
	found     map[string]string  // what each inner node hands up, in the last search
	horizon   bool               // an estimate was taken
	first     map[*tree.Node]int // the best child in the last visit
}

func (b *bench) run() {
	root := b.top()
	b.first = map[*tree.Node]int{}
	switch b.algorithm {
	case textbook.Quiescence:
		b.search(root, game.FullWindow(), cmp.Or(b.depth, quietDepth), false)
	case textbook.NullMove:
		b.search(root, game.FullWindow(), tooMany, false)
	default:
		for depth := 1; depth == 1 || b.horizon; depth++ {
			b.horizon = false
			b.search(root, game.FullWindow(), depth, false)
		}
	}
}

func (b *bench) search(n *tree.Node, w game.Window, depth int, passed bool) game.Score {
	maximizes := n.Turn == tree.Max
	quiet := depth <= 0 && b.algorithm == textbook.Quiescence
	order, noisy := []int{}, false
	for i, c := range n.Moves() {
		if !quiet || c.Noisy {
			order = append(order, i)
		}
		noisy = noisy || c.Noisy
	}
	asked, best := w, game.Score(0)
	had := false
	take := func(v game.Score) (enough bool) {
		if !had || prefers(n, v, best) {
			best, had = v, true
		}
		if maximizes {
			w.Alpha = max(w.Alpha, best)
		} else {
			w.Beta = min(w.Beta, best)
		}
		return w.Alpha >= w.Beta
	}
	switch {
	case len(n.Children) == 0:
		b.visits = append(b.visits, b.of(n).label)
		return b.of(n).value
	case depth <= 0 && !quiet || quiet && !noisy:
		b.horizon = true
		b.visits = append(b.visits, b.of(n).label)
		b.found[b.of(n).label] = fmt.Sprint(int(n.Score()))
		return n.Score()
	case quiet:
		b.visits = append(b.visits, b.of(n).label)
		if take(n.Score()) {
			order = nil
		}
	case n.After() != nil && !passed && b.algorithm == textbook.NullMove:
		ask := game.Window{Alpha: w.Beta - 1, Beta: w.Beta}
		if !maximizes {
			ask = game.Window{Alpha: w.Alpha, Beta: w.Alpha + 1}
		}
		if maximizes && w.Beta == game.Infinity || !maximizes && w.Alpha == -game.Infinity {
			break
		}
		if v := b.search(n.After(), ask, depth-3, true); maximizes && v >= w.Beta || !maximizes && v <= w.Alpha {
			best, order = v, nil
		}
	}
	if i, ok := b.first[n]; ok && b.algorithm == textbook.Deepening {
		order = append([]int{i}, append(order[:i:i], order[i+1:]...)...)
	}
	for _, i := range order {
		before := best
		enough := take(b.search(n.Moves()[i], w, depth-1, false))
		if before != best || len(order) == 1 || i == order[0] {
			b.first[n] = i
		}
		if enough {
			break
		}
	}
	sign := map[bool]string{best >= asked.Beta: "≥", best <= asked.Alpha: "≤"}[true]
	b.found[b.of(n).label] = sign + fmt.Sprint(int(best))
	return best
}

// TestPracticalQuiz compares the answers of quizzes about the refinements of alpha-beta with searches of
// the test's own.
func TestPracticalQuiz(t *testing.T) {
	rng := seeded.Rand(t, 41)
	for i := range 30 * *claimTrees {
		s := Setup{Algorithm: textbook.PracticalAlgorithms()[i%3], Cut: textbook.Cut(rng.IntN(2)), Seed: rng.Uint64()}
		parsed := drawn(t, rng, s)
		q := newQuiz(t, Write(parsed), s)
		b := &bench{plant: grow(parsed), algorithm: s.Algorithm, found: map[string]string{}}
		b.run()
		order := Question{Visits, -1}
		if v := q.Check(order, strings.Join(b.visits, " ")); !v.Right || len(v.Conventions) > 0 {
			t.Fatalf("%s, %s: %v are wrong, want %s", Write(parsed), s.Algorithm, b.visits, q.Key(words.Langs()[0], 0, order))
		}
		for _, stage := range s.Stages() {
			for _, x := range q.Questions(stage) {
				for _, a := range q.Answers(x) {
					text := a.Text
					if text == "" {
						text = "none"
					}
					if v := q.Check(x, text); !v.Right {
						t.Fatalf("%s, %+v, %v: %q is wrong", Write(parsed), s, x, text)
					}
				}
				label := q.Run(stage).Replay.Tree().Nodes[max(x.Node, 0)].Label
				if stage == Bounds && !q.Check(x, b.found[label]).Right {
					t.Fatalf("%s, %s: %q at %s is wrong, want %v", Write(parsed), s.Algorithm, b.found[label], label, q.Answers(x))
				}
				if stage == Bounds && q.Check(x, "77").Right || stage == Visits && q.Check(x, strings.Join(b.visits, " ")+" "+b.visits[0]).Right {
					t.Fatalf("%s, %v: a wrong answer is right", Write(parsed), x)
				}
			}
		}
	}
}

// TestPracticalSentences checks that no explanation of a search by estimates claims to know values, that
// every kind of step is explained, and that the result is compared with minimax.
func TestPracticalSentences(t *testing.T) {
	rng := seeded.Rand(t, 42)
	seen := map[string]bool{}
	for _, l := range words.Langs() {
		for i := range 6 * *claimTrees {
			s := Setup{Algorithm: textbook.PracticalAlgorithms()[i%3], Depth: rng.IntN(3), Signs: Signs(rng.IntN(3)), Cut: textbook.Cut(rng.IntN(3)), Hard: rng.IntN(2) == 0}
			run, err := Search(t.Context(), drawn(t, rng, s), s)
			if err != nil {
				t.Fatal(err)
			}
			n := &narrator{run, l, run.Replay.Tree().Scribe(run.Render(l))}
			for step := 1; step <= run.Len(); step++ {
				told := run.Explain(l, step)
				for key := range claims {
					if key != "explain.hand-up" && told == n.say(key, step-1) {
						t.Fatalf("%s: %q is %s", s.Algorithm, told, key)
					}
				}
				e := run.Replay.Event(step - 1)
				for key, is := range map[string]bool{
					"null move": e.Pass && e.Kind == event.Enter, "null cutoff": e.Reason == event.SelectiveCut,
					"stand pat": e.Kind == event.Backup && e.Child < 0, "cut by an estimate": e.Kind == event.Cutoff && e.Reason != event.TableCut && e.Child < 0,
				} {
					seen[key] = seen[key] || is
				}
			}
			want := l.Text("explain.end-minimax", "value", run.Replay.Tree().Scribe(run.Render(l)).Number(0, run.root.worths[0].value))
			if last := run.Explain(l, run.Len()); !strings.HasSuffix(last, want) {
				t.Fatalf("%q does not end with %q", last, want)
			}
		}
	}
	for key, ok := range seen {
		if !ok {
			t.Errorf("no step is a %s", key)
		}
	}
}

// TestDepth searches a tree to a depth: its estimates count there, and nodes without one are worth 0.
func TestDepth(t *testing.T) {
	const text = "a(b=3(d=7 e=2) c=4(f(x=9 y=1) g=6))"
	for depth, want := range map[int]string{0: "6", 1: "4", 2: "2", 3: "6"} {
		for _, a := range []textbook.Algorithm{textbook.AlphaBeta, textbook.Minimax, textbook.MTDF, textbook.Deepening} {
			run, err := Search(t.Context(), parse(t, text), Setup{Algorithm: a, Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			if got := run.Value(words.Langs()[0]); got != want {
				t.Errorf("%s to depth %d: %s, want %s", a, depth, got, want)
			}
		}
	}
	if _, err := Search(t.Context(), parse(t, text), Setup{Depth: -1}); err == nil {
		t.Error("depth -1 is searched")
	}
}
