package mnkengine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
)

func threats(tb testing.TB, spec string) mnkengine.Threats {
	tb.Helper()
	return mnk.Must(mnkengine.NewThreats(largeRules(tb, spec)))
}

func TestThreatsConformance(t *testing.T) {
	for spec, solve := range map[string]int{
		"3,3,3": 7, "3,4,3": 5, "5,2,2": 6, "4,4,4": 4, "4,4,3": 5, "9,8,5": 0,
	} {
		t.Run(spec, func(t *testing.T) {
			gametest.Test(t, threats(t, spec), gametest.Config[mnkengine.ThreatPosition, mnk.Move]{Games: 3, Plies: 20, Solve: solve, Equal: equal})
		})
	}
}

func TestThreatsRefuse(t *testing.T) {
	for _, spec := range []string{"9,9,5,wrap", "9,9,5,gravity", "9,9,5,exact", "9,9,6", "9,9,1"} {
		if _, err := mnkengine.NewThreats(largeRules(t, spec)); err == nil {
			t.Errorf("%s is accepted", spec)
		}
	}
}

// TestThreatsLaws checks positions that show one threat rule each.
func TestThreatsLaws(t *testing.T) {
	tests := []struct {
		name, spec, position string
		lower, upper         game.Score
		selected             string // all moves if empty
	}{
		{"completes a five", "15,15,5", "h8 a1 h9 a2 h10 a3 h11 a4", game.WinIn(1), game.WinIn(1), "h7 h12"},
		{"faces an open four", "15,15,5", "h8 a1 h9 a3 h10 c15 h11", game.LossIn(2), game.LossIn(2), "h7 h12"},
		{"has an open three", "15,15,5", "h8 a1 h9 a3 h10 c15", game.WinIn(3), game.WinIn(3), "h7 h11"},
		{"crosses two threes", "15,15,5", "h8 h11 h9 d7 h10 a1 e7 a3 f7 c15 g7 o15", game.WinIn(3), game.WinIn(3), "h7"},
		{"blocks a four", "15,15,5", "h8 h7 h9 a3 h10 c15 h11", game.LossIn(4), game.WinIn(5), "h12"},
		{"faces an open three", "15,15,5", "h8 a1 h9 a3 h10", game.LossIn(4), game.WinIn(5), "h7 h11"},
		{"faces an open three near an edge", "15,15,5", "h2 a1 h3 a3 h4", game.LossIn(4), game.WinIn(5), "h1 h5 h6"},
		{"faces an open three and has a closed one", "15,15,5", "h8 a1 h9 a2 h10 a3 c15", game.LossIn(4), game.WinIn(5), "a4 a5 h7 h11"},
		{"faces a fork of three fives", "15,15,5", "h8 a1 h9 a3 h10 c15 i11 l11 j11 o1 k11", game.LossIn(4), game.WinIn(5), "h11"},
		{"faces two open threes", "15,15,5", "h8 a1 h9 a3 h10 c15 d4 c14 e4 o1 f4", game.LossIn(4), game.LossIn(4), ""},
		{"a four, and another that forks", "8,8,5", "O----X--/-----X-O/O----X--/-OXX----/----X---/O---X--O/----X---/----O--O X", game.WinIn(5), game.WinIn(5), ""},
		{"nothing yet", "15,15,5", "h8", game.LossIn(4), game.WinIn(5), ""},
		{"no room for X", "5,1,4", "X--O-", game.LossIn(4), 0, ""},
	}
	for _, tt := range tests {
		p := threats(t, tt.spec)
		at, err := p.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		if lower, upper := p.Bounds(&at); lower != tt.lower || upper != tt.upper {
			t.Errorf("%s: bounds %v and %v, want %v and %v", tt.name, lower, upper, tt.lower, tt.upper)
		}
		moves, _ := p.Moves(&at, nil)
		k := p.Select(&at, moves)
		var selected []string
		for _, m := range moves[:k] {
			selected = append(selected, p.FormatMove(&at, m))
		}
		if got := strings.Join(selected, " "); k < len(moves) && got != tt.selected {
			t.Errorf("%s: %q selected, want %q", tt.name, got, tt.selected)
		}
	}
}

