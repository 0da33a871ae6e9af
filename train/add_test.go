package train

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAdd compares the kernel with the portable code, which must give the same bits.
func TestAdd(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 200 {
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = random.Float32()-0.5, random.Float32()-0.5
		}
		want := slices.Clone(x)
		portableAdd(want, y)
		if add(x, y); !slices.Equal(x, want) {
			t.Fatalf("%d values: %v, want %v", n, x, want)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	x, y := make([]float32, 256), make([]float32, 256)
	for b.Loop() {
		add(x, y)
	}
}
