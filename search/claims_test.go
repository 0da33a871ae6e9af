package search_test

import (
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// Each case here once produced a false proof. TestSoak of gametest looks for
// others.

// TestSeveralLinesProveTheirOwn asks for two lines in a one-player game in
// which vertex 7 is reached at two plies. A search for two lines once called a
// draw exact.
func TestSeveralLinesProveTheirOwn(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {7, 4}, 4: {7}, 7: {10}, 10: nil},
		Owner: make([]game.Player, 11),
		End:   make([]game.Status, 11),
	}
	m.End[10] = game.Final(-1)
	for _, lines := range []int{1, 2, 3} {
		s := search.New(oneWay{m}, search.Options{TableBytes: 1 << 12})
		for range 2 { // the second time with the table of the first
			r := s.Search(background, &testgames.MazeState{}, search.Query{Lines: lines}, search.Control{}, nil)
			if r.Score() != game.Margin(-1) || r.Proof != game.Exact || r.Stopped != search.Solved {
				t.Errorf("%d lines: %v, proven %v, %v; want final -1, exact", lines, r.Score(), r.Proof, r.Stopped)
			}
		}
	}
}

// TestSeveralLinesAreTheBest asks for two lines where the second-best move is
// a win that takes longer to find than a draw. The search once reported Solved
// as soon as both lines were proven.
func TestSeveralLinesAreTheBest(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {1, 2, 3}, 3: {4}, 4: {5}, 5: {6}, 6: nil},
		Owner: make([]game.Player, 7),
		End:   []game.Status{1: game.Win, 2: game.Draw, 6: game.Win},
	}
	for _, lines := range []int{2, 3} {
		r := search.New(oneWay{m}, search.Options{}).Search(background, &testgames.MazeState{}, search.Query{Lines: lines}, search.Control{}, nil)
		if r.Stopped != search.Solved || r.Lines[1].PV[0] != 3 || r.Lines[1].Score != game.WinIn(4) {
			t.Errorf("%d lines: %v, %+v; want the second to win in 4", lines, r.Stopped, r.Lines)
		}
	}
}

// TestLinesBelowTheWindow asks for all moves within a window that only the
// best move reaches: the search cannot learn more about the others.
func TestLinesBelowTheWindow(t *testing.T) {
	board := mnk.Must(mnk.New(mnk.TicTacToe()))
	pos, err := board.ParsePosition("--X/OX-/-O- X")
	if err != nil {
		t.Fatal(err)
	}
	w := game.Window{Alpha: game.WinIn(2), Beta: game.WinIn(0)}
	r := search.New(board, search.Options{}).Search(background, &pos, search.Query{Lines: 2, Window: w}, search.Control{}, nil)
	if r.Stopped != search.Solved || r.Depth > 9 {
		t.Errorf("stopped by %v at depth %d", r.Stopped, r.Depth)
	}
}

// TestLinesThatReturn asks for several moves where a repetition loses. The
// answer 5-2 to move 5 holds the draw only if the game does not return to 5,
// but its proof leads there.
func TestLinesThatReturn(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {5}, 1: {0}, 2: {5, 1}, 3: {2, 1, 5}, 5: {2, 6}, 6: nil},
		Owner: []game.Player{game.Second, game.Second, game.First, game.Second, 5: game.First, 6: game.Second},
		End:   []game.Status{6: game.Draw},
		Again: game.Loss,
	}
	query := search.Query{Lines: 3, Window: game.Window{Alpha: game.Margin(1), Beta: game.Margin(3)}, Depth: 14}
	r := search.New(m, search.Options{}).Search(background, &testgames.MazeState{At: 3}, query, search.Control{}, nil)
	for _, l := range r.Lines {
		if l.Proof != game.Upper || slices.Equal(l.PV[:min(2, len(l.PV))], []int{5, 2}) {
			t.Errorf("%v is at most a draw (%v): the answer to 5 is 6", l.PV, l.Proof)
		}
	}
}

