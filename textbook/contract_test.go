package textbook_test

import (
	"context"
	"flag"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// windowed are the algorithms that can search a window.
var windowed = []textbook.Algorithm{
	textbook.AlphaBeta, textbook.NegaScout, textbook.BratkoAlphaBeta, textbook.LectureAlphaBeta, textbook.Othello, textbook.ReinefeldNegaScout,
}

// takesHard are the windowed algorithms that can fail hard.
var takesHard = map[textbook.Algorithm]bool{textbook.AlphaBeta: true, textbook.BratkoAlphaBeta: true, textbook.Othello: true}

// checkContract checks v, the answer to w, against the truth.
func checkContract(t *testing.T, w game.Window, v, truth game.Score) {
	t.Helper()
	ok := v == truth
	switch w.Bound(v) {
	case game.Upper:
		ok = truth <= v
	case game.Lower:
		ok = truth >= v
	}
	if !ok {
		t.Fatalf("window %v: got %v, but the value is %v", w, v, truth)
	}
}

// holds reports whether v bounds the truth as claim says.
func holds(claim game.Bound, v, truth game.Score) bool {
	return (claim&game.Lower == 0 || truth >= v) && (claim&game.Upper == 0 || truth <= v)
}

func FuzzWindowContract(f *testing.F) {
	f.Add(uint64(0), uint8(0), int8(-1), uint8(1), uint8(0))
	f.Add(uint64(42), uint8(1), int8(-3), uint8(5), uint8(1))
	f.Add(uint64(7), uint8(2), int8(2), uint8(0), uint8(7))
	f.Fuzz(func(t *testing.T, seed uint64, turns uint8, alpha int8, width, choice uint8) {
		w := gametest.Wild{Seed: seed, Width: 3, Length: 6, Turns: gametest.Turns(turns % 4), Margins: choice&1 != 0}
		window := game.Window{Alpha: game.Score(alpha % 6), Beta: game.Score(alpha%6) + 1 + game.Score(width%6)}
		contract(t, w, textbook.Options{
			Scoring: textbook.Points, Window: window,
			Cut: textbook.Cut(choice >> 1 % 3), Hard: choice&16 != 0, MinRoot: choice&32 != 0,
		})
	})
}

// contract searches several windows with every algorithm that can.
func contract(t *testing.T, w gametest.Wild, o textbook.Options) {
	t.Helper()
	s := w.Start()
	for _, a := range windowed {
		truth := judgement{w: w, scoring: o.Scoring, literal: a == textbook.Othello}.value(&s, 0, 5)
		if o.MinRoot {
			truth = -truth
		}
		got := textbook.Run(t.Context(), a, w, &s, 5, o)
		checkContract(t, o.Window, got.Value, truth)
		if !holds(got.Bound, got.Value, truth) {
			t.Fatalf("%s: %v is called %v, but the value is %v", a, got.Value, got.Bound, truth)
		}
		if hard := o.Hard && takesHard[a] && got.Nodes > 1; hard && o.Window.Clamp(got.Value) != got.Value {
			t.Fatalf("%s, fail-hard, window %v: got %v", a, o.Window, got.Value)
		}
	}
}

func TestWindowContract(t *testing.T) {
	for w := range wilds(t, 60) {
		for alpha := game.Score(-5); alpha < 5; alpha++ {
			for _, width := range []game.Score{1, 2, 5} {
				for choice := range 6 {
					contract(t, w, textbook.Options{
						Scoring: textbook.Points, Window: game.Window{Alpha: alpha, Beta: alpha + width},
						Cut: textbook.Cut(choice % 3), Hard: choice >= 3, MinRoot: alpha%2 == 0,
					})
				}
			}
		}
	}
}

// tally follows a trace and checks the rules that hold for every trace.
type tally struct {
	t       *testing.T
	counts  textbook.Counts
	left    int
	visits  []visit
	truth   func(path []int) game.Score
	capped  bool // answers are limited by the window, as in SSS* and SCOUT
	current textbook.Algorithm
	nodes   func(w game.Window, e event.Event, truth game.Score) // a further check; nil means that of all algorithms as printed
}

type visit struct {
	enter   event.Event
	path    []int
	answers map[int]game.Score // the last answer of each child
}

func (y *tally) Observe(e event.Event) {
	switch e.Kind {
	case event.Enter:
		y.enter(e)
		y.guaranteed(e)
	case event.Window:
		y.guaranteed(e)
	case event.Static:
		y.counts.Leaves++
	case event.Cutoff:
		y.counts.Cutoffs++
	case event.Leave:
		y.leave(e)
	}
}

func (y *tally) enter(e event.Event) {
	if e.Node != y.counts.Nodes {
		y.t.Fatalf("%s: visit %d is numbered %d", y.current, y.counts.Nodes, e.Node)
	}
	y.counts.Nodes++
	v := visit{enter: e, answers: map[int]game.Score{}}
	if e.Parent >= 0 {
		v.path = append(slices.Clone(y.visits[e.Parent].path), e.Index)
	}
	y.visits = append(y.visits, v)
}

// guaranteed checks the ends of a window that are called sure: the side has a
// choice that yields at least that much, at a node above or, where the window
// has changed, at the node itself.
func (y *tally) guaranteed(e event.Event) {
	path := y.visits[e.Node].path
	for _, end := range []struct {
		claim event.Claim
		max   bool
		value game.Score
	}{{e.Claims.Alpha, true, e.Window.Alpha}, {e.Claims.Beta, false, e.Window.Beta}} {
		if end.claim == event.Sure && !y.chosen(e, path, end.max, end.value) {
			y.t.Fatalf("%s, node %d, path %v: %v of %v is not sure", y.current, e.Node, path, end.value, e.Window)
		}
	}
}

// chosen reports whether a side has such a choice. Above the node it is a
// child left of the path, which has been searched before.
func (y *tally) chosen(e event.Event, path []int, max bool, value game.Score) bool {
	gets := func(path []int) bool {
		v := y.truth(path)
		return max && v >= value || !max && v <= value
	}
	if e.Kind == event.Window && e.Max == max && gets(path) {
		return true
	}
	for at := e.Parent; at >= 0; at = y.visits[at].enter.Parent {
		above := y.visits[at]
		for i := range path[len(above.path)] {
			if above.enter.Max == max && gets(append(slices.Clone(above.path), i)) {
				return true
			}
		}
	}
	return false
}

func (y *tally) leave(e event.Event) {
	y.left++
	v := y.visits[e.Node]
	if v.enter.Ply != e.Ply || v.enter.Max != e.Max || v.enter.Parent != e.Parent || len(v.path) != e.Ply {
		y.t.Fatalf("%s: node %d was entered as %+v and left as %+v", y.current, e.Node, v.enter, e)
	}
	truth := y.truth(v.path)
	if !holds(e.Bound, e.Value, truth) {
		y.t.Fatalf("%s, node %d, window %v: %v is called %v, but the value is %v", y.current, e.Node, v.enter.Window, e.Value, e.Bound, truth)
	}
	if y.nodes != nil {
		y.nodes(v.enter.Window, e, truth)
		return
	}
	if givenUp(v.enter.Window, e) {
		return
	}
	checkContract(y.t, v.enter.Window, e.Value, truth)
	if best, inner := v.best(); inner && !y.capped && e.Value != best {
		y.t.Fatalf("%s: node %d is worth %v, the best of its children %v", y.current, e.Node, e.Value, best)
	}
	if e.Parent >= 0 {
		y.visits[e.Parent].answers[e.Index] = e.Value
	}
}

// givenUp reports whether an event that leaves a node asked about w shows that
// SSS* has given it up: it carries an upper bound although the window has no
// lower end.
func givenUp(w game.Window, e event.Event) bool {
	return w.Alpha == -game.Infinity && e.Bound == game.Upper
}

// best returns the best answer of the children for the side to move.
func (v visit) best() (best game.Score, ok bool) {
	for _, x := range v.answers {
		if !ok || v.enter.Max && x > best || !v.enter.Max && x < best {
			best, ok = x, true
		}
	}
	return best, ok
}

// TestTraces follows the events of every algorithm. It checks the numbers and
// counts of visits, the window contract of every answer, and that every inner
// node returns the best value of its children, which makes a search fail-soft.
func TestTraces(t *testing.T) {
	for w, s := range wilds(t, 30) {
		depth := 1 + int(w.Seed%5)
		for _, a := range textbook.Algorithms() {
			truth := judgement{w: w, scoring: textbook.Distance, literal: a == textbook.Othello}.below(s, depth)
			y := &tally{t: t, truth: truth, capped: a == textbook.SSS || a == textbook.Scout, current: a}
			got := textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{Observer: y})
			silent := textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{})
			if got.Counts != y.counts || got.Counts != silent.Counts {
				t.Fatalf("%s: counts %+v, events %+v, without observer %+v", a, got.Counts, y.counts, silent.Counts)
			}
			if y.left != got.Nodes && a != textbook.SSS {
				t.Fatalf("%s: entered %d nodes, left %d", a, got.Nodes, y.left)
			}
		}
	}
}

