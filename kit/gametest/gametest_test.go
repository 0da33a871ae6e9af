package gametest_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/kit/gametest"
)

func tictactoe() mnkengine.Nilsson {
	return mnkengine.Nilsson{Rules: mnk.Must(mnk.New(mnk.TicTacToe()))}
}

func TestGoodGames(t *testing.T) {
	t.Run("wild", func(t *testing.T) {
		for seed := range uint64(12) {
			w := gametest.Wild{Seed: seed, Width: 5, Length: 12, Turns: gametest.Turns(seed % 4), Passes: seed%3 == 0, Margins: seed%2 == 0}
			gametest.Test(t, w, gametest.Config[gametest.WildState, gametest.WildMove]{Games: 5})
		}
	})
	t.Run("tictactoe", func(t *testing.T) {
		gametest.Test(t, tictactoe(), gametest.Config[mnk.Position, mnk.Move]{
			Illegal: []string{"", "d1", "a0", "a4", "b2b2"},
			Perft: []gametest.Count[mnk.Position]{
				{Depth: 3, Leaves: 504},
				{Depth: 9, Leaves: 127_872, Ended: 127_296, Nodes: 549_946, Total: 255_168},
			},
		})
	})
	t.Run("connect4", func(t *testing.T) {
		gametest.Test(t, connect4.Rules{}, gametest.Config[connect4.State, connect4.Move]{
			Games: 20,
			Perft: []gametest.Count[connect4.State]{{Depth: 6, Leaves: 117_649}},
		})
	})
	t.Run("othello", func(t *testing.T) {
		gametest.Test(t, othello.Rules{}, gametest.Config[othello.Position, othello.Move]{
			Games: 10,
			Perft: []gametest.Count[othello.Position]{{Depth: 6, Total: 8_200}},
		})
	})
}
