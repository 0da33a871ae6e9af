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

// TestFeatures compares features carried along games with fresh ones, and the
// kernels that carry them and sum their weights up with portable code.
func TestFeatures(t *testing.T) {
	r := othello.Rules{}
	e := DefaultEvaluation(r)
	rng := rand.New(rand.NewPCG(13, 1))
	for range 200 {
		s := r.Start()
		var carried, other, fresh features
		carried.set(s.Own, s.Opp)
		for moves, status := r.Moves(&s, nil); !status.Over(); moves, status = r.Moves(&s, nil) {
			m := moves[rng.IntN(len(moves))]
			var next othello.Position
			r.Play(&next, &s, m)
			turned := s.Opp &^ next.Own
			if other = carried; m == othello.Pass {
				carried.pass(&other)
			} else {
				carried.play(&other, uint(m), turned)
				portablePlay(&fresh, &other, uint(m), turned)
				if fresh != carried {
					t.Fatalf("%s: features after %v differ between kernels", r.FormatPosition(&s), m)
				}
			}
			s = next
			if fresh.set(s.Own, s.Opp); fresh != carried {
				t.Fatalf("%s: carried features differ from fresh ones", r.FormatPosition(&s))
			}
			w := e.phases[Phase(r.Empties(&s))]
			if got, want := sumWeights(w, &carried), portableSum(w, &carried); got != want {
				t.Fatalf("%s: weights sum up to %d, want %d", r.FormatPosition(&s), got, want)
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
	b.Run("sum", func(b *testing.B) {
		defer reportCPU(b, cputime.Used())
		var f features
		f.set(p.Own, p.Opp)
		w := DefaultEvaluation(othello.Rules{}).phases[10]
		for b.Loop() {
			sink += uint64(sumWeights(w, &f))
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
