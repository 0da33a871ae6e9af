package engine_test

import (
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
)

// TestProofRules compares the images of boxed positions with those of the
// typed game.
func TestProofRules(t *testing.T) {
	for _, tt := range []struct {
		name    string
		images  int
		repeats bool
	}{
		{"othello", 8, false},
		{"mnk:4,3,3", 4, false},
		{"connect4", 2, false},
		{"tree:2,3,random,1", 1, false},
		{"checkers", 1, true},
	} {
		g, err := catalog.Find(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		rules := g.ProofRules()
		if rules.Repeats() != tt.repeats {
			t.Errorf("%s: repeats %v", tt.name, rules.Repeats())
		}
		start := rules.Start()
		moves, _ := rules.Moves(&start, nil)
		images := 0
		for k := 0; ; k++ {
			var image, child, childImage engine.State
			m, ok := rules.Image(&image, &start, moves[0], k)
			if !ok {
				break
			}
			images++
			rules.Play(&child, &image, m)
			rules.Play(&childImage, &start, moves[0])
			rules.Image(&childImage, &childImage, moves[0], k)
			if rules.FormatPosition(&child) != rules.FormatPosition(&childImage) {
				t.Errorf("%s: image %d of a move leads elsewhere", tt.name, k)
			}
		}
		if images != tt.images {
			t.Errorf("%s: %d images, want %d", tt.name, images, tt.images)
		}
	}
}
