package gametest_test

import (
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
)

// heap is a game: the players take one or two stones in turn, and the player
// who takes the last stone wins. Its Hash has a bug: it ignores whose turn it
// is.
type heap struct{}

type stones struct {
	left int
	turn game.Player
}

func (heap) Start() stones { return stones{left: 7} }

func (heap) Moves(s *stones, buf []int) ([]int, game.Status) {
	for take := 1; take <= min(2, s.left); take++ {
		buf = append(buf, take)
	}
	if s.left == 0 {
		return buf, game.Loss
	}
	return buf, game.Ongoing
}

func (heap) Play(dst, src *stones, take int) { *dst = stones{src.left - take, src.turn.Other()} }
func (heap) ToMove(s *stones) game.Player    { return s.turn }
func (heap) Hash(s *stones) uint64           { return uint64(s.left) }

// console is a testing.TB for this example, which has no test to fail.
type console struct{ testing.TB }

func (console) Helper()                           {}
func (console) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// In a test, pass its t instead of console.
func ExampleTest() {
	gametest.Test(console{}, heap{}, gametest.Config[stones, int]{Games: 1})
	// Output:
	// gametest: Hash: after 1: {left:5 turn:0} and {left:5 turn:1} differ but both hash to 0x5
	// at {left:6 turn:1} (near the start)
}
