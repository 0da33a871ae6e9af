package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

var background = context.Background()

func ticTacToe() mnkengine.Nilsson {
	return mnkengine.Nilsson{Rules: mnk.Must(mnk.New(mnk.TicTacToe()))}
}

func connect4At(t testing.TB, r connect4.Rules, text string) connect4.State {
	t.Helper()
	s, err := r.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestShortestWin checks that the search at full strength finds the shortest
// win and the longest defence.
func TestShortestWin(t *testing.T) {
	board, err := connect4.New(5, 4)
	if err != nil {
		t.Fatal(err)
	}
	rules := connect4engine.NewLines(board)
	judge := textbook.New(textbook.AlphaBeta, board, textbook.Options{})
	options := []search.Options{
		{TableBytes: 1 << 18},
		{TableBytes: 1 << 18, Threads: 2},
		{TableBytes: 1 << 10},
	}
	decided := 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		pos := testgames.Wander(board, board.Start(), 6+random.IntN(8), random)
		want := judge.Search(background, &pos, 20).Value
		if want.Proven() {
			decided++
		}
		for _, o := range options {
			r := search.New(rules, o).Search(background, &pos, search.Query{}, search.Control{}, nil)
			if r.Score() != want || !r.Exact() {
				t.Errorf("%s %+v: got %v (exact %v), want %v", board.FormatPosition(&pos), o, r.Score(), r.Exact(), want)
			}
			if n, _, ok := r.Score().Plies(); ok && len(r.Lines[0].PV) != n {
				t.Errorf("%s: line %v for %v", board.FormatPosition(&pos), r.Lines[0].PV, r.Score())
			}
		}
	}
	if decided < 10 {
		t.Errorf("only %d positions are won or lost: the test tests nothing", decided)
	}
}

func TestMultiPV(t *testing.T) {
	rules := ticTacToe()
	pos, err := rules.ParsePosition("X-O/-X-/--O X")
	if err != nil {
		t.Fatal(err)
	}
	s := search.New(rules, search.Options{TableBytes: 1 << 16})
	moves, _ := rules.Moves(&pos, nil)
	r := s.Search(background, &pos, search.Query{Lines: 100}, search.Control{}, nil)
	if len(r.Lines) != len(moves) {
		t.Fatalf("%d lines, want one for each of %d moves", len(r.Lines), len(moves))
	}
	for i, l := range r.Lines {
		if l.Proof != game.Exact {
			t.Errorf("line %d: proof %v of a game that ends", i, l.Proof)
		}
		if i > 0 && l.Score > r.Lines[i-1].Score {
			t.Errorf("line %d is worth %v, more than the line before, %v", i, l.Score, r.Lines[i-1].Score)
		}
		var next mnk.Position
		rules.Play(&next, &pos, l.PV[0])
		own := s.Search(background, &next, search.Query{}, search.Control{}, nil)
		if want := -own.Score().Later(1); l.Score != want {
			t.Errorf("move %v: value %v, searched alone %v", l.PV[0], l.Score, want)
		}
	}
}

func TestLimits(t *testing.T) {
	rules := connect4engine.Lines{}
	start := rules.Start()
	s := search.New(rules, search.Options{TableBytes: 1 << 20})
	tests := []struct {
		name string
		q    search.Query
		c    search.Control
		want search.Stop
	}{
		{"depth", search.Query{Depth: 3}, search.Control{}, search.DepthLimit},
		{"one node", search.Query{Nodes: 1}, search.Control{}, search.NodeLimit},
		{"nodes", search.Query{Nodes: 5000}, search.Control{}, search.NodeLimit},
		{"a nanosecond", search.Query{}, search.Control{Time: 1}, search.TimeLimit},
		{"soft time", search.Query{}, search.Control{SoftTime: 1}, search.TimeLimit},
		{"negative depth is none", search.Query{Depth: -1, Nodes: 1000}, search.Control{}, search.NodeLimit},
	}
	for _, tt := range tests {
		s.Clear()
		r := s.Search(background, &start, tt.q, tt.c, nil)
		if r.Stopped != tt.want {
			t.Errorf("%s: stopped by %v, want %v", tt.name, r.Stopped, tt.want)
		}
		moves, _ := rules.Moves(&start, nil)
		if m, ok := r.Best(); !ok || !slices.Contains(moves, m) {
			t.Errorf("%s: best move %v, %v: not legal", tt.name, m, ok)
		}
		if tt.q.Nodes > 0 && r.Nodes > tt.q.Nodes+7 {
			t.Errorf("%s: %d nodes for a limit of %d", tt.name, r.Nodes, tt.q.Nodes)
		}
	}
}