// oneWay is a maze without repetitions.
type oneWay struct{ maze testgames.Maze }

func (o oneWay) Moves(s *testgames.MazeState, buf []int) ([]int, game.Status) {
	return o.maze.Moves(s, buf)
}

func (o oneWay) Play(dst, src *testgames.MazeState, to int) { o.maze.Play(dst, src, to) }

func (o oneWay) ToMove(s *testgames.MazeState) game.Player { return o.maze.ToMove(s) }

func (o oneWay) Hash(s *testgames.MazeState) uint64 { return o.maze.Hash(s) }

// TestSeveralLinesOfGomoku asks for several lines of a draw that was once
// reported as a win.
func TestSeveralLinesOfGomoku(t *testing.T) {
	rules := mnk.Must(mnk.New(mnk.Spec{M: 5, N: 5, K: 5}))
	pos, err := rules.ParsePosition("XOOOX/X--OO/OX--X/O---X/-X--- X")
	if err != nil {
		t.Fatal(err)
	}
	s := search.New(rules, search.Options{TableBytes: 1 << 16})
	r := s.Search(background, &pos, search.Query{Lines: 4, Exhaustive: true}, search.Control{}, nil)
	if outcome, ok := r.Outcome(); !ok || outcome != 0 {
		t.Errorf("%v, proven %v, want a draw", r.Score(), r.Proof)
	}
}

// TestRepetitionThatLoses has a win in three that was once reported as
// disproven: the side that repeats a position loses.
func TestRepetitionThatLoses(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {4, 3}, 3: {4}, 4: {3}},
		Owner: []game.Player{3: game.Second, 4: game.First},
		End:   make([]game.Status, 5),
		Again: game.Loss,
	}
	s := search.New(m, search.Options{TableBytes: 1 << 12})
	r := s.Search(background, &testgames.MazeState{}, search.Query{Depth: 6}, search.Control{}, nil)
	if r.Score() != game.WinIn(3) || r.Proof&game.Upper != 0 && r.Proof&game.Lower == 0 {
		t.Errorf("%v, proven %v, want a win in 3", r.Score(), r.Proof)
	}
}

// TestThirdOccurrence checks that a draw by repetition needs the third
// occurrence of a position, unless the search gambles that the second suffices.
func TestThirdOccurrence(t *testing.T) {
	ring := ring{&graph{edges: [][]uint8{{1}, {0}}, won: make([]bool, 2)}}
	rules := thrice{ring}
	start := ringState{}
	for _, tt := range []struct {
		without search.Feature
		history []uint64
		plies   int // of the only line
	}{
		{search.Recurrence, nil, 4},
		{search.Recurrence, []uint64{ring.Hash(&start)}, 4}, // the reach of a position without moves is 0
		{0, nil, 2},
	} {
		r := search.New(rules, search.Options{TableBytes: 1 << 12, Without: tt.without}).Search(background, &start, search.Query{Depth: 20, History: tt.history}, search.Control{}, nil)
		if r.SelDepth != tt.plies || r.Score() != 0 || r.Proof != game.NoBound {
			t.Errorf("history %v: %v at ply %d (%v), want 0 at ply %d, which is no proof", tt.history, r.Score(), r.SelDepth, r.Proof, tt.plies)
		}
	}
	start.ply = 2 // the position has occurred before
	r := search.New(rules, search.Options{TableBytes: 1 << 12}).Search(background, &start, search.Query{Depth: 20, History: []uint64{ring.Hash(&start), 12345}}, search.Control{}, nil)
	if r.SelDepth != 2 {
		t.Errorf("with one occurrence before the root the line ends at ply %d, want 2", r.SelDepth)
	}
}

// thrice is a ring whose repetitions count only from the third occurrence.
type thrice struct{ ring }

func (thrice) Occurrences() int { return 3 }