// trees sets the length of TestEveryNode. For a long run:
//
//	go test ./textbook -run EveryNode -trees 100000 -timeout 1h
var trees = flag.Int("trees", 320, "`number` of random trees of TestEveryNode; a tenth of them with -short")

// TestEveryNode compares the answer of every algorithm for every node, under
// all conventions, with the truth: no bound is false, and a value inside the
// window is exact, including its ends where only values beyond them cut.
func TestEveryNode(t *testing.T) {
	weak, given := map[game.Bound]int{}, 0
	for w, s := range wilds(t, uint64(*trees/4)) {
		depth, scoring := 1+int(w.Seed%6), textbook.Scoring(w.Seed%3)
		minRoot := w.Seed%2 == 1
		truth := judgement{w: w, scoring: scoring, minRoot: minRoot}.below(s, depth)
		literal := judgement{w: w, scoring: scoring, literal: true, minRoot: minRoot}.below(s, depth)
		for choice := range 12 {
			alpha := game.Score(int(w.Seed)%7 - 4)
			o := textbook.Options{
				Scoring: scoring, Cut: textbook.Cut(choice % 3), Hard: choice%6 >= 3, MinRoot: minRoot,
			}
			if choice >= 6 {
				o.Window = game.Window{Alpha: alpha, Beta: alpha + 1 + game.Score(w.Seed%4)}
			}
			for _, a := range textbook.Algorithms() {
				y := &tally{t: t, current: a, truth: truth}
				if a == textbook.Othello {
					y.truth = literal
				}
				y.nodes = func(w game.Window, e event.Event, truth game.Score) {
					weak[e.Bound]++
					if e.Bound == game.NoBound && (w.Alpha != w.Beta || !o.Hard || !takesHard[a]) {
						t.Fatalf("%s, %+v: nothing is said of %v in %v", a, o, e.Value, w)
					}
					closed := takesHard[a] && !o.Hard && (o.Cut == textbook.BeyondBound || o.Cut == textbook.AsPrinted && a == textbook.BratkoAlphaBeta)
					if a == textbook.SSS && givenUp(w, e) {
						given++
						return
					}
					inside := truth > w.Alpha && truth < w.Beta || closed && truth >= w.Alpha && truth <= w.Beta
					if inside && e.Bound != game.Exact {
						t.Fatalf("%s, %+v: %v in %v is called %v, but the value is %v", a, o, e.Value, w, e.Bound, truth)
					}
				}
				o.Observer = y
				textbook.Run(t.Context(), a, w, &s, depth, o)
			}
		}
	}
	for _, b := range []game.Bound{game.NoBound, game.Upper, game.Lower, game.Exact} {
		if weak[b] == 0 {
			t.Errorf("no node is called %v", b)
		}
	}
	if given == 0 {
		t.Error("no node is given up")
	}
}

