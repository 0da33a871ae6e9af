package lesson

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// dice returns a random tree with chance nodes, whole numbers at its leaves and ties.
func dice(rng *rand.Rand, plies int) string {
	if plies == 0 {
		return fmt.Sprint(rng.IntN(9) - 2)
	}
	kind := []string{"max", "min", "chance", "chance"}[rng.IntN(4)]
	children := make([]string, 1+rng.IntN(3))
	weights, sum := make([]int, len(children)), 0
	for i := range children {
		children[i] = dice(rng, max(0, plies-1-rng.IntN(4)/3))
		weights[i] = 1 + rng.IntN(3)
		sum += weights[i]
	}
	if kind == "chance" && rng.IntN(2) == 0 {
		for i := range children {
			children[i] = fmt.Sprintf("%d/%d:%s", weights[i], sum, children[i])
		}
	}
	return kind + "(" + strings.Join(children, " ") + ")"
}

// expectation is the value of a node by the definition, from MAX's view.
func expectation(n *tree.Node) *big.Rat {
	if len(n.Children) == 0 {
		v, _ := n.Exact()
		return v
	}
	var best *big.Rat
	mean := new(big.Rat)
	for _, c := range n.Moves() {
		v := expectation(c)
		if best == nil || n.Turn == tree.Max && v.Cmp(best) > 0 || n.Turn == tree.Min && v.Cmp(best) < 0 {
			best = v
		}
		if n.Turn == tree.Chance {
			mean.Add(mean, new(big.Rat).Mul(v, c.Share()))
		}
	}
	if n.Turn == tree.Chance {
		return mean
	}
	return best
}

// chanceClaims are the kinds of sentences about searches with chance that state something about
// values, each with its check: the true value of the node against the sentence's numbers.
var chanceClaims = map[string]func(truth *big.Rat, number map[string]*big.Rat) bool{
	"explain.leave-lower":     func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) >= 0 },
	"explain.leave-upper":     func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) <= 0 },
	"explain.leave-exact":     func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) == 0 },
	"explain.cut-beta":        func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) >= 0 },
	"explain.cut-alpha":       func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) <= 0 },
	"explain.alpha-mean":      func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["alpha"]) >= 0 },
	"explain.beta-mean":       func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["beta"]) <= 0 },
	"explain.cut-chance-low":  func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) >= 0 && v.Cmp(n["beta"]) >= 0 },
	"explain.cut-chance-high": func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) <= 0 && v.Cmp(n["alpha"]) <= 0 },
	"explain.cut-chance-none": func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["alpha"]) <= 0 || v.Cmp(n["beta"]) >= 0 },
	"explain.outcome":         func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["low"]) >= 0 && v.Cmp(n["high"]) <= 0 },
	"explain.outcome-known":   func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["low"]) == 0 },
	"explain.end":             func(v *big.Rat, n map[string]*big.Rat) bool { return v.Cmp(n["value"]) == 0 },
}

var chanceNumber = regexp.MustCompile(`^[-−]?[0-9./]+$`)

