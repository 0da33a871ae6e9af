package catalog_test

import (
	"testing"

	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/enginetest"
)

// TestEngines holds every engine to every limit.
func TestEngines(t *testing.T) {
	for _, tt := range []struct {
		game, hard string // moves to a position that takes minutes
		plies      int
	}{
		{"othello", "f5d6c3", 0},
		{"othello:6", "e4", 0},
		{"connect4", "4", 0},
		{"connect4:5x4", "", 0},
		{"tictactoe", "", 0},
		{"mnk:7,7,5", "d4", 0},
		{"mnk:4,4,3", "", 0},
		{"qubic", "", 0},
		{"ultimate", "", 0},
	} {
		t.Run(tt.game, func(t *testing.T) {
			t.Parallel()
			g, err := catalog.Find(tt.game)
			if err != nil {
				t.Fatal(err)
			}
			o := enginetest.Options{Plies: tt.plies, Seed: 10}
			if tt.hard != "" {
				if o.Hard, err = g.Start().PlayAll(tt.hard); err != nil {
					t.Fatal(err)
				}
			}
			if tt.game == "qubic" || tt.game == "ultimate" {
				o.Hard = g.Start()
			}
			enginetest.Run(t, g, o)
		})
	}
}
