package othelloengine

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/cputime"
)

// TestKernels compares the kernels in use with those of the rules, on any
// boards at all.
func TestKernels(t *testing.T) { eachSet(func(set string) { t.Run(set, testKernels) }) }

func testKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 50000 {
		own, opp := rng.Uint64(), rng.Uint64()
		switch rng.IntN(3) {
		case 0:
			own &^= opp
		case 1:
			opp |= rng.Uint64()
			own &^= opp
		default:
			own &= rng.Uint64()
			opp &^= own
		}
		checkBoard(t, own, opp)
	}
}

// checkBoard compares the kernels' moves and turned discs with those of the rules.
func checkBoard(t *testing.T, own, opp uint64) {
	t.Helper()
	if got, want := mobility(own, opp), othello.Mobility(own, opp); got != want {
		t.Fatalf("mobility(%#x, %#x) = %#x, want %#x", own, opp, got, want)
	}
	for sq := range uint(64) {
		if (own|opp)>>sq&1 != 0 {
			continue
		}
		if got, want := flips(sq, own, opp), othello.Flips(int(sq), own, opp); got != want {
			t.Fatalf("flips(%d, %#x, %#x) = %#x, want %#x", sq, own, opp, got, want)
		}
	}
}

// TestExpand compares the children that the kernel lists with those of the rules.
func TestExpand(t *testing.T) { eachSet(func(set string) { t.Run(set, testExpand) }) }

func testExpand(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	for _, size := range []int{8, 6, 4} {
		board := geometryOf(sized(t, size)).board
		for range 5000 {
			taken := rng.Uint64() | rng.Uint64()
			own := rng.Uint64() & taken & board
			opp := taken & board &^ own
			checkExpand(t, own, opp, board)
		}
	}
}

func checkExpand(t *testing.T, own, opp, board uint64) {
	t.Helper()
	moves := othello.Mobility(own, opp) & board
	var list, other [maxMoves]child
	count := expand(&list, own, opp, moves, board)
	if portableExpand(&other, own, opp, moves, board) != count || other != list {
		t.Fatalf("expand(%#x, %#x) lists other children than portable code", own, opp)
	}
	if count != bits.OnesCount64(moves) {
		t.Fatalf("expand(%#x, %#x) lists %d moves, want %d", own, opp, count, bits.OnesCount64(moves))
	}
	for _, got := range list[:count] {
		turned := othello.Flips(int(got.move), own, opp)
		want := child{own: opp &^ turned, opp: own | turned | 1<<got.move, move: got.move}
		want.replies = othello.Mobility(want.own, want.opp) & board
		if got != want || moves>>got.move&1 == 0 {
			t.Fatalf("expand(%#x, %#x) lists %+v, want %+v", own, opp, got, want)
		}
	}
}

// TestPlay4 compares the kernel of the last four squares with portable code: values,
// bounds and nodes.
func TestPlay4(t *testing.T) { eachSet(func(set string) { t.Run(set, testPlay4) }) }

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

// FuzzKernels holds the kernels to the rules and to portable code on any boards, the
// last squares on any four of each board that are left empty.
func FuzzKernels(f *testing.F) {
	f.Add(uint64(0x0000001008000000), uint64(0x0000000810000000), uint16(0), int8(0))
	f.Add(uint64(0xFF818181818181FF), uint64(0x007E7E7E7E7E7E00), uint16(0x1234), int8(-65))
	workers := []*worker{}
	for _, size := range []int{8, 6, 4} {
		workers = append(workers, NewSolver(sized(f, size), Options{TableBytes: 1}).worker)
	}
	f.Fuzz(func(t *testing.T, own, opp uint64, places uint16, alpha int8) {
		eachSet(func(string) { checkAll(t, workers, own, opp, places, alpha) })
	})
}

func checkAll(t *testing.T, workers []*worker, own, opp uint64, places uint16, alpha int8) {
	checkBoard(t, own&^opp, opp)
	for _, w := range workers {
		checkExpand(t, own&^opp&w.board, opp&w.board, w.board)
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

func BenchmarkKernels(b *testing.B) {
	rng := rand.New(rand.NewPCG(12, 1))
	p, _ := randomEnd(othello.Rules{}, rng, 20)
	var sink uint64
	b.Run("flips", func(b *testing.B) {
		defer reportCPU(b, cputime.Used())
		sq := uint(0)
		for b.Loop() {
			sink += flips(sq&63, p.Own, p.Opp)
			sq++
		}
	})
	b.Run("mobility", func(b *testing.B) {
		defer reportCPU(b, cputime.Used())
		own := p.Own
		for b.Loop() {
			sink += mobility(own, p.Opp)
			own ^= 1
		}
	})
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
