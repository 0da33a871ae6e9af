package lesson

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// grownSetups returns random trees, and setups that let them grow.
func grownSetups(t *testing.T, r *rand.Rand, n int) (trees []*Tree, setups []Setup) {
	t.Helper()
	for i := range n {
		s := Setup{Algorithm: textbook.GrowingAlgorithms()[i%2], Seed: r.Uint64(), Order: []Order{Given, Reversed, Shuffle}[r.IntN(3)]}
		w := Wish{Plies: 2 + r.IntN(2), MinRoot: r.IntN(3) == 0}
		if r.IntN(2) == 0 {
			w.Low, w.High = -3, 9
		}
		if s.Algorithm == textbook.UCT {
			s.Rounds = 1 + r.IntN(40)
		} else {
			s.Goal = []string{"", "0", "2.5", "-inf"}[r.IntN(4)]
		}
		tree, err := Draw(t.Context(), r, w, Setup{Algorithm: textbook.UCT})
		if err != nil {
			t.Fatal(err)
		}
		trees, setups = append(trees, tree), append(setups, s)
	}
	return trees, setups
}

// TestGrownQuiz answers all questions about random trees that grow, in several forms, and wrongly.
func TestGrownQuiz(t *testing.T) {
	r := seeded.Rand(t, 1)
	trees, setups := grownSetups(t, r, 60)
	asked := map[Stage]int{}
	for i, tree := range trees {
		q, err := NewQuiz(t.Context(), tree, setups[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, stage := range setups[i].Stages() {
			for _, l := range words.Langs() {
				q.Introduction(l, stage)
			}
			for _, x := range q.Questions(stage) {
				asked[stage]++
				if text := q.Ask(words.English, x); text == "" {
					t.Error("a question without a text")
				}
				answer := plainSigns(q.Answers(x)[0].Text)
				for _, form := range forms(q, x, answer) {
					if v := q.Check(x, form); !v.Right {
						t.Errorf("%s %+v: %q refused, want %q: %s", Write(tree), setups[i], form, answer, v.Text(words.English, true))
					}
				}
				for _, wrong := range []string{"77|88", "777.5", "zz", "?"} {
					if v := q.Check(x, wrong); v.Right || v.Text(words.English, true) == "" {
						t.Errorf("%s %+v: %q accepted, want %q", Write(tree), setups[i], wrong, answer)
					}
				}
				if step := q.Check(x, answer).Step; step < 1 || step > q.Run(stage).Len() {
					t.Errorf("step %d", step)
				}
			}
		}
	}
	for _, s := range []Stage{Proofs, Rates, Counts, Visits} {
		if asked[s] < 30 {
			t.Errorf("only %d questions of the stage %v", asked[s], s)
		}
	}
}

// forms returns an answer in the forms that people type.
func forms(q *Quiz, x Question, answer string) []string {
	switch x.Stage {
	case Proofs:
		a, b, _ := strings.Cut(answer, "|")
		inf := strings.NewReplacer("∞", "inf").Replace
		return []string{answer, a + " " + b, "(" + a + "; " + b + ")", "pn=" + a + ", dn=" + b, inf(a) + "|" + inf(b), q.minimax.Replay.Tree().Nodes[x.Node].Label + " = " + answer}
	case Counts:
		i := strings.LastIndex(answer, "/")
		return []string{answer, strings.Trim(answer[:i], "()") + " " + answer[i+1:], answer[:i] + " / " + answer[i+1:]}
	case Rates:
		v, _ := strconv.ParseFloat(answer, 64)
		return []string{answer, fmt.Sprintf("%.2f", v), strings.Replace(answer, ".", ",", 1), fmt.Sprint(v + 0.004)}
	}
	root := q.minimax.Replay.Tree().Nodes[0].Label
	all := []string{answer, strings.ReplaceAll(answer, " ", ", "), strings.ReplaceAll(answer, " ", " → ")}
	if q.growthOf() == trace.Playouts {
		all = append(all, root+" "+answer)
	}
	return all
}

// TestGrownMistakes checks that usual mistakes are named, and marked by what follows from them.
func TestGrownMistakes(t *testing.T) {
	tree, _ := ParseTree("r(a(c(1 0) d(0 1) e(1 0)) b(f(0 g(1 1))))")
	proofs, err := NewQuiz(t.Context(), tree, Setup{Algorithm: textbook.ProofNumber, Rounds: 5})
	if err != nil {
		t.Fatal(err)
	}
	playouts, err := NewQuiz(t.Context(), tree, Setup{Algorithm: textbook.UCT, Rounds: 9, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	node := func(label string) int { return labelled(proofs.minimax.Replay.Tree(), label)[0] }
	rate := func(label string) string { return strconv.FormatFloat(playouts.rate(node(label)), 'f', 6, 64) }
	for _, c := range []struct {
		q      *Quiz
		x      Question
		answer string
		want   string
	}{
		{proofs, Question{Proofs, node("a")}, "1|3", "quiz.swapped-numbers"},
		{proofs, Question{Proofs, node("r")}, "3|1", "quiz.swapped-sum"},
		{proofs, Question{Proofs, node("f")}, "∞|0", "quiz.swapped-numbers"},
		{proofs, Question{Proofs, node("a")}, "1|1", "quiz.wrong"},
		{proofs, Question{Proofs, node("a")}, "one", "quiz.bad-pair"},
		{proofs, Question{Visits, -1}, "r a b g f", "quiz.expansions-order"},
		{proofs, Question{Visits, -1}, "r a c b f g", "quiz.not-expanded"},
		{proofs, Question{Visits, -1}, "r zz", "quiz.bad-nodes"},
		{playouts, Question{Rates, node("a")}, rate("a"), "quiz.right"},
		{playouts, Question{Rates, node("a")}, "high", "quiz.bad-number"},
	} {
		if v := c.q.Check(c.x, c.answer); v.key != c.want {
			t.Errorf("%v %q: %s, want %s", c.x, c.answer, v.key, c.want)
		}
	}
	// A slip at f is carried on to b and r, and costs once.
	own := map[int]string{node("f"): "2|5", node("b"): "2|5"}
	for _, c := range []struct {
		label, answer string
		want          Grade
		share         float64
	}{
		{"f", "0|5", PartlyRight, 0.5}, {"b", "2|5", CarriedOn, 1}, {"r", "2|6", CarriedOn, 1}, {"r", "0|∞", RightAnswer, 1}, {"r", "9|9", WrongAnswer, 0},
	} {
		m := proofs.Marks(Question{Proofs, node(c.label)}, c.answer, func(n int) string { return own[n] })[0]
		if m.Grade != c.want || m.Share != c.share {
			t.Errorf("%s = %s: %s, %v, want %s, %v", c.label, c.answer, m.Grade, m.Share, c.want, c.share)
		}
	}
	// The usual mistakes with the rule of UCT.
	named := map[string]int{}
	for _, x := range playouts.Questions(Rates) {
		before := playouts.variants[0].Replay.At(playouts.from)
		n := &before.Nodes[x.Node]
		bonus := textbook.Bonus(n.G, before.Nodes[n.Parent].G, playouts.variants[0].grown.explore)
		mean := playouts.rate(x.Node) - bonus
		for key, answer := range map[string]float64{"quiz.no-bonus": mean, "quiz.rate-log": mean + bonus/math.Sqrt(math.Ln10), "quiz.rate-sign": bonus - mean} {
			if v := playouts.Check(x, strconv.FormatFloat(answer, 'f', 4, 64)); v.key == key {
				named[key]++
			} else if !v.Right && v.key == "quiz.wrong" {
				t.Errorf("%v for %s at node %d: %s", answer, key, x.Node, v.key)
			}
		}
	}
	if len(named) < 3 {
		t.Errorf("only the mistakes %v are named", named)
	}
}

var (
	updated = regexp.MustCompile(`proof number is (.+), its disproof number (.+?)\.( |$)`)
	ratedBy = regexp.MustCompile(`(\S+) [−0-9.]+ \+ [0-9.]+ = ([−0-9]+\.?[0-9]*)`)
	chosen  = regexp.MustCompile(`The greatest sum is that of (\S+)\.`)
)

// TestGrownExplanations checks what the explanations of trees that grow claim: sums and minima, the
// choice of the way down, and the verdict at the end, against minimax.
func TestGrownExplanations(t *testing.T) {
	r := seeded.Rand(t, 2)
	trees, setups := grownSetups(t, r, 80)
	choices := 0
	for i, tree := range trees {
		run, err := Search(t.Context(), tree, setups[i])
		if err != nil {
			t.Fatal(err)
		}
		for step := range run.Len() {
			text := run.Explain(words.English, step+1)
			for _, l := range words.Langs() {
				if other := run.Explain(l, step+1); strings.Contains(other, "{") {
					t.Errorf("%v: %s", l, other)
				}
			}
			e, n := run.Replay.Event(step), &run.Replay.At(step + 1).Nodes[run.Replay.Node(step)]
			switch e.Kind {
			case event.Update:
				m := updated.FindStringSubmatch(text)
				if m == nil || last(m[1]) != proofText(n.G) || last(m[2]) != proofText(n.H) {
					t.Errorf("%s: want %d and %d", text, n.G, n.H)
				}
			case event.Choose:
				m := chosen.FindStringSubmatch(text)
				if m == nil {
					continue // a proof
				}
				choices++
				best, taken := -1e9, 0.0
				for _, c := range ratedBy.FindAllStringSubmatch(text, -1) {
					v, err := strconv.ParseFloat(strings.Replace(c[2], "−", "-", 1), 64)
					if err != nil {
						t.Fatal(err)
					}
					best = max(best, v)
					if c[1] == m[1] {
						taken = v
					}
				}
				if taken < best {
					t.Errorf("%s", text)
				}
			}
		}
		end := run.Explain(words.English, run.Len())
		s := setups[i]
		if s.Algorithm != textbook.ProofNumber {
			if !strings.Contains(end, "no proof") {
				t.Errorf("an estimate without a warning: %s", end)
			}
			continue
		}
		goal, _, err := s.goal(tree)
		if err != nil {
			t.Fatal(err)
		}
		exact := textbook.Expect(t.Context(), treeGamble{}, tree.Nodes()[0], 1000, textbook.ChanceOptions{}).Value
		if reaches := exact.Cmp(goal) >= 0; strings.Contains(end, "Proven") != reaches || strings.Contains(end, "Disproven") == reaches {
			t.Errorf("%s, goal %v: the value is %v, and the text says %s", Write(tree), goal, exact, end)
		}
	}
	if choices < 100 {
		t.Errorf("only %d choices", choices)
	}
}

// TestPlayoutsAtTheEnd checks that a playout from a finished position is not called one of random moves.
func TestPlayoutsAtTheEnd(t *testing.T) {
	run, err := SearchPosition(t.Context(), place(t, "tictactoe", "XX-/OO-/--- X", ""), 9, Setup{Algorithm: textbook.UCT, Rounds: 60, Seed: 3}, Limit{})
	if err != nil {
		t.Fatal(err)
	}
	won, others := 0, 0
	for step := range run.Len() {
		if run.Replay.Event(step).Kind != event.Playout {
			continue
		}
		over := strings.Contains(run.Explain(words.English, step+1), "the game is over")
		node := &run.Replay.Tree().Nodes[run.Replay.Node(step)]
		switch wins := node.Ply == 1 && node.Move == "c1"; {
		case wins && over:
			won++
		case wins:
			t.Errorf("step %d: %s", step+1, run.Explain(words.English, step+1))
		case node.Ply == 1 && over:
			t.Errorf("step %d: %s", step+1, run.Explain(words.English, step+1))
		default:
			others++
		}
	}
	if won == 0 || others == 0 {
		t.Errorf("%d playouts from the win, %d others", won, others)
	}
}

// TestGrowthSampled checks the explanations of a search of which only the first nodes are kept: the
// numbers are those of the search, though some children are missing.
func TestGrowthSampled(t *testing.T) {
	p := place(t, "tictactoe", "XO-/OX-/--- X", "")
	for visits := 2; visits < 12; visits++ {
		run, err := SearchPosition(t.Context(), p, 1, Setup{Algorithm: textbook.ProofNumber}, Limit{Visits: visits})
		if err != nil {
			t.Fatal(err)
		}
		for step := range run.Len() {
			e := run.Replay.Event(step)
			if e.Kind != event.Update {
				continue
			}
			m := updated.FindStringSubmatch(run.Explain(words.English, step+1))
			if m == nil || last(m[1]) != proofText(e.G) || last(m[2]) != proofText(e.H) {
				t.Errorf("%d nodes: %v: want %d and %d", visits, m, e.G, e.H)
			}
		}
	}
}

// last returns the result of a sum or minimum.
func last(text string) string { return text[strings.LastIndex(text, " ")+1:] }

// TestGrowthRefused checks the errors for options that have no meaning.
func TestGrowthRefused(t *testing.T) {
	tree := DefaultTree()
	for _, s := range []Setup{
		{Algorithm: textbook.ProofNumber, Cut: textbook.AtBound},
		{Algorithm: textbook.UCT, Hard: true},
		{Algorithm: textbook.ProofNumber, Window: Window{Alpha: "3"}},
		{Algorithm: textbook.UCT, Goal: "3"},
		{Algorithm: textbook.ProofNumber, Goal: "win"},
		{Algorithm: textbook.ProofNumber, Explore: 1},
		{Rounds: 3},
		{Algorithm: textbook.UCT, Rounds: -1},
		{Algorithm: textbook.UCT, Explore: -1},
	} {
		if _, err := Search(t.Context(), tree, s); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
	chancy, _ := ParseTree("(chance(1 2) 3)")
	for _, a := range textbook.GrowingAlgorithms() {
		if _, err := NewQuiz(t.Context(), chancy, Setup{Algorithm: a}); err == nil {
			t.Errorf("%s: a quiz about a tree with chance", a)
		}
		if err := (Setup{Algorithm: a}).CheckStages([]Stage{Windows}); err == nil {
			t.Errorf("%s: windows", a)
		}
	}
	if _, err := Search(t.Context(), chancy, Setup{Algorithm: textbook.ProofNumber}); err == nil {
		t.Error("a proof where chance chooses")
	}
	if err := (Setup{}).CheckStages([]Stage{Values, Proofs}); err == nil {
		t.Error("proof numbers of alpha-beta")
	}
	if !slices.Contains(Quizzed(), textbook.UCT) {
		t.Error("no quiz about uct")
	}
}
