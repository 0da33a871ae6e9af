package othello_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/kit/gametest"
)

func TestLaws(t *testing.T) {
	t.Run("8x8", func(t *testing.T) { testLaws(t, 8) })
	t.Run("6x6", func(t *testing.T) { testLaws(t, 6) })
	t.Run("4x4", func(t *testing.T) { testLaws(t, 4) })
}

func testLaws(t *testing.T, size int) {
	gametest.Test(t, sized(t, size), gametest.Config[othello.Position, othello.Move]{
		Illegal: []string{"", "a", "i9", "d4", "--", "pass", "d3d3"},
	})
}
