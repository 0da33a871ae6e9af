package othelloengine

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

// TestOddBoards solves boards that no game, or only a strange one, can reach.
func TestOddBoards(t *testing.T) {
	const (
		full = ^uint64(0)
		a1   = uint64(1)
		h8   = uint64(1) << 63
	)
	for _, c := range []struct {
		name     string
		own, opp uint64
		want     int
	}{
		{"empty", 0, 0, 0},
		{"full and own", full, 0, 64},
		{"full and theirs", 0, full, -64},
		{"full, half each", full &^ (full >> 32), full >> 32, 0},
		{"one own disc", a1, 0, 64},
		{"one disc of theirs", 0, a1, -64},
		{"nobody can move", a1, h8, 0},
		{"nobody can move, two against one", a1 | a1<<1, h8, 64 - 2},
		{"one empty, nothing to turn", full &^ a1, 0, 64},
		{"two empty, one own disc", a1 << 2, full &^ 7, -64},
		{"wins all", a1, a1 << 1, 64},
		{"wins all after a pass", a1 << 1, a1, -64},
	} {
		p := othello.Position{Own: c.own, Opp: c.opp}
		if judged := minimax(othello.Rules{}, &p); judged != c.want {
			t.Errorf("%s: minimax %d, want %d", c.name, judged, c.want)
		}
		for _, threads := range []int{1, 2} {
			s := NewSolver(othello.Rules{}, Options{TableBytes: 1 << 16, Threads: threads})
			if got := solve(t, s, p, search.Query{}); got.value != c.want || got.bound != game.Exact {
				t.Errorf("%s, %d threads: %v %d, want %d", c.name, threads, got.bound, got.value, c.want)
			}
		}
	}
}

// plainEstimate is minimax over an evaluation in 1/unit disc. Passes cost no
// depth.
func plainEstimate(r othello.Rules, e *patterns.Evaluation, p *othello.Position, depth int) int {
	if depth == 0 {
		return e.Evaluate(p.Own, p.Opp)
	}
	moves, status := r.Moves(p, nil)
	if margin, ok := status.Margin(); ok {
		return margin * unit
	}
	if moves[0] != othello.Pass {
		depth--
	}
	best := -widest * unit
	for _, m := range moves {
		var next othello.Position
		r.Play(&next, p, m)
		best = max(best, -plainEstimate(r, e, &next, depth))
	}
	return best
}

// TestEstimateAgainstMinimax compares searches over the evaluation, without
// ProbCut and stability, with plain minimax, which does not round.
func TestEstimateAgainstMinimax(t *testing.T) {
	for _, size := range []int{8, 6} {
		r := sized(t, size)
		s := NewSolver(r, Options{TableBytes: 1 << 18, Without: Stability | ProbCut})
		rng := rand.New(rand.NewPCG(uint64(size), 41))
		for range 150 {
			p, ok := randomEnd(r, rng, 12+rng.IntN(10))
			if !ok {
				continue
			}
			depth := 1 + rng.IntN(4)
			want := plainEstimate(r, patterns.Default(r), &p, depth)
			s.Clear()
			got := solve(t, s, p, search.Query{Depth: depth})
			if gap := got.value*unit - want; gap < -unit/2 || gap > unit/2 || got.depth != depth {
				t.Errorf("%s to %d plies: %d discs, want %d/%d", r.FormatPosition(&p), depth, got.value, want, unit)
			}
		}
	}
}

// TestTightBounds checks that at least half of fail-soft bounds are tighter
// than the window.
func TestTightBounds(t *testing.T) {
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(51, 1))
	s := NewSolver(r, Options{TableBytes: 1 << 18})
	failed, tighter := 0, 0
	for range 300 {
		p, ok := randomEnd(r, rng, 4+rng.IntN(7))
		if !ok {
			continue
		}
		want := solve(t, s, p, search.Query{}).value
		s.Clear()
		for _, alpha := range []int{want - 9, want + 8} {
			if alpha < -widest || alpha >= widest {
				continue
			}
			got := solve(t, s, p, search.Query{Window: game.Window{Alpha: game.Score(alpha), Beta: game.Score(alpha + 1)}})
			failed++
			if got.value < alpha || got.value > alpha+1 {
				tighter++
			}
		}
	}
	if failed < 400 || tighter*2 < failed {
		t.Errorf("%d of %d bounds are tighter than the window, want half at least", tighter, failed)
	}
}

// TestTableSize checks that tables stay within their memory limit and use only
// as much of it as the position needs.
func TestTableSize(t *testing.T) {
	for _, size := range []int{0, 1, bucketBytes, 1000, 1 << 20, 3 << 20} {
		table := newTable(size)
		if got := len(table.memory) * bucketBytes; got > max(size, bucketBytes) || got < size-bucketBytes {
			t.Errorf("a table of %d bytes takes %d", size, got)
		}
		used := 0
		for n := range 65 {
			table.fit(n)
			if now := len(table.buckets); now < used || now > len(table.memory) {
				t.Errorf("%d bytes, %d empty squares: %d buckets of %d in use, %d before", size, n, now, len(table.memory), used)
			}
			used = len(table.buckets)
		}
		if used != len(table.memory) {
			t.Errorf("%d bytes: %d of %d buckets for an empty board", size, used, len(table.memory))
		}
	}
	for _, memory := range []int{1 << 10, 1 << 20, 16 << 20, 256 << 20, 1 << 40} {
		for _, threads := range []int{1, 2, 64} {
			large := tableShare(memory, threads)
			if all := large + threads*nearTableBytes + evaluationBytes; large < memory/2 || large > memory/2 && all != memory {
				t.Errorf("of %d bytes %d are for the large table of %d threads, %d for all", memory, large, threads, all)
			}
		}
	}
	if bucketBytes != 96 {
		t.Errorf("a bucket takes %d bytes, want 96", bucketBytes)
	}
}

// TestTableFill checks that the used part of the large table is filled to
// between a hundredth and a half.
func TestTableFill(t *testing.T) {
	r := othello.Rules{}
	s := NewSolver(r, Options{})
	rng := rand.New(rand.NewPCG(18, 1))
	slots, used := 0, 0
	for range 4 {
		p, ok := randomEnd(r, rng, 18)
		if !ok {
			continue
		}
		s.Clear()
		solve(t, s, p, search.Query{})
		slots += ways * len(s.table.buckets)
		for i := range s.table.buckets {
			for _, data := range s.table.buckets[i].data {
				if data != 0 {
					used++
				}
			}
		}
	}
	if used*100 < slots || used*2 > slots {
		t.Errorf("%d of %d slots are in use, want 1 to 50 %%", used, slots)
	}
}

// TestClear solves positions, clears the tables after others, and checks that
// solving them again takes the same nodes.
func TestClear(t *testing.T) {
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(9, 1))
	s := NewSolver(r, Options{TableBytes: 1 << 20})
	var ps []othello.Position
	var first []uint64
	for _, n := range []int{12, 16, 9, 14, 15, 11} {
		p, ok := randomEnd(r, rng, n)
		if !ok {
			continue
		}
		ps = append(ps, p)
		first = append(first, solve(t, NewSolver(r, Options{TableBytes: 1 << 20}), p, search.Query{}).nodes)
	}
	for range 2 {
		for i, p := range ps {
			s.Clear()
			if got := solve(t, s, p, search.Query{}).nodes; got != first[i] {
				t.Errorf("%s: %d nodes after others, %d first", r.FormatPosition(&p), got, first[i])
			}
		}
	}
}
