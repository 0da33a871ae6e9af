package lesson

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// positions are of games with passes, early ends, extra moves and many choices.
var positions = []struct {
	game, position, moves string
	depth                 int
}{
	{"tictactoe", "", "b2", 4},
	{"connect4:5x4", "", "3 3 2", 4},
	{"othello:6", "", "e4 e5", 3},
	{"othello:4", "XXXXOOXXOOX-OOOX O", "", 5},
	{"qubic", "", "1a1", 1},
}

func place(t testing.TB, game, position, moves string) *engine.Position {
	t.Helper()
	g, err := catalog.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	if position != "" {
		if p, err = g.Parse(position); err != nil {
			t.Fatal(err)
		}
	}
	if p, err = p.PlayAll(moves); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSearchPosition compares every algorithm with plain minimax run on the typed rules.
func TestSearchPosition(t *testing.T) {
	for _, x := range positions {
		p := place(t, x.game, x.position, x.moves)
		state := p.State()
		for _, a := range textbook.Algorithms() {
			judge := textbook.Minimax
			if a == textbook.Othello {
				judge = a // it scores games over at the horizon in its own way
			}
			want := textbook.Run(t.Context(), judge, p.Game().Rules(), &state, x.depth, textbook.Options{})
			limit := Limit{Visits: 40, Positions: 1e6}
			if a == textbook.MTDF || a == textbook.ABSSS {
				limit.Visits = 0 // its first visits of the root only bound the value
			}
			r, err := SearchPosition(t.Context(), p, x.depth, Setup{Algorithm: a}, limit)
			if err != nil {
				t.Fatalf("%s %s: %v", a, x.game, err)
			}
			root := r.Replay.Tree().Nodes[0]
			if root.Value != want.Value || root.Bound != game.Exact {
				t.Errorf("%s, %s: value %v, want %v", a, p, root.Value, want.Value)
			}
			if s := r.Replay.Tree().Stats; limit.Visits > 0 && s.Visits > limit.Visits || r.Seen < s.Visits || r.Document.Game != x.game || r.Document.Position != p.String() {
				t.Errorf("%s, %s: %d of %d visits of %s %s", a, p, s.Visits, r.Seen, r.Document.Game, r.Document.Position)
			}
		}
	}
}

// TestProduction solves a position with the engine and checks that its value is the game's.
func TestProduction(t *testing.T) {
	p := place(t, "tictactoe", "X-X/O-O/--- X", "")
	r, err := SearchPosition(t.Context(), p, 3, Setup{Algorithm: Production}, Limit{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Value(words.English); got != "win in 1" || r.Document.Algorithm != "search" {
		t.Errorf("%s finds %q", r.Document.Algorithm, got)
	}
	over := place(t, "tictactoe", "XXX/OO-/--- O", "")
	if r, err = SearchPosition(t.Context(), over, 3, Setup{Algorithm: Production}, Limit{}); err != nil || r.Len() == 0 {
		t.Errorf("a game that is over: %v", err)
	}
}

func TestSearchPositionEnds(t *testing.T) {
	p := place(t, "othello", "", "")
	for _, a := range append(textbook.Algorithms(), Production) {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := SearchPosition(ctx, p, 6, Setup{Algorithm: a}, Limit{Visits: 10}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, stopped: %v", a, err)
		}
		if a == Production {
			continue
		}
		if _, err := SearchPosition(t.Context(), p, 30, Setup{Algorithm: a}, Limit{Visits: 10, Positions: 1000}); err == nil || !strings.Contains(err.Error(), "1000 positions") {
			t.Errorf("%s beyond its limit: %v", a, err)
		}
	}
}

// TestThinned draws a search that cuts off more branches than the picture has room for.
func TestThinned(t *testing.T) {
	p := place(t, "tictactoe", "", "")
	for _, a := range []textbook.Algorithm{textbook.AlphaBeta, Production} {
		r, err := SearchPosition(t.Context(), p, 3, Setup{Algorithm: a}, Limit{Visits: 163, Nodes: 170})
		if err != nil {
			t.Fatal(err)
		}
		if s, n := r.Replay.Tree().Stats, len(r.Replay.Tree().Nodes); n > 170 || s.Pruned == 0 || s.Pruned > 7 {
			t.Errorf("%s: %d nodes, %d visits, %d pruned", a, n, s.Visits, s.Pruned)
		}
	}
}

func TestCheckGame(t *testing.T) {
	for _, s := range []Setup{{Order: Best}, {Algorithm: Production, Hard: true}, {Algorithm: Production, Cut: textbook.AtBound}} {
		if s.CheckGame() == nil {
			t.Errorf("%+v passes", s)
		}
	}
	for _, s := range []Setup{{}, {Algorithm: textbook.NegaScout, Cut: textbook.BeyondBound, Hard: true}, {Algorithm: Production, Signs: BySideToMove}} {
		if err := s.CheckGame(); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// TestTally compares the counts of a comparison with those of whole traces.
func TestTally(t *testing.T) {
	for _, text := range []string{bratko, fractions, ragged, "5", grown(4), grown(9)} {
		for _, s := range []Setup{{}, {Order: Shuffle, Seed: 3, Cut: textbook.BeyondBound}, {Order: Best, Hard: true, Signs: BySideToMove}} {
			c, err := Compare(t.Context(), parse(t, text), s, textbook.Algorithms()...)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range c.Rows {
				s.Algorithm = row.Algorithm
				r := searched(t, text, s)
				sameCounts(t, text, row, r)
				if got, want := *row.Pruned, unseenLeaves(r.Replay.Tree()); got != want {
					t.Errorf("%s of %s: %d leaves pruned, want %d", row.Algorithm, text, got, want)
				}
				if c.Position != r.Document.Position {
					t.Errorf("compared %s, searched %s", c.Position, r.Document.Position)
				}
			}
		}
	}
	for _, x := range positions {
		p := place(t, x.game, x.position, x.moves)
		c, err := ComparePosition(t.Context(), p, x.depth, Setup{}, 0, append(textbook.Algorithms(), Production)...)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range c.Rows {
			r, err := SearchPosition(t.Context(), p, x.depth, Setup{Algorithm: row.Algorithm}, Limit{})
			if err != nil {
				t.Fatal(err)
			}
			if row.Algorithm == Production {
				if row.Pruned != nil {
					t.Errorf("%s: %d leaves pruned of a tree that is not the search's", x.game, *row.Pruned)
				}
				row.Leaves = r.Replay.Tree().Stats.Leaves // the tree drops the leaves of shallower iterations
			}
			sameCounts(t, x.game, row, r)
		}
	}
}

// unseenLeaves counts the leaves of the whole tree that were not evaluated.
func unseenLeaves(t *trace.Tree) (leaves int) {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; len(n.Children) == 0 && n.Visits == 0 {
			leaves++
		}
	}
	return leaves
}

func sameCounts(t *testing.T, what string, row Row, r *Run) {
	t.Helper()
	s := r.Replay.Tree().Stats
	got := [5]int{row.Leaves, row.Evaluations, row.Nodes, row.Visits, row.Cutoffs}
	want := [5]int{s.Leaves, s.Evaluations, s.Nodes, s.Visits, s.Cutoffs}
	if got != want {
		t.Errorf("%s of %s: leaves, evaluations, nodes, visits, cutoffs %v, want %v", row.Algorithm, what, got, want)
	}
	if got, want := row.root.Value(words.Russian), r.Value(words.Russian); got != want {
		t.Errorf("%s of %s: value %s, want %s", row.Algorithm, what, got, want)
	}
}

// TestProve compares the minimum counted during a search with the minimum of the tree held in
// memory.
func TestProve(t *testing.T) {
	texts := []string{bratko, fractions, ragged, "5", "(1 2 3)"}
	for seed := range uint64(20) {
		texts = append(texts, grown(seed))
	}
	for _, text := range texts {
		root := grow(parse(t, text))
		start := parse(t, text).Root()
		leaves, minimum, ok := prove(t.Context(), tree.Rules{}, &start, tree.MaxPlies, textbook.Points)
		if !ok || leaves != root.worths[0].leaves || minimum != root.minimum() {
			t.Errorf("%s: %d of %d leaves, want %d of %d", text, minimum, leaves, root.minimum(), root.worths[0].leaves)
		}
	}
}

func TestComparePosition(t *testing.T) {
	// Tic-tac-toe to two plies has 9 × 8 leaves.
	c, err := ComparePosition(t.Context(), place(t, "tictactoe", "", ""), 2, Setup{}, 0, textbook.Minimax, textbook.AlphaBeta)
	if err != nil {
		t.Fatal(err)
	}
	if c.Leaves != 72 || c.Minimum != 16 || c.Rows[0].Leaves != 72 || c.Rows[0].Ratio != 72.0/16 {
		t.Errorf("%d leaves, minimum %d, minimax %+v", c.Leaves, c.Minimum, c.Rows[0])
	}
	if got, want := c.Summary(words.English), "72 leaves of a search to depth 2; 16 are enough"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// The limit stops a search that is too large, and the minimum stays unknown.
	c, err = ComparePosition(t.Context(), place(t, "othello", "", ""), 6, Setup{}, 6000, textbook.Minimax, textbook.AlphaBeta, Production)
	if err != nil {
		t.Fatal(err)
	}
	if c.Leaves != 0 || c.Minimum != 0 || !c.Rows[0].Stopped || c.Describe(words.English, Setup{}).Rows[0].Value != "" {
		t.Errorf("minimum %d of %d, %+v", c.Minimum, c.Leaves, c.Rows[0])
	}
	if r := c.Rows[1]; r.Stopped || r.Ratio != 0 || r.Leaves == 0 {
		t.Errorf("alpha-beta: %+v", r)
	}
	if got := c.Summary(words.English); !strings.Contains(got, "not known") || !strings.Contains(got, "Plywood's search") {
		t.Errorf("summary %q", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := ComparePosition(ctx, place(t, "othello", "", ""), 6, Setup{}, 0, textbook.Minimax); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestEvaluateFinished evaluates finished games, as the article's algorithm does. No engine of
// the catalog may panic or return the value of a proof.
func TestEvaluateFinished(t *testing.T) {
	rng := seeded.Rand(t, 3)
	games := catalog.Games()
	for _, name := range []string{"mnk:9,9,5", "connect4:5x4", "othello:6", "othello:4"} {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for _, g := range games {
		for range 20 {
			p := g.Start()
			for !p.Status().Over() {
				moves := p.Moves()
				next, err := p.Play(moves[rng.IntN(len(moves))])
				if err != nil {
					t.Fatal(err)
				}
				p = next
			}
			state := p.State()
			got := textbook.Run(t.Context(), textbook.Othello, g.Rules(), &state, 0, textbook.Options{})
			if got.Value.Proven() {
				t.Errorf("%s: %s is worth %v", g.About().Name, p, got.Value)
			}
		}
	}
}