// TestGomokuPlays checks moves that an experienced player sees.
func TestGomokuPlays(t *testing.T) {
	tests := []struct {
		name, moves string
		nodes       uint64
		best        string // one of these
	}{
		{"stays near", "h8", 20_000, "g7 h7 i7 g8 i8 g9 h9 i9 f6 h6 j6 f8 j8 f10 h10 j10"},
		{"stops a four", "h8 h7 h9 a3 h10 c15 h11", 1_000, "h12"},
		{"stops an open three", "h8 i8 h9 i9 h10", 5_000, "h7 h11 h6 h12"},
		{"prefers five to stopping one", "h8 c3 h9 c4 h10 c5 h11 c6", 1_000, "h7 h12"},
		{"makes an open four", "h8 a1 h9 a3 h10 c15", 1_000, "h7 h11"},
		{"wins by two threes", "h8 a1 i9 a15 g10 o1 g11 o15", 20_000, "g9 h9 h10 g8 f11 j7 i8"},
	}
	g, err := mnkengine.Game("15,15,5")
	if err != nil {
		t.Fatal(err)
	}
	e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 4 << 20}})
	for _, tt := range tests {
		p, err := g.Start().PlayAll(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		e.Clear()
		a := e.Analyze(t.Context(), p, search.Query{Nodes: tt.nodes}, search.Control{}, nil)
		if got := a.Lines[0].Move; !slices.Contains(strings.Fields(tt.best), got) {
			t.Errorf("%s: %s (%v), want one of %s", tt.name, got, a.Lines[0].Score, tt.best)
		}
	}
}

// TestGomokuStaysNear checks the answers of weak levels to the first move.
func TestGomokuStaysNear(t *testing.T) {
	g, err := mnkengine.Game("15,15,5")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start().PlayAll("h8")
	if err != nil {
		t.Fatal(err)
	}
	for level := 1; level <= 5; level++ {
		e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 4 << 20}})
		m := e.Analyze(t.Context(), p, p.AtLevel(level, search.Query{}), search.Control{}, nil).Lines[0].Move
		if row := m[1:]; m[0] < 'f' || m[0] > 'j' || row != "6" && row != "7" && row != "8" && row != "9" && row != "10" {
			t.Errorf("level %d answers h8 by %s, more than two steps away", level, m)
		}
	}
}

func equal(a, b *mnkengine.ThreatPosition) bool { return *a == *b }

func BenchmarkThreats(b *testing.B) {
	p := threats(b, "15,15,5")
	at, err := p.ParsePosition("h8 h9 g8 i8 g7 g9 i9 f9 e9 h6 h7 f7")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("play", func(b *testing.B) {
		var next mnkengine.ThreatPosition
		for b.Loop() {
			p.Play(&next, &at, 20)
		}
	})
	b.Run("evaluate", func(b *testing.B) {
		for b.Loop() {
			p.Evaluate(&at)
		}
	})
	b.Run("bounds", func(b *testing.B) {
		for b.Loop() {
			p.Bounds(&at)
		}
	})
	b.Run("order", func(b *testing.B) {
		moves, _ := p.Moves(&at, nil)
		moves = moves[:p.Promising(&at, moves)]
		scores := make([]int32, len(moves))
		for b.Loop() {
			p.ScoreMoves(&at, moves, scores)
		}
	})
	b.Run("search", func(b *testing.B) {
		at, err := p.ParsePosition("h8 i7 g9 i9 f10")
		if err != nil {
			b.Fatal(err)
		}
		s := search.New(p, search.Options{TableBytes: 8 << 20, Without: search.Fold})
		var nodes uint64
		began := cputime.Used()
		for b.Loop() {
			s.Clear()
			nodes = s.Search(b.Context(), &at, search.Query{Depth: 6}, search.Control{}, nil).Stats.Nodes
		}
		b.ReportMetric(float64(nodes), "nodes/op")
		b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N)/float64(nodes), "cpu-ns/node")
	})
}
