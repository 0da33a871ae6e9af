package cube

import (
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
)

// TestLeastOf compares leastOf with a plain loop, for rows of every length.
func TestLeastOf(t *testing.T) {
	rng := seeded.Rand(t, 1)
	for length := range 40 {
		for range 200 {
			row, want := make([]uint8, length), uint8(15)
			floor := rng.IntN(16)
			for i := range row {
				low, high := floor+rng.IntN(16-floor), floor+rng.IntN(16-floor)
				row[i] = uint8(low | high<<4)
				want = min(want, uint8(low), uint8(high))
			}
			if got := leastOf(row); got != want {
				t.Fatalf("%v: %d, want %d", row, got, want)
			}
		}
	}
}
