package othelloengine

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

func sized(t testing.TB, size int) othello.Rules {
	t.Helper()
	r, ok := othello.Sized(size)
	if !ok {
		t.Fatalf("no board of size %d", size)
	}
	return r
}

// minimax solves a position by the rules alone. The tests compare everything
// with it.
func minimax(r othello.Rules, s *othello.Position) int {
	moves, status := r.Moves(s, nil)
	if margin, ok := status.Margin(); ok {
		return margin
	}
	best := unknown
	for _, m := range moves {
		var next othello.Position
		r.Play(&next, s, m)
		best = max(best, -minimax(r, &next))
	}
	return best
}

// randomEnd returns a position of n empty squares after random moves. ok is
// false if the game ends earlier.
func randomEnd(r othello.Rules, rng *rand.Rand, n int) (othello.Position, bool) {
	s := r.Start()
	for r.Empties(&s) > n {
		moves, status := r.Moves(&s, nil)
		if status.Over() {
			return s, false
		}
		r.Play(&s, &s, moves[rng.IntN(len(moves))])
	}
	return s, true
}

// scatter returns a random board with n empty squares, reachable or not.
func scatter(r othello.Rules, rng *rand.Rand, n int) othello.Position {
	own, full := rng.Uint64(), r.Board()
	for _, sq := range rng.Perm(64) {
		if n > 0 && full>>sq&1 != 0 {
			full &^= 1 << sq
			n--
		}
	}
	return othello.Position{Own: own & full, Opp: full &^ own, Turn: game.Player(rng.IntN(2))}
}

// solve answers a query in discs.
func solve(t testing.TB, s *Solver, p othello.Position, q search.Query) finding {
	t.Helper()
	moves, _ := s.rules.Moves(&p, nil)
	return s.ask(context.Background(), p, questionOf(q, len(moves)), search.Control{}, nil)
}

// checkWindow compares the result for one window with the true value.
func checkWindow(t *testing.T, r othello.Rules, s *Solver, p othello.Position, alpha, beta, want int) {
	t.Helper()
	got := solve(t, s, p, search.Query{Window: game.Window{Alpha: game.Score(alpha), Beta: game.Score(beta)}})
	ok := false
	switch got.bound {
	case game.Exact:
		ok = got.value == want
	case game.Upper:
		ok = got.value <= alpha && want <= got.value
	case game.Lower:
		ok = got.value >= beta && want >= got.value
	}
	if !ok || !got.done {
		t.Fatalf("%s in (%d, %d): %v %d, want %d", r.FormatPosition(&p), alpha, beta, got.bound, got.value, want)
	}
	if got.bound == game.Exact {
		checkLine(t, r, p, got.lines, want)
	}
}

// checkLine plays out the first line and checks that it ends with value want.
func checkLine(t *testing.T, r othello.Rules, p othello.Position, lines []foundLine, want int) {
	t.Helper()
	if len(lines) == 0 {
		return
	}
	s := p
	for _, m := range lines[0].moves {
		if _, err := r.ParseMove(&s, r.FormatMove(&s, m)); err != nil {
			t.Fatalf("%s: line %v: %v", r.FormatPosition(&p), lines[0].moves, err)
		}
		r.Play(&s, &s, m)
	}
	margin, over := r.Status(&s).Margin()
	if s.Turn != p.Turn {
		margin = -margin
	}
	if !over || margin != want {
		t.Fatalf("%s: line %v ends with %d (over %v), want %d", r.FormatPosition(&p), lines[0].moves, margin, over, want)
	}
}

func TestSolverAgainstMinimax(t *testing.T) {
	rounds := [...]int{60, 60, 60, 100, 100, 100, 100, 80, 60, 10, 3} // by number of empty squares
	for _, size := range []int{8, 6, 4} {
		r := sized(t, size)
		for _, without := range []Devices{0, Stability} {
			s := NewSolver(r, Options{TableBytes: 1 << 16, Without: without})
			rng := rand.New(rand.NewPCG(uint64(size), uint64(without)))
			for n, rounds := range rounds {
				if testing.Short() {
					rounds /= 10
				}
				for range rounds {
					p := scatter(r, rng, n)
					if q, ok := randomEnd(r, rng, n); ok && rng.IntN(2) == 0 {
						p = q
					}
					checkPosition(t, r, s, p, rng)
				}
			}
		}
	}
}

func checkPosition(t *testing.T, r othello.Rules, s *Solver, p othello.Position, rng *rand.Rand) {
	t.Helper()
	want := minimax(r, &p)
	checkWindow(t, r, s, p, 0, 0, want)
	checkWindow(t, r, s, p, -1, 1, want)
	checkWindow(t, r, s, p, want-1, want+1, want)
	checkWindow(t, r, s, p, want, want+1, want)
	checkWindow(t, r, s, p, want-1, want, want)
	for range 4 {
		alpha := rng.IntN(129) - 65
		checkWindow(t, r, s, p, alpha, alpha+1+rng.IntN(widest-alpha), want)
	}
}

// problems reads a problem file. It skips the test if the file is missing.
func problems(t testing.TB, file string) (ps []othellorecord.Problem) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		p, err := othellorecord.ParseProblem(othello.Rules{}, in.Text())
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	return ps
}

// shared is the directory of problem files outside the repository.
const shared = "../../../../shared/data/othello"

