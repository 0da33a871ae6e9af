package network

import (
	"bytes"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/vectors"
)

// dots is a Featurer whose positions are the sets of features themselves, with
// their parity as phase. The second player sees them in reverse.
type dots struct {
	features int
	mover    *game.Player
}

func (d dots) ToMove(*[]int) game.Player { return *d.mover }

// Hash is not the same in any order of the features, which is allowed.
func (d dots) Hash(s *[]int) uint64 {
	h := uint64(*d.mover) + 1
	for _, f := range *s {
		h = h*0x9E3779B97F4A7C15 + uint64(f) + 1
	}
	return h
}

func (d dots) FeatureCounts() (features, phases int) { return d.features, 2 }

func (d dots) Features(s *[]int, view game.Player, set []uint64) (phase int) {
	for _, f := range *s {
		if view == game.Second {
			f = d.features - 1 - f
		}
		set[f/64] |= 1 << (f % 64)
	}
	return len(*s) % 2
}

// random returns a network of random weights, up to the largest.
func random(t testing.TB, rng *rand.Rand, features, width int) *Net {
	t.Helper()
	n, err := New(Shape{Game: "dots", Features: features, Phases: 2, Width: width, Scale: 400})
	if err != nil {
		t.Fatal(err)
	}
	fill := func(list []int16, most int) {
		most = max(1, most>>rng.IntN(8))
		for i := range list {
			list[i] = int16(rng.IntN(2*most+1) - most)
		}
	}
	fill(n.Weights, MaxWeight)
	fill(n.Bias, MaxWeight)
	fill(n.Output, MaxOutput)
	n.OutputBias[0], n.OutputBias[1] = rng.Int32N(1<<16)-1<<15, rng.Int32N(1<<16)-1<<15
	return n
}

// plain evaluates a position from the definition, without kernels.
func plain(n *Net, d dots, s []int, mover game.Player) game.Score {
	phase, sum := 0, int64(0)
	for i, view := range []game.Player{mover, mover.Other()} {
		set := make([]uint64, (n.Features+63)/64)
		phase = d.Features(&s, view, set)
		for k := range n.Width {
			v := int64(n.Bias[k])
			for f := range n.Features {
				v += int64(set[f/64]>>(f%64)&1) * int64(n.Weights[f*n.Width+k])
			}
			v = min(max(v, 0), One)
			sum += v * v * int64(n.Output[(2*phase+i)*n.Width+k])
		}
	}
	return game.Score((sum/One + int64(n.OutputBias[phase])) * int64(n.Scale) / (One * OutputOne))
}

// TestEvaluate compares evaluations along random walks with the definition, for
// each instruction set.
func TestEvaluate(t *testing.T) {
	vectors.Each(func(set string) {
		t.Run(set, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 1))
			for range 12 {
				var mover game.Player
				d := dots{1 + rng.IntN(150), &mover}
				n := random(t, rng, d.features, Step*(1+rng.IntN(MaxWidth/Step)))
				e := NewEvaluator[[]int](n, d)
				for i := range 12 {
					s := rng.Perm(d.features)[:rng.IntN(min(game.MaxFeatures, d.features)+1)]
					mover = game.Player(i % 2)
					if got, want := e.Evaluate(&s), plain(n, d, s, mover); got != want {
						t.Fatalf("%+v at %v: %d, want %d", n.Shape, s, got, want)
					}
				}
			}
		})
	})
}

