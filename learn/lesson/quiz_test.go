package lesson

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
)

func newQuiz(t testing.TB, text string, s Setup) *Quiz {
	t.Helper()
	q, err := NewQuiz(context.Background(), parse(t, text), s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// question returns the question of a stage about the labelled node.
func question(t testing.TB, q *Quiz, s Stage, label string) Question {
	t.Helper()
	for _, x := range q.Questions(s) {
		if x.Node < 0 || q.minimax.Replay.Tree().Nodes[x.Node].Label == label {
			return x
		}
	}
	t.Fatalf("no question about %s", label)
	return Question{}
}

// minSheet is a sheet whose root is MIN's.
const minSheet = `min((inf 3) (1/3 −∞) (2 "ход 1"=5))`

func TestCheck(t *testing.T) {
	const equal = "((3 5) (3 1) (2 9))" // b is cut on ≥ only
	tests := []struct {
		tree   string
		setup  Setup
		stage  Stage
		node   string
		answer string
		want   string // "right", "wrong", "malformed" or conventions
	}{
		{bratko, Setup{}, Values, "e", "6", "right"},
		{bratko, Setup{}, Values, "e", " +6.0 ", "right"},
		{bratko, Setup{}, Values, "e", "5", "wrong"},
		{bratko, Setup{}, Values, "b", "-4", "negamax"},
		{bratko, Setup{}, Values, "b", "−4", "negamax"},
		{bratko, Setup{}, Values, "d", "-4", "wrong"},
		{bratko, Setup{Signs: BySideToMove}, Values, "b", "-4", "right"},
		{bratko, Setup{Signs: BySideToMove}, Values, "b", "4", "minimax"},
		{bratko, Setup{}, Values, "b", "four", "malformed"},
		{bratko, Setup{}, Values, "b", "4)(5", "malformed"},
		{fractions, Setup{}, Values, "b", "0.1", "right"},
		{fractions, Setup{}, Values, "b", "0.10000000000000000001", "wrong"},
		{fractions, Setup{}, Values, "b", "1e-1", "right"},
		{fractions, Setup{}, Values, "b", "0,1", "right"},
		{fractions, Setup{}, Values, "b", "0,2", "wrong"},
		{fractions, Setup{}, Values, "b", "0,1,0", "malformed"},
		{fractions, Setup{}, Values, "b", "0.1,0", "malformed"},
		{fractions, Setup{}, Values, "b", "1e99999999999", "malformed"},
		{bratko, Setup{}, Windows, "c", "(4, inf)", "right"},
		{bratko, Setup{}, Windows, "c", "4 ∞", "right"},
		{bratko, Setup{}, Windows, "c", "[-inf; -4]", "negamax"},
		{bratko, Setup{}, Windows, "c", "4,inf", "right"},
		{bratko, Setup{}, Windows, "c", "(4,0; inf)", "right"},
		{bratko, Setup{}, Windows, "c", "4,0, +inf", "right"},
		{bratko, Setup{}, Windows, "c", "4,0 inf", "right"},
		{bratko, Setup{}, Windows, "c", "(4,5; inf)", "wrong"},
		{bratko, Setup{}, Windows, "c", "4,0,inf", "malformed"},
		{bratko, Setup{}, Windows, "c", "4", "malformed"},
		{bratko, Setup{}, Windows, "e", "(-oo, 4)", "right"},
		{bratko, Setup{}, Windows, "e", "(-oo, 5)", "wrong"},
		{bratko, Setup{}, Windows, "c", "α=4, β=∞", "right"},
		{bratko, Setup{}, Windows, "c", "beta: +infty; alpha: 4", "right"},
		{bratko, Setup{}, Windows, "c", "α=∞, β=4", "wrong"},
		{bratko, Setup{}, Windows, "c", "α=4, α=∞", "malformed"},
		{bratko, Setup{}, Windows, "c", "（４，∞）", "right"},
		{bratko, Setup{}, Windows, "c", "(4; бесконечность)", "right"},
		{bratko, Setup{}, Windows, "c", "4, 无穷大", "right"},
		{bratko, Setup{}, Windows, "c", "(− бесконечность, − 4)", "negamax"},
		{bratko, Setup{}, Windows, "c", `(4, \infty)`, "right"},
		{bratko, Setup{}, Windows, "e", "负无穷 4", "right"},
		{bratko, Setup{}, Values, "e", "６", "right"},
		{bratko, Setup{}, Values, "e", "E = 6", "right"},
		{bratko, Setup{}, Values, "e", "e≥6", "wrong"},
		{bratko, Setup{}, Values, "e", "12/2", "right"},
		{bratko, Setup{}, Values, "e", "12/0", "malformed"},
		{bratko, Setup{}, Cuts, "", "c-g e→k", "right"},
		{bratko, Setup{}, Cuts, "", "b-g, k", "malformed"},
		{bratko, Setup{}, Cuts, "", "ｋ、ｇ", "right"},
		{bratko, Setup{}, Cuts, "", "—", "wrong"},
		{bratko, Setup{}, Bounds, "e", "⩾ 5", "right"},
		{bratko, Setup{}, Bounds, "e", "at least 5", "right"},
		{bratko, Setup{}, Bounds, "e", "Не меньше 5", "right"},
		{bratko, Setup{}, Bounds, "e", "至少５", "right"},
		{bratko, Setup{}, Bounds, "e", "[5, inf)", "right"},
		{bratko, Setup{}, Bounds, "e", "5..∞", "right"},
		{bratko, Setup{}, Bounds, "e", "(-inf, 5]", "wrong"},
		{bratko, Setup{}, Bounds, "c", "at least −2", "negamax"},
		{bratko, Setup{}, Bounds, "c", "-∞…4", "hard"},
		{bratko, Setup{}, Bounds, "e", "no 5", "malformed"},
		{bratko, Setup{}, Windows, "c", "4..inf", "right"},
		{bratko, Setup{}, Windows, "c", "(4, inf]", "right"},
		{bratko, Setup{}, Cuts, "", "K G", "right"},
		{bratko, Setup{}, Cuts, "", "k, g.", "right"},
		{bratko, Setup{}, Cuts, "", "(n o) (k)", "right"},
		{bratko, Setup{}, Cuts, "", "k and g", "right"},
		{bratko, Setup{}, Cuts, "", "E-K и g", "right"},
		{bratko, Setup{}, Cuts, "", "e c", "wrong"}, // their parents
		{"((b=3 B=5) (c=1 C=9))", Setup{}, Cuts, "", "c", "wrong"},
		{"((b=3 B=5) (c=1 C=9))", Setup{}, Cuts, "", "C", "right"},
		{bratko, Setup{}, Bounds, "e", "≧5", "right"},
		{bratko, Setup{}, Bounds, "e", "=<5", "wrong"},
		{bratko, Setup{}, Cuts, "", "k g", "right"},
		{bratko, Setup{}, Cuts, "", "n, o, k", "right"},
		{bratko, Setup{}, Cuts, "", "k", "gt hard"},
		{bratko, Setup{}, Cuts, "", "n", "wrong"},
		{bratko, Setup{}, Cuts, "", "none", "wrong"},
		{bratko, Setup{}, Cuts, "", "zz", "malformed"},
		{"((x=3 y=5) (x=1 y=9))", Setup{}, Cuts, "", "y", "right"},
		{"((x=3 y=5) (x=1 y=9))", Setup{}, Cuts, "", "x", "wrong"},
		{"((c=3 5) (1 9))", Setup{}, Values, "h", "1", "right"},
		{equal, Setup{}, Cuts, "", "h j", "right"},
		{equal, Setup{}, Cuts, "", "j", "gt"},
		{equal, Setup{Algorithm: textbook.BratkoAlphaBeta}, Cuts, "", "h j", "ge"},
		{"((1 2) (0))", Setup{}, Cuts, "", "нет", "right"},
		{"(((8 2 5) (8 7 4) (8)) ((4 8) (6 7 2) (4)))", Setup{Hard: true}, Cuts, "", "i", "gt soft"},
		{"((0) (0))", Setup{Hard: true}, Bounds, "c", "0", "gt soft"},
		{bratko, Setup{}, Bounds, "e", "≥5", "right"},
		{bratko, Setup{}, Bounds, "e", ">= 5", "right"},
		{bratko, Setup{}, Bounds, "e", "5", "wrong"}, // a bound, to be stated as one
		{bratko, Setup{}, Bounds, "e", "<=5", "wrong"},
		{bratko, Setup{}, Bounds, "e", ">=4", "hard"},
		{bratko, Setup{Hard: true}, Bounds, "e", "≥ 5", "soft"},
		{bratko, Setup{}, Bounds, "c", ">= -2", "negamax"},
		{bratko, Setup{}, Bounds, "d", "= 4", "right"},
		{bratko, Setup{}, Bounds, "c", "≥-4", "hard negamax"},
		{bratko, Setup{}, Visits, "", "h i j l m", "right"},
		{bratko, Setup{}, Visits, "", "1, 4, 5, 2, 1", "right"},
		{bratko, Setup{}, Visits, "", "h->i->j->l->m", "right"},
		{bratko, Setup{}, Visits, "", "H, I, J, L and M.", "right"},
		{bratko, Setup{}, Visits, "", "h i j l", "wrong"},
		{bratko, Setup{}, Visits, "", "h i j l m n", "wrong"},
		{bratko, Setup{}, Visits, "", "h i l j m", "wrong"},
		{bratko, Setup{}, Visits, "", "h d j", "malformed"},
		{bratko, Setup{}, Visits, "", "", "malformed"},
		{bratko, Setup{Window: Window{Alpha: "4"}}, Visits, "", "h i j l m", "gt"},
		{bratko, Setup{Window: Window{Alpha: "5"}}, Visits, "", "h i l m", "right"},
		{bratko, Setup{Window: Window{Alpha: "4.5", Beta: "9"}}, Values, "b", "4", "right"},
		{minSheet, Setup{}, Values, "a", "1/3", "right"},
		{minSheet, Setup{}, Values, "a", "-2/6", "negamax"},
		{minSheet, Setup{}, Values, "b", "бесконечность", "right"},
		{minSheet, Setup{}, Windows, "c", "(-inf, inf)", "right"},
		{minSheet, Setup{}, Cuts, "", "f, «ход 1»", "right"},
		{minSheet, Setup{}, Cuts, "", "ход 1 f", "right"},
		{minSheet, Setup{}, Visits, "", "∞ 1/3 −∞ 2", "right"},
	}
	for _, tt := range tests {
		q := newQuiz(t, tt.tree, tt.setup)
		v := q.Check(question(t, q, tt.stage, tt.node), tt.answer)
		if got := short(v); got != tt.want {
			t.Errorf("%s, %v of %q = %q: %s, want %s (expected %s)", tt.tree, tt.stage, tt.node, tt.answer, got, tt.want, v.Expected)
		}
	}
}

// TestDiagnosis gives the usual wrong answers.
func TestDiagnosis(t *testing.T) {
	tests := []struct {
		stage              Stage
		node, answer, want string
	}{
		{Values, "b", "6", "quiz.swapped-players"}, // MIN to move, over 4 and 6
		{Values, "b", "-6", "quiz.swapped-players"},
		{Values, "b", "17", "quiz.wrong"},
		{Windows, "c", "(inf, 4)", "quiz.swapped-ends"},
		{Windows, "c", "(5, inf)", "quiz.wrong"},
		{Cuts, "", "n", "quiz.cuts-missing"},
		{Cuts, "", "none", "quiz.cuts-missing"},
		{Cuts, "", "k g h", "quiz.cuts-wrong"},
		{Cuts, "", "h i", "quiz.wrong"},
		{Bounds, "e", "5", "quiz.no-relation"},
		{Bounds, "e", "<= 5", "quiz.swapped-relation"},
		{Bounds, "d", ">= 4", "quiz.no-bound"},
		{Bounds, "e", "= 6", "quiz.minimax-value"},
		{Bounds, "b", "6", "quiz.wrong"},
	}
	q := newQuiz(t, bratko, Setup{})
	for _, tt := range tests {
		v := q.Check(question(t, q, tt.stage, tt.node), tt.answer)
		if v.Right || v.Malformed || v.key != tt.want {
			t.Errorf("%v of %q = %q: %s, want %s", tt.stage, tt.node, tt.answer, v.key, tt.want)
		}
		for _, l := range words.Langs() {
			shown := strings.Contains(v.Text(l, true), Written(l, tt.stage, v.Expected))
			if told := v.Text(l, false); told == "" || !shown {
				t.Errorf("%s: %q is told as %q, and with the answer as %q", l, tt.answer, told, v.Text(l, true))
			}
		}
	}
	wide := newQuiz(t, "(3 8 8 5)", Setup{})
	if v := wide.Check(question(t, wide, Values, "a"), "5"); v.key != "quiz.left-out" {
		t.Errorf("the second best, after two that are equal: %s", v.key)
	}
}

func short(v Verdict) string {
	switch {
	case v.Malformed:
		return "malformed"
	case !v.Right:
		return "wrong"
	case len(v.Conventions) == 0:
		return "right"
	}
	var names []string
	for _, c := range v.Conventions {
		names = append(names, string(c))
	}
	return strings.Join(names, " ")
}

// TestAnswersAreRight checks that the quiz accepts its own answers.
func TestAnswersAreRight(t *testing.T) {
	const nothing = "((1) (((2 0 1) (1 2 1)) (0 (0) 2) ((2 (1 1)) (2))))" // is known of a node, cutting on > and failing hard
	for _, text := range []string{bratko, fractions, ragged, grown(3), grown(4), nothing} {
		for _, s := range []Setup{{}, {Cut: textbook.BeyondBound, Hard: true}, {Algorithm: textbook.BratkoAlphaBeta, Hard: true}, {Signs: BySideToMove, Order: Worst}} {
			q := newQuiz(t, text, s)
			for _, stage := range (Setup{}).Stages() {
				for _, x := range q.Questions(stage) {
					for i, a := range q.Answers(x) {
						answer := a.Text
						if answer == "" {
							answer = "none"
						}
						v := q.Check(x, answer)
						if !v.Right || i == 0 && len(v.Conventions) > 0 || len(v.Conventions) > len(a.Conventions) {
							t.Errorf("%s: %v = %q is %s, want right by %v", text, x, answer, short(v), a.Conventions)
						}
					}
				}
			}
		}
	}
}

func TestQuestions(t *testing.T) {
	q := newQuiz(t, bratko, Setup{})
	want := map[Stage]string{Values: "d e b f g c a", Windows: "b d e c f", Bounds: "d e b f c a"}
	for stage, nodes := range want {
		var got []string
		for _, x := range q.Questions(stage) {
			got = append(got, q.minimax.Replay.Tree().Nodes[x.Node].Label)
			for _, l := range words.Langs() {
				if q.Ask(l, x) == "" || q.Introduction(l, stage) == "" {
					t.Errorf("%v: no text in %s", stage, l)
				}
			}
		}
		if strings.Join(got, " ") != nodes {
			t.Errorf("%v: questions %v, want %s", stage, got, nodes)
		}
	}
}

func TestVerdictText(t *testing.T) {
	q := newQuiz(t, bratko, Setup{})
	x := question(t, q, Bounds, "e")
	tests := []struct{ answer, want string }{
		{"≥5", "Right."},
		{"≥4", "Right, by this convention: fail-hard."},
		{"6", "That is the minimax value, but alpha-beta does not find it: it stops at ≥5."},
		{"7", "Not so: ≥5."},
	}
	for _, tt := range tests {
		if got := q.Check(x, tt.answer).Text(words.English, true); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.answer, got, tt.want)
		}
	}
	if got := q.Check(x, "\x1b[31m").Text(words.English, true); strings.Contains(got, "\x1b") {
		t.Errorf("the answer is shown with what steers a terminal: %q", got)
	}
	if step := q.Check(x, "5").Step; !strings.HasPrefix(q.Run(Bounds).Explain(words.English, step), "e is left with 5") {
		t.Errorf("step %d shows %q", step, q.Run(Bounds).Explain(words.English, step))
	}
}

