package search_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// TestWiden widens windows by numbers up to the limit. From a score that is no
// estimate, or with a step beyond all estimates, it goes to the limit at once.
func TestWiden(t *testing.T) {
	const most = game.MaxEval
	in := game.Margin
	for _, tt := range []struct {
		inMargins          bool
		v, by, limit, want game.Score
	}{
		{false, 5, 3, game.Infinity, 8},
		{false, 5, -3, -game.Infinity, 2},
		{false, 5, 3, 7, 7},
		{false, 5, -3, 3, 3},
		{false, game.WinIn(3), -1, -game.Infinity, -game.Infinity},
		{false, in(3), 1, game.Infinity, game.Infinity},
		{false, 0, most, game.Infinity, most},
		{false, 0, -most, -game.Infinity, -most},
		{false, 1, most, game.Infinity, game.Infinity},
		{false, -1, most + 1, game.Infinity, game.Infinity},
		{false, 1, -most - 1, -game.Infinity, -game.Infinity},
		{true, in(5), 3, game.Infinity, in(8)},
		{true, in(1), -3, -game.Infinity, in(-2)},
		{true, in(-1), 1, game.Infinity, 0},
		{true, 0, 1, in(9), in(1)},
		{true, in(5), 9, in(9), in(9)},
		{true, game.LossIn(2), 1, game.Infinity, game.Infinity},
	} {
		if got := search.Widen(tt.inMargins, tt.v, tt.by, tt.limit); got != tt.want {
			t.Errorf("in margins %v, %v by %d up to %v: %v, want %v", tt.inMargins, tt.v, int(tt.by), tt.limit, got, tt.want)
		}
	}
}
