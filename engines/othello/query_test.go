package othello

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
)

// suites names more files for TestEveryMove.
var suites = flag.String("suites", "", "problem `files` whose every move is to be solved, separated by commas")

// TestEveryMove asks for the values of all moves of the shipped problems and,
// where they are, of the whole of the first suite.
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
			got := solve(t, s, p.Position, Query{Lines: 64})
			values := map[othello.Move]int{}
			for _, l := range got.Lines {
				if l.Bound != game.Exact {
					t.Errorf("%v: bound %v, want exact", l.Moves[0], l.Bound)
				}
				values[l.Moves[0]] = l.Value
			}
			for _, m := range p.Moves {
				if v, ok := values[m.Move]; !ok || v != m.Discs {
					t.Errorf("%s: %v has %d (%v), want %d", othello.Rules{}.FormatPosition(&p.Position), m.Move, v, ok, m.Discs)
				}
			}
		}
	}
}

// TestLinesTogether follows a query for three lines: each iteration must value
// all of them.
func TestLinesTogether(t *testing.T) {
	const lines = 3
	for _, q := range []Query{{Lines: lines, Depth: 9}, {Lines: lines, Depth: 12, Nodes: 30_000}} {
		depth, s := 0, NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20})
		got, err := s.Solve(context.Background(), hard(), q, func(r Result) {
			if r.Depth <= depth || len(r.Lines) != lines {
				t.Errorf("%d lines at depth %d after %d, want %d deeper", len(r.Lines), r.Depth, depth, lines)
			}
			depth = r.Depth
			for _, l := range r.Lines {
				if l.Depth != r.Depth || l.Confidence != r.Confidence || l.Value > r.Value {
					t.Errorf("%+v in a report of %d at depth %d, %d %%", l, r.Value, r.Depth, r.Confidence)
				}
			}
		})
		if err != nil || len(got.Lines) != lines || depth < 4 || got.Depth < depth {
			t.Errorf("%+v: %+v after a report of depth %d, %v", q, got, depth, err)
		}
		checkLines(t, got.Lines)
	}
}

// checkLines holds lines to be of different moves and none to be searched
// further than one before it.
func checkLines(t *testing.T, lines []Line) {
	t.Helper()
	seen := map[othello.Move]bool{}
	for i, l := range lines {
		if seen[l.Moves[0]] {
			t.Errorf("%v twice", l.Moves[0])
		}
		seen[l.Moves[0]] = true
		if i > 0 && l.Depth > lines[i-1].Depth {
			t.Errorf("line %d at depth %d, the one before at %d", i+1, l.Depth, lines[i-1].Depth)
		}
	}
}

// TestLinesSolved solves three lines and every move by itself: the values must
// be the same, and so must what reports on the way call exact.
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
			values[m] = -solve(t, alone, after, Query{}).Value
		}
		check := func(got Result) {
			for _, l := range got.Lines {
				if v := values[l.Moves[0]]; l.Bound == game.Exact && l.Value != v {
					t.Errorf("%s: %v is worth %d, want %d", r.FormatPosition(&p), l.Moves[0], l.Value, v)
				}
			}
			checkLines(t, got.Lines)
		}
		got, err := s.Solve(context.Background(), p, Query{Lines: 3}, check)
		check(got)
		if err != nil || len(got.Lines) != min(3, len(moves)) || got.Bound != game.Exact {
			t.Errorf("%s: %+v, %v", r.FormatPosition(&p), got, err)
		}
		for i, l := range got.Lines {
			if l.Bound != game.Exact || i > 0 && l.Value > got.Lines[i-1].Value {
				t.Errorf("%s: line %d: %+v after %+v", r.FormatPosition(&p), i+1, l, got.Lines[max(0, i-1)])
			}
		}
	}
}

// TestDevices solves positions with each device switched off: the values must
// not change.
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
		want := make([]Result, len(ps))
		for _, without := range []Devices{0, Stability, Enhanced, ProbCut, Evaluated, Remembered, Remembered | Enhanced | Stability | ProbCut | Evaluated} {
			s := NewSolver(r, Options{TableBytes: 4 << 20, Without: without})
			for i, p := range ps {
				got := solve(t, s, p, Query{})
				if without == 0 {
					want[i] = got
				}
				if got.Value != want[i].Value || got.Bound != game.Exact {
					t.Errorf("%s without %b: %v %d, want %d", r.FormatPosition(&p), without, got.Bound, got.Value, want[i].Value)
				}
				checkLine(t, r, p, got.Lines, want[i].Value)
			}
		}
	}
}

// hard is a position of 40 empty squares: nothing to be solved in a second.
func hard() othello.Position {
	p, _ := randomEnd(othello.Rules{}, rand.New(rand.NewPCG(5, 5)), 40)
	return p
}

