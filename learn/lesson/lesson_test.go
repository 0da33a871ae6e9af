package lesson

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// bratko is figure 15.2. fractions has decimals that a float64 cannot represent.
const (
	bratko    = "a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))"
	fractions = "((0.1 0.30000000000000000001) (0.3 0.2 -7.5) (0.30000000000000000002 (1 2)))"
	ragged    = "((3 (1 7 2) 5) (4 (6 8)) 2 ((9 9) (0 5 5)))"
)

func parse(t testing.TB, text string) *tree.Tree {
	t.Helper()
	parsed, err := tree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func searched(t testing.TB, text string, s Setup) *Run {
	t.Helper()
	r, err := Search(context.Background(), parse(t, text), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExplain prints every step of figure 15.4 in every language, and of other algorithms in
// English.
func TestExplain(t *testing.T) {
	tests := []struct {
		name  string
		tree  string
		setup Setup
		langs []words.Lang
	}{
		{"bratko-alphabeta", bratko, Setup{Algorithm: textbook.BratkoAlphaBeta}, words.Langs()},
		{"minimax", fractions, Setup{Algorithm: textbook.Minimax}, words.Langs()[:1]},
		{"negamax-signs", bratko, Setup{Signs: AsSearched}, words.Langs()},
		{"scout", ragged, Setup{Algorithm: textbook.Scout}, words.Langs()[:1]},
		{"negascout", ragged, Setup{Algorithm: textbook.NegaScout}, words.Langs()[:1]},
		{"last-of-equals", "(1 1)", Setup{Algorithm: textbook.BratkoMinimax}, words.Langs()},
		{"low-falls", "(5 ((3 (4 4))))", Setup{Algorithm: textbook.LectureAlphaBeta}, words.Langs()},
		{"mtdf", bratko, Setup{Algorithm: textbook.MTDF}, words.Langs()},
		{"sss", bratko, Setup{Algorithm: textbook.SSS}, words.Langs()[:1]},
		{"hard", bratko, Setup{Hard: true, window: game.Window{Alpha: 0, Beta: 3}}, words.Langs()[:1]},
	}
	for _, tt := range tests {
		r := searched(t, tt.tree, tt.setup)
		for _, l := range tt.langs {
			var out strings.Builder
			for step := 0; step <= r.Len(); step++ {
				fmt.Fprintf(&out, "%d %s\n", step, r.Explain(l, step))
			}
			golden.Check(t, tt.name+"."+string(l)+".txt", []byte(out.String()))
		}
	}
}

func TestSteps(t *testing.T) {
	r := searched(t, bratko, Setup{Algorithm: textbook.BratkoAlphaBeta})
	if got, want := r.Replay.Event(r.Seek(0, false)-1).Kind, event.Cutoff; got != want {
		t.Errorf("first cutoff: got %v", got)
	}
	last := r.Seek(r.Len(), true)
	if got, want := r.Seek(last, false), last; got != want {
		t.Errorf("after the last cutoff: step %d, want %d", got, want)
	}
	if got, want := r.Over(1), r.Len(); got != want {
		t.Errorf("over the root: step %d, want %d", got, want)
	}
	if got, want := r.Over(0), 1; got != want {
		t.Errorf("over the start: step %d, want %d", got, want)
	}
}

// TestTurns compares the steps that change the best line with those at which pictures differ in the
// nodes that they mark.
func TestTurns(t *testing.T) {
	for _, text := range []string{bratko, ragged, grown(3), grown(4)} {
		for _, a := range []Algorithm{textbook.AlphaBeta, textbook.MTDF, textbook.SSS} {
			r := searched(t, text, Setup{Algorithm: a})
			marked := func(step int) (all string) {
				for i, n := range r.Replay.At(step).Nodes {
					if n.PV {
						all += fmt.Sprint(" ", i)
					}
				}
				return all
			}
			turns, from := 0, 0
			for step := 1; step <= r.Len(); step++ {
				if marked(step) == marked(step-1) {
					continue
				}
				turns++
				if got := r.Turn(from, false); got != step {
					t.Errorf("%s by %v: after step %d: got %d, want %d", text, a, from, got, step)
				}
				if got, want := r.Turn(step, true), cmp.Or(from, step); got != want {
					t.Errorf("%s by %v: before step %d: got %d, want %d", text, a, step, got, want)
				}
				from = step
			}
			if got := r.Turn(from, false); got != from || turns == 0 {
				t.Errorf("%s by %v: after the last of %d: got %d, want %d", text, a, turns, got, from)
			}
		}
	}
}

// TestOrders checks that the order does not change the value, and that alpha-beta in the best
// order needs only the minimum of leaves.
func TestOrders(t *testing.T) {
	texts := []string{bratko, fractions, ragged, "(1 2 3)", "5", "((((1) 2) (3 (4 5 6) 7)) (8 9))"}
	for seed := range uint64(30) {
		texts = append(texts, grown(seed))
	}
	for _, text := range texts {
		want := searched(t, text, Setup{Algorithm: textbook.Minimax})
		for order := Given; order <= Shuffle; order++ {
			r := searched(t, text, Setup{Order: order, Seed: 7})
			if got := r.Value(words.English); got != want.Value(words.English) {
				t.Errorf("%s in %v order: value %s, want %s", text, order, got, want.Value(words.English))
			}
			leaves, minimum := r.Replay.Tree().Stats.Leaves, r.root.minimum()
			if leaves < minimum || order == Best && leaves != minimum {
				t.Errorf("%s in %v order: %d leaves, minimum %d", text, order, leaves, minimum)
			}
		}
	}
}

// grown returns a random tree with few different numbers, so that ties occur.
func grown(seed uint64) string {
	u := tree.Uniform{Branching: 2 + int(seed%3), Depth: 2 + int(seed%4), Seed: seed}
	var list func(p *tree.UniformPosition) string
	list = func(p *tree.UniformPosition) string {
		moves, status := u.Moves(p, nil)
		if points, ok := status.Margin(); ok || len(moves) == 0 {
			return fmt.Sprint(points % 4)
		}
		var parts []string
		for _, m := range moves {
			var c tree.UniformPosition
			u.Play(&c, p, m)
			parts = append(parts, list(&c))
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	root := u.Start()
	return list(&root)
}

// TestMinimum compares the minimum of uniform trees with Knuth and Moore's formula.
func TestMinimum(t *testing.T) {
	for _, text := range []string{"((1 2 3)(4 5 6)(7 8 9))", bratko} {
		root := grow(parse(t, text))
		want := map[string]int{bratko: 5}[text] // 2^2+2^1−1
		if want == 0 {
			want = 5 // 3^1+3^1−1
		}
		if got := root.minimum(); got != want {
			t.Errorf("%s: minimum %d, want %d", text, got, want)
		}
	}
}

func TestCompare(t *testing.T) {
	c, err := Compare(context.Background(), parse(t, bratko), Setup{},
		textbook.Minimax, textbook.AlphaBeta, textbook.BratkoAlphaBeta, textbook.SSS)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{8, 5, 5, 5} {
		if got := c.Rows[i].Leaves; got != want {
			t.Errorf("%s: %d leaves, want %d", c.Rows[i].Algorithm, got, want)
		}
	}
	if c.Minimum != 5 || c.Leaves != 8 {
		t.Errorf("minimum %d of %d, want 5 of 8", c.Minimum, c.Leaves)
	}
	if got, want := c.Summary(words.English), "8 leaves in the tree; 5 are enough to prove its value (Knuth and Moore)."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestReinefeldDepth searches a tree to its height, so that the last two plies are not searched
// again.
func TestReinefeldDepth(t *testing.T) {
	const text = "((3 5) (1 9) (4 9))"
	c, err := Compare(t.Context(), parse(t, text), Setup{}, textbook.ReinefeldNegaScout)
	if err != nil {
		t.Fatal(err)
	}
	run := searched(t, text, Setup{Algorithm: textbook.ReinefeldNegaScout})
	if got := run.Replay.Tree().Stats.Evaluations; got != 5 || c.Rows[0].Evaluations != 5 {
		t.Errorf("%d and %d evaluations, want 5", got, c.Rows[0].Evaluations)
	}
}

func TestStoppedSearch(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Search(ctx, parse(t, bratko), Setup{}); err == nil {
		t.Error("no error from a search that was stopped")
	}
}

// TestNoMove explains and draws a search that finds no move: O loses whatever it plays, and the
// lecture's algorithm then prefers no move.
func TestNoMove(t *testing.T) {
	for _, a := range []string{"lecture-minimax", "lecture-negmax", "lecture-alphabeta", "minimax"} {
		s, err := readScene("tictactoe=a1 a2 c3 a3 c1; depth=2; algo=" + a)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.search(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range words.Langs() {
			told, none := r.Explain(l, r.Len()), l.Text("explain.no-move")
			if strings.Contains(told, none) != (a != "minimax") {
				t.Errorf("%s: %s", a, told)
			}
			for _, format := range []trace.Format{trace.Text, trace.Outline, trace.SVG, trace.DOT, trace.TikZ, trace.JSON} {
				options := r.Render(l)
				options.Format = format
				if err := trace.Render(io.Discard, r.Replay.Tree(), options); err != nil {
					t.Errorf("%s: %v: %v", a, format, err)
				}
			}
		}
	}
}
