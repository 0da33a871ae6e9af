package endgame

import "testing"

// BenchmarkSolve solves all pairs of up to four pieces.
func BenchmarkSolve(b *testing.B) {
	for _, r := range all()[:3] {
		b.Run(r.String(), func(b *testing.B) {
			pieces := 4
			if r.Size() == 10 {
				pieces = 3
			}
			positions := 0
			for b.Loop() {
				l := solveAll(b, r, pieces)
				positions = 0
				for _, s := range l.slices {
					if s != nil {
						positions += s.size
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*positions), "ns/position")
		})
	}
}
