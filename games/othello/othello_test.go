package othello_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
)

var long = flag.Bool("long", false, "count as many positions as were published, which takes seconds")

// The capabilities that the rules implement.
var (
	_ game.Rules[othello.Position, othello.Move]     = othello.Rules{}
	_ game.Starter[othello.Position]                 = othello.Rules{}
	_ game.Statuser[othello.Position]                = othello.Rules{}
	_ game.Alternator                                = othello.Rules{}
	_ game.MoveKeyer[othello.Move]                   = othello.Rules{}
	_ game.Passer[othello.Move]                      = othello.Rules{}
	_ game.Symmetric[othello.Position, othello.Move] = othello.Rules{}
	_ game.Folder[othello.Position]                  = othello.Rules{}
	_ game.Notation[othello.Position, othello.Move]  = othello.Rules{}
)

func sized(t testing.TB, size int) othello.Rules {
	t.Helper()
	r, ok := othello.Sized(size)
	if !ok || r.Size() != size {
		t.Fatalf("Sized(%d) = board of %d, %v", size, r.Size(), ok)
	}
	return r
}

func TestSized(t *testing.T) {
	for _, size := range []int{-8, 0, 5, 7, 10} {
		if _, ok := othello.Sized(size); ok {
			t.Errorf("Sized(%d) is ok, want only 8, 6, 4", size)
		}
	}
	if r := sized(t, 8); r != (othello.Rules{}) {
		t.Errorf("Sized(8) = %v, want the zero Rules", r)
	}
}

// perfts are published counts of paths by length, with a pass counted as a ply,
// on which several open engines agree; the counts of 8×8 are also at
// aartbik.com/strategy.php.
var perfts = map[int][]uint64{
	8: {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800},
	6: {1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792, 108820292},
}

func TestPerft(t *testing.T) {
	limit := uint64(30_000_000)
	if testing.Short() {
		limit = 400_000
	}
	for size, counts := range perfts {
		r := sized(t, size)
		s := r.Start()
		for depth, want := range counts {
			if want > limit {
				break
			}
			got := r.CountPaths(&s, depth, nil)
			if got.Leaves+got.Ended != want {
				t.Errorf("%d×%d: perft(%d) = %+v, want %d", size, size, depth, got, want)
			}
			if want < 1_000_000 && got != game.Perft(r, &s, depth, nil) {
				t.Errorf("%d×%d: perft(%d) = %+v, want %+v", size, size, depth, got, game.Perft(r, &s, depth, nil))
			}
		}
	}
}

// TestAllGamesOf4x4 plays all games on the smallest board: at most 12 discs are
// placed, and no two passes are consecutive.
func TestAllGamesOf4x4(t *testing.T) {
	r := sized(t, 4)
	s := r.Start()
	if got := r.CountPaths(&s, 24, nil); got.Leaves != 0 || got.Ended != 60060 {
		t.Errorf("4×4: perft(24) = %+v, want 0 leaves and 60060 ended", got)
	}
}

// count is perft on the rules alone.
func count(r othello.Rules, s *othello.Position, depth int, buf []othello.Move) uint64 {
	if depth == 0 {
		return 1
	}
	moves, status := r.Moves(s, buf)
	if status.Over() || depth == 1 {
		return uint64(max(len(moves), 1))
	}
	var total uint64
	for _, m := range moves {
		var next othello.Position
		r.Play(&next, s, m)
		total += count(r, &next, depth-1, moves[len(moves):])
	}
	return total
}

// TestPositionsUpToSymmetry counts the positions after n placed discs, up to
// symmetry, as published by several engines. Passes are not plies here: a
// position with a forced pass stands for the one after it.
func TestPositionsUpToSymmetry(t *testing.T) {
	want := []int{1, 1, 3, 14, 60, 322, 1773, 10649, 67245, 434029}
	if !*long {
		want = want[:9]
	}
	r := othello.Rules{}
	start := r.Start()
	front := map[uint64]othello.Position{0: start}
	for ply, n := range want {
		if len(front) != n {
			t.Fatalf("ply %d: %d positions, want %d", ply, len(front), n)
		}
		next := make(map[uint64]othello.Position, 8*n)
		for _, s := range front {
			moves, _ := r.Moves(&s, nil)
			if len(moves) == 1 && moves[0] == othello.Pass {
				r.Play(&s, &s, othello.Pass)
				moves, _ = r.Moves(&s, moves[:0])
			}
			for _, m := range moves {
				var child othello.Position
				r.Play(&child, &s, m)
				key, _ := r.Fold(&child)
				next[key] = child
			}
		}
		front = next
	}
}