// TestChanceClaims searches random trees with chance, with windows and bounds, and compares every
// value, bound and sentence with the definition.
func TestChanceClaims(t *testing.T) {
	rng := seeded.Rand(t, 36)
	seen := map[string]int{}
	patterns := map[string]*regexp.Regexp{}
	for key := range chanceClaims {
		pattern := slots.ReplaceAllString(regexp.QuoteMeta(words.English.Text(key)), `(?P<$1>.*?)`)
		patterns[key] = regexp.MustCompile("^" + pattern + map[bool]string{true: "( .*)?", false: ""}[key == "explain.end"] + "$")
	}
	for range 40 * *claimTrees {
		text := dice(rng, 1+rng.IntN(4))
		parsed := parse(t, text)
		root := parsed.Nodes()[0]
		for _, a := range textbook.ChanceAlgorithms() {
			s := Setup{Algorithm: a, Order: []Order{Given, Reversed, Shuffle}[rng.IntN(3)], Seed: rng.Uint64()}
			if rng.IntN(2) == 0 {
				alpha := rng.IntN(7) - 2
				s.Window.Alpha, s.Window.Beta = fmt.Sprint(alpha), fmt.Sprint(alpha+1+rng.IntN(3))
			}
			if rng.IntN(2) == 0 {
				s.Bounds.Least, s.Bounds.Most = "-3", "8"
			}
			run, err := Search(t.Context(), parsed, s)
			if err != nil {
				t.Fatal(text, err)
			}
			searched := parse(t, run.Document.Position)
			nodes := run.Replay.Tree().Nodes
			truth := func(i int) *big.Rat { return expectation(searched.At(run.Replay.Tree().Path(i))) }
			if v := expectation(root); s.Window.Alpha == "" && (run.Value(words.English) != strings.ReplaceAll(textOf(v), "-", "−")) {
				t.Fatalf("%s of %s: value %s, want %s", a, text, run.Value(words.English), textOf(v))
			}
			for i := range nodes {
				n := &nodes[i]
				if n.Searched() && (!n.Leaf && n.Bound == game.NoBound || truth(i).Cmp(lowest(run, n)) < 0 || truth(i).Cmp(highest(run, n)) > 0) {
					t.Fatalf("%s of %s: node %s lies from %v to %v, and is %v", a, text, n.Label, lowest(run, n), highest(run, n), truth(i))
				}
			}
			for _, i := range run.Replay.Tree().PV()[1:] {
				if nodes[0].Bound == game.Exact && truth(i).Cmp(truth(0)) != 0 {
					t.Fatalf("%s of %s: node %s of the best line does not keep the value", a, text, nodes[i].Label)
				}
			}
			for step := 1; step <= run.Len(); step++ {
				e := run.Replay.Event(step - 1)
				if !slices.Contains([]event.Kind{event.Leave, event.Cutoff, event.Window, event.Outcome}, e.Kind) {
					continue
				}
				told := run.Explain(words.English, step)
				for key, pattern := range patterns {
					found := pattern.FindStringSubmatch(told)
					if found == nil {
						continue
					}
					number := map[string]*big.Rat{}
					for i, name := range pattern.SubexpNames() {
						switch v := strings.ReplaceAll(found[i], "−", "-"); {
						case v == "∞":
							number[name] = textbook.Beyond()
						case v == "-∞":
							number[name] = new(big.Rat).Neg(textbook.Beyond())
						case chanceNumber.MatchString(found[i]):
							number[name], _ = new(big.Rat).SetString(v)
						}
					}
					if number["value"] == nil && strings.Contains(words.English.Text(key), "{value}") {
						continue // another pattern reads "at least 4"
					}
					if !chanceClaims[key](truth(run.Replay.Node(step-1)), number) {
						t.Fatalf("%s of %s, %+v, step %d: %q, but the value is %v", a, text, s, step, told, truth(run.Replay.Node(step-1)))
					}
					seen[key]++
				}
				for _, l := range words.Langs() {
					run.Explain(l, step)
				}
			}
		}
	}
	for key := range chanceClaims {
		if seen[key] == 0 {
			t.Errorf("no sentence like %q", words.English.Text(key))
		}
	}
}

// lowest and highest return the proven bounds of a node.
func lowest(r *Run, n *trace.Node) *big.Rat  { return endOf(r, n.Lower) }
func highest(r *Run, n *trace.Node) *big.Rat { return endOf(r, n.Upper) }

func endOf(r *Run, v game.Score) *big.Rat {
	if v >= game.Infinity || v <= -game.Infinity {
		return new(big.Rat).Mul(textbook.Beyond(), big.NewRat(int64(v/game.Infinity), 1))
	}
	return r.numbers.exact(v)
}

// TestChanceQuiz answers quizzes about random trees with chance by the definition. The quiz must
// accept the true values and no others.
func TestChanceQuiz(t *testing.T) {
	rng := seeded.Rand(t, 37)
	for range 20 * *claimTrees {
		parsed := parse(t, "chance(3 "+dice(rng, 1+rng.IntN(3))+")")
		q, err := NewQuiz(t.Context(), parsed, Setup{Algorithm: []Algorithm{textbook.Star1, textbook.Star2}[rng.IntN(2)]})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range q.Questions(Values) {
			p := parsed.At(q.minimax.Replay.Tree().Path(x.Node))
			v := expectation(p)
			if got := q.Check(x, v.RatString()); !got.Right || len(got.Conventions) > 0 {
				t.Fatalf("%v of %s = %s: %s", x.Node, q.Run(Values).Document.Position, v.RatString(), got.Text(words.English, true))
			}
			other := new(big.Rat).Add(v, big.NewRat(1, 3))
			turned := p.Turn == tree.Min && other.Cmp(new(big.Rat).Neg(v)) == 0
			if got := q.Check(x, other.RatString()); got.Right != turned {
				t.Fatalf("%v of %s = %s is right", x.Node, q.Run(Values).Document.Position, other.RatString())
			}
		}
		// Every right answer that the quiz names is one.
		for _, stage := range (Setup{}).Stages() {
			for _, x := range q.Questions(stage) {
				for _, answer := range q.Answers(x) {
					text := answer.Text
					if text == "" {
						text = "none"
					}
					if got := q.Check(x, text); !got.Right {
						t.Fatalf("%v, %v: the quiz refuses its own answer %q", q.Run(Values).Document.Position, x, text)
					}
				}
				for _, m := range q.Marks(x, "1/7", func(int) string { return "" }) {
					if m.Share < 0 || m.Share > 1 {
						t.Fatalf("share %v", m.Share)
					}
				}
			}
		}
	}
}