func checkProblem(t testing.TB, s *Solver, p othellorecord.Problem) uint64 {
	t.Helper()
	got := solve(t, s, p.Position, search.Query{})
	want := -64
	for _, m := range p.Moves {
		want = max(want, m.Discs)
	}
	best, _ := got.best()
	good := false
	for _, m := range p.Moves {
		good = good || m.Move == best && m.Discs == want
	}
	if got.value != want || got.bound != game.Exact || !good {
		t.Errorf("%s: %d by %v, want %d", othello.Rules{}.FormatPosition(&p.Position), got.value, best, want)
	}
	return got.nodes
}

func TestFForum(t *testing.T) {
	s := NewSolver(othello.Rules{}, Options{})
	for _, p := range problems(t, filepath.Join(shared, "fforum-1-19.obf")) {
		checkProblem(t, s, p)
	}
}

// BenchmarkSolve solves suites of positions, each with an empty table.
func BenchmarkSolve(b *testing.B) {
	for _, name := range []string{"fforum-20-39", "fforum-40-59"} {
		b.Run(name, func(b *testing.B) {
			ps := problems(b, filepath.Join(shared, name+".obf"))
			if name == "fforum-40-59" {
				ps = ps[:10]
			}
			benchmark(b, ps)
		})
	}
	for _, n := range []int{12, 16, 20} {
		b.Run(fmt.Sprint("random-", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			var ps []othellorecord.Problem
			for len(ps) < 50 {
				if p, ok := randomEnd(othello.Rules{}, rng, n); ok {
					ps = append(ps, othellorecord.Problem{Position: p})
				}
			}
			benchmark(b, ps)
		})
	}
}

// BenchmarkSixSquared solves the initial position of 6×6: −4 for the first
// player (Feinstein 1993: 16–20).
func BenchmarkSixSquared(b *testing.B) {
	r := sized(b, 6)
	s := NewSolver(r, Options{})
	began := cputime.Used()
	var nodes uint64
	for b.Loop() {
		s.Clear()
		got := solve(b, s, r.Start(), search.Query{Window: game.Window{Alpha: -5, Beta: -3}})
		if got.value != -4 || got.bound != game.Exact {
			b.Fatalf("6×6: %v %d, want -4", got.bound, got.value)
		}
		nodes += got.nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N)/1e6, "Mnodes/op")
	b.ReportMetric(cputime.Since(began).Seconds()/float64(b.N), "cpu-s/op")
}

func benchmark(b *testing.B, ps []othellorecord.Problem) {
	var nodes uint64
	s := NewSolver(othello.Rules{}, Options{TableBytes: 64 << 20})
	began := cputime.Used()
	for b.Loop() {
		for _, p := range ps {
			s.Clear()
			if len(p.Moves) > 0 {
				nodes += checkProblem(b, s, p)
			} else {
				nodes += solve(b, s, p.Position, search.Query{}).nodes
			}
		}
	}
	b.ReportMetric(float64(nodes)/float64(b.N)/1e6, "Mnodes/op")
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(nodes), "cpu-ns/node")
	b.ReportMetric(cputime.Since(began).Seconds()*1e3/float64(b.N*len(ps)), "cpu-ms/position")
}

// BenchmarkThreads solves a suite on one and on two threads. It reports the
// share of time that threads were idle. The ratio of the times needs an
// otherwise idle machine.
func BenchmarkThreads(b *testing.B) {
	ps := problems(b, filepath.Join(shared, "fforum-40-59.obf"))[:10]
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprint(threads), func(b *testing.B) {
			s := NewSolver(othello.Rules{}, Options{Threads: threads})
			if s.crew != nil {
				s.crew.Time(cputime.Used)
			}
			var nodes uint64
			began := cputime.Used()
			for b.Loop() {
				for _, p := range ps {
					s.Clear()
					nodes += checkProblem(b, s, p)
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N)/1e6, "Mnodes/op")
			if s.crew != nil {
				b.ReportMetric(100*s.crew.Waited().Seconds()/cputime.Since(began).Seconds(), "%alone")
			}
		})
	}
}

func TestDepth(t *testing.T) {
	r := othello.Rules{}
	s := NewSolver(r, Options{TableBytes: 1 << 20})
	for depth := 1; depth <= 9; depth++ {
		got := solve(t, s, r.Start(), search.Query{Depth: depth})
		if got.depth != depth || got.bound != game.NoBound || !got.done || got.value < -8 || got.value > 8 {
			t.Errorf("depth %d: %+v, want a small estimate", depth, got)
		}
	}
	if got := solve(t, s, r.Start(), search.Query{Depth: 6, Lines: 4}); len(got.lines) != 4 || got.lines[3].value > got.lines[0].value {
		t.Errorf("four lines from the start: %+v, want four, best first", got.lines)
	}
}

// TestCertainDepth compares exact-width searches with the estimator. They round
// to discs along the way, so they may differ by one disc.
func TestCertainDepth(t *testing.T) {
	r := othello.Rules{}
	s := NewSolver(r, Options{TableBytes: 1 << 20})
	x := NewEstimator(r, patterns.Default(r))
	rng := rand.New(rand.NewPCG(5, 26))
	for range 30 {
		p := opening(r, 10+rng.IntN(25), rng)
		for depth := 1; depth <= 6; depth++ {
			s.Clear()
			got := solve(t, s, p, search.Query{Depth: depth, Confidence: 100})
			want := x.Estimate(p.Own, p.Opp, depth)
			if off := got.value*unit - want; got.percent != 100 || got.bound != game.NoBound || off < -unit || off > unit {
				t.Errorf("%s to %d plies: %d by %d %%, want %.2f", r.FormatPosition(&p), depth, got.value, got.percent, float64(want)/unit)
			}
		}
	}
}