func TestQuizRefuses(t *testing.T) {
	for _, tt := range []struct {
		tree  string
		setup Setup
	}{
		{"5", Setup{}},
		{bratko, Setup{Algorithm: textbook.SSS}},
		{"(" + strings.Repeat("1 ", 1200) + ")", Setup{}},
	} {
		if _, err := NewQuiz(context.Background(), parse(t, tt.tree), tt.setup); err == nil {
			t.Errorf("%.20s %v: no error", tt.tree, tt.setup)
		}
	}
}

// FuzzCheck checks arbitrary answers.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{"4", "(4, inf)", "k g", "≥5", "none", "1e5", "-", "((", "e+-.", "\x00"} {
		f.Add(s)
	}
	q := newQuiz(f, bratko, Setup{})
	f.Fuzz(func(t *testing.T, answer string) {
		for _, stage := range (Setup{}).Stages() {
			v := q.Check(q.Questions(stage)[0], answer)
			if v.Right && v.Malformed || v.Text(words.Russian, true) == "" || !slices.Contains(Setup{}.Stages(), stage) {
				t.Errorf("%v %q: %+v", stage, answer, v)
			}
		}
	})
}

// TestExchangedOnOwnValues marks a student who exchanges MAX and MIN on values of his own.
func TestExchangedOnOwnValues(t *testing.T) {
	q := newQuiz(t, "a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))", Setup{})
	own := func(node int) string {
		return map[string]string{"d": "1", "e": "5", "b": "5"}[q.minimax.Replay.Tree().Nodes[node].Label]
	}
	for answer, want := range map[string]struct {
		grade Grade
		key   string
	}{
		"5": {WrongAnswer, "quiz.swapped-players"}, // the greater of the student's 1 and 5, where MIN moves
		"1": {CarriedOn, "grade.carried"},
		"7": {WrongAnswer, "quiz.wrong"},
	} {
		if m := q.Marks(question(t, q, Values, "b"), answer, own)[0]; m.Grade != want.grade || m.key != want.key {
			t.Errorf("%s: %s, %s, want %s, %s", answer, m.Grade, m.key, want.grade, want.key)
		}
	}
}
