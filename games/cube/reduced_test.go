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
	testFirstPhase(t, near, firstBeyond)
	dir := os.Getenv("PLYWOOD_TABLES")
	if dir == "" {
		return
	}
	for _, reach := range []Reach{Far, Seated} {
		p, err := NewPhases(context.Background(), reach, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		testFirstPhase(t, p, farBeyond)
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

// TestPhaseCounts counts the entries of both tables by moves. The 64 430 classes of edges and
// 2768 classes of corners are known (Kociemba).
func TestPhaseCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("250 million entries")
	}
	tables := loaded(t)
	for _, tt := range []struct {
		name            string
		table           *reduced
		classes, beyond int
	}{
		{"first", tables.first, 64430, firstBeyond},
		{"second", tables.last, 2768, secondBeyond},
	} {
		if n := len(tt.table.moves) / tt.table.row; n != tt.classes {
			t.Errorf("%s phase: %d classes, want %d", tt.name, n, tt.classes)
		}
		var counts [16]int
		for _, both := range tt.table.moves {
			counts[both&15]++
			counts[both>>4]++
		}
		if counts[0] != 1 {
			t.Errorf("%s phase: entries by moves %v", tt.name, counts)
		}
		for moves, n := range counts {
			if (moves <= tt.beyond) != (n > 0) {
				t.Errorf("%s phase: %d entries take %d moves", tt.name, n, moves)
			}
		}
	}
}

// TestSecondPhase checks the table against the moves: below the limit a move changes the number
// by at most one, and some move decreases it unless it is 0.
func TestSecondPhase(t *testing.T) {
	tables := loaded(t)
	rng := seeded.Rand(t, 5)
	of := func(c *Cube) int {
		moves, _ := tables.last.within(c.corner(), c.outer(), secondBeyond)
		return moves
	}
	for range 300 {
		c, depth := solved, rng.IntN(14)
		for range depth {
			c = c.after(&turns[second[rng.IntN(len(second))]])
		}
		here, least := of(&c), 99
		for _, m := range second {
			next := c.after(&turns[m])
			there := of(&next)
			if there < here-1 || there > here+1 {
				t.Fatalf("from %d %v leads to %d", here, m, there)
			}
			least = min(least, there)
		}
		if here > depth || here > 0 && here < secondBeyond && least != here-1 {
			t.Fatalf("after %d moves %d, %d behind the best", depth, here, least)
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
