package connect4engine

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// problem is a position and its score.
type problem struct {
	text  string
	state connect4.State
	score int
}

// readProblems reads lines with a position and its score.
func readProblems(tb testing.TB, name string) (all []problem) {
	tb.Helper()
	f, err := os.Open(name)
	if err != nil {
		tb.Skipf("no test set: %v", err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		text, value, _ := strings.Cut(lines.Text(), " ")
		if strings.HasPrefix(text, "#") {
			continue
		}
		s, err := connect4.Rules{}.ParsePosition(text)
		if err != nil {
			tb.Fatal(err)
		}
		score, err := strconv.Atoi(value)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, problem{text, s, score})
	}
	return all
}

// sets are Pons's test sets. L1 to L3 go from the beginning to the end of the
// game, R1 to R3 from short to long solutions.
var sets = []string{"Test_L3_R1", "Test_L2_R1", "Test_L2_R2", "Test_L1_R1", "Test_L1_R2", "Test_L1_R3"}

const setDir = "../../../../shared/data/connect4"

// TestSets solves every ninth position; BenchmarkSets checks all of them.
func TestSets(t *testing.T) {
	for _, name := range sets {
		t.Run(name, func(t *testing.T) {
			var problems []problem
			for i, p := range readProblems(t, filepath.Join(setDir, name)) {
				if i%9 == 0 {
					problems = append(problems, p)
				}
			}
			if testing.Short() {
				problems = problems[:min(20, len(problems))]
			}
			checkProblems(t, NewSolver(connect4.Rules{}, Options{}), problems)
		})
	}
}

// TestShippedSets solves the first positions of three sets.
func TestShippedSets(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sets, err %v", err)
	}
	for _, tt := range []struct {
		name string
		o    Options
	}{
		{"default", Options{}},
		{"tiny table", Options{TableBytes: 1}},
		{"two threads", Options{Threads: 2, TableBytes: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSolver(connect4.Rules{}, tt.o)
			for _, name := range names {
				problems := readProblems(t, name)
				if testing.Short() || tt.o != (Options{}) {
					problems = problems[:10]
				}
				checkProblems(t, s, problems)
			}
		})
	}
}

func checkProblems(t *testing.T, s *Solver, problems []problem) {
	t.Helper()
	for _, p := range problems {
		exact := solved(s, p.state, strong)
		if !exact.solved() || exact.score() != p.score {
			t.Errorf("%s: got %d to %d, want %d", p.text, exact.lower, exact.upper, p.score)
		}
		checkLine(t, s.rules, p, exact)
		if outcome := solved(s, p.state, weak); !outcome.solved() || outcome.score() != weak.clamp(p.score) {
			t.Errorf("%s: got outcome %d to %d, want that of %d", p.text, outcome.lower, outcome.upper, p.score)
		}
	}
}

// checkLine plays out the principal variation and checks that it ends when the
// score says.
func checkLine(t *testing.T, r connect4.Rules, p problem, got finding) {
	t.Helper()
	s := p.state
	for _, m := range got.pv {
		r.Play(&s, &s, m)
	}
	status := r.Status(&s)
	if len(got.pv) != got.plies || !status.Over() || len(got.pv) > 0 && got.pv[0] != got.best {
		t.Errorf("%s: line %v of %d plies ends with %v\n%s", p.text, got.pv, got.plies, status, r.Draw(&s))
	}
}

// BenchmarkSets reports the mean over a set, with an empty table for each
// position.
func BenchmarkSets(b *testing.B) {
	for _, name := range sets {
		b.Run(name, func(b *testing.B) {
			benchmark(b, readProblems(b, filepath.Join(setDir, name)), strong, Options{})
		})
	}
}

// BenchmarkEmptyBoard solves the game.
func BenchmarkEmptyBoard(b *testing.B) {
	empty := []problem{{"startpos", connect4.State{}, 1}}
	b.Run("weak", func(b *testing.B) { benchmark(b, empty, weak, Options{}) })
	b.Run("strong", func(b *testing.B) { benchmark(b, empty, strong, Options{}) })
	b.Run("strong-2", func(b *testing.B) { benchmark(b, empty, strong, Options{Threads: 2}) })
}

func benchmark(b *testing.B, problems []problem, sc scope, o Options) {
	s := NewSolver(connect4.Rules{}, o)
	var nodes, rounds uint64
	var cpu time.Duration
	for b.Loop() {
		start := cputime.Used()
		for _, p := range problems {
			r := evaluated(s, p.state, sc)
			if !r.solved() || r.score() != sc.clamp(p.score) {
				b.Fatalf("%s: got %d to %d, want %d", p.text, r.lower, r.upper, p.score)
			}
			nodes += visited(s)
		}
		cpu += cputime.Since(start)
		rounds++
	}
	solved := float64(rounds) * float64(len(problems))
	b.ReportMetric(float64(nodes)/solved, "nodes/position")
	b.ReportMetric(cpu.Seconds()*1e6/solved, "cpu-µs/position")
	b.ReportMetric(cpu.Seconds()*1e9/float64(nodes), "cpu-ns/node")
}

// asked calls ask with a started call of s.
func asked(ctx context.Context, s *Solver, q search.Query, c search.Control, ask func(*asking)) {
	a, end := s.begin(ctx, q, c)
	defer end()
	ask(a)
}

// visited returns the number of nodes of the last call of s.
func visited(s *Solver) uint64 { return (&asking{s, s.workers}).nodes() }

// weak distinguishes only the sign of the score, which takes half the time.
var weak = standard.scopeOf(game.Window{Alpha: -1, Beta: 1}, 0)

func evaluated(s *Solver, p connect4.State, sc scope) (f finding) {
	asked(context.Background(), s, search.Query{}, search.Control{}, func(a *asking) { f = a.evaluate(p, sc) })
	return f
}

func solved(s *Solver, p connect4.State, sc scope) (f finding) {
	asked(context.Background(), s, search.Query{}, search.Control{}, func(a *asking) { f = a.solve(p, sc) })
	return f
}
