package connect4engine

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// oracle finds scores by plain negamax over the rules.
type oracle struct {
	rules connect4.Rules
	board *board
	known map[connect4.State]int
}

func newOracle(r connect4.Rules) *oracle { return &oracle{r, newBoard(r), map[connect4.State]int{}} }

func (o *oracle) score(s connect4.State) int {
	if v, ok := o.known[s]; ok {
		return v
	}
	moves, status := o.rules.Moves(&s, nil)
	v := -unbounded
	if status.Over() {
		v = status.Score().Outcome() * o.board.score(s.Plies())
	}
	for _, m := range moves {
		var child connect4.State
		o.rules.Play(&child, &s, m)
		v = max(v, -o.score(child))
	}
	o.known[s] = v
	return v
}

func newRules(tb testing.TB, width, height int) connect4.Rules {
	tb.Helper()
	r, err := connect4.New(width, height)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// TestEveryPosition solves all positions of the 4×4 board.
func TestEveryPosition(t *testing.T) {
	r := newRules(t, 4, 4)
	o, s := newOracle(r), NewSolver(r, Options{})
	o.score(r.Start())
	if len(o.known) != 161_029 {
		t.Fatalf("got %d positions, want 161029", len(o.known))
	}
	for p, want := range o.known {
		if got := evaluated(s, p, strong); got.lower != want || got.upper != want {
			t.Fatalf("got %d to %d, want %d\n%s", got.lower, got.upper, want, r.Draw(&p))
		}
	}
}

// TestRandomPositions compares with plain negamax on boards of odd and even
// width and height. The positions are late enough for the oracle.
func TestRandomPositions(t *testing.T) {
	for _, tt := range []struct{ width, height, from int }{
		{5, 4, 6}, {4, 5, 6}, {5, 5, 11}, {6, 4, 11}, {3, 7, 3}, {7, 3, 9}, {6, 5, 16}, {7, 6, 28}, {8, 7, 43}, {9, 5, 32}, {2, 9, 0}, {32, 1, 22}, {1, 9, 0}, {6, 9, 40},
	} {
		r := newRules(t, tt.width, tt.height)
		t.Run(r.String(), func(t *testing.T) {
			o, s := newOracle(r), NewSolver(r, Options{TableBytes: 1 << 16})
			walk(r, 12, func(p connect4.State) {
				if p.Plies() < tt.from {
					return
				}
				want := o.score(p)
				exact := solved(s, p, strong)
				if exact.lower != want || exact.upper != want {
					t.Fatalf("got %d to %d, want %d\n%s", exact.lower, exact.upper, want, r.Draw(&p))
				}
				checkLine(t, r, problem{r.FormatPosition(&p), p, want}, exact)
				checkMoves(t, o, s, p)
			})
		})
	}
}

// checkMoves compares the values of all moves with the oracle's.
func checkMoves(t *testing.T, o *oracle, s *Solver, p connect4.State) {
	t.Helper()
	var all []finding
	moves, _ := o.rules.Moves(&p, nil)
	asked(t.Context(), s, search.Query{}, search.Control{}, func(a *asking) {
		for _, m := range moves {
			all = append(all, a.solve(a.after(&p, m), strong.negate()).of(m, strong))
		}
	})
	if len(all) != len(moves) {
		t.Fatalf("%d moves solved, want %d", len(all), len(moves))
	}
	for _, m := range all {
		var after connect4.State
		o.rules.Play(&after, &p, m.best)
		want := -o.score(after)
		if m.lower != want || m.upper != want {
			t.Fatalf("column %d: got %d to %d, want %d\n%s", m.best+1, m.lower, m.upper, want, o.rules.Draw(&p))
		}
		checkLine(t, o.rules, problem{o.rules.FormatPosition(&p), p, want}, m)
		if got := s.board.plies(want, p.Plies()); got != m.plies {
			t.Fatalf("column %d: ends after %d plies, want %d for a score of %d\n%s", m.best+1, m.plies, got, want, o.rules.Draw(&p))
		}
	}
}

// TestFollowed compares the bound of the follow-up strategy with the true
// value.
func TestFollowed(t *testing.T) {
	for _, wh := range [][2]int{{4, 4}, {5, 4}, {4, 5}, {5, 5}, {6, 4}, {7, 3}} {
		r := newRules(t, wh[0], wh[1])
		o, b := newOracle(r), newBoard(r)
		useful := 0
		walk(r, 150, func(p connect4.State) {
			nd := b.node(&p)
			if left := b.size - p.Plies(); left%2 == 1 || left > 10 || nd.wins&b.next(p.All()) != 0 {
				return
			}
			bound := b.followed(&nd)
			if v := o.score(p); v > bound {
				t.Fatalf("%v: bound %d, value %d\n%s", r, bound, v, r.Draw(&p))
			}
			if bound < unbounded {
				useful++
			}
		})
		if useful == 0 {
			t.Errorf("%v: no bound found", r)
		}
	}
}

// TestBoards checks whole games against their known outcomes (Allis 1988, Tromp
// 2006) and lengths (Steininger).
func TestBoards(t *testing.T) {
	for _, tt := range []struct{ width, height, outcome, last int }{
		{4, 4, 0, 16},
		{5, 4, 0, 20},
		{5, 5, 0, 25},
		{6, 5, 0, 30},
		{7, 4, 0, 28},
		{6, 4, -1, 24},
		{4, 5, 0, 20},
		{4, 6, 0, 24},
		{5, 6, 0, 30},
		{4, 7, 0, 28},
	} {
		r := newRules(t, tt.width, tt.height)
		t.Run(r.String(), func(t *testing.T) {
			if testing.Short() && tt.width*tt.height > 25 {
				t.Skip("long")
			}
			got := evaluated(NewSolver(r, Options{}), r.Start(), strong)
			if sign := weak.clamp(got.lower); !got.exact() || sign != tt.outcome || got.plies != tt.last {
				t.Errorf("got outcome %d at ply %d, want %d at ply %d", sign, got.plies, tt.outcome, tt.last)
			}
		})
	}
}

func TestFinishedGame(t *testing.T) {
	s := NewSolver(connect4.Rules{}, Options{})
	p, err := s.rules.ParsePosition("1212121")
	if err != nil {
		t.Fatal(err)
	}
	for _, lines := range []int{1, 3} {
		r := s.Search(t.Context(), &p, search.Query{Lines: lines}, search.Control{}, nil)
		if r.Score() != game.LossIn(0) || !r.Exact() || r.Stopped != search.Solved || len(r.Lines[0].PV) != 0 {
			t.Errorf("got %+v, want a loss with no move", r)
		}
	}
}

func TestValues(t *testing.T) {
	s := NewSolver(connect4.Rules{}, Options{})
	for _, tt := range []struct {
		text string
		want game.Score
		best connect4.Move
	}{
		{"121212", game.WinIn(1), 0},
		{"4455", game.WinIn(3), 2},
		{"44556", game.LossIn(2), 3},
	} {
		p, err := s.rules.ParsePosition(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Search(t.Context(), &p, search.Query{}, search.Control{}, nil)
		if n, _, _ := tt.want.Plies(); got.Score() != tt.want || !got.Exact() || len(got.Lines[0].PV) != n || got.Lines[0].PV[0] != tt.best {
			t.Errorf("%s: got %+v, want %v by %d", tt.text, got.Lines[0], tt.want, tt.best+1)
		}
	}
}

func TestLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		q    search.Query
		c    search.Control
	}{
		{"one node", context.Background(), search.Query{Nodes: 1}, search.Control{}},
		{"nodes", context.Background(), search.Query{Nodes: 50_000}, search.Control{}},
		{"time", context.Background(), search.Query{}, search.Control{Time: 30 * time.Millisecond}},
		{"nanosecond", context.Background(), search.Query{}, search.Control{Time: 1}},
		{"cancelled", cancelled, search.Query{}, search.Control{}},
	} {
		for threads := 1; threads <= 2; threads++ {
			t.Run(fmt.Sprintf("%s/%d", tt.name, threads), func(t *testing.T) {
				s := NewSolver(connect4.Rules{}, Options{Threads: threads, TableBytes: 1 << 20})
				var got finding
				asked(tt.ctx, s, tt.q, tt.c, func(a *asking) { got = a.solve(connect4.State{}, strong) })
				if got.solved() || !got.hasMove || got.lower > 1 || got.upper < 1 || s.budget.Stopped() == search.Running {
					t.Errorf("got %+v, want a stop, a move and bounds around 1", got)
				}
				if nodes := visited(s); tt.q.Nodes > 0 && nodes > tt.q.Nodes+uint64(threads) {
					t.Errorf("got %d nodes, want at most %d", nodes, tt.q.Nodes)
				}
				again := evaluated(s, testPosition(t, "44444426"), weak)
				if !again.solved() || s.budget.Stopped() != search.Running {
					t.Errorf("after a stop: got %+v, want an answer", again)
				}
			})
		}
	}
}

