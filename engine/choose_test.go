package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
)

// lines returns an analysis of moves a, b, c … with the given values.
func lines(values ...engine.Value) *engine.Analysis {
	a := new(engine.Analysis)
	for i, v := range values {
		move := string(rune('a' + i))
		a.Lines = append(a.Lines, engine.Line{Move: move, PV: []string{move}, Value: v, Depth: 4})
	}
	return a
}

func discs(n float64) engine.Value { return engine.Value{Number: n, Unit: "discs", Plies: -1} }

func plies(n, outcome int) engine.Value {
	return engine.Value{Number: float64(n * outcome), Unit: "plies", Plies: n, Outcome: outcome}
}

// tally counts the moves that a choice picks.
func tally(a *engine.Analysis, c engine.Choice) map[string]int {
	rng := rand.New(rand.NewPCG(1, 2))
	count := map[string]int{}
	for range 2000 {
		count[engine.Choose(a, c, rng).Move]++
	}
	return count
}

func TestChoose(t *testing.T) {
	tests := []struct {
		name     string
		analysis *engine.Analysis
		choice   engine.Choice
		may      string // exactly the moves that must be picked sometimes
	}{
		{"best", lines(discs(4), discs(4), discs(2)), engine.Choice{}, "a"},
		{"loss", lines(discs(4), discs(4), discs(2), discs(1)), engine.Choice{Loss: 2}, "abc"},
		{"small loss", lines(discs(4), discs(3)), engine.Choice{Loss: 0.5}, "a"},
		{"noise", lines(discs(4), discs(3), discs(-60)), engine.Choice{Random: 2}, "ab"},
		{"noise within a loss", lines(discs(4), discs(3), discs(1)), engine.Choice{Random: 50, Loss: 1}, "ab"},
		{"quick and slow wins", lines(plies(3, 1), plies(5, 1), discs(2)), engine.Choice{Loss: 2}, "ab"},
		{"a win and none", lines(plies(3, 1), discs(60)), engine.Choice{Random: 9}, "a"},
		{"all lost", lines(plies(6, -1), plies(4, -1), plies(1, -1)), engine.Choice{Loss: 2}, "ab"},
		{"one", lines(discs(0)), engine.Choice{Loss: 9, Random: 9}, "a"},
	}
	for _, tt := range tests {
		got := tally(tt.analysis, tt.choice)
		for _, m := range tt.may {
			if got[string(m)] == 0 {
				t.Errorf("%s: never %c: %v", tt.name, m, got)
			}
		}
		if len(got) != len(tt.may) {
			t.Errorf("%s: picked %v, want only %s", tt.name, got, tt.may)
		}
	}
}

// TestChooseEqually checks that moves within the loss are about equally
// likely.
func TestChooseEqually(t *testing.T) {
	for m, n := range tally(lines(discs(4), discs(3), discs(2), discs(1)), engine.Choice{Loss: 3}) {
		if n < 400 || n > 600 {
			t.Errorf("%s picked %d times of 2000, want about 500", m, n)
		}
	}
}

// TestChooseUnsearched checks that an unsearched move is never picked.
func TestChooseUnsearched(t *testing.T) {
	a := lines(discs(4), discs(0), discs(0))
	a.Lines[1].Depth, a.Lines[2].Depth = 0, 0
	if got := tally(a, engine.Choice{Loss: 64, Random: 64}); len(got) != 1 || got["a"] == 0 {
		t.Errorf("picked %v, want a", got)
	}
	a.Lines[0].Depth = 0
	if got := tally(a, engine.Choice{Loss: 64}); len(got) != 1 || got["a"] == 0 {
		t.Errorf("without any searched: picked %v, want a", got)
	}
}
