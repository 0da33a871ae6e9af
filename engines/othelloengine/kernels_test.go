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
func TestKernels(t *testing.T) {
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
}

// TestExpand compares the children that the kernel lists with those of the rules.
func TestExpand(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	for _, size := range []int{8, 6, 4} {
		board := geometryOf(sized(t, size)).board
		for range 5000 {
			taken := rng.Uint64() | rng.Uint64()
			own := rng.Uint64() & taken & board
			opp := taken & board &^ own
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
}

// reportCPU reports the processor time per operation since began.
func reportCPU(b *testing.B, began time.Duration) {
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N), "cpu-ns/op")
}
