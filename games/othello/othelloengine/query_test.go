package othelloengine

import (
	"context"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// suites lists more files for TestEveryMove.
var suites = flag.String("suites", "", "problem `files` whose every move is to be solved, separated by commas")

// TestEveryMove checks the values of all moves in the problem files of the
// repository and, where available, in the complete first suite.
func TestEveryMove(t *testing.T) {
	files := []string{"testdata/fforum.obf", filepath.Join(shared, "fforum-1-19.obf")}
	if testing.Short() {
		files = files[:1]
	}
	if *suites != "" {
		files = strings.Split(*suites, ",")
	}
	s := NewSolver(othello.Rules{}, Options{})
	for _, file := range files {
		for _, p := range problems(t, file) {
			got := solve(t, s, p.Position, search.Query{Lines: 64})
			values := map[othello.Move]int{}
			for _, l := range got.lines {
				if l.bound != game.Exact {
					t.Errorf("%v: bound %v, want exact", l.moves[0], l.bound)
				}
				values[l.moves[0]] = l.value
			}
			for _, m := range p.Moves {
				if v, ok := values[m.Move]; !ok || v != m.Discs {
					t.Errorf("%s: %v has %d (%v), want %d", othello.Rules{}.FormatPosition(&p.Position), m.Move, v, ok, m.Discs)
				}
			}
		}
	}
}

// TestLinesTogether searches three lines and checks that each iteration values
// all of them.
func TestLinesTogether(t *testing.T) {
	const lines = 3
	for _, q := range []search.Query{{Lines: lines, Depth: 9}, {Lines: lines, Depth: 12, Nodes: 30_000}} {
		depth, s := 0, NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20})
		got := s.ask(context.Background(), hard(), questionOf(q, 64), search.Control{}, func(f *finding) {
			if f.depth <= depth || len(f.lines) != lines {
				t.Errorf("%d lines at depth %d after %d, want %d deeper", len(f.lines), f.depth, depth, lines)
			}
			depth = f.depth
			for _, l := range f.lines {
				if l.depth != f.depth || l.percent != f.percent || l.value > f.value {
					t.Errorf("%+v in a report of %d at depth %d, %d %%", l, f.value, f.depth, f.percent)
				}
			}
		})
		if len(got.lines) != lines || depth < 4 || got.depth < depth {
			t.Errorf("%+v: %+v after a report of depth %d", q, got, depth)
		}
		checkLines(t, got.lines)
	}
}

// checkLines checks that lines have different first moves and non-increasing
// depths.
func checkLines(t *testing.T, lines []foundLine) {
	t.Helper()
	seen := map[othello.Move]bool{}
	for i, l := range lines {
		if seen[l.moves[0]] {
			t.Errorf("%v twice", l.moves[0])
		}
		seen[l.moves[0]] = true
		if i > 0 && l.depth > lines[i-1].depth {
			t.Errorf("line %d at depth %d, the one before at %d", i+1, l.depth, lines[i-1].depth)
		}
	}
}

// TestLinesSolved solves three lines, and every move alone, and compares the
// values, including those that intermediate reports call exact.
func TestLinesSolved(t *testing.T) {
	r := othello.Rules{}
	s, alone := NewSolver(r, Options{TableBytes: 1 << 20}), NewSolver(r, Options{TableBytes: 1 << 20})
	rng := rand.New(rand.NewPCG(7, 7))
	for range 8 {
		p, ok := randomEnd(r, rng, 15)
		if !ok {
			continue
		}
		values := map[othello.Move]int{}
		moves, _ := r.Moves(&p, nil)
		for _, m := range moves {
			after := p
			r.Play(&after, &after, m)
			values[m] = -solve(t, alone, after, search.Query{}).value
		}
		check := func(got *finding) {
			for _, l := range got.lines {
				if v := values[l.moves[0]]; l.bound == game.Exact && l.value != v {
					t.Errorf("%s: %v is worth %d, want %d", r.FormatPosition(&p), l.moves[0], l.value, v)
				}
			}
			checkLines(t, got.lines)
		}
		got := s.ask(context.Background(), p, questionOf(search.Query{Lines: 3}, len(moves)), search.Control{}, check)
		check(&got)
		if len(got.lines) != min(3, len(moves)) || got.bound != game.Exact {
			t.Errorf("%s: %+v", r.FormatPosition(&p), got)
		}
		for i, l := range got.lines {
			if l.bound != game.Exact || i > 0 && l.value > got.lines[i-1].value {
				t.Errorf("%s: line %d: %+v after %+v", r.FormatPosition(&p), i+1, l, got.lines[max(0, i-1)])
			}
		}
	}
}