// TestChanceDiagnosis names the usual mistakes at a chance node, and carries one on.
func TestChanceDiagnosis(t *testing.T) {
	q := newQuiz(t, "max(chance a(1/4:8 3/4:min b(4 6)) 3)", Setup{Algorithm: textbook.Star1})
	for answer, want := range map[string]string{"6": "plain mean", "8": "No player chooses", "4": "No player chooses"} {
		if got := q.Check(question(t, q, Values, "a"), answer).Text(words.English, false); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", answer, got, want)
		}
	}
	// Where the window lies outside the bounds no leaf is visited.
	none := newQuiz(t, "chance(1 2)", Setup{Algorithm: textbook.Star1, Window: Window{Alpha: "5"}})
	for answer, want := range map[string]bool{"none": true, "b": false} {
		if got := none.Check(question(t, none, Visits, ""), answer).Right; got != want {
			t.Errorf("no leaf is visited, and %s is right: %v", answer, got)
		}
	}
	b := question(t, q, Values, "b").Node
	marks := q.Marks(question(t, q, Values, "a"), "6.5", func(node int) string {
		if node == b {
			return "6"
		}
		return ""
	})
	if marks[0].Grade != CarriedOn {
		t.Errorf("the mean of a wrong value is %s, want %s", marks[0].Grade, CarriedOn)
	}
}

// TestChancePictures draws chance nodes in every format.
func TestChancePictures(t *testing.T) {
	run := searched(t, "max(chance a(1/4:8 3/4:min b(4 6)) 3)", Setup{Algorithm: textbook.Star1})
	for format, want := range map[trace.Format]string{
		trace.Text: "a<5>", trace.Outline: "a chance = 5", trace.SVG: `<g class="chance inner`, trace.TikZ: `\path[ply-shape, chance]`, trace.DOT: "shape=diamond", trace.JSON: `"chance":true`,
	} {
		var out strings.Builder
		o := run.Render(words.English)
		o.Format = format
		if err := trace.Render(&out, run.Replay.Tree(), o); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("format %v: %v, no %q", format, err, want)
		}
	}
}

// TestChanceRefuses refuses what has no mean.
func TestChanceRefuses(t *testing.T) {
	for _, tt := range []struct {
		tree  string
		setup Setup
		want  string
	}{
		{"chance(1 2)", Setup{}, "only expectiminimax"},
		{"chance(1 inf)", Setup{Algorithm: textbook.Star1}, "a leaf is infinite"},
		{"chance(1 2)", Setup{Algorithm: textbook.Star1, Order: Best}, "no best order"},
		{"chance(1 2)", Setup{Algorithm: textbook.Star1, Bounds: Range{Least: "0", Most: "1.5"}}, "the leaves lie from 1 to 2, not from 0 to 1.5"},
		{"chance(1 2)", Setup{Algorithm: textbook.Star1, Window: Window{Alpha: "2", Beta: "2"}}, "want alpha below beta"},
	} {
		if _, err := Search(t.Context(), parse(t, tt.tree), tt.setup); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.tree, err, tt.want)
		}
	}
}

// TestChanceWishes draws random trees with chance, or with MIN at the root, and checks the wishes.
func TestChanceWishes(t *testing.T) {
	for seed := range uint64(40) {
		w := Wish{Plies: 2 + int(seed%3), Nodes: 60, MinCuts: 1, Unique: true, MinRoot: seed%2 == 0, Chance: seed%4 < 3}
		drawn, err := Draw(t.Context(), rand.New(rand.NewPCG(seed, 0)), w, Setup{})
		if err != nil {
			t.Fatal(seed, err)
		}
		root := drawn.Nodes()[0]
		if (root.Turn == tree.Min) != w.MinRoot || drawn.Chancy() != w.Chance {
			t.Errorf("seed %d: %s", seed, Write(drawn))
		}
		best := 0
		for _, next := range root.Moves() {
			if expectation(next).Cmp(expectation(root)) == 0 {
				best++
			}
			if w.Chance && next.Turn != tree.Chance && len(next.Children) > 0 {
				t.Errorf("seed %d: no chance below the root of %s", seed, Write(drawn))
			}
		}
		run, err := Search(t.Context(), drawn, Setup{}.For(drawn))
		if err != nil || best != 1 || run.Counts.Cutoffs < 1 {
			t.Errorf("seed %d: %s has %d best moves, %v", seed, Write(drawn), best, err)
		}
	}
}
