package endgame

import (
	"testing"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
)

// all returns the rules of all variants.
func all() []draughts.Rules {
	return []draughts.Rules{
		{Variant: draughts.English}, {Variant: draughts.Russian}, {Variant: draughts.International}, {Variant: draughts.Brazilian},
	}
}

// TestCount compares the numbers of positions with those published by Schaeffer
// et al. (Checkers is solved, Science 317, 2007, table 1).
func TestCount(t *testing.T) {
	for pieces, want := range []int{1: 120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964} {
		if got := Count(draughts.Rules{}, pieces); pieces > 0 && got != want {
			t.Errorf("%d pieces: %d positions, want %d", pieces, got, want)
		}
	}
}

// TestNumbers converts numbers of every material to positions and back, and
// checks that all pieces stand on legal squares.
func TestNumbers(t *testing.T) {
	random := seeded.Rand(t, 1)
	for _, r := range all() {
		for pieces := 2; pieces <= 5; pieces++ {
			for m := range materials(pieces) {
				n := newNumbering(r, m)
				read := n.reader()
				for number := 0; number < n.size; number += 1 + random.IntN(1+n.size/500) {
					own, opp, kings := read.read(number)
					if back := n.of(own, opp, kings); back != number || own&opp != 0 || materialOf(own, opp, kings) != m {
						t.Fatalf("%v %v: position %d is read as %x, %x, %x and has the number %d", r, m, number, own, opp, kings, back)
					}
					if (own|opp)&^r.Squares()|own&^kings&r.CrownRow(0)|opp&^kings&r.CrownRow(1) != 0 {
						t.Fatalf("%v %v: position %d: a piece where it cannot be", r, m, number)
					}
				}
			}
		}
	}
}

// TestReaderJumps reads numbers out of order.
func TestReaderJumps(t *testing.T) {
	random := seeded.Rand(t, 2)
	n := newNumbering(draughts.Rules{}, Material{Men: [2]uint8{1, 1}, Kings: [2]uint8{1, 1}})
	read := n.reader()
	for range 1000 {
		number := random.IntN(n.size)
		if back := n.of(read.read(number)); back != number {
			t.Fatalf("position %d has the number %d", number, back)
		}
	}
}

func TestMaterial(t *testing.T) {
	for pieces := 2; pieces <= 6; pieces++ {
		solved := map[Material]bool{}
		for _, m := range Pairs(pieces) {
			back, err := parseMaterial(m.String())
			if err != nil || back != m {
				t.Errorf("%v is read as %v, %v", m, back, err)
			}
			for _, b := range m.before() {
				if b.Pieces() == pieces && !solved[b] {
					t.Errorf("%v comes before %v", m, b)
				}
			}
			solved[m] = true
		}
		count := 0
		for m := range materials(pieces) {
			if m.bothSides() {
				count++
				if !solved[m.pair()] {
					t.Errorf("%v: no pair", m)
				}
			}
		}
		if pairs := len(solved); count != 2*pairs-selfTurned(pieces) {
			t.Errorf("%d pieces: %d materials in %d pairs", pieces, count, pairs)
		}
	}
	for _, text := range []string{"", "v", "KvM ", "MvK", "KMvKK", "MKvK", "KxM", "Kv", "KKKKKKKKvK", "KvKvK"} {
		if m, err := parseMaterial(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		}
	}
}

func selfTurned(pieces int) (n int) {
	for m := range materials(pieces) {
		if m == m.Turned() {
			n++
		}
	}
	return n
}
