package tiles_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

func puzzle(t testing.TB, n int, h tiles.Heuristic) *tiles.Puzzle {
	t.Helper()
	p, err := tiles.New(tiles.Square(n), tiles.First, h)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func parse(t testing.TB, p *tiles.Puzzle, text string) tiles.Board {
	t.Helper()
	b, err := p.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func solve(t testing.TB, p path.Puzzle[tiles.Board, tiles.Move], b tiles.Board, o path.Options) path.Result[tiles.Move] {
	t.Helper()
	s, err := path.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s.Search(context.Background(), &b, path.Query{}, search.Control{}, nil)
}

// TestKorf solves the instances of Korf (1985) below a number of nodes, and compares the node
// counts.
func TestKorf(t *testing.T) {
	most := uint64(3_000_000)
	if testing.Short() {
		most = 500_000
	}
	if text := os.Getenv("PLYWOOD_KORF"); text != "" { // the number of nodes
		most, _ = strconv.ParseUint(text, 10, 64)
	}
	p := puzzle(t, 4, tiles.Manhattan(tiles.Square(4)))
	var total uint64
	for _, k := range tiles.Korf() {
		b := parse(t, p, k.Position)
		if got := p.Estimate(&b); got != k.Manhattan {
			t.Errorf("instance %d: Manhattan distance %d, want %d", k.Number, got, k.Manhattan)
		}
		if k.Nodes >= most {
			continue
		}
		r := solve(t, p, b, path.Options{Algorithm: path.IDAStar})
		if r.Cost != k.Moves || r.Optimality() != path.Optimal || r.Generated != k.Nodes {
			t.Errorf("instance %d, %s: %v in %d nodes, want %d moves in %d", k.Number, k.Position, &r, r.Generated, k.Moves, k.Nodes)
		}
		total += r.Generated
	}
	if want := uint64(24_555_937); most == 3_000_000 && total != want {
		t.Errorf("%d nodes, want %d", total, want)
	}
}

// heuristics returns all bounds for a size.
func heuristics(t testing.TB, n int) []tiles.Heuristic {
	t.Helper()
	p, err := tiles.NewPatterns(context.Background(), tiles.Square(n), tiles.Partitions(tiles.Square(n))[0], "", nil)
	if err != nil {
		t.Fatal(err)
	}
	all := []tiles.Heuristic{tiles.Blind{}, tiles.Manhattan(tiles.Square(n)), tiles.LinearConflict(tiles.Square(n)), p}
	if w, err := tiles.NewWalkingDistance(tiles.Square(n)); err == nil {
		all = append(all, w)
	}
	return all
}

// TestEightPuzzle compares every bound with the true distance of all 181 440 arrangements, and
// checks how much a move changes it.
func TestEightPuzzle(t *testing.T) {
	all := heuristics(t, 3)
	puzzles := make([]*tiles.Puzzle, len(all))
	for i, h := range all {
		puzzles[i] = puzzle(t, 3, h)
	}
	p := puzzles[0]
	var counts []int
	err := path.Spread(context.Background(), p, func(b *tiles.Board, moves int) {
		for len(counts) <= moves {
			counts = append(counts, 0)
		}
		counts[moves]++
		next, _ := p.Moves(b, nil)
		for _, h := range all {
			own := h.Estimate(b)
			if own > moves || moves == 0 && own != 0 {
				t.Errorf("%v: estimate %d of %s, which takes %d moves", h, own, p.FormatPosition(b), moves)
			}
			for _, m := range next {
				var to tiles.Board
				p.Play(&to, b, m)
				if _, loose := h.(*tiles.Patterns); loose {
					continue // the tables ignore the blank, so that a move can change much
				}
				if d := own - h.Estimate(&to); d > 1 || d < -1 {
					t.Errorf("%v: a move changes the estimate of %s by %d", h, p.FormatPosition(b), d)
				}
			}
		}
		if p.Unsolvable(b) != nil {
			t.Errorf("%s is called unsolvable", p.FormatPosition(b))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	if total != 181_440 || len(counts) != 32 || counts[31] != 2 { // Reinefeld 1993
		t.Errorf("%d arrangements, %v by moves; want 181440, 2 of them at 31", total, counts)
	}
	start := p.Start()
	if r := solve(t, p, start, path.Options{Algorithm: path.Frontier}); r.Cost != 31 {
		t.Errorf("the start takes %d moves, want 31", r.Cost)
	}
}

// TestBounds solves easy instances of Korf (1985) with every bound.
func TestBounds(t *testing.T) {
	for _, h := range heuristics(t, 4)[2:] {
		p := puzzle(t, 4, h)
		for _, k := range tiles.Korf() {
			if k.Nodes > 600_000 {
				continue
			}
			b := parse(t, p, k.Position)
			if r := solve(t, p, b, path.Options{Algorithm: path.IDAStar}); r.Cost != k.Moves || r.Optimality() != path.Optimal {
				t.Errorf("%v: instance %d: %v, want %d moves", h, k.Number, &r, k.Moves)
			}
		}
	}
}

// general hides the optional methods of a puzzle.
type general struct{ *tiles.Puzzle }

func (general) Iterate() {}

// TestKernel compares the 4×4 loop with the general search: nodes, moves and bounds must agree,
// for every kind of ending.
func TestKernel(t *testing.T) {
	p := puzzle(t, 4, nil)
	for i, k := range tiles.Korf() {
		b := parse(t, p, k.Position)
		for _, q := range []path.Query{{Nodes: 1}, {Nodes: 2}, {Nodes: 1000}, {Nodes: 54_321}} {
			if i >= 5 && q.Nodes > 1000 {
				continue
			}
			var results [2]path.Result[tiles.Move]
			for i, rules := range []path.Puzzle[tiles.Board, tiles.Move]{p, general{p}} {
				s, err := path.New(rules, path.Options{Algorithm: path.IDAStar})
				if err != nil {
					t.Fatal(err)
				}
				results[i] = s.Search(context.Background(), &b, q, search.Control{}, nil)
				results[i].Elapsed = 0
			}
			if got, want := fmt.Sprint(results[0]), fmt.Sprint(results[1]); got != want {
				t.Fatalf("instance %d, %+v: got %s, want %s", k.Number, q, got, want)
			}
		}
	}
}

// TestKernelSolves compares the loop and the general search when they find solutions.
func TestKernelSolves(t *testing.T) {
	p := puzzle(t, 4, nil)
	rng := seeded.Rand(t, 1)
	for range 200 {
		b, err := p.ParsePosition("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")
		if err != nil {
			t.Fatal(err)
		}
		for range rng.IntN(50) {
			moves, _ := p.Moves(&b, nil)
			if len(moves) > 0 {
				p.Play(&b, &b, moves[rng.IntN(len(moves))])
			}
		}
		fast, slow := solve(t, p, b, path.Options{Algorithm: path.IDAStar}), solve(t, general{p}, b, path.Options{Algorithm: path.IDAStar})
		fast.Elapsed, slow.Elapsed = 0, 0
		if got, want := fmt.Sprint(fast), fmt.Sprint(slow); got != want {
			t.Fatalf("%s: got %s, want %s", p.FormatPosition(&b), got, want)
		}
	}
}

// TestPatterns78 solves all instances of Korf (1985) with the large tables, which it builds
// unless they are in the folder named by PLYWOOD_TABLES.
func TestPatterns78(t *testing.T) {
	dir := os.Getenv("PLYWOOD_TABLES")
	if dir == "" {
		t.Skip("PLYWOOD_TABLES names no folder for 576 MB of tables")
	}
	h, err := tiles.NewPatterns(context.Background(), tiles.Square(4), "7-8", dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := puzzle(t, 4, h)
	began, nodes := cputime.Used(), uint64(0)
	for _, k := range tiles.Korf() {
		b := parse(t, p, k.Position)
		r := solve(t, p, b, path.Options{Algorithm: path.IDAStar})
		if r.Cost != k.Moves || r.Optimality() != path.Optimal {
			t.Errorf("instance %d: %v, want %d moves", k.Number, &r, k.Moves)
		}
		nodes += r.Generated
	}
	t.Logf("%d nodes in %v of processor time", nodes, cputime.Since(began))
}