func TestCancel(t *testing.T) {
	rules := connect4engine.Lines{}
	start := rules.Start()
	s := search.New(rules, search.Options{Threads: 2})
	ctx, cancel := context.WithCancel(background)
	cancel()
	if r := s.Search(ctx, &start, search.Query{}, search.Control{}, nil); r.Stopped != search.Interrupted || len(r.Lines[0].PV) == 0 {
		t.Errorf("cancelled before the start: %+v", r)
	}
	ctx, cancel = context.WithCancel(background)
	late := func(r search.Result[connect4.Move]) {
		if r.Depth == 8 {
			cancel()
		}
	}
	if r := s.Search(ctx, &start, search.Query{}, search.Control{}, late); r.Stopped != search.Interrupted || r.Depth < 1 {
		t.Errorf("cancelled in the middle: depth %d, stopped %v", r.Depth, r.Stopped)
	}
}

func TestFinishedGame(t *testing.T) {
	rules := connect4engine.Lines{}
	for position, want := range map[string]game.Score{"1212121": game.LossIn(0)} {
		pos := connect4At(t, rules.Rules, position)
		r := search.New(rules, search.Options{TableBytes: 1}).Search(background, &pos, search.Query{}, search.Control{}, nil)
		if _, ok := r.Best(); ok || r.Score() != want || !r.Exact() || r.Stopped != search.Solved {
			t.Errorf("%s: %+v, want %v and no move", position, r, want)
		}
	}
}

func TestSingleMove(t *testing.T) {
	rules := othello.Rules{}
	pos, err := rules.ParsePosition("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXXO- X")
	if err != nil {
		t.Fatal(err)
	}
	r := search.New(rules, search.Options{TableBytes: 1}).Search(background, &pos, search.Query{}, search.Control{}, nil)
	if m, ok := r.Best(); !ok || m != 63 || !r.Exact() {
		t.Errorf("only move h8: got %+v", r)
	}
}

// TestTrying reports every move at the root in every iteration, in the order of the search.
func TestTrying(t *testing.T) {
	rules := ticTacToe()
	pos := rules.Start()
	tried := map[int][]int{} // places, by depth
	s := search.New(rules, search.Options{Without: search.Aspiration})
	s.Search(background, &pos, search.Query{Depth: 3}, search.Control{Trying: func(x search.Trying) {
		if tried[x.Depth] = append(tried[x.Depth], x.Place); x.Number != len(tried[x.Depth]) {
			t.Errorf("depth %d: move %d is number %d", x.Depth, len(tried[x.Depth]), x.Number)
		}
	}}, nil)
	for depth := range 3 {
		places := slices.Sorted(slices.Values(tried[depth+1]))
		if len(places) != 9 || len(slices.Compact(places)) != 9 {
			t.Errorf("depth %d: %v", depth+1, tried[depth+1])
		}
	}
}

// TestManyMoves searches a game with hundreds of moves a position, more than
// any initial buffer holds.
func TestManyMoves(t *testing.T) {
	rules := mnk.Must(mnk.NewLarge(mnk.Spec{M: 19, N: 19, K: 5}))
	pos := rules.Start()
	r := search.New(rules, search.Options{TableBytes: 1 << 16}).Search(background, &pos, search.Query{Depth: 2, Lines: 361}, search.Control{}, nil)
	if len(r.Lines) != 361 || r.Depth != 2 {
		t.Errorf("%d lines to depth %d, want 361 to 2", len(r.Lines), r.Depth)
	}
}