func testPosition(tb testing.TB, text string) connect4.State {
	tb.Helper()
	p, err := connect4.Rules{}.ParsePosition(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// TestCancel cancels a long solve; BenchmarkCancel measures how long it takes
// to stop.
func TestCancel(t *testing.T) {
	for threads := 1; threads <= 2; threads++ {
		s := NewSolver(connect4.Rules{}, Options{Threads: threads})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(50*time.Millisecond, cancel)
		if got := s.Search(ctx, &connect4.State{}, search.Query{}, search.Control{}, nil); got.Stopped != search.Interrupted {
			t.Errorf("%d threads: not stopped: %+v", threads, got)
		}
	}
}

func BenchmarkCancel(b *testing.B) {
	s := NewSolver(connect4.Rules{}, Options{})
	var waited time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(context.Background())
		var at time.Time
		time.AfterFunc(20*time.Millisecond, func() { at = time.Now(); cancel() })
		if got := s.Search(ctx, &connect4.State{}, search.Query{}, search.Control{}, nil); got.Stopped != search.Interrupted {
			b.Fatalf("not stopped: %+v", got)
		}
		waited += time.Since(at)
	}
	b.ReportMetric(float64(waited.Microseconds())/float64(b.N), "µs/cancel")
}

var solves = flag.Int("solves", 1000, "number of solves in TestConcurrentSolves")

// TestConcurrentSolves runs several solvers with two threads each, with small
// tables under contention.
func TestConcurrentSolves(t *testing.T) {
	const solvers = 4
	problems := readProblems(t, "testdata/Test_L1_R1.txt")
	var all sync.WaitGroup
	for i := range solvers {
		all.Go(func() {
			s := NewSolver(connect4.Rules{}, Options{Threads: 2, TableBytes: 1 << 15})
			rng := rand.New(rand.NewPCG(uint64(i), 0))
			for range *solves / solvers {
				p := problems[rng.IntN(len(problems))]
				if got := evaluated(s, p.state, strong); got.lower != p.score || got.upper != p.score {
					t.Errorf("%s: got %d to %d, want %d", p.text, got.lower, got.upper, p.score)
				}
			}
		})
	}
	all.Wait()
}

func TestSameNodesEveryTime(t *testing.T) {
	p := testPosition(t, "2531276566711153")
	first := NewSolver(connect4.Rules{}, Options{})
	evaluated(first, p, strong)
	want := visited(first)
	for range 2 {
		evaluated(first, p, strong)
		if got := visited(first); got != want {
			t.Errorf("got %d nodes, then %d", want, got)
		}
	}
}
