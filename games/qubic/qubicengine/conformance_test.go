package qubicengine_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/qubic"
	"github.com/plywood-go/plywood/games/qubic/qubicengine"
	"github.com/plywood-go/plywood/kit/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Test(t, qubicengine.Threats{}, gametest.Config[qubic.Position, qubic.Move]{Games: 30})
}
