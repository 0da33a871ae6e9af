package mnkengine_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
)

func patterns(tb testing.TB, spec string) mnkengine.Patterns {
	tb.Helper()
	s, err := mnk.ParseSpec(spec)
	if err != nil {
		tb.Fatal(err)
	}
	return mnk.Must(mnkengine.NewPatterns(mnk.Must(mnk.NewLarge(s))))
}

func TestPatternsConformance(t *testing.T) {
	for spec, solve := range map[string]int{
		"3,3,3": 7, "3,4,3": 6, "4,3,3,exact": 6, "4,3,2,exact": 6, "5,2,2": 6, "3,3,1": 3, "4,3,3,gravity": 5,
		"9,9,5": 0, "11,12,5,exact": 0,
	} {
		t.Run(spec, func(t *testing.T) {
			gametest.Test(t, patterns(t, spec), gametest.Config[mnk.LargePosition, mnk.Move]{Games: 5, Plies: 60, Solve: solve})
		})
	}
}

func TestPatternsRefuseWrap(t *testing.T) {
	if _, err := mnkengine.NewPatterns(largeRules(t, "9,9,5,wrap")); err == nil {
		t.Error("a board with joined edges is accepted")
	}
}

func largeRules(tb testing.TB, spec string) mnk.LargeRules {
	tb.Helper()
	s, err := mnk.ParseSpec(spec)
	if err != nil {
		tb.Fatal(err)
	}
	return mnk.Must(mnk.NewLarge(s))
}

// TestPatternsAgree compares Patterns with Nilsson on small boards.
func TestPatternsAgree(t *testing.T) {
	for _, spec := range []string{"5,6,4", "8,8,5", "4,4,4"} {
		p, n := patterns(t, spec), nilsson(t, spec)
		for _, moves := range []string{"a1", "c3", "b2 c2", "b2 c2 b3 c3", "a1 d4 b2 c1"} {
			at, err := p.ParsePosition(moves)
			if err != nil {
				t.Fatal(err)
			}
			small, err := n.ParsePosition(moves)
			if err != nil {
				t.Fatal(err)
			}
			lower, upper := p.Bounds(&at)
			smallLower, smallUpper := n.Bounds(&small)
			if lower > smallUpper || upper < smallLower {
				t.Errorf("%s %s: bounds %v and %v against %v and %v", spec, moves, lower, upper, smallLower, smallUpper)
			}
			if p.Urgent(&at) != n.Urgent(&small) {
				t.Errorf("%s %s: urgent %v against %v", spec, moves, p.Urgent(&at), n.Urgent(&small))
			}
		}
	}
}

func TestPatternsLaws(t *testing.T) {
	tests := []struct {
		name, position string
		value          game.Score // proven for the side to move; 0 for nothing
		best           string
	}{
		{"completes a five", "h8 a1 h9 a2 h10 a3 h11 a4", game.WinIn(1), "h7 h12"},
		{"faces an open four", "h8 a1 h9 a3 h10 c15 h11", game.LossIn(2), "h7 h12"},
		{"has an open three", "h8 a1 h9 a3 h10 c15", game.WinIn(3), "h7 h11"},
		{"crosses two threes", "h8 h11 h9 d7 h10 a1 e7 a3 f7 c15 g7 o15", game.WinIn(3), "h7"},
		{"blocks a four", "h8 h7 h9 a3 h10 c15 h11", 0, "h12"},
		{"nothing yet", "h8", 0, ""},
	}
	p := patterns(t, "15,15,5")
	for _, tt := range tests {
		at, err := p.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		lower, upper := p.Bounds(&at)
		if proven := lower == upper; proven != (tt.value != 0) || proven && lower != tt.value {
			t.Errorf("%s: bounds %v and %v, want %v", tt.name, lower, upper, tt.value)
		}
		moves := p.NoisyMoves(&at, nil)
		named := ""
		for i, m := range moves {
			if i > 0 {
				named += " "
			}
			named += p.FormatMove(&at, m)
		}
		if tt.best != "" && named != tt.best {
			t.Errorf("%s: noisy moves %q, want %q", tt.name, named, tt.best)
		}
	}
}

// TestPatternsSolve checks that evaluation and threat rules do not hide the win
// in 5,6,4.
func TestPatternsSolve(t *testing.T) {
	p := patterns(t, "5,6,4")
	start := p.Start()
	r := search.New(p, search.Options{TableBytes: 16 << 20, QuietPlies: 2}).Search(t.Context(), &start, search.Query{}, search.Control{}, nil)
	if r.Proof != game.Exact || r.Score() != game.WinIn(11) {
		t.Errorf("5,6,4: %v, proof %v after %d nodes; want win in 11", r.Score(), r.Proof, r.Stats.Nodes)
	}
	t.Logf("%d nodes", r.Stats.Nodes)
}

func BenchmarkPatterns(b *testing.B) {
	p := patterns(b, "15,15,5")
	at, err := p.ParsePosition("h8 h9 g8 i8 g7 g9 i9 f9 e9 h6 h7 f7")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("evaluate", func(b *testing.B) {
		for b.Loop() {
			p.Evaluate(&at)
		}
	})
	b.Run("order", func(b *testing.B) {
		moves, _ := p.Moves(&at, nil)
		scores := make([]int32, len(moves))
		for b.Loop() {
			p.ScoreMoves(&at, moves, scores)
		}
	})
	b.Run("search", func(b *testing.B) {
		s := search.New(p, search.Options{QuietPlies: 2})
		var nodes uint64
		for b.Loop() {
			s.Clear()
			nodes = s.Search(b.Context(), &at, search.Query{Depth: 6}, search.Control{}, nil).Stats.Nodes
		}
		b.ReportMetric(float64(nodes), "nodes/op")
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
	})
}