// TestDevices checks that switching off a device does not change values.
func TestDevices(t *testing.T) {
	count := 5
	if testing.Short() {
		count = 2
	}
	for _, size := range []int{8, 6} {
		r := sized(t, size)
		rng := rand.New(rand.NewPCG(uint64(size), 21))
		var ps []othello.Position
		for len(ps) < count {
			if p, ok := randomEnd(r, rng, 13+rng.IntN(4)); ok {
				ps = append(ps, p)
			}
		}
		want := make([]finding, len(ps))
		for _, without := range []Devices{0, Stability, Enhanced, ProbCut, Evaluated, Remembered, Remembered | Enhanced | Stability | ProbCut | Evaluated} {
			s := NewSolver(r, Options{TableBytes: 4 << 20, Without: without})
			for i, p := range ps {
				got := solve(t, s, p, search.Query{})
				if without == 0 {
					want[i] = got
				}
				if got.value != want[i].value || got.bound != game.Exact {
					t.Errorf("%s without %b: %v %d, want %d", r.FormatPosition(&p), without, got.bound, got.value, want[i].value)
				}
				checkLine(t, r, p, got.lines, want[i].value)
			}
		}
	}
}

// hard returns a position of 40 empty squares, too hard to solve in a second.
func hard() othello.Position {
	p, _ := randomEnd(othello.Rules{}, rand.New(rand.NewPCG(5, 5)), 40)
	return p
}

func TestLimits(t *testing.T) {
	s := NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20})
	p := hard()
	ask := func(ctx context.Context, q search.Query, c search.Control) search.Result[othello.Move] {
		return s.Search(ctx, &p, q, c, nil)
	}
	got := ask(t.Context(), search.Query{Nodes: 100_000}, search.Control{})
	if got.Stopped != search.NodeLimit || got.Nodes > 110_000 || got.Proof == game.Exact {
		t.Errorf("100000 nodes: %+v", got)
	}
	if m, ok := got.Best(); !ok || got.Depth < 2 {
		t.Errorf("best %v, %v at depth %d, want a move of some depth", m, ok, got.Depth)
	}
	if got := ask(t.Context(), search.Query{}, search.Control{Time: 50 * time.Millisecond}); got.Stopped != search.TimeLimit {
		t.Errorf("50 ms: %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := ask(ctx, search.Query{}, search.Control{}); got.Stopped != search.Interrupted || len(got.Lines) != 1 {
		t.Errorf("cancelled before: %+v", got)
	}
	if got := ask(t.Context(), search.Query{Nodes: 1, Lines: 3}, search.Control{}); got.Stopped != search.NodeLimit || len(got.Lines) != 1 {
		t.Errorf("one node: %+v, want one line", got)
	}
}

func TestSameNodes(t *testing.T) {
	p, _ := randomEnd(othello.Rules{}, rand.New(rand.NewPCG(6, 6)), 17)
	first := solve(t, NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20}), p, search.Query{})
	s := NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20})
	solve(t, s, hard(), search.Query{Nodes: 10_000})
	s.Clear()
	if again := solve(t, s, p, search.Query{}); again.nodes != first.nodes {
		t.Errorf("%d nodes after Clear, %d at first", again.nodes, first.nodes)
	}
}

// TestWindows converts windows of package search to discs.
func TestWindows(t *testing.T) {
	for _, tt := range []struct {
		w           game.Window
		alpha, beta int
	}{
		{game.Window{}, -widest, widest},
		{game.FullWindow(), -widest, widest},
		{game.Window{Alpha: -1, Beta: 1}, -1, 1},
		{game.Window{Alpha: game.Margin(-4), Beta: game.Margin(6)}, -4, 6},
		{game.Window{Alpha: game.Margin(2), Beta: game.WinIn(3)}, 2, widest},
		{game.Window{Alpha: game.WinIn(9), Beta: game.WinIn(3)}, widest - 1, widest},
		{game.Window{Alpha: game.LossIn(3), Beta: game.LossIn(9)}, -widest, -widest + 1},
	} {
		if got := questionOf(search.Query{Window: tt.w}, 1); got.alpha != tt.alpha || got.beta != tt.beta {
			t.Errorf("%v: (%d, %d), want (%d, %d)", tt.w, got.alpha, got.beta, tt.alpha, tt.beta)
		}
	}
}

// TestForeignPosition checks that a solver rejects boards of another size and
// overlapping discs.
func TestForeignPosition(t *testing.T) {
	small := NewSolver(sized(t, 4), Options{TableBytes: 1 << 16})
	for _, p := range []othello.Position{{Own: 1}, {Own: 3 << 27, Opp: 1 << 27}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v was answered", p)
				}
			}()
			small.Search(t.Context(), &p, search.Query{}, search.Control{}, nil)
		}()
	}
}

// TestSmallest solves 4×4: the second player wins with three squares empty, by
// 10 discs with the empty squares counted for the winner.
func TestSmallest(t *testing.T) {
	r := sized(t, 4)
	got := solve(t, NewSolver(r, Options{TableBytes: 1 << 20}), r.Start(), search.Query{})
	if got.value != -10 || got.bound != game.Exact {
		t.Errorf("4×4: %v %d, want -10", got.bound, got.value)
	}
	checkLine(t, r, r.Start(), got.lines, -10)
}