// TestLineThroughTheRoot asks for all moves of a position to which one of its
// moves leads back: another move wins, and this one draws.
func TestLineThroughTheRoot(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {3, 1}, 1: {2}, 2: {0}, 3: nil},
		Owner: []game.Player{1: game.Second, 2: game.Second, 3: game.First},
		End:   []game.Status{3: game.Win},
	}
	s := search.New(m, search.Options{TableBytes: 1 << 12})
	s.Search(background, &testgames.MazeState{At: 1}, search.Query{Depth: 12}, search.Control{}, nil) // proves a loss there
	r := s.Search(background, &testgames.MazeState{}, search.Query{Depth: 12, Lines: 2}, search.Control{}, nil)
	if r.Score() != game.WinIn(1) || r.Proof != game.Exact {
		t.Errorf("%v, proven %v, want a win in 1", r.Score(), r.Proof)
	}
	if l := r.Lines[1]; l.PV[0] != 1 || l.Proof&game.Lower != 0 && l.Score > 0 {
		t.Errorf("the way back is called %v, proven %v; it is a draw", l.Score, l.Proof)
	}
}

// TestProofBeforeAndAfter searches a position first without history, then with
// a history that contains a position on the winning line.
func TestProofBeforeAndAfter(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {1}, 1: {2}, 2: {3}, 3: nil},
		Owner: []game.Player{0: game.Second, 3: game.First},
		End:   []game.Status{3: game.Win},
	}
	s := search.New(m, search.Options{TableBytes: 1 << 12})
	if r := s.Search(background, &testgames.MazeState{}, search.Query{Depth: 12}, search.Control{}, nil); r.Score() != game.LossIn(3) || r.Proof != game.Exact {
		t.Errorf("%v, proven %v, want a loss in 3", r.Score(), r.Proof)
	}
	met := search.Query{Depth: 12, History: []uint64{m.Hash(&testgames.MazeState{At: 2})}, Window: game.Null(-1)}
	if r := s.Search(background, &testgames.MazeState{Plies: 1}, met, search.Control{}, nil); r.Score() != 0 || r.Proof != game.NoBound {
		t.Errorf("after the position on the way: %v, proven %v, want a draw that is none of a proof", r.Score(), r.Proof)
	}
}

// TestValuesOfOnePath has a position that two lines reach. On one of them its
// only move is a repetition, so its value there must not be stored.
func TestValuesOfOnePath(t *testing.T) {
	const a, p, q, x, w = 0, 1, 2, 3, 4
	m := testgames.Maze{
		Edges: [][]int{a: {p, q}, p: {x, w}, q: {x}, x: {p}, w: nil},
		Owner: []game.Player{p: game.Second, q: game.Second, w: game.Second},
		End:   []game.Status{w: game.Win},
	}
	for depth := 4; depth < 10; depth++ {
		for _, window := range []game.Window{{}, game.Null(-1)} { // a null window allows no second search
			limits := search.Query{Depth: depth, From: depth, Window: window} // in the order of the edges
			r := search.New(m, search.Options{TableBytes: 1 << 12}).Search(background, &testgames.MazeState{}, limits, search.Control{}, nil)
			if r.Score() > game.LossIn(4) {
				t.Errorf("depth %d, window %v: %v, want a loss in 4", depth, window, r.Score())
			}
		}
	}
}

// TestDeeperEntriesOff searches deep and then shallow with the same table.
// Without Deeper, the second search returns shallow values.
func TestDeeperEntriesOff(t *testing.T) {
	for seed := range uint64(20) {
		rules := gametest.Wild{Seed: seed, Width: 3, Length: 20, Lasting: true}
		judge := textbook.New(textbook.AlphaBeta, rules, textbook.Options{})
		s := search.New(rules, search.Options{TableBytes: 1 << 18, Without: search.Deeper | search.Selective})
		for depth := 7; depth > 1; depth-- {
			want := judge.Search(background, &gametest.WildState{}, depth).Value
			r := s.Search(background, &gametest.WildState{}, search.Query{Depth: depth}, search.Control{}, nil)
			if r.Score() != want {
				t.Errorf("seed %d depth %d after a deeper search: %v, want %v", seed, depth, r.Score(), want)
			}
		}
	}
}

