package stability

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
)

// end returns a position of a random game with at most empties empty squares,
// or a terminal one.
func end(r othello.Rules, rng *rand.Rand, empties int) othello.Position {
	p := r.Start()
	for r.Empties(&p) > empties {
		moves, status := r.Moves(&p, nil)
		if status.Over() {
			break
		}
		r.Play(&p, &p, moves[rng.IntN(len(moves))])
	}
	return p
}

// TestDiscs plays on from positions near the end and checks that no stable disc
// is lost.
func TestDiscs(t *testing.T) {
	for _, size := range []int{8, 6, 4} {
		r, _ := othello.Sized(size)
		b := Of(r)
		rng := rand.New(rand.NewPCG(uint64(size), 9))
		for range 3000 {
			p := end(r, rng, rng.IntN(12))
			stable := b.Discs(p.Own, p.Opp)
			if stable&^p.Own != 0 {
				t.Fatalf("%s: stable %x is not own", r.FormatPosition(&p), stable)
			}
			if got, want := b.EdgeCount(p.Own, p.Opp), bits.OnesCount64(b.Edges(p.Own, p.Opp)); got != want {
				t.Fatalf("%s: %d stable discs on edges, want %d", r.FormatPosition(&p), got, want)
			}
			for s := p; ; {
				moves, status := r.Moves(&s, nil)
				own := s.Own
				if s.Turn != p.Turn {
					own = s.Opp
				}
				if stable&^own != 0 {
					t.Fatalf("%s: of the stable discs %x some are lost: %d", r.FormatPosition(&p), stable, bits.OnesCount64(stable&^own))
				}
				if status.Over() {
					break
				}
				r.Play(&s, &s, moves[rng.IntN(len(moves))])
			}
		}
	}
}

// TestKernel compares the kernel with portable code.
func TestKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100000 {
		taken := rng.Uint64() | rng.Uint64() | rng.Uint64()
		checkKernel(t, taken&rng.Uint64(), taken)
	}
	r, _ := othello.Sized(8)
	for range 2000 {
		p := end(r, rng, rng.IntN(20))
		checkKernel(t, p.Own, p.Own|p.Opp)
	}
}

func FuzzKernel(f *testing.F) {
	f.Add(uint64(0xFF818181818181FF), ^uint64(0))
	f.Add(^uint64(0), ^uint64(0))
	f.Fuzz(func(t *testing.T, own, taken uint64) { checkKernel(t, own&taken, taken) })
}

func checkKernel(t *testing.T, own, taken uint64) {
	t.Helper()
	for _, size := range []int{8, 6, 4} {
		r, _ := othello.Sized(size)
		b := Of(r)
		own, opp := own&b.squares, taken&^own&b.squares
		if got, want := b.Discs(own, opp), b.portableDiscs(own, opp); got != want {
			t.Fatalf("%d×%d, own %#x, opposing %#x: %#x are stable, want %#x", size, size, own, opp, got, want)
		}
	}
}

// BenchmarkDiscs finds stable discs in positions near the end of random games.
func BenchmarkDiscs(b *testing.B) {
	r, _ := othello.Sized(8)
	rng := rand.New(rand.NewPCG(1, 2))
	var at [1024]othello.Position
	for i := range at {
		at[i] = end(r, rng, 4+rng.IntN(5))
	}
	board := Of(r)
	for name, discs := range map[string]func(own, opp uint64) uint64{"kernel": board.Discs, "portable": board.portableDiscs} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				p := &at[i%len(at)]
				discs(p.Own, p.Opp)
			}
		})
	}
}
