package othello_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/vectors"
)

// walkFlips is Flips one step at a time.
func walkFlips(sq int, own, opp uint64) (flips uint64) {
	for _, d := range [][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
		var line uint64
		for x, y := sq&7+d[0], sq>>3+d[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+d[0], y+d[1] {
			bit := uint64(1) << (y*8 + x)
			if own&bit != 0 {
				flips |= line
			}
			if opp&bit == 0 {
				break
			}
			line |= bit
		}
	}
	return flips
}

// TestKernels compares the kernels of each instruction set with walks along the
// lines, on arbitrary boards.
func TestKernels(t *testing.T) {
	vectors.Each(func(set string) {
		t.Run(set, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 1))
			for range 20000 {
				full := rng.Uint64() | rng.Uint64()&-uint64(rng.IntN(2))
				checkBoard(t, full&rng.Uint64(), full)
			}
		})
	})
}

// checkBoard compares all kernels for the discs own, and full&^own for the
// opponent, with walks along the lines.
func checkBoard(t *testing.T, own, full uint64) {
	t.Helper()
	opp := full &^ own
	moves := checkMoves(t, own, opp)
	for _, size := range []int{8, 6, 4} {
		board := sized(t, size).Board()
		checkExpand(t, own, opp, moves&board, board)
	}
	checkExpandRated(t, own, opp, moves, 0x7E7E7E7E7E7E7E7E|own)
}

func checkMoves(t *testing.T, own, opp uint64) (moves uint64) {
	t.Helper()
	for sq := range 64 {
		if (own|opp)>>sq&1 != 0 {
			continue
		}
		want := walkFlips(sq, own, opp)
		if got := othello.Flips(sq, own, opp); got != want {
			t.Fatalf("Flips(%d, %#x, %#x) = %#x, want %#x", sq, own, opp, got, want)
		}
		if want != 0 {
			moves |= 1 << sq
		}
	}
	if got := othello.Mobility(own, opp); got != moves {
		t.Fatalf("Mobility(%#x, %#x) = %#x, want %#x", own, opp, got, moves)
	}
	return moves
}

// checkExpand compares the children with Flips and Mobility.
func checkExpand(t *testing.T, own, opp, moves, board uint64) {
	t.Helper()
	var list [othello.MaxMoves]othello.Child
	count := othello.Expand(&list, own, opp, moves, board)
	if count != bits.OnesCount64(moves) {
		t.Fatalf("Expand(%#x, %#x, %#x) lists %d moves, want %d", own, opp, moves, count, bits.OnesCount64(moves))
	}
	for _, got := range list[:count] {
		sq := bits.TrailingZeros64(moves)
		moves &= moves - 1
		turned := othello.Flips(sq, own, opp)
		want := othello.Child{Own: opp &^ turned, Opp: own | turned | 1<<sq, Move: othello.Move(sq)}
		want.Replies = othello.Mobility(want.Own, want.Opp) & board
		if got != want {
			t.Fatalf("Expand(%#x, %#x) lists %+v, want %+v", own, opp, got, want)
		}
	}
}

// checkExpandRated compares the scored children with Expand. It uses few
// distinct scores, to get ties.
func checkExpandRated(t *testing.T, own, opp, moves, board uint64) {
	t.Helper()
	if moves == 0 {
		return
	}
	by := othello.Rating{Corners: 0x8100000000000081, Places: own*0x9E3779B97F4A7C15 ^ opp, Reply: int32(own%5) - 3, Corner: int32(opp%7) - 5, Place: int32((own^opp)%9) - 4}
	var got, want [othello.MaxMoves]othello.Child
	count := othello.Expand(&want, own, opp, moves, board)
	best := 0
	for i := range want[:count] {
		c := &want[i]
		c.Score = by.Reply*int32(bits.OnesCount64(c.Replies)) + by.Corner*int32(bits.OnesCount64(c.Replies&by.Corners))
		if by.Places>>c.Move&1 != 0 {
			c.Score += by.Place
		}
		if c.Score > want[best].Score {
			best = i
		}
	}
	want[0], want[best] = want[best], want[0]
	if n := othello.ExpandRated(&got, own, opp, moves, board, &by); n != count || got != want {
		t.Fatalf("ExpandRated(%#x, %#x, %#x, %+v) lists %+v, want %+v", own, opp, moves, by, got[:n], want[:count])
	}
}

// FuzzKernels compares the kernels with walks along the lines on arbitrary
// boards.
func FuzzKernels(f *testing.F) {
	f.Add(uint64(0x0000001008000000), uint64(0x0000000810000000))
	f.Add(uint64(0xFF818181818181FF), uint64(0x007E7E7E7E7E7E00))
	f.Fuzz(func(t *testing.T, own, opp uint64) {
		vectors.Each(func(string) { checkBoard(t, own, own|opp) })
	})
}

func BenchmarkKernels(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	s := randomPosition(othello.Rules{}, rng, 30)
	sink := uint64(0)
	b.Run("flips", func(b *testing.B) {
		sq := 0
		for b.Loop() {
			sink += othello.Flips(sq&63, s.Own, s.Opp)
			sq++
		}
	})
	b.Run("mobility", func(b *testing.B) {
		own := s.Own
		for b.Loop() {
			sink += othello.Mobility(own, s.Opp)
			own ^= 1
		}
	})
	moves := othello.Mobility(s.Own, s.Opp)
	b.Run(fmt.Sprintf("expand%d", bits.OnesCount64(moves)), func(b *testing.B) {
		var list [othello.MaxMoves]othello.Child
		rating := othello.Rating{Reply: 3, Corner: 5, Place: 7, Corners: 0x8100000000000081}
		for b.Loop() {
			sink += uint64(othello.ExpandRated(&list, s.Own, s.Opp, moves, ^uint64(0), &rating))
		}
	})
}
