package cube

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

func parse(t testing.TB, text string) Cube {
	t.Helper()
	c, err := New(nil).ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOrders repeats turns until the cube is solved. The orders are facts of the group (Joyner
// 2008).
func TestOrders(t *testing.T) {
	for text, want := range map[string]int{"R": 4, "R U": 105, "R U R' U'": 6, "R U2 D' B D'": 1260} {
		step := parse(t, text)
		c, n := step, 1
		for ; c != solved; n++ {
			c = c.after(&step)
		}
		if n != want {
			t.Errorf("%s: order %d, want %d", text, n, want)
		}
	}
}

// TestCounts counts the cubes at each distance from the solved one, without redundant pairs of
// moves: 1, 18, 243, 3240 (Rokicki and others, cube20.org).
func TestCounts(t *testing.T) {
	type node struct {
		cube Cube
		last Move
	}
	seen := map[Cube]bool{solved: true}
	layer := []node{{solved, Move(moveCount)}}
	for depth, want := range []int{1, 18, 243, 3240} {
		if len(layer) != want {
			t.Errorf("%d cubes at %d moves, want %d", len(layer), depth, want)
		}
		var next []node
		for _, n := range layer {
			for m := range Move(moveCount) {
				if n.last < Move(moveCount) && redundant(n.last, m) {
					continue
				}
				if c := n.cube.after(&turns[m]); !seen[c] {
					seen[c] = true
					next = append(next, node{c, m})
				}
			}
		}
		layer = next
	}
}

func random(t testing.TB, n int) []Cube {
	rng := seeded.Rand(t, 1)
	p := New(nil)
	var all []Cube
	for len(all) < n {
		var c Cube
		twist, flip := withTwist(rng.IntN(twists)), withFlip(rng.IntN(flips))
		for i, k := range rng.Perm(cornerCount) {
			c.corners[i] = uint8(k) | twist.corners[i]&^cornerMask
		}
		for i, k := range rng.Perm(edgeCount) {
			c.edges[i] = uint8(k) | flip.edges[i]&^edgeMask
		}
		if p.Unsolvable(&c) == nil {
			all = append(all, c)
		}
	}
	return all
}

func TestText(t *testing.T) {
	p := New(nil)
	for _, c := range random(t, 200) {
		if again := parse(t, p.FormatPosition(&c)); again != c {
			t.Fatalf("%s becomes %s", p.FormatPosition(&c), p.FormatPosition(&again))
		}
		inverse := c.inverse()
		if c.after(&inverse) != solved || inverse.after(&c) != solved {
			t.Fatalf("%s: the inverse does not undo it", p.FormatPosition(&c))
		}
		leant := c
		for range 3 {
			leant = leant.leant()
		}
		if leant != c {
			t.Fatal("three thirds of a turn are none")
		}
	}
	u := parse(t, "U")
	if got := p.FormatPosition(&u); got != "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB" {
		t.Errorf("U makes %s", got)
	}
}

func TestCoordinates(t *testing.T) {
	for _, test := range []struct {
		name   string
		values int
		with   func(int) Cube
		of     func(*Cube) int
	}{
		{"twist", twists, withTwist, (*Cube).twist},
		{"flip", flips, withFlip, (*Cube).flip},
		{"slice", slices4, withSlice, (*Cube).slice},
		{"corner", orders8, withCorner, (*Cube).corner},
		{"outer", orders8, withOuter, (*Cube).outer},
		{"middle", orders4, withMiddle, (*Cube).middle},
	} {
		for v := range test.values {
			if c := test.with(v); test.of(&c) != v {
				t.Fatalf("%s %d becomes %d", test.name, v, test.of(&c))
			}
		}
		c := Solved()
		if v := test.of(&c); v != 0 {
			t.Errorf("%s of the solved cube is %d", test.name, v)
		}
	}
}

// TestTwoPhase solves random cubes in at most 20 moves. It solves five, or the number in
// PLYWOOD_CUBES.
func TestTwoPhase(t *testing.T) {
	count, err := strconv.Atoi(cmp.Or(os.Getenv("PLYWOOD_CUBES"), "5"))
	if err != nil {
		t.Fatal(err)
	}
	loaded(t)
	cubes, began, total, nodes := random(t, count), cputime.Used(), 0, uint64(0)
	for _, c := range cubes {
		moves, n, ok := Solve(&c, 20, func(uint64) bool { return false })
		nodes += n
		at := c
		for _, m := range moves {
			at = at.after(&turns[m])
		}
		if !ok || at != solved || len(moves) > 20 {
			t.Errorf("%s: %v", New(nil).FormatPosition(&c), moves)
		}
		total += len(moves)
	}
	t.Logf("%.2f moves, %d nodes and %v of processor time a cube", float64(total)/float64(len(cubes)), nodes/uint64(len(cubes)), cputime.Since(began)/time.Duration(count))
}

// TestTables solves cubes by the small tables first, and by the large one from the start. The
// solutions must be equal.
func TestTables(t *testing.T) {
	tables := loaded(t)
	defer tables.asked.Store(tables.asked.Load())
	for _, c := range random(t, 5) {
		var found [2][]Move
		for i, whole := range []bool{false, true} {
			tables.asked.Store(whole)
			found[i], _, _ = Solve(&c, 20, func(uint64) bool { return false })
		}
		if !slices.Equal(found[0], found[1]) {
			t.Errorf("%s: %v, and with the large table %v", New(nil).FormatPosition(&c), found[0], found[1])
		}
	}
}

// pocket returns the small cube with its table.
func pocket(t testing.TB) *Pocket {
	t.Helper()
	p, err := NewPocket(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPocket counts the positions of the small cube by distance, and compares its bound with the
// distances.
func TestPocket(t *testing.T) {
	if testing.Short() {
		t.Skip("3 674 160 positions")
	}
	want := []int{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644} // Jaap Scherphuis
	got := make([]int, len(want))
	p := pocket(t)
	for order := range pocketOrders {
		for twist := range pocketTwists {
			got[p.moves.at(order, twist)]++
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v positions by distance, want %v", got, want)
	}
	if s := p.Start(); p.Estimate(&s) != 11 {
		t.Errorf("the start is at %d moves, want 11", p.Estimate(&s))
	}
}

func TestLaws(t *testing.T) {
	illegal := []string{"", "X", "R3", "r", "é"}
	gametest.Test(t, New(nil), gametest.Config[Cube, Move]{Games: 3, Plies: 30, Illegal: illegal})
	gametest.Test(t, &Pocket{}, gametest.Config[Corners, Move]{Games: 3, Plies: 30, Illegal: append(illegal, "D")})
}

// TestPuzzle checks both cubes against the laws of puzzles, only a move or two from the goal
// because the textbook's searches are slow.
func TestPuzzle(t *testing.T) {
	p := New(phases(t))
	var large []Cube
	for _, text := range []string{"R", "U2", "F'", "L", "D2", "B'"} {
		large = append(large, parse(t, text))
	}
	gametest.TestPuzzle(t, p, gametest.PuzzleConfig[Cube]{Starts: large, Walks: len(large), Moves: 2})
	pocket := pocket(t)
	var small []Corners
	for _, text := range []string{"R U", "F2", "U' F"} {
		c, err := pocket.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		small = append(small, c)
	}
	gametest.TestPuzzle(t, pocket, gametest.PuzzleConfig[Corners]{Starts: small, Walks: len(small), Moves: 2, Consistent: true})
}

// TestRefused reads cubes that were taken apart and texts that are not cubes.
func TestRefused(t *testing.T) {
	p := New(nil)
	c := solved
	c.corners[0] |= 1 << twistShift
	twisted := c
	c = solved
	c.edges[3] |= 1 << flipShift
	flipped := c
	c = solved
	c.edges[0], c.edges[1] = c.edges[1], c.edges[0]
	for want, c := range map[error]Cube{errTwist: twisted, errFlip: flipped, errParity: c, nil: turns[4]} {
		again := parse(t, p.FormatPosition(&c))
		if err := p.Unsolvable(&again); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", p.FormatPosition(&c), err, want)
		}
	}
	text := p.FormatPosition(&solved)
	for bad, want := range map[string]string{
		"":                                 "an empty position",
		"R X":                              `character 3: "X", want a move`,
		text[:53]:                          "53 letters, want the 54",
		strings.Replace(text, "U", "R", 1): "no piece has the stickers",
		text[:4] + "R" + text[5:]:          "the middles of faces U and R are both R",
		strings.Replace(strings.Replace(text, "UUUUUUUUU", "UUUUUUUDU", 1), "DDDDDDDDD", "DDDDDDDDD", 1): "there twice",
	} {
		if _, err := p.ParsePosition(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", bad, err, want)
		}
	}
	for _, bad := range []string{text, strings.Repeat("U", 24), "UUUURRRRFFFFDDDDLLLLBBBX", "UUUURRRRFFFFDDDDLLLLBBB", "UURURRURFFFFDDDDLLLLBBBB"} {
		if c, err := (&Pocket{}).ParsePosition(bad); err == nil {
			t.Errorf("%q is read as %v", bad, c)
		}
	}
	for _, bad := range []string{"", "R q", "R M", "S2"} {
		if _, err := (&Pocket{}).ParsePosition(bad); err == nil || !strings.Contains(err.Error(), "the 24 letters") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	p := New(nil)
	f.Add(p.FormatPosition(&turns[1]))
	f.Add("R U' F2")
	f.Add("(Rw2 M’ x)3' // y")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := p.ParsePosition(text)
		if err != nil {
			return
		}
		if again, err := p.ParsePosition(p.FormatPosition(&c)); err != nil || again != c {
			t.Errorf("%q becomes %v, %v", text, again, err)
		}
	})
}

// TestPhases compares the bound with the number of moves that lead to a cube, and with the
// length of its shortest solution where one is found.
func TestPhases(t *testing.T) {
	p := New(phases(t))
	rng := seeded.Rand(t, 1)
	for range 20 {
		c := solved
		n := rng.IntN(7)
		for range n {
			c = c.after(&turns[rng.IntN(moveCount)])
		}
		searcher, err := path.New(p, path.Options{Algorithm: path.IDAStar})
		if err != nil {
			t.Fatal(err)
		}
		r := searcher.Search(context.Background(), &c, path.Query{}, search.Control{}, nil)
		blind, err := path.New(New(nil), path.Options{Algorithm: path.IDAStar})
		if err != nil {
			t.Fatal(err)
		}
		if r.Cost > n || r.Optimality() != path.Optimal {
			t.Errorf("%s: %v, want at most %d moves", p.FormatPosition(&c), &r, n)
		}
		if r.Cost > 4 {
			continue
		}
		if b := blind.Search(context.Background(), &c, path.Query{}, search.Control{}, nil); b.Cost != r.Cost {
			t.Errorf("%s: cost %d, without the bound %d", p.FormatPosition(&c), r.Cost, b.Cost)
		}
	}
}
