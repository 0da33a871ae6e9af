package review

import (
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
)

// TestLossesAreDecimal takes differences and sums of decimal values as people do.
func TestLossesAreDecimal(t *testing.T) {
	start := catalogtest.Find(t, "connect4").Start()
	var r Review
	for _, v := range [][2]float64{{0.56, 0.39}, {1.1, 1}, {0.3, 0.1}, {-0.1, 0.2}, {5, -1.07}} {
		m := Move{Best: engine.Line{Value: engine.Value{Number: v[0], Unit: "men"}}, Played: engine.Value{Number: v[1], Unit: "men"}, Compared: true, Position: start}
		m.judge(engine.Grades{})
		r.Moves = append(r.Moves, m)
	}
	r.sum()
	got := ""
	for _, m := range r.Moves {
		got += fmt.Sprintf("%g %g, ", m.Loss, m.Total)
	}
	if want := "0.17 0.17, 0.1 0.27, 0.2 0.47, 0 0.47, 6.07 6.54, "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
