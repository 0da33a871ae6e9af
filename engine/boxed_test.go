package engine_test

import (
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/games/catalog"
)

// TestBoxedImages compares the images of boxed positions with those of the
// typed game.
func TestBoxedImages(t *testing.T) {
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
		rules := g.Rules()
		offers := capability.Of[engine.State, engine.Move](rules)
		if repeats := offers.Repeater != nil; repeats != tt.repeats {
			t.Errorf("%s: repeats %v", tt.name, repeats)
		}
		if offers.Symmetric == nil {
			if tt.images > 1 {
				t.Errorf("%s has no images", tt.name)
			}
			continue
		}
		start := rules.Start()
		moves, _ := rules.Moves(&start, nil)
		images := 0
		for k := 0; ; k++ {
			var image, child, after, childImage engine.State
			m, ok := offers.Symmetric.Image(&image, &start, moves[0], k)
			if !ok {
				break
			}
			images++
			rules.Play(&child, &image, m)
			rules.Play(&after, &start, moves[0])
			offers.Symmetric.Image(&childImage, &after, moves[0], k)
			if rules.FormatPosition(&child) != rules.FormatPosition(&childImage) {
				t.Errorf("%s: image %d of a move leads elsewhere", tt.name, k)
			}
		}
		if images != tt.images {
			t.Errorf("%s: %d images, want %d", tt.name, images, tt.images)
		}
	}
}
