package engine_test

import (
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
)

// TestReads converts bounds of values to bounds of the numbers that players
// read.
func TestReads(t *testing.T) {
	const none, upper, lower, exact = game.NoBound, game.Upper, game.Lower, game.Exact
	for _, tt := range []struct {
		value engine.Value
		want  [4]game.Bound // where no bound, the upper, the lower and both bounds are proven
	}{
		{engine.Value{Unit: "points"}, [...]game.Bound{none, upper, lower, exact}},
		{engine.Value{Unit: "points", Outcome: 1}, [...]game.Bound{none, upper, lower, exact}},
		{engine.Value{Unit: "plies", Outcome: 1}, [...]game.Bound{none, lower, upper, exact}},
		{engine.Value{Unit: "plies", Outcome: -1}, [...]game.Bound{none, upper, lower, exact}},
		{engine.Value{Unit: "outcome", Outcome: 1}, [...]game.Bound{none, upper, exact, exact}},
		{engine.Value{Unit: "outcome"}, [...]game.Bound{none, upper, lower, exact}},
		{engine.Value{Unit: "outcome", Outcome: -1}, [...]game.Bound{none, exact, lower, exact}},
	} {
		for i, proof := range []game.Bound{none, upper, lower, exact} {
			if got := tt.value.Reads(proof); got != tt.want[i] {
				t.Errorf("%+v, proven %v: reads %v, want %v", tt.value, proof, got, tt.want[i])
			}
		}
	}
}

// TestOutcome checks which analyses have a proven win, draw or loss: estimates
// never do, even if an estimate of equality is 0.
func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		outcome int
		score   game.Score
		want    [4]string // where no bound, the upper, the lower and both bounds are proven
	}{
		{1, game.WinIn(3), [...]string{"", "", "win", "win"}},
		{-1, game.LossIn(4), [...]string{"", "loss", "", "loss"}},
		{0, 0, [...]string{"", "", "", "draw"}},
		{0, 7, [...]string{"", "", "", ""}},
		{engine.NoOutcome, 7, [...]string{"", "", "", ""}},
	} {
		for i, proof := range []game.Bound{game.NoBound, game.Upper, game.Lower, game.Exact} {
			a := engine.Analysis{Proof: proof, Lines: []engine.Line{{Score: tt.score, Value: engine.Value{Outcome: tt.outcome}}}}
			if got := a.Outcome(); got != tt.want[i] {
				t.Errorf("outcome %d, proven %v: %q, want %q", tt.outcome, proof, got, tt.want[i])
			}
			if a.Exact() != (proof == game.Exact) {
				t.Errorf("proven %v: exact %v", proof, a.Exact())
			}
		}
	}
}

// TestSure uses the proof of the position for a single line, and the proof of
// each line if there are several.
func TestSure(t *testing.T) {
	one := engine.Analysis{Proof: game.Exact, Lines: []engine.Line{{Proof: game.Lower}}}
	if got := one.Sure(0); got != game.Exact {
		t.Errorf("a single line: %v, want exact", got)
	}
	one.Proof = game.NoBound
	if got := one.Sure(0); got != game.Lower {
		t.Errorf("a single line of a position without proof: %v, want lower", got)
	}
	two := engine.Analysis{Proof: game.Exact, Lines: []engine.Line{{Proof: game.Lower}, {Proof: game.Upper, Value: engine.Value{Unit: "plies", Outcome: 1}}}}
	if first, second := two.Sure(0), two.Sure(1); first != game.Lower || second != game.Lower {
		t.Errorf("two lines: %v and %v, want both lower", first, second)
	}
}

// TestBounded distinguishes requests with and without a limit.
func TestBounded(t *testing.T) {
	if r := (engine.Request{MultiPV: 3, Confidence: 90}); r.Bounded() {
		t.Errorf("%+v: bounded", r)
	}
	for _, r := range []engine.Request{{Depth: 1}, {Nodes: 1}, {TimeMS: 1}, {Level: 1}, {Clock: &engine.ClockDocument{LeftMS: 1}}} {
		if !r.Bounded() {
			t.Errorf("%+v: not bounded", r)
		}
	}
}
