package search_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// TestExtensionsEndInTime searches a line of forced moves. Each extends the
// search by a ply, up to twice its depth, and the rest of the depth follows.
// The stack was once too short.
func TestExtensionsEndInTime(t *testing.T) {
	for _, without := range []search.Feature{0, search.Table, search.Extension} {
		for _, quiet := range []int{0, 1} {
			s := search.New(forced{}, search.Options{TableBytes: 1 << 12, Without: without, QuietPlies: quiet})
			n := 0
			r := s.Search(background, &n, search.Query{Depth: 40, From: 40}, search.Control{}, nil)
			if r.Depth != 40 || r.Stopped != search.DepthLimit {
				t.Errorf("without %v, %d quiet plies: depth %d, %v", without, quiet, r.Depth, r.Stopped)
			}
		}
	}
}

// forced is a game of one line that is never quiet. It has two moves, of which
// the game's Selector drops one.
type forced struct{}

func (forced) Moves(*int, []uint8) ([]uint8, game.Status) { return []uint8{0, 1}, game.Ongoing }
func (forced) Play(dst, src *int, _ uint8)                { *dst = *src + 1 }
func (forced) ToMove(n *int) game.Player                  { return game.Player(*n & 1) }
func (forced) Hash(n *int) uint64                         { return uint64(*n) * 0x9e3779b97f4a7c15 }
func (forced) Evaluate(*int) game.Score                   { return 0 }
func (forced) Select(*int, []uint8) int                   { return 1 }
func (forced) Urgent(*int) bool                           { return true }
func (forced) NoisyMoves(*int, []uint8) []uint8           { return []uint8{0} }
