package lesson

import (
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/textbook"
)

// pigs is a position of the template pig.
type pigs struct {
	scores    [2]int
	sum, turn int
	rolls     bool
}

// value returns the expected value for the player who began, by the rules of the game.
func (s pigs) value(depth int) *big.Rat {
	const target = 10
	sign := int64(1 - 2*s.turn)
	switch {
	case s.scores[1-s.turn] >= target:
		return big.NewRat(-won*sign, 1)
	case depth == 0:
		return big.NewRat(sign*int64(s.scores[s.turn]+s.sum-s.scores[1-s.turn]), 1)
	case s.rolls:
		sum := new(big.Rat)
		for die := 1; die <= 6; die++ {
			next := pigs{s.scores, s.sum + die, s.turn, false}
			if die == 1 {
				next = pigs{scores: s.scores, turn: 1 - s.turn}
			}
			sum.Add(sum, next.value(depth-1))
		}
		return sum.Mul(sum, big.NewRat(1, 6))
	}
	best := pigs{s.scores, s.sum, s.turn, true}.value(depth - 1)
	if s.sum > 0 {
		held := pigs{scores: s.scores, turn: 1 - s.turn}
		held.scores[s.turn] += s.sum
		if v := held.value(depth - 1); v.Cmp(best) == int(sign) {
			best = v
		}
	}
	return best
}

// open opens the game in a text of Starlark.
func open(t *testing.T, text []byte) *engine.Game {
	t.Helper()
	name := filepath.Join(t.TempDir(), "game.star")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := star.Open(name, func(string) {}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Game()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPig compares searches of the template pig with its rules, written again.
func TestPig(t *testing.T) {
	g := open(t, star.Template("pig"))
	late, err := g.Parse(`{"scores": (4, 6), "sum": 4, "turn": 0, "rolls": False}`)
	if err != nil {
		t.Fatal(err)
	}
	rolled, err := late.Play("roll")
	if err != nil {
		t.Fatal(err)
	}
	last := pigs{scores: [2]int{4, 6}, sum: 4}
	for _, x := range []struct {
		from *engine.Position
		as   pigs
	}{{g.Start(), pigs{}}, {late, last}, {rolled, pigs{last.scores, last.sum, 0, true}}} {
		for depth := 1; depth <= 6; depth++ {
			want := textOf(x.as.value(depth))
			for _, a := range SearchesOf(x.from) {
				run, err := SearchPosition(t.Context(), x.from, depth, Setup{Algorithm: a}, Limit{Visits: 2000})
				if err != nil {
					t.Fatal(err)
				}
				if got := run.numbers.text(run.Replay.Tree().Nodes[0].Value); got != want {
					t.Errorf("%s, %s to %d plies: %s, want %s", x.from, a, depth, got, want)
				}
			}
			c, err := ComparePosition(t.Context(), x.from, depth, Setup{}, 0, textbook.ChanceAlgorithms()...)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range c.Rows {
				if got := row.root.numbers.text(row.root.Replay.Tree().Nodes[0].Value); got != want {
					t.Errorf("%s compared to %d plies: %s, want %s", x.from, depth, got, want)
				}
			}
		}
	}
	for _, s := range []Setup{{}, {Algorithm: textbook.UCT}, {Algorithm: Production}} {
		if _, err := SearchPosition(t.Context(), g.Start(), 2, s, Limit{Visits: 2000}); err == nil {
			t.Errorf("%q searches a game with events of chance", s.Algorithm)
		}
	}
	if _, err := SearchPosition(t.Context(), g.Start(), 9, Setup{Algorithm: textbook.Star1}, Limit{Visits: 2000}); err == nil {
		t.Error("a tree larger than the limit")
	}
}

// TestFraction holds the fractions of probabilities to weights.
func TestFraction(t *testing.T) {
	for total := int64(1); total < 400; total++ {
		for w := int64(0); w <= total; w++ {
			if got, want := fractionOf(float64(w)/float64(total)), big.NewRat(w, total); got.Cmp(want) != 0 {
				t.Fatalf("%d/%d is read as %s", w, total, got)
			}
		}
	}
	if got := fractionOf(99989.0 / 999983); got.Cmp(big.NewRat(99989, 999983)) != 0 {
		t.Errorf("a probability of large weights is read as %s", got)
	}
}

// TestImpossible checks that outcomes of weight 0 are not drawn, and that fractions are exact.
func TestImpossible(t *testing.T) {
	g := open(t, []byte(`
def start(): return (0, 0)
def turn(s): return 0
def moves(s): return [0, 1, 2]
def play(s, m): return (s[0] + 1, 10 * s[1] + m)
def result(s): return s[1] if s[0] == 2 else None
def chance(s): return [1, 0, 6] if s[0] == 1 else None
`))
	run, err := SearchPosition(t.Context(), g.Start(), 5, Setup{Algorithm: textbook.Expectiminimax}, Limit{Visits: 100})
	if err != nil {
		t.Fatal(err)
	}
	tree := run.Replay.Tree()
	if got := run.numbers.text(tree.Nodes[0].Value); got != "152/7" || len(tree.Nodes) != 10 { // 20 + 2·6/7
		t.Errorf("%s and %d nodes, want 152/7 and 10", got, len(tree.Nodes))
	}
	for _, n := range tree.Nodes {
		if want := map[string]string{"0": "1/7", "2": "6/7"}[n.Move]; n.Ply == 2 && n.Odds != want || n.Ply < 2 && n.Odds != "" {
			t.Errorf("move %s has the probability %q", n.Move, n.Odds)
		}
	}
}
