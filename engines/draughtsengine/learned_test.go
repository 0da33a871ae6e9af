package draughtsengine

import (
	"testing"

	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
)

// TestTheMove follows the move (the opposition) through games: in the initial
// position of checkers White, the second player, has it, and steps do not
// change it.
func TestTheMove(t *testing.T) {
	start := draughts.Rules{}.Start()
	if got := Terms(draughts.Rules{}, &start)[draughtspatterns.Last]; got != 1 {
		t.Errorf("at the beginning White's part of the move is %d, want 1", got)
	}
	seen := map[int32]int{}
	eachPosition(t, func(r draughts.Rules, s *draughts.Position) {
		has := Terms(r, s)[draughtspatterns.Last]
		seen[has]++
		moves, _ := r.Moves(s, nil)
		for _, m := range moves {
			next := *s
			r.Play(&next, s, m)
			if m.Captured != 0 || r.Variant != draughts.English {
				continue
			}
			if after := Terms(r, &next)[draughtspatterns.Last]; after != has {
				t.Fatalf("%s, %s: %d, before %d", r.FormatPosition(s), r.FormatMove(s, m), after, has)
			}
		}
	})
	if seen[-1] == 0 || seen[0] == 0 || seen[1] == 0 {
		t.Errorf("met %v", seen)
	}
}

// TestLearned evaluates positions from both sides of the board, and men with
// weights for the lead only.
func TestLearned(t *testing.T) {
	checkers := draughts.Rules{}
	weights := &draughtspatterns.Weights{Blocks: make([][2]int16, draughtspatterns.Count(checkers))}
	weights.Terms[draughtspatterns.Lead] = [2]int32{8 * draughtspatterns.Unit, 8 * draughtspatterns.Unit}
	leads := Learned(checkers).Weighing(draughtspatterns.New(checkers, weights))
	eachPosition(t, func(r draughts.Rules, s *draughts.Position) {
		f, turned := Learned(r), r.Turned(s)
		if a, b := f.Evaluate(s), f.Evaluate(&turned); a != b {
			t.Fatalf("%s, %s: %v, turned %v", r, r.FormatPosition(s), a, b)
		}
		if r != checkers {
			return
		}
		men := draughts.Position{Own: s.Own, Opp: s.Opp, Turn: s.Turn}
		want := 8 * (16 * (count(s.Own) - count(s.Opp)) / count(s.Own|s.Opp))
		if got := leads.Evaluate(&men); int32(got) != want {
			t.Fatalf("%s: a lead is worth %v, want %v", r.FormatPosition(&men), got, want)
		}
	})
}
