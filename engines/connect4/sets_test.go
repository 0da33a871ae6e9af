package connect4

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	rules "github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/internal/cputime"
)

// problem is a position and its score.
type problem struct {
	text  string
	state rules.State
	score int
}

// readProblems reads lines of a position and its score.
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
		s, err := rules.Rules{}.ParsePosition(text)
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

// sets are Pons's test sets. The name tells how far the game has come (L1 the
// beginning, L3 the end) and how far off the end is (R1 near, R3 far).
var sets = []string{"Test_L3_R1", "Test_L2_R1", "Test_L2_R2", "Test_L1_R1", "Test_L1_R2", "Test_L1_R3"}

const setDir = "../../../shared/data/connect4"

func TestSets(t *testing.T) {
	for _, name := range sets {
		t.Run(name, func(t *testing.T) {
			problems := readProblems(t, filepath.Join(setDir, name))
			if testing.Short() {
				problems = problems[:min(20, len(problems))]
			}
			checkProblems(t, NewSolver(rules.Rules{}, Options{}), problems)
		})
	}
}

// The first positions of three sets.
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
			s := NewSolver(rules.Rules{}, tt.o)
			for _, name := range names {
				problems := readProblems(t, name)
				if testing.Short() {
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
		strong := s.Solve(context.Background(), p.state, Strong, Limits{})
		if !strong.Solved() || strong.Score() != p.score {
			t.Errorf("%s: got %d to %d, want %d", p.text, strong.Lower, strong.Upper, p.score)
		}
		checkLine(t, s.rules, p, strong)
		weak := s.Solve(context.Background(), p.state, Weak, Limits{})
		if sign, known := weak.Outcome(); !known || sign != min(max(p.score, -1), 1) {
			t.Errorf("%s: got outcome %d (%v), want that of %d", p.text, sign, known, p.score)
		}
	}
}

// checkLine plays the line of best play, which must end when the score says.
func checkLine(t *testing.T, r rules.Rules, p problem, got Result) {
	t.Helper()
	s := p.state
	for _, m := range got.PV {
		r.Play(&s, &s, m)
	}
	status := r.Status(&s)
	if len(got.PV) != got.Plies || !status.Over() || len(got.PV) > 0 && got.PV[0] != got.Best {
		t.Errorf("%s: line %v of %d plies ends with %v\n%s", p.text, got.PV, got.Plies, status, r.Draw(&s))
	}
}

// BenchmarkSets reports the mean over a set, with an empty table for each
// position.
func BenchmarkSets(b *testing.B) {
	for _, name := range sets {
		b.Run(name, func(b *testing.B) {
			benchmark(b, readProblems(b, filepath.Join(setDir, name)), Strong, Options{})
		})
	}
}

// BenchmarkEmptyBoard solves the game.
func BenchmarkEmptyBoard(b *testing.B) {
	empty := []problem{{"startpos", rules.State{}, 1}}
	b.Run("weak", func(b *testing.B) { benchmark(b, empty, Weak, Options{}) })
	b.Run("strong", func(b *testing.B) { benchmark(b, empty, Strong, Options{}) })
	b.Run("strong-2", func(b *testing.B) { benchmark(b, empty, Strong, Options{Threads: 2}) })
}

func benchmark(b *testing.B, problems []problem, mode Mode, o Options) {
	s := NewSolver(rules.Rules{}, o)
	var nodes, rounds int64
	var cpu time.Duration
	for b.Loop() {
		start := cputime.Used()
		for _, p := range problems {
			r := s.Evaluate(context.Background(), p.state, mode, Limits{})
			if !r.Solved() || mode == Strong && r.Score() != p.score {
				b.Fatalf("%s: got %d to %d, want %d", p.text, r.Lower, r.Upper, p.score)
			}
			nodes += r.Nodes
		}
		cpu += cputime.Since(start)
		rounds++
	}
	solved := float64(rounds) * float64(len(problems))
	b.ReportMetric(float64(nodes)/solved, "nodes/position")
	b.ReportMetric(cpu.Seconds()*1e6/solved, "cpu-µs/position")
	b.ReportMetric(cpu.Seconds()*1e9/float64(nodes), "cpu-ns/node")
}