func FuzzSolver(f *testing.F) {
	f.Add(^uint64(0), uint64(0), uint64(0), uint8(0))
	f.Add(uint64(0), uint64(0), uint64(0), uint8(0))
	f.Add(uint64(1), ^uint64(7), uint64(0), uint8(0))
	f.Add(uint64(0x00003C3C3C3C0000), uint64(0), uint64(0), uint8(2))
	f.Fuzz(func(t *testing.T, own, opp, empty uint64, half uint8) {
		r, _ := othello.Sized(8 - int(half%3)*2)
		own &= r.Board() &^ empty
		p := othello.Position{Own: own, Opp: opp & r.Board() &^ empty &^ own}
		if n := r.Empties(&p); n > 7 && n < r.Size()*r.Size()-3 {
			return
		}
		s := NewSolver(r, Options{TableBytes: 1 << 12})
		got := solve(t, s, p, search.Query{Nodes: 100_000})
		if n := r.Empties(&p); n > 7 {
			return
		}
		if want := minimax(r, &p); got.value != want || got.bound != game.Exact {
			t.Fatalf("%s: %v %d, want %d", r.FormatPosition(&p), got.bound, got.value, want)
		}
	})
}

// TestLinesCutShort searches several lines, with and without windows, and stops
// at many points. It checks all proven bounds of reports and results against
// values that another solver finds for each move alone.
func TestLinesCutShort(t *testing.T) {
	r, rng := othello.Rules{}, rand.New(rand.NewPCG(11, 26))
	s, alone := NewSolver(r, Options{TableBytes: 1 << 20}), NewSolver(r, Options{TableBytes: 1 << 20})
	limited := 0
	for range 40 {
		p, ok := randomEnd(r, rng, prepareFrom)
		moves, status := r.Moves(&p, nil)
		if !ok || status.Over() || len(moves) < 3 {
			continue
		}
		values := map[othello.Move]int{}
		for _, m := range moves {
			var after othello.Position
			r.Play(&after, &p, m)
			values[m] = solve(t, alone, after, search.Query{}).value
			if after.Turn != p.Turn {
				values[m] = -values[m]
			}
		}
		check := func(f *finding) {
			for i, l := range f.lines {
				v := values[l.moves[0]]
				if l.bound&game.Lower != 0 && v < l.value || l.bound&game.Upper != 0 && v > l.value {
					t.Errorf("%s: line %d, %v has %d, said to be %v %d", r.FormatPosition(&p), i+1, l.moves[0], v, l.bound, l.value)
				}
				if l.bound == game.Upper && f.lines[0].bound == game.Exact {
					limited++
				}
			}
		}
		for nodes := uint64(500); nodes < 200_000; nodes += nodes / 2 {
			for _, w := range []game.Window{{}, {Alpha: -3, Beta: 4}} {
				s.Clear()
				q := search.Query{Lines: 2 + rng.IntN(len(moves)), Nodes: nodes, Window: w}
				f := s.ask(context.Background(), p, questionOf(q, len(moves)), search.Control{}, check)
				check(&f)
			}
		}
	}
	if limited == 0 {
		t.Error("no estimate was limited by a line before it")
	}
}

// TestGambleWidth starts the selective iteration with windows that miss the
// value and checks that it still finds the value. Near the end of the game
// nothing is selective.
func TestGambleWidth(t *testing.T) {
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(13, 5))
	s := NewSolver(r, Options{TableBytes: 1 << 20})
	for range 60 {
		p, ok := randomEnd(r, rng, 9)
		if !ok || r.Status(&p).Over() {
			continue
		}
		want := solve(t, s, p, search.Query{}).value
		for _, asked := range []window{{-widest, widest}, {-1, 1}, {want - 1, want}, {want, want + 1}, {want - 3, want + 9}} {
			for off := -2 * widest; off <= 2*widest; off += 13 {
				s.Clear()
				s.prepare(9, question{})
				x := root{Solver: s, own: p.Own, opp: p.Opp, n: 9, parity: parityOf(^(p.Own | p.Opp)), question: question{alpha: asked.alpha, beta: asked.beta, lines: 1}}
				x.found.depth, x.found.value = 1, want+off
				x.found.lines = []foundLine{{}}
				list := x.list()
				x.found.lines[0].moves = []othello.Move{list[0].Move}
				x.search(list, 0, step{9, gamble})
				if got := x.found.value; min(max(got, asked.alpha), asked.beta) != min(max(want, asked.alpha), asked.beta) || x.found.lines[0].value != got {
					t.Fatalf("%s, %+v, expected %d: %d, %+v, want %d", r.FormatPosition(&p), asked, want+off, got, x.found.lines, want)
				}
			}
		}
	}
}
