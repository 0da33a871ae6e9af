package textbook_test

import (
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// lattice is a random game of few positions, so that most are reached in several ways and at several
// plies, with estimates, noisy moves and passes.
type lattice struct {
	seed   uint64
	sizes  uint64 // positions at each ply
	length int    // of the longest game
	zeal   uint64 // one of zeal moves is noisy
	tame   bool   // no side may pass
	wins   bool   // games end in wins and losses, not in margins
}

type latticeState struct {
	at    uint64
	left  int
	mover game.Player
}

// mixed returns a random number below n for a position and a use of it.
func (l lattice) mixed(s *latticeState, use, n uint64) uint64 {
	h := l.seed
	for _, x := range []uint64{s.at, uint64(s.left), uint64(s.mover), use} {
		h = (h ^ x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
	}
	return h % n
}

func (l lattice) start() latticeState { return latticeState{left: l.length} }

func (l lattice) Status(s *latticeState) game.Status {
	over := s.left == 0 || l.mixed(s, 1, 9) == 0 && s.left < l.length
	if over && l.wins {
		return []game.Status{game.Win, game.Loss, game.Draw}[l.mixed(s, 2, 3)]
	}
	if over {
		return game.Final(int(l.mixed(s, 2, 9)) - 4)
	}
	return game.Ongoing
}

func (l lattice) Moves(s *latticeState, buf []int) ([]int, game.Status) {
	st := l.Status(s)
	for m := range 1 + l.mixed(s, 3, 3) {
		if !st.Over() {
			buf = append(buf, int(m))
		}
	}
	return buf, st
}

func (l lattice) Play(dst, src *latticeState, m int) {
	left := max(0, src.left-1-int(l.mixed(src, 40+uint64(m), 3)/2)) // a third of the moves skips a ply
	*dst = latticeState{l.mixed(src, 10+uint64(m), l.sizes), left, src.mover.Other()}
}
func (l lattice) ToMove(s *latticeState) game.Player  { return s.mover }
func (l lattice) Hash(s *latticeState) uint64         { return l.mixed(s, 0, 1<<62) }
func (l lattice) Evaluate(s *latticeState) game.Score { return game.Score(l.mixed(s, 4, 9)) - 4 }
func (l lattice) noisy(s *latticeState, m int) bool   { return l.mixed(s, 20+uint64(m), l.zeal) == 0 }

func (l lattice) Null(dst, src *latticeState) bool {
	*dst = latticeState{src.at, src.left, src.mover.Other()}
	return !l.tame && l.mixed(src, 5, 4) > 0
}

func (l lattice) NoisyMoves(s *latticeState, buf []int) []int {
	moves, _ := l.Moves(s, nil)
	for _, m := range moves {
		if l.noisy(s, m) {
			buf = append(buf, m)
		}
	}
	return buf
}

// value returns the minimax value of s to a depth for the side to move, by a plain search. Distances to a
// win count from s. If sharp is set, it follows noisy moves beyond the horizon.
func (l lattice) value(s *latticeState, depth int, sharp bool) game.Score {
	moves, st := l.Moves(s, nil)
	best := -game.Infinity
	switch {
	case st.Over() && l.wins:
		return st.Score()
	case st.Over():
		n, _ := st.Margin()
		return game.Score(n)
	case depth <= 0 && !sharp:
		return l.Evaluate(s)
	case depth <= 0:
		best = l.Evaluate(s)
	}
	for _, m := range moves {
		var c latticeState
		if l.Play(&c, s, m); depth > 0 || l.noisy(s, m) {
			best = max(best, -l.value(&c, depth-1, sharp).Later(1))
		}
	}
	return best
}

// along returns the position at the end of a path of moves.
func (l lattice) along(s latticeState, path []int) latticeState {
	for _, m := range path {
		l.Play(&s, &s, m)
	}
	return s
}

// auditor is an observer that compares the answer of every visit with the truth.
type auditor struct {
	t     *testing.T
	open  map[int]audited
	truth func(path []int, iteration int) game.Score // from the side to move
	turn  int                                        // the iteration, from 1
	bound map[game.Bound]int
	cuts  map[event.Reason]int
}

type audited struct {
	path   []int
	window game.Window
}

func (a *auditor) Observe(e event.Event) {
	switch e.Kind {
	case event.Enter:
		if e.Ply == 0 {
			a.turn++
		}
		path := slices.Clone(a.open[e.Parent].path)
		if e.Index >= 0 {
			path = append(path, e.Index)
		}
		a.open[e.Node] = audited{path, e.Window}
	case event.Cutoff:
		a.cuts[e.Reason]++
	case event.Leave:
		v := a.open[e.Node]
		truth := a.truth(v.path, a.turn)
		if !e.Max {
			truth = -truth
		}
		a.bound[e.Bound]++
		if e.Bound&game.Lower != 0 && e.Value > truth || e.Bound&game.Upper != 0 && e.Value < truth {
			a.t.Fatalf("at %v in %v: %v %v, but the value is %v", v.path, v.window, e.Bound, e.Value, truth)
		}
		if v.window.Contains(truth) && e.Bound != game.Exact {
			a.t.Fatalf("at %v in %v: %v %v, want exactly %v", v.path, v.window, e.Bound, e.Value, truth)
		}
	}
}

// lattices calls f for random games, depths and all conventions.
func lattices(t *testing.T, f func(l lattice, s latticeState, depth int, o textbook.Options)) {
	for seed := range uint64(200) {
		l := lattice{seed: seed, sizes: 1 + seed%5, length: 3 + int(seed%7), zeal: 1 + seed%3, tame: seed%7 == 0, wins: seed%11 < 4}
		for choice := range 24 {
			alpha := game.Score(seed%7) - 4
			o := textbook.Options{
				Scoring: textbook.Points, Cut: textbook.Cut(choice % 3), Hard: choice/3%2 == 1, MinRoot: choice/6%2 == 1, LastCut: seed%2 == 1,
			}
			if choice >= 12 {
				o.Window = game.Window{Alpha: alpha, Beta: alpha + 1 + game.Score(seed%4)}
			}
			if l.wins {
				o.Scoring = textbook.Distance
			}
			f(l, l.start(), 1+int(seed)%8, o)
		}
	}
}

// audited runs an algorithm, and checks the answer of every visit.
func (a *auditor) run(t *testing.T, name textbook.Algorithm, l lattice, s latticeState, depth int, o textbook.Options) textbook.Result[int] {
	a.t, a.open, a.turn = t, map[int]audited{}, 0
	o.Observer = a
	return textbook.Run(t.Context(), name, l, &s, depth, o)
}

func newAuditor() *auditor {
	return &auditor{bound: map[game.Bound]int{}, cuts: map[event.Reason]int{}}
}

// TestDeepening compares every visit of every iteration with minimax to the depth left, and the best
// line with the value.
func TestDeepening(t *testing.T) {
	a, spared, all := newAuditor(), 0, 0
	lattices(t, func(l lattice, s latticeState, depth int, o textbook.Options) {
		a.truth = func(path []int, iteration int) game.Score {
			at := l.along(s, path)
			return l.value(&at, iteration-len(path), false).Later(len(path))
		}
		got := a.run(t, textbook.Deepening, l, s, depth, o)
		plain := textbook.Run(t.Context(), textbook.AlphaBeta, l, &s, depth, o)
		if got.Bound == game.Exact && plain.Bound == game.Exact && got.Value != plain.Value {
			t.Fatalf("%+v, depth %d, %+v: %v, want %v", l, depth, o, got.Value, plain.Value)
		}
		if o.Window == (game.Window{}) && got.Bound != game.Exact {
			t.Fatalf("%+v, depth %d, %+v: %v %v", l, depth, o, got.Bound, got.Value)
		}
		if o.Window == (game.Window{}) {
			value := l.value(&s, depth, false)
			for i := range got.PV {
				at := l.along(s, got.PV[:i+1])
				if value = -value; l.value(&at, depth-i-1, false).Later(i+1) != value {
					t.Fatalf("%+v, depth %d: the line %v does not keep the value", l, depth, got.PV)
				}
			}
			if len(got.PV) == 0 {
				t.Fatalf("%+v, depth %d: no line", l, depth)
			}
		}
		if all++; got.Nodes < plain.Nodes {
			spared++
		}
	})
	if a.cuts[event.TableCut] == 0 || spared == 0 || spared == all {
		t.Errorf("%d table cutoffs; %d of %d searches are shorter than alpha-beta's", a.cuts[event.TableCut], spared, all)
	}
	for _, b := range []game.Bound{game.Upper, game.Lower, game.Exact} {
		if a.bound[b] == 0 {
			t.Errorf("no answer is called %v", b)
		}
	}
}

// TestDeepeningOnGraphs compares iterative deepening with alpha-beta on graphs whose positions are
// reached by routes of unequal length: a result of the table may rest on an estimate.
func TestDeepeningOnGraphs(t *testing.T) {
	random, early := seeded.Rand(t, 1), 0
	for range 3000 {
		g := gametest.Sharp{Graph: gametest.NewGraph(random.Uint64(), gametest.GraphSpec{
			Width: 3, Vertices: 4 + random.IntN(16), Spread: 3, Turns: gametest.Erratic, Margins: random.IntN(2) * 50,
		})}
		s, depth := g.Start(), 1+random.IntN(12)
		for _, cut := range []textbook.Cut{textbook.AtBound, textbook.BeyondBound} {
			o := textbook.Options{Cut: cut}
			got, want := textbook.Run(t.Context(), textbook.Deepening, g, &s, depth, o), textbook.Run(t.Context(), textbook.AlphaBeta, g, &s, depth, o)
			if got.Value != want.Value || got.Bound != game.Exact {
				t.Fatalf("%s\ndepth %d, %+v: got %v %v, want %v", g, depth, o, got.Bound, got.Value, want.Value)
			}
			if got.Nodes < want.Nodes {
				early++
			}
		}
	}
	if early == 0 {
		t.Error("no search spares a visit")
	}
}

// TestDeepeningTriesTheBestFirst checks that a search begins with the best move of the one before.
func TestDeepeningTriesTheBestFirst(t *testing.T) {
	changed := 0
	for seed := range uint64(200) {
		l := lattice{seed: seed, sizes: 50, length: 6, zeal: 1}
		s := l.start()
		var events event.Recorder
		textbook.Run(t.Context(), textbook.Deepening, l, &s, 5, textbook.Options{Scoring: textbook.Points, Observer: &events})
		best, entered := -1, false
		for _, e := range events.Events {
			switch {
			case e.Kind == event.Enter && e.Ply == 0:
				entered = true
			case e.Kind == event.Enter && entered:
				if entered = false; best >= 0 && e.Index != best {
					t.Fatalf("seed %d: the search begins with move %d, want %d", seed, e.Index, best)
				}
				if best > 0 {
					changed++
				}
			case e.Kind == event.Backup && e.Ply == 0:
				best = e.Child
			}
		}
	}
	if changed == 0 {
		t.Error("the best move is always the first")
	}
}

// TestQuiescence compares every visit with the definition.
func TestQuiescence(t *testing.T) {
	a, deeper := newAuditor(), 0
	lattices(t, func(l lattice, s latticeState, depth int, o textbook.Options) {
		a.truth = func(path []int, _ int) game.Score {
			at := l.along(s, path)
			return l.value(&at, depth-len(path), true).Later(len(path))
		}
		got := a.run(t, textbook.Quiescence, l, s, depth, o)
		if o.Window == (game.Window{}) && got.Bound != game.Exact {
			t.Fatalf("%+v, depth %d, %+v: %v %v", l, depth, o, got.Bound, got.Value)
		}
		if l.value(&s, depth, true) != l.value(&s, depth, false) {
			deeper++
		}
	})
	if deeper == 0 || a.bound[game.Lower] == 0 || a.bound[game.Upper] == 0 {
		t.Errorf("noisy moves matter in %d searches; answers %v", deeper, a.bound)
	}
}

// reference is null-move pruning as a definition, for the side to move. It counts the visits.
func (l lattice) reference(s *latticeState, depth int, alpha, beta game.Score, strict, passed bool, visits *int) game.Score {
	*visits++
	if st := l.Status(s); st.Over() || depth == 0 {
		return l.value(s, 0, false)
	}
	fails := func(v game.Score) bool { return v > beta || !strict && v == beta }
	var c latticeState
	if !passed && depth > 2 && beta < game.Infinity && l.Null(&c, s) {
		low := beta - 1
		if strict {
			low = beta
		}
		if v := -l.reference(&c, depth-3, -low-1, -low, strict, true, visits); fails(v) {
			return v
		}
	}
	best := -game.Infinity - 1
	moves, _ := l.Moves(s, nil)
	for _, m := range moves {
		l.Play(&c, s, m)
		v := -l.reference(&c, depth-1, -beta, -alpha, strict, false, visits)
		if best = max(best, v); fails(best) {
			break
		}
		alpha = max(alpha, best)
	}
	return best
}

// TestNullMove compares values and visits with the definition, and with alpha-beta where no side may
// pass.
func TestNullMove(t *testing.T) {
	cut, wrong := 0, 0
	lattices(t, func(l lattice, s latticeState, depth int, o textbook.Options) {
		if l.wins {
			return // the definition knows no distances
		}
		w := o.Window
		if w == (game.Window{}) {
			w = game.FullWindow()
		}
		if o.MinRoot {
			w = w.Negate()
		}
		visits := 0
		want := l.reference(&s, depth, w.Alpha, w.Beta, o.Cut == textbook.BeyondBound, false, &visits)
		if o.Hard {
			want = w.Clamp(want)
		}
		if o.MinRoot {
			want = -want
		}
		var events event.Recorder
		o.Observer = &events
		got := textbook.Run(t.Context(), textbook.NullMove, l, &s, depth, o)
		strictHard := o.Hard && o.Cut == textbook.BeyondBound // values limited to the window cut off less
		if got.Value != want || got.Nodes != visits && !strictHard {
			t.Fatalf("%+v, depth %d, %+v: %v with %d visits, want %v with %d", l, depth, o, got.Value, got.Nodes, want, visits)
		}
		plain := textbook.Run(t.Context(), textbook.AlphaBeta, l, &s, depth, o)
		if l.tame && (got.Value != plain.Value || got.Counts != plain.Counts) {
			t.Fatalf("%+v, depth %d: without passes %+v, alpha-beta %+v", l, depth, got.Counts, plain.Counts)
		}
		for _, e := range events.Events {
			if e.Kind == event.Cutoff && e.Reason == event.SelectiveCut {
				cut++
			}
		}
		if o.Window == (game.Window{}) && got.Value != plain.Value {
			wrong++
		}
	})
	if cut == 0 || wrong == 0 {
		t.Errorf("%d null moves cut off, and %d values are wrong", cut, wrong)
	}
}
