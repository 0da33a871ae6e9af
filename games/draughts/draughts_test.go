package draughts_test

import (
	"flag"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
)

var family = []draughts.Rules{{}, {Variant: draughts.Russian}, {Variant: draughts.International}, {Variant: draughts.Brazilian}}

// perft holds published counts by depth from 1: with equal moves merged and,
// where known, with ways counted separately.
var perft = []struct {
	variant draughts.Variant
	leaves  []uint64
	ways    map[int]uint64
}{
	{
		draughts.English,
		[]uint64{7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128, 388_617_999},
		map[int]uint64{12: 388_623_673},
	},
	{
		draughts.Russian,
		[]uint64{7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_899, 4_570_586, 22_444_032, 110_917_189},
		map[int]uint64{8: 929_905, 9: 4_570_667},
	},
	{
		draughts.International,
		[]uint64{9, 81, 658, 4_265, 27_117, 167_140, 1_049_442, 6_483_961, 41_022_423},
		nil,
	},
	{
		draughts.Brazilian,
		[]uint64{7, 49, 302, 1_469, 7_473, 37_628, 187_302, 907_830, 4_431_766},
		nil,
	},
}

var long = flag.Bool("long", false, "count to the greatest depths published, which takes half a minute")

func TestPerft(t *testing.T) {
	limit := uint64(5_000_000)
	switch {
	case *long:
		limit = 1 << 40
	case testing.Short():
		limit = 200_000
	}
	for _, tt := range perft {
		r := draughts.Rules{Variant: tt.variant}
		start := r.Start()
		for i, want := range tt.leaves {
			if want > limit {
				break
			}
			if got := r.CountPaths(&start, i+1, nil).Leaves; got != want {
				t.Errorf("%v: perft(%d) = %d, want %d", r, i+1, got, want)
			}
		}
		for depth, want := range tt.ways {
			if want > limit {
				continue
			}
			if got := r.CountWays(&start, depth, nil).Leaves; got != want {
				t.Errorf("%v: perft(%d) = %d ways, want %d", r, depth, got, want)
			}
		}
	}
}

// TestCountStops stops a long count.
func TestCountStops(t *testing.T) {
	start, asked := draughts.Rules{}.Start(), 0
	got := draughts.Rules{}.CountPaths(&start, 20, func() bool { asked++; return asked == 3 })
	if asked != 3 || got.Leaves == 0 {
		t.Errorf("asked %d times, %d leaves", asked, got.Leaves)
	}
}

// TestTurned checks that positions of random games have equal perft counts when
// turned.
func TestTurned(t *testing.T) {
	random := seeded.Rand(t, 2)
	for _, r := range family {
		for range 200 {
			s := scatter(r, random)
			turned := r.Turned(&s)
			if again := r.Turned(&turned); again != s {
				t.Fatalf("%v: turned twice, %+v is %+v", r, s, again)
			}
			if got, want := r.CountWays(&turned, 3, nil), r.CountWays(&s, 3, nil); got != want {
				t.Fatalf("%v: %+v has %+v ahead, turned %+v", r, s, want, got)
			}
		}
	}
}

// TestHash checks that positions with a single difference have different
// hashes.
func TestHash(t *testing.T) {
	s := position(t, russian, "W:Wc3,Ka1:Bf6")
	hashes := map[uint64]bool{}
	for _, p := range []draughts.Position{
		s,
		{Own: s.Own, Opp: s.Opp, Kings: s.Kings, Turn: game.Second},
		{Own: s.Own, Opp: s.Opp},
		{Own: s.Own, Opp: s.Opp, Kings: s.Own},
		{Own: s.Opp, Opp: s.Own, Kings: s.Kings},
	} {
		hashes[russian.Hash(&p)] = true
	}
	if len(hashes) != 5 {
		t.Errorf("five positions have %d hashes", len(hashes))
	}
}

// TestNumbers checks the numbering of squares.
func TestNumbers(t *testing.T) {
	for _, r := range family {
		last := r.Size() * r.Size() / 2
		for n := 1; n <= last; n++ {
			if got := r.Number(r.Square(n)); got != n {
				t.Errorf("%v: square %d is number %d", r, n, got)
			}
		}
		if r.Squares()>>r.Square(1)&1 == 0 || r.Row(0)>>r.Square(r.Size()/2)&1 == 0 || r.Row(r.Size()-1)>>r.Square(last)&1 == 0 {
			t.Errorf("%v: numbers do not begin and end at the corners", r)
		}
		if r.CrownRow(r.Black()) != r.Row(r.Size()-1) || r.CrownRow(r.Black().Other()) != r.Row(0) {
			t.Errorf("%v: Black does not move down", r)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, tt := range []struct {
		variant draughts.Variant
		depth   int
	}{{draughts.English, 10}, {draughts.Russian, 9}, {draughts.International, 7}, {draughts.Brazilian, 9}} {
		r := draughts.Rules{Variant: tt.variant}
		b.Run(r.String(), func(b *testing.B) {
			start := r.Start()
			var leaves uint64
			for b.Loop() {
				leaves += r.CountPaths(&start, tt.depth, nil).Leaves
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
		b.Run(r.String()+"/plain", func(b *testing.B) {
			start := r.Start()
			var leaves uint64
			for b.Loop() {
				leaves += game.Perft(r, &start, tt.depth, nil).Leaves
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}