// randomPosition plays up to plies random moves from the start.
func randomPosition(r othello.Rules, rng *rand.Rand, plies int) othello.Position {
	s := r.Start()
	for range plies {
		moves, status := r.Moves(&s, nil)
		if status.Over() {
			break
		}
		r.Play(&s, &s, moves[rng.IntN(len(moves))])
	}
	return s
}

func TestFinalMargin(t *testing.T) {
	tests := []struct {
		size int
		text string
		want int
	}{
		{4, "XXXXXXXXXXXXXXXX X", 16},
		{4, "XXXXXXXXXXXXXXXX O", -16},
		{4, "XXXXXXXX-------- O", -16},
		{4, "---------------- X", 0},
		{4, "X------O-------- X", 0},
		{4, "XX-----O-------- X", 14},
		{6, "XX-------O-------------------------- O", -34},
		{8, "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO- X", -64},
	}
	for _, tt := range tests {
		r := sized(t, tt.size)
		s, err := r.ParsePosition(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		moves, status := r.Moves(&s, nil)
		margin, ok := status.Margin()
		if len(moves) != 0 || !ok || margin != tt.want || status != r.Status(&s) {
			t.Errorf("%s: %d moves, margin %d (%v), want final margin %d", tt.text, len(moves), margin, ok, tt.want)
		}
	}
}

func TestPass(t *testing.T) {
	r := othello.Rules{}
	s, err := r.ParsePosition("XO------X-------" + "----------------" + "----------------" + "---------------- O")
	if err != nil {
		t.Fatal(err)
	}
	moves, status := r.Moves(&s, nil)
	if len(moves) != 1 || moves[0] != othello.Pass || status != game.Ongoing {
		t.Fatalf("moves %v, status %v, want [pass], ongoing", moves, status)
	}
	next := s
	if r.Play(&next, &s, othello.Pass); next.Turn != othello.Black || next.Own != s.Opp || next.Opp != s.Own {
		t.Errorf("after the pass: %+v", next)
	}
}

func TestSymmetry(t *testing.T) {
	for _, size := range []int{8, 6, 4} {
		r := sized(t, size)
		rng := rand.New(rand.NewPCG(uint64(size), 3))
		for range 300 {
			s := randomPosition(r, rng, rng.IntN(size*size-4))
			checkImages(t, r, &s)
		}
	}
}

func checkImages(t *testing.T, r othello.Rules, s *othello.Position) {
	t.Helper()
	moves, _ := r.Moves(s, nil)
	key, _ := r.Fold(s)
	k := 0
	for ; ; k++ {
		var im othello.Position
		if _, ok := r.Image(&im, s, othello.Pass, k); !ok {
			break
		}
		if got, _ := r.Fold(&im); got != key {
			t.Fatalf("%s: Fold of image %d is %x, want %x", r.FormatPosition(s), k, got, key)
		}
		for _, m := range moves {
			var played, image othello.Position
			r.Play(&played, s, m)
			r.Image(&image, &played, othello.Pass, k)
			mirrored, _ := r.Image(&im, s, m, k)
			if r.Play(&im, &im, mirrored); im != image {
				t.Fatalf("%s: image %d of %s is not played as %s", r.FormatPosition(s), k, r.FormatMove(s, m), r.FormatMove(s, mirrored))
			}
		}
	}
	if k != 8 {
		t.Fatalf("%d images, want 8", k)
	}
}

func TestHash(t *testing.T) {
	seen := map[uint64]othello.Position{}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 20000 {
		s := randomPosition(othello.Rules{}, rng, rng.IntN(60))
		key := othello.Rules{}.Hash(&s)
		if other, ok := seen[key]; ok && other != s {
			t.Fatalf("%+v and %+v share the hash %x", s, other, key)
		}
		seen[key] = s
		s.Turn = s.Turn.Other()
		if (othello.Rules{}).Hash(&s) == key {
			t.Fatalf("the hash %x does not depend on the turn", key)
		}
	}
}

func BenchmarkRulesPerft8(b *testing.B) {
	r := othello.Rules{}
	s := r.Start()
	buf := make([]othello.Move, 0, 512)
	for b.Loop() {
		if n := count(r, &s, 8, buf); n != 390216 {
			b.Fatalf("perft(8) = %d, want 390216", n)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	r := othello.Rules{}
	for _, depth := range []int{8, 11} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			s := r.Start()
			for b.Loop() {
				if got := r.CountPaths(&s, depth, nil); got.Leaves+got.Ended != perfts[8][depth] {
					b.Fatalf("perft(%d) = %+v, want %d", depth, got, perfts[8][depth])
				}
			}
		})
	}
}