// below returns the value of every position below s by its path, from MAX's
// view.
func (j judgement) below(s gametest.WildState, depth int) func(path []int) game.Score {
	known := map[string]game.Score{}
	var key []byte
	return func(path []int) game.Score {
		key = key[:0]
		for _, i := range path {
			key = append(key, byte(i))
		}
		v, ok := known[string(key)]
		if !ok {
			v = j.along(s, depth, path)
			known[string(key)] = v
		}
		return v
	}
}

// along returns the value of the position at the end of path, from MAX's view.
func (j judgement) along(s gametest.WildState, depth int, path []int) game.Score {
	first := j.max(&s)
	for _, i := range path {
		moves, _ := j.w.Moves(&s, nil)
		j.w.Play(&s, &s, moves[i])
		depth = j.after(moves[i], depth)
	}
	v := j.value(&s, len(path), depth)
	if j.w.ToMove(&s) != first {
		return -v
	}
	return v
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := gametest.Wild{Width: 60, Length: 100, Lasting: true}
	s := w.Start()
	for _, a := range textbook.Algorithms() {
		if got := textbook.Run(ctx, a, w, &s, 100, textbook.Options{}); !got.Stopped {
			t.Errorf("%s: not stopped: %+v", a, got)
		}
	}
}

func TestParseAlgorithm(t *testing.T) {
	for _, a := range textbook.Algorithms() {
		if got, err := textbook.ParseAlgorithm(string(a)); got != a || err != nil {
			t.Errorf("ParseAlgorithm(%q) = %q, %v", a, got, err)
		}
	}
	if _, err := textbook.ParseAlgorithm("depth-first"); err == nil {
		t.Error("ParseAlgorithm accepts depth-first")
	}
}
