package cube

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/seeded"
)

// loaded returns the tables, which take some seconds to build. If PLYWOOD_TABLES is set, they
// are saved in that folder.
func loaded(t testing.TB) *tables {
	t.Helper()
	began := cputime.Used()
	made, err := load(context.Background(), os.Getenv("PLYWOOD_TABLES"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if used := cputime.Since(began); used > time.Second {
		t.Logf("%v of processor time for tables", used)
	}
	return made
}

// TestViews transforms random cubes by all symmetries. Moves must correspond, and a symmetry and
// its inverse must give the same cube.
func TestViews(t *testing.T) {
	for i, m := range append(newUpright(), lean) {
		v := newView(m)
		for _, c := range random(t, 5) {
			for f, n := range normals {
				turned := c.after(&turns[3*f])
				seen, direct := v.of(&turned), v.of(&c)
				quarter := 3 * faceOf(m(n))
				if v.mirror {
					quarter += 2
				}
				if direct = direct.after(&turns[quarter]); seen != direct {
					t.Fatalf("symmetry %d, face %c: the turn is not that of the face seen", i, faceLetters[f])
				}
			}
			if i >= len(upright) {
				continue
			}
			back, seen := newView(upright[undo(i)]), v.of(&c)
			if back.of(&seen) != c {
				t.Fatalf("symmetry %d is not undone", i)
			}
		}
	}
}

// TestFirstPhase checks the tables against the moves: a move changes the number by at most one,
// some move decreases it unless it is 0 or the limit, and symmetric cubes have the same number.
// The larger tables are tested only if PLYWOOD_TABLES names a folder; the largest takes some
// minutes to build.
func TestFirstPhase(t *testing.T) {
	near := phases(t)
	testFirstPhase(t, near, int(extents[Near].beyond))
	dir := os.Getenv("PLYWOOD_TABLES")
	if dir == "" {
		return
	}
	for _, reach := range []Reach{Far, Seated} {
		p, err := NewPhases(context.Background(), reach, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		testFirstPhase(t, p, int(extents[reach].beyond))
		for _, c := range random(t, 300) {
			if p.far(&c) < near.far(&c) {
				t.Errorf("%s: %s tells less than %s", New(nil).FormatPosition(&c), p, near)
			}
		}
	}
}

func testFirstPhase(t *testing.T, p Phases, beyond int) {
	t.Helper()
	of := p.far
	rng := seeded.Rand(t, 4)
	cubes := random(t, 300)
	for depth := range 12 { // positions near the end of the phase
		for range 20 {
			c := solved
			for range depth {
				c = c.after(&turns[rng.IntN(moveCount)])
			}
			if of(&c) > depth {
				t.Fatalf("%d moves lead to a cube that takes %d", depth, of(&c))
			}
			cubes = append(cubes, c)
		}
	}
	views := make([]view, len(upright))
	for i, m := range upright {
		views[i] = newView(m)
	}
	for _, c := range cubes {
		here, least := of(&c), 99
		for i := range turns {
			next := c.after(&turns[i])
			there := of(&next)
			if there < here-1 || there > here+1 {
				t.Fatalf("from %d a move leads to %d", here, there)
			}
			least = min(least, there)
		}
		over := c.twist()|c.flip()|p.place(&c) == 0
		if over != (here == 0) || here > 0 && here < beyond && least != here-1 {
			t.Fatalf("%d moves, %d behind the best", here, least)
		}
		for i := range views {
			if seen := views[i].of(&c); of(&seen) != here {
				t.Fatalf("%d moves, %d seen under symmetry %d", here, of(&seen), i)
			}
		}
	}
}

// TestPhaseCounts counts the entries of the first phase's table by moves. Its 64 430 classes of
// edges are known (Kociemba).
func TestPhaseCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("140 million entries")
	}
	first, extent := loaded(t).first, extents[Near]
	var counts [16]int
	for _, both := range first.All()[first.start:] {
		counts[both&15]++
		counts[both>>4]++
	}
	if counts[0] != 1 {
		t.Errorf("entries by moves %v", counts)
	}
	for moves, n := range counts {
		if (moves <= int(extent.beyond)) != (n > 0) {
			t.Errorf("%d entries take %d moves", n, moves)
		}
	}
}

// TestDistances checks the distances of both phases against the moves: a move changes one by at
// most one, and some move decreases it unless it is 0.
func TestDistances(t *testing.T) {
	tb := loaded(t)
	rng := seeded.Rand(t, 5)
	for _, d := range []struct {
		distances
		a, b changes
	}{
		{tb.twistSlice, tb.twist, tb.slice},
		{tb.flipSlice, tb.flip, tb.slice},
		{tb.cornerMiddle, tb.corner, tb.middle},
		{tb.outerMiddle, tb.outer, tb.middle},
	} {
		for range 1000 {
			a, b := rng.IntN(d.a.values()), rng.IntN(d.b.values())
			here, least := d.at(a, b), 99
			if (here == 0) != (a|b == 0) {
				t.Fatalf("%d and %d take %d moves", a, b, here)
			}
			for m := range d.a.moves {
				there := d.at(d.a.at(a, m), d.b.at(b, m))
				if there < here-1 || there > here+1 {
					t.Fatalf("from %d a move leads to %d", here, there)
				}
				least = min(least, there)
			}
			if here > 0 && least != here-1 {
				t.Fatalf("%d moves, %d behind the best", here, least)
			}
		}
	}
}

// TestHolds compares holds with a test of each number.
func TestHolds(t *testing.T) {
	rng := seeded.Rand(t, 9)
	for range 2000 {
		numbers := rng.Uint64() | rng.Uint64()&rng.Uint64() // makes some numbers rare
		for depth := range uint8(16) {
			want := false
			for left, n := 16, numbers; left > 0; left, n = left-1, n>>4 {
				want = want || uint8(n&15) == depth
			}
			if got := holds(numbers, depth); got != want {
				t.Fatalf("%016x holds %d: %t, want %t", numbers, depth, got, want)
			}
		}
	}
}