func TestLimits(t *testing.T) {
	s := NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20})
	got := solve(t, s, hard(), Query{Nodes: 100_000})
	if got.Stopped != NodesSpent || got.Nodes > 110_000 || got.Bound == game.Exact {
		t.Errorf("100000 nodes: %+v", got)
	}
	if m, ok := got.Best(); !ok || got.Depth < 2 {
		t.Errorf("best %v, %v at depth %d, want a move of some depth", m, ok, got.Depth)
	}
	if got := solve(t, s, hard(), Query{Time: 50 * time.Millisecond}); got.Stopped != TimeSpent {
		t.Errorf("50 ms: %+v", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := s.Solve(ctx, hard(), Query{}, nil); err != nil || got.Stopped != Cancelled || len(got.Lines) != 1 {
		t.Errorf("cancelled before: %+v, %v", got, err)
	}
	if got := solve(t, s, hard(), Query{Nodes: 1, Lines: 3}); got.Stopped != NodesSpent || len(got.Lines) != 1 {
		t.Errorf("one node: %+v, want one line", got)
	}
}

func TestSameNodes(t *testing.T) {
	p, _ := randomEnd(othello.Rules{}, rand.New(rand.NewPCG(6, 6)), 17)
	first := solve(t, NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20}), p, Query{})
	s := NewSolver(othello.Rules{}, Options{TableBytes: 1 << 20})
	solve(t, s, hard(), Query{Nodes: 10_000})
	s.Clear()
	if again := solve(t, s, p, Query{}); again.Nodes != first.Nodes {
		t.Errorf("%d nodes after Clear, %d at first", again.Nodes, first.Nodes)
	}
}

func TestBadQueries(t *testing.T) {
	s := NewSolver(othello.Rules{}, Options{TableBytes: 1 << 16})
	start := othello.Rules{}.Start()
	for _, q := range []Query{{Alpha: 2, Beta: 2}, {Alpha: 4, Beta: -4}, {Alpha: -66, Beta: 1}, {Alpha: 1, Beta: 66}} {
		if _, err := s.Solve(context.Background(), start, q, nil); err == nil {
			t.Errorf("%+v was answered", q)
		}
	}
	small := NewSolver(sized(t, 4), Options{TableBytes: 1 << 16})
	for _, p := range []othello.Position{{Own: 1}, {Own: 3 << 27, Opp: 1 << 27}} {
		if _, err := small.Solve(context.Background(), p, Query{}, nil); err == nil {
			t.Errorf("%+v was answered", p)
		}
	}
}

// TestSmallest solves the board of 4×4: the second player wins with all
// squares but three taken, 10 discs with the empty ones to the winner.
func TestSmallest(t *testing.T) {
	r := sized(t, 4)
	got := solve(t, NewSolver(r, Options{TableBytes: 1 << 20}), r.Start(), Query{})
	if got.Value != -10 || got.Bound != game.Exact {
		t.Errorf("4×4: %v %d, want -10", got.Bound, got.Value)
	}
	checkLine(t, r, r.Start(), got.Lines, -10)
}

func TestWeights(t *testing.T) {
	for _, file := range [][]byte{embedded8, embedded6} {
		weights, err := ParseWeights(file)
		if err != nil {
			t.Fatal(err)
		}
		few := Weights{3: weights[3], 5: weights[5]}
		if again, err := ParseWeights(FormatWeights(few)); err != nil || !reflect.DeepEqual(again, few) {
			t.Errorf("two phases written and read again differ: %v", err)
		}
		for _, damaged := range [][]byte{nil, file[:10], file[:len(file)-1], append([]byte("x"), file...), flipped(file)} {
			if _, err := ParseWeights(damaged); !errors.Is(err, ErrWeights) {
				t.Errorf("a damaged file of %d bytes: %v, want %v", len(damaged), err, ErrWeights)
			}
		}
	}
}

// TestManifests checks that the manifests are those of the weights.
func TestManifests(t *testing.T) {
	for name, file := range map[string][]byte{"weights8.json": embedded8, "weights6.json": embedded6} {
		about, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			SHA256 string
			Bytes  int
		}
		if err := json.Unmarshal(about, &m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(file)); m.SHA256 != got || m.Bytes != len(file) {
			t.Errorf("%s: %s, %d bytes; the weights have %s, %d bytes", name, m.SHA256, m.Bytes, got, len(file))
		}
	}
}

// flipped returns a copy of file with one bit wrong.
func flipped(file []byte) []byte {
	damaged := append([]byte(nil), file...)
	damaged[len(damaged)/2] ^= 4
	return damaged
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
		got := solve(t, s, p, Query{Nodes: 100_000})
		if n := r.Empties(&p); n > 7 {
			return
		}
		if want := minimax(r, &p); got.Value != want || got.Bound != game.Exact {
			t.Fatalf("%s: %v %d, want %d", r.FormatPosition(&p), got.Bound, got.Value, want)
		}
	})
}
