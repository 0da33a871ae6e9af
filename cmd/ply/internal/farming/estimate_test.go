package farming

import (
	"math"
	"testing"
)

// TestCarry extrapolates a known growth, and checks the standard error of a fit.
func TestCarry(t *testing.T) {
	d := estimateJSON{Solved: []solvedJSON{{Ply: 20}, {Ply: 16}}, NPS: 1000, At: 10, Splitting: 2}
	for _, ply := range []float64{20, 18, 16} {
		d.points = append(d.points, [2]float64{ply, math.Log(100 * math.Pow(3, 20-ply))})
	}
	d.carry([]int{1, 10})
	want := 2 * 100 * math.Pow(3, 10)
	for i, e := range d.Estimates {
		if math.Abs(e.Growth-3) > 1e-9 || math.Abs(e.Nodes/want-1) > 1e-9 || math.Abs(e.Seconds/want*1000-1) > 1e-9 {
			t.Errorf("%d: %+v, want a growth of 3 and %g positions", i, e, want)
		}
		if math.Abs(e.Days[0]/e.Seconds*86400-1) > 1e-9 || math.Abs(e.Days[1]*10/e.Days[0]-1) > 1e-9 {
			t.Errorf("%d: days %v of %v s", i, e.Days, e.Seconds)
		}
	}
	// y = x with errors -1, 2, -1: by hand, the squares left are 6, of the places 2.
	slope, deviation, height := fit([][2]float64{{0, -1}, {1, 3}, {2, 1}}, 2)
	if slope != 1 || math.Abs(deviation-math.Sqrt(3)) > 1e-12 || height != 2 {
		t.Errorf("slope %v ± %v, height %v", slope, deviation, height)
	}
}
