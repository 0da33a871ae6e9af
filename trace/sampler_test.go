package trace_test

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// TestSampler checks that every sample of a search is a stream that can be
// drawn, with the requested number of nodes.
func TestSampler(t *testing.T) {
	u := tree.Uniform{Branching: 3, Depth: 5, Seed: 2}
	for _, a := range textbook.Algorithms() {
		for _, limit := range []struct{ visits, plies int }{{0, 0}, {1, 0}, {10, 0}, {50, 3}, {0, 2}} {
			var events event.Recorder
			s := trace.NewSampler(&events, limit.visits, limit.plies)
			root := u.Start()
			textbook.Run(context.Background(), a, u, &root, u.Depth, textbook.Options{Observer: s})
			drawn, err := trace.Build(events.Events, trace.BuildOptions{})
			if err != nil {
				t.Fatalf("%s %v: %v", a, limit, err)
			}
			stats := drawn.Stats
			if stats.Visits != s.Kept || limit.visits > 0 && s.Kept > limit.visits || limit.plies > 0 && stats.MaxPly > limit.plies {
				t.Errorf("%s %v: %d visits to ply %d, %d kept of %d", a, limit, stats.Visits, stats.MaxPly, s.Kept, s.Seen)
			}
			if limit.visits == 0 && limit.plies == 0 && s.Kept != s.Seen {
				t.Errorf("%s: %d kept of %d without a limit", a, s.Kept, s.Seen)
			}
		}
	}
}
