package othelloengine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/vectors"
)

// TestPlay4 compares the kernel for the last four squares with portable code:
// values, bounds and nodes.
func TestPlay4(t *testing.T) { vectors.Each(func(set string) { t.Run(set, testPlay4) }) }

func testPlay4(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 3))
	for _, size := range []int{8, 6, 4} {
		r := sized(t, size)
		w := NewSolver(r, Options{TableBytes: 1}).worker
		for range 20000 {
			p := scatter(r, rng, 4)
			if q, ok := randomEnd(r, rng, 4); ok && rng.IntN(2) == 0 {
				p = q
			}
			checkPlay4(t, w, p.Own, p.Opp, rng.IntN(2*widest)-widest)
		}
	}
}

func checkPlay4(t *testing.T, w *worker, own, opp uint64, alpha int) {
	t.Helper()
	empty := w.board &^ (own | opp)
	parity := parityOf(empty)
	w.nodes = 0
	want := w.portablePlay4(own, opp, empty, parity, alpha)
	wantNodes := w.nodes
	w.nodes = 0
	if got := w.play4(own, opp, empty, parity, alpha); got != want || w.nodes != wantNodes {
		t.Fatalf("%#x against %#x from %d: %d in %d nodes, want %d in %d", own, opp, alpha, got, w.nodes, want, wantNodes)
	}
}

// FuzzPlay4 compares the kernel with portable code on arbitrary boards with any
// four empty squares.
func FuzzPlay4(f *testing.F) {
	f.Add(uint64(0x0000001008000000), uint64(0x0000000810000000), uint16(0), int8(0))
	f.Add(uint64(0xFF818181818181FF), uint64(0x007E7E7E7E7E7E00), uint16(0x1234), int8(-65))
	workers := []*worker{}
	for _, size := range []int{8, 6, 4} {
		workers = append(workers, NewSolver(sized(f, size), Options{TableBytes: 1}).worker)
	}
	f.Fuzz(func(t *testing.T, own, opp uint64, places uint16, alpha int8) {
		vectors.Each(func(string) { checkFours(t, workers, own, opp, places, alpha) })
	})
}

func checkFours(t *testing.T, workers []*worker, own, opp uint64, places uint16, alpha int8) {
	for _, w := range workers {
		rng := rand.New(rand.NewPCG(uint64(places), 4))
		full := w.board
		for n := 4; n > 0; {
			if sq := rng.IntN(64); full>>sq&1 != 0 {
				full &^= 1 << sq
				n--
			}
		}
		checkPlay4(t, w, own&full, full&^own, int(alpha))
	}
}

func BenchmarkPlay4(b *testing.B) {
	rng := rand.New(rand.NewPCG(12, 1))
	ends := make([]othello.Position, 1<<10)
	for i := range ends {
		ends[i] = scatter(othello.Rules{}, rng, 4)
	}
	w := NewSolver(othello.Rules{}, Options{TableBytes: 1}).worker
	for name, play := range map[string]func(own, opp, empty uint64, parity uint8, alpha int) int{
		"play4": w.play4, "portablePlay4": w.portablePlay4,
	} {
		b.Run(name, func(b *testing.B) {
			defer reportCPU(b, cputime.Used())
			i := 0
			for b.Loop() {
				p := &ends[i%len(ends)]
				empty := ^(p.Own | p.Opp)
				play(p.Own, p.Opp, empty, parityOf(empty), i%17-8)
				i++
			}
		})
	}
}

// reportCPU reports the processor time per operation since began.
func reportCPU(b *testing.B, began time.Duration) {
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N), "cpu-ns/op")
}