// TestExtremes sums the largest numbers that a network may have.
func TestExtremes(t *testing.T) {
	n, err := New(Shape{Game: "dots", Features: game.MaxFeatures, Phases: 2, Width: MaxWidth, Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	all := make([]int, game.MaxFeatures)
	for i := range all {
		all[i] = i
	}
	for _, sign := range []int16{1, -1} {
		fill := func(list []int16, w int16) {
			for i := range list {
				list[i] = w
			}
		}
		fill(n.Weights, MaxWeight)
		fill(n.Bias, MaxWeight)
		fill(n.Output, sign*MaxOutput)
		vectors.Each(func(set string) {
			d := dots{n.Features, new(game.Player)}
			if got, want := NewEvaluator[[]int](n, d).Evaluate(&all), plain(n, d, all, 0); got != want {
				t.Errorf("%s: %d, want %d", set, got, want)
			}
		})
	}
}

// FuzzKernels compares the kernels of each instruction set with plain sums, on any numbers whose
// sums fit an accumulator.
func FuzzKernels(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(2))
	f.Add(uint64(2), uint8(0), uint8(9))
	f.Add(uint64(3), uint8(200), uint8(255))
	f.Fuzz(func(t *testing.T, seed uint64, add, subtract uint8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		width, rows := Step*(1+rng.IntN(MaxWidth/Step)), 8
		weights, accumulator, output := make([]int16, rows*width), make([]int16, width), make([]int16, width)
		changed := []int32{0}
		for range int(add) + int(subtract) {
			changed = append(changed, int32(rng.IntN(rows)*width))
		}
		most := 32767 / (len(changed) + 1) >> rng.IntN(8)
		fill := func(list []int16, most int) {
			for i := range list {
				list[i] = int16(rng.IntN(2*most+1) - most)
			}
		}
		fill(weights, most)
		fill(accumulator, most)
		fill(output, MaxOutput)
		want, sum := slices.Clone(accumulator), int64(0)
		for k := range want {
			for i, at := range changed {
				if i < int(add) {
					want[k] += weights[int(at)+k]
				} else {
					want[k] -= weights[int(at)+k]
				}
			}
			v := int64(min(max(want[k], 0), One))
			sum += v * v * int64(output[k])
		}
		vectors.Each(func(set string) {
			got := slices.Clone(accumulator)
			accumulate(&got[0], &weights[0], width, &changed[0], int(add), len(changed))
			if !slices.Equal(got, want) {
				t.Errorf("%s: accumulate returns %v, want %v", set, got, want)
			}
			if got := activate(&got[0], &output[0], width); got != sum {
				t.Errorf("%s: activate returns %d, want %d", set, got, sum)
			}
		})
	})
}

func TestFile(t *testing.T) {
	n := random(t, rand.New(rand.NewPCG(3, 3)), 7, Step)
	n.About = []byte(`{"seed":1}`)
	file, err := n.Format()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := back.Format(); !bytes.Equal(again, file) {
		t.Error("the file of the network read is another")
	}
	if err := back.Fits("dots", dots{features: 7}); err != nil {
		t.Error(err)
	}
	if back.Fits("spots", dots{features: 7}) == nil || back.Fits("dots", dots{features: 8}) == nil || back.Fits("dots", nil) == nil {
		t.Error("the network fits another game")
	}
	for at := range file {
		bad := slices.Clone(file)
		bad[at] ^= 1
		if got, err := Parse(bad); err == nil {
			t.Fatalf("byte %d damaged, and read as %+v", at, got.Shape)
		}
		if at%97 == 0 {
			if _, err := Parse(file[:at]); err == nil {
				t.Fatalf("cut after %d bytes, and read", at)
			}
		}
	}
	if _, err := Parse(append(file, 0)); err == nil {
		t.Error("a byte too many, and read")
	}
	if _, err := Parse(bytes.Replace(file, []byte(schema), []byte("ply.network/2"), 1)); !errors.Is(err, reason.ErrNewer) {
		t.Errorf("a later format: %v", err)
	}
	n.Output[3] = MaxOutput + 1
	if file, err := n.Format(); err != nil {
		t.Fatal(err)
	} else if _, err := Parse(file); !errors.Is(err, errDamaged) {
		t.Errorf("a large weight: %v", err)
	}
}

func TestShape(t *testing.T) {
	good := Shape{"dots", 1, 1, Step, 1}
	if _, err := New(good); err != nil {
		t.Error(err)
	}
	for _, change := range []func(*Shape){
		func(s *Shape) { s.Features = 0 }, func(s *Shape) { s.Phases = 0 }, func(s *Shape) { s.Width = 0 }, func(s *Shape) { s.Width++ },
		func(s *Shape) { s.Width = MaxWidth + Step }, func(s *Shape) { s.Scale = 0 }, func(s *Shape) { s.Features = maxFeatures + 1 },
	} {
		bad := good
		change(&bad)
		if _, err := New(bad); err == nil {
			t.Errorf("%+v is a shape", bad)
		}
	}
}

// board is a Featurer of 128 features: two sets of pieces on 32 squares, seen
// from both sides.
type board struct{}

func (board) Hash(s *[2]uint64) uint64 { return s[0] ^ s[1]*0x9E3779B97F4A7C15 }

func (board) ToMove(*[2]uint64) game.Player { return game.First }

func (board) FeatureCounts() (features, phases int) { return 128, 2 }

func (board) Features(s *[2]uint64, view game.Player, set []uint64) (phase int) {
	if view == game.First {
		set[0], set[1] = s[0], s[1]
	} else {
		set[0], set[1] = bits.Reverse64(s[1]), bits.Reverse64(s[0])
	}
	return 0
}

// step is a position of a walk.
type step struct {
	pieces [2]uint64
	number uint64
}

// walk is board with another hash at every step, so that no estimate is remembered.
type walk struct{}

func (walk) Hash(s *step) uint64 { return s.number * 0x9E3779B97F4A7C15 }

func (walk) ToMove(*step) game.Player { return game.First }

func (walk) FeatureCounts() (features, phases int) { return board{}.FeatureCounts() }

func (walk) Features(s *step, view game.Player, set []uint64) (phase int) {
	return board{}.Features(&s.pieces, view, set)
}

// BenchmarkEvaluate evaluates positions that differ from the last as siblings
// do: one piece of 24 moved back and another forward.
func BenchmarkEvaluate(b *testing.B) {
	vectors.Each(func(set string) {
		b.Run(set, func(b *testing.B) {
			e := NewEvaluator[step](random(b, rand.New(rand.NewPCG(1, 1)), 128, 256), walk{})
			var s step
			for b.Loop() {
				s.number++
				s.pieces = [2]uint64{0x0000000000000FFF, 0xFFF0000000000000}
				s.pieces[0] ^= 1<<(s.number%12) | 1<<(s.number%12+16)
				e.Evaluate(&s)
			}
		})
	})
}
