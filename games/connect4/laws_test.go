package connect4_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/kit/gametest"
)

var illegal = []string{"", "0", "x", "11", " 1", "é", "\xff", "99"}

func TestLaws(t *testing.T) {
	for _, wh := range sizes {
		r := size(t, wh[0], wh[1])
		t.Run(r.String(), func(t *testing.T) {
			gametest.Test(t, r, gametest.Config[connect4.State, connect4.Move]{Illegal: illegal, Games: 10})
		})
	}
}

// TestLawsStandard uses the counts of TestPerft.
func TestLawsStandard(t *testing.T) {
	gametest.Test(t, connect4.Rules{}, gametest.Config[connect4.State, connect4.Move]{
		Illegal: illegal,
		Perft: []gametest.Count[connect4.State]{
			{Depth: 4, Leaves: 2401}, {Depth: 7, Leaves: 823536}, {Depth: 8, Leaves: 5673234},
		},
	})
}