// TestDeterminism checks that a search on one thread always visits the same
// number of nodes.
func TestDeterminism(t *testing.T) {
	rules := connect4engine.Lines{}
	start := rules.Start()
	var nodes [2]uint64
	for i := range nodes {
		s := search.New(rules, search.Options{TableBytes: 1 << 16})
		nodes[i] = s.Search(background, &start, search.Query{Depth: 11}, search.Control{}, nil).Nodes
	}
	s := search.New(rules, search.Options{TableBytes: 1 << 16})
	s.Search(background, &start, search.Query{Depth: 9}, search.Control{}, nil)
	s.Clear()
	again := s.Search(background, &start, search.Query{Depth: 11}, search.Control{}, nil).Nodes
	if nodes[0] != nodes[1] || nodes[0] != again {
		t.Errorf("nodes %v, and %d after Clear: not the same", nodes, again)
	}
}

// TestResume checks that a second search of a position is cheaper than the
// first, because the table is kept.
func TestResume(t *testing.T) {
	rules := connect4engine.Lines{}
	start := rules.Start()
	s := search.New(rules, search.Options{TableBytes: 1 << 24})
	first := s.Search(background, &start, search.Query{Depth: 12}, search.Control{}, nil)
	second := s.Search(background, &start, search.Query{Depth: 12}, search.Control{}, nil)
	if second.Nodes >= first.Nodes {
		t.Errorf("%d nodes, then %d", first.Nodes, second.Nodes)
	}
}

// TestFullLine checks that the principal variation is as long as the depth
// searched: table entries do not cut it short.
func TestFullLine(t *testing.T) {
	for seed := range uint64(50) {
		rules := gametest.Wild{Seed: seed, Width: 3, Length: 20, Lasting: true}
		pos := gametest.WildState{}
		s := search.New(rules, search.Options{TableBytes: 1 << 16, Without: search.Selective})
		r := s.Search(background, &pos, search.Query{Depth: 7}, search.Control{}, nil)
		if n := len(r.Lines[0].PV); n != 7 {
			t.Errorf("seed %d: line of %d plies, want 7", seed, n)
		}
	}
}

func TestFeatureNames(t *testing.T) {
	for f := search.Feature(1); f&(search.Sound|search.Foresight|search.Selective) != 0; f <<= 1 {
		got, err := search.ParseFeatures(f.String())
		if err != nil || got != f {
			t.Errorf("ParseFeatures(%q) = %v, %v", f.String(), got, err)
		}
	}
	if _, err := search.ParseFeatures("tt,magic"); err == nil {
		t.Error("a feature that does not exist is taken")
	}
}

// BenchmarkCancel measures how long a running search takes to return after its
// context is cancelled.
func BenchmarkCancel(b *testing.B) {
	b.Run("one thread", func(b *testing.B) { benchCancel(b, 1) })
	b.Run("two threads", func(b *testing.B) { benchCancel(b, 2) })
}

func benchCancel(b *testing.B, threads int) {
	s := search.New(connect4engine.Lines{}, search.Options{Threads: threads})
	start := connect4engine.Lines{}.Start()
	var waited []float64
	for b.Loop() {
		ctx, cancel := context.WithCancel(background)
		called := make(chan time.Time, 1)
		time.AfterFunc(20*time.Millisecond, func() { called <- time.Now(); cancel() })
		if r := s.Search(ctx, &start, search.Query{}, search.Control{}, nil); r.Stopped != search.Interrupted {
			b.Fatalf("stopped by %v", r.Stopped)
		}
		waited = append(waited, float64(time.Since(<-called).Microseconds()))
	}
	b.ReportMetric(median(waited), "µs/cancel")
	b.ReportMetric(waited[len(waited)-1], "µs-worst")
}

// TestHaltWhileSharing halts searches while nodes are shared: waiting workers
// must notice.
func TestHaltWhileSharing(t *testing.T) {
	s := search.New(connect4engine.Lines{}, search.Options{Threads: 4, TableBytes: 1 << 16})
	s.SplitAlways()
	start := connect4engine.Lines{}.Start()
	for n := range uint64(100) {
		limit := 500 + 41*n
		s.Clear()
		r := s.Search(background, &start, search.Query{Nodes: limit}, search.Control{}, nil)
		if _, ok := r.Best(); !ok || r.Stopped != search.NodeLimit {
			t.Errorf("limit of %d nodes: stopped by %v, best move %t", limit, r.Stopped, ok)
		}
	}
}
