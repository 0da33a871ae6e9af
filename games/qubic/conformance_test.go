package qubic_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/qubic"
	"github.com/plywood-go/plywood/kit/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Test(t, qubic.Rules{}, gametest.Config[qubic.Position, qubic.Move]{
		Illegal: []string{"", "1a", "0a1", "5a1", "1e1", "1a5", "1A1"},
		// No line is complete before the seventh ply: 64·63·62…
		Perft: []gametest.Count[qubic.Position]{{Depth: 2, Leaves: 4032}, {Depth: 3, Leaves: 249_984}},
	})
}
