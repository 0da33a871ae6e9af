package qubic_test

import (
	"testing"

	"github.com/plywood-go/plywood/engines/qubic"
	rules "github.com/plywood-go/plywood/games/qubic"
	"github.com/plywood-go/plywood/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Test(t, qubic.Threats{}, gametest.Config[rules.Position, rules.Move]{Games: 30})
}
