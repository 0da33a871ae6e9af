package mnk_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/kit/gametest"
)

// full is the interface that both rules types implement.
type full[S any] interface {
	game.Rules[S, mnk.Move]
	game.Starter[S]
	game.Statuser[S]
	game.Alternator
	game.Symmetric[S, mnk.Move]
	game.Folder[S]
	game.MoveKeyer[mnk.Move]
	game.Notation[S, mnk.Move]
}

var (
	_ full[mnk.Position]      = mnk.Rules{}
	_ full[mnk.LargePosition] = mnk.LargeRules{}
)

var illegal = []string{"", "a", "a0", "t1", "a20", "A1", "a01", "1a", "é1"}

func TestLaws(t *testing.T) {
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			gametest.Test(t, rulesOf(t, spec), gametest.Config[mnk.Position, mnk.Move]{Illegal: illegal, Games: 3})
			gametest.Test(t, largeOf(t, spec), gametest.Config[mnk.LargePosition, mnk.Move]{Illegal: illegal, Games: 3})
		})
	}
	t.Run("15,15,5", func(t *testing.T) {
		gametest.Test(t, largeOf(t, "15,15,5"), gametest.Config[mnk.LargePosition, mnk.Move]{Illegal: illegal, Games: 1})
	})
}