// TestBoundsCompleteProofs has a value that is exact at a small depth only
// because of a bound on the position after the first move.
func TestBoundsCompleteProofs(t *testing.T) {
	r := search.New(capped{}, search.Options{TableBytes: 1 << 12}).Search(background, &cappedState{}, search.Query{Depth: 3}, search.Control{}, nil)
	if r.Score() != game.Margin(2) || r.Proof != game.Exact || r.Depth > 3 {
		t.Errorf("%v, proven %v to depth %d, want final +2, exact", r.Score(), r.Proof, r.Depth)
	}
}

// capped is a one-player game of 100 moves, unless the player takes two points
// at the second move. No line scores more, and the bounds show it after the
// first move.
type (
	capped      struct{}
	cappedState struct {
		plies int
		taken bool
	}
)

func (capped) Moves(s *cappedState, buf []int) ([]int, game.Status) {
	switch {
	case s.taken:
		return buf, game.Final(2)
	case s.plies == 100:
		return buf, game.Final(-1)
	case s.plies == 0:
		return append(buf, 0), game.Ongoing
	}
	return append(buf, 0, 1), game.Ongoing
}

func (capped) Play(dst, src *cappedState, m int) { *dst = cappedState{src.plies + 1, m == 1} }
func (capped) ToMove(*cappedState) game.Player   { return game.First }
func (capped) Hash(s *cappedState) uint64        { return uint64(s.plies)<<1 | 1<<20 }
func (capped) Bounds(s *cappedState) (lower, upper game.Score) {
	if s.plies != 1 {
		return -game.Infinity, game.Infinity
	}
	return -game.Infinity, game.Margin(2)
}

// TestDeepGames solves games longer than the depth field of the table can
// hold, and checks that deepening stops in a game that never ends.
func TestDeepGames(t *testing.T) {
	for _, moves := range []int{250, 260, 1000, 6000} {
		s := moves
		r := search.New(takeOne{}, search.Options{TableBytes: 1 << 14}).Search(background, &s, search.Query{}, search.Control{}, nil)
		want := game.LossIn(moves)
		if moves%2 != 0 {
			want = game.WinIn(moves)
		}
		if r.Score() != want || r.Proof != game.Exact || len(r.Lines[0].PV) != moves {
			t.Errorf("%d moves: %v, proven %v, stopped %v, line of %d", moves, r.Score(), r.Proof, r.Stopped, len(r.Lines[0].PV))
		}
	}
	for _, from := range []int{1, 9, search.MaxDepth} {
		s := 40
		r := search.New(takeOne{}, search.Options{TableBytes: 1 << 14}).Search(background, &s, search.Query{From: from, Exhaustive: true}, search.Control{}, nil)
		if r.Score() != game.LossIn(40) || r.Proof != game.Exact {
			t.Errorf("from depth %d: %v, proven %v", from, r.Score(), r.Proof)
		}
	}
	endless := testgames.Maze{Edges: [][]int{{1}, {0}}, Owner: []game.Player{0, 1}, End: make([]game.Status, 2)}
	if r := search.New(endless, search.Options{}).Search(background, &testgames.MazeState{}, search.Query{}, search.Control{}, nil); r.Stopped != search.DepthLimit {
		t.Errorf("a game without an end: %v to depth %d", r.Stopped, r.Depth)
	}
}

// takeOne is a game in which each player takes one of the remaining things; a
// player who cannot move loses.
type takeOne struct{}

func (takeOne) Moves(s *int, buf []int) ([]int, game.Status) {
	if *s == 0 {
		return buf, game.Loss
	}
	return append(buf, 1), game.Ongoing
}
func (takeOne) Play(dst, src *int, m int) { *dst = *src - m }
func (takeOne) ToMove(s *int) game.Player { return game.Player(*s & 1) }
func (takeOne) Hash(s *int) uint64        { return uint64(*s) }
