package mnkengine_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/kit/gametest"
)

func TestConformance(t *testing.T) {
	for spec, solve := range map[string]int{
		"3,3,3": 7, "3,4,3": 5, "4,3,3,gravity": 7, "4,3,3,exact": 5, "4,4,4": 0, "7,6,4,gravity": 0, "5,6,4": 0,
		"4,4,3,wrap": 0, "6,6,4,exact": 0, "5,4,3,gravity,wrap,exact": 0,
	} {
		t.Run(spec, func(t *testing.T) {
			n := nilsson(t, spec)
			gametest.Test(t, n, gametest.Config[mnk.Position, mnk.Move]{Games: 12, Solve: solve})
			gametest.Test(t, mnkengine.NewExact(n.Rules), gametest.Config[mnk.Position, mnk.Move]{Games: 12, Solve: solve})
			if rows, ok := mnkengine.NewRows(n.Rules); ok {
				gametest.Test(t, rows, gametest.Config[mnk.Position, mnk.Move]{Games: 10})
			}
		})
	}
}
