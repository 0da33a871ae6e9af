package gametest_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/mcts"
	"github.com/plywood-go/plywood/search/prove"
	"github.com/plywood-go/plywood/textbook"
)

// The soak compares the proofs of the searchers and provers of package search
// with brute force, on random graphs with all options at once. For a long run, in 4 GB of
// address space:
//
//	(ulimit -v 4000000; go test ./kit/gametest -run Soak -v -searches 10000000 -timeout 2h)
var searches = flag.Int("searches", 0, "`number` of differential searches of TestSoak; 0 means a few seconds' worth")

func TestSoak(t *testing.T) {
	n := int64(*searches)
	if n == 0 {
		n = 70_000
		if testing.Short() {
			n = 40_000
		}
	}
	variable := uint64(time.Now().UnixNano())
	t.Logf("seed %d, for %s", variable, seeded.Variable) // now: a stack overflow ends the program
	seed := seeded.Rand(t, variable).Uint64()
	var left, proven atomic.Int64
	var round atomic.Uint64
	left.Store(n)
	var crew sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		crew.Go(func() {
			for left.Load() > 0 && !t.Failed() {
				nth := round.Add(1)
				k := &soak{random: rand.New(rand.NewPCG(seed, nth))}
				if err := k.guarded(); err != nil {
					t.Errorf("round %d: %v", nth, err)
				}
				left.Add(-k.searches)
				proven.Add(k.proven)
			}
		})
	}
	crew.Wait()
	t.Logf("%d searches, %d claims of proof held to brute force", n-left.Load(), proven.Load())
	if proven.Load() < n {
		t.Errorf("only %d claims in %d searches: the test tests little", proven.Load(), n)
	}
}

// soak is one graph, and the searches over it.
type soak struct {
	random           *rand.Rand
	chain            bool // lines are so long that a search may not find them again
	searches, proven int64
}

// chance returns true once in n times.
func (k *soak) chance(n int) bool { return k.random.IntN(n) == 0 }

// guarded runs a round, and returns a panic in it as an error.
func (k *soak) guarded() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return k.round()
}

func (k *soak) round() error {
	spec := gametest.GraphSpec{
		Width:   1 + k.random.IntN(4),
		Turns:   gametest.Erratic,
		Margins: []int{0, 0, 50, 100}[k.random.IntN(4)],
		Spread:  game.Score(k.random.IntN(4)),
		Keys:    []int{0, 0, 1, 2}[k.random.IntN(4)],

		OneHash:   k.chance(4),
		PlainHash: k.chance(4),
	}
	if k.chance(6) {
		spec.Turns = gametest.Solitary
	}
	seed := k.random.Uint64()
	if k.chance(3) {
		return k.circles(seed, spec)
	}
	spec.Vertices = 3 + k.random.IntN(20)
	if k.chance(50) {
		k.chain = true
		spec.Chain, spec.Vertices, spec.Width = true, 100+k.random.IntN(155), 2
	}
	g := gametest.NewGraph(seed, spec)
	truth := func(line []gametest.GraphState) game.Score { return g.Truth(&line[len(line)-1]) }
	switch k.random.IntN(4) {
	case 0, 1:
		return soakGame(k, g, gametest.Sharp{Graph: g}, truth, truth)
	case 2:
		return soakGame(k, g, inMargins{gametest.Sharp{Graph: g}}, truth, truth)
	}
	return soakGame(k, g, g, truth, truth)
}

// inMargins is a game whose evaluation claims to be in final margins.
type inMargins struct{ gametest.Sharp }

func (inMargins) EvaluatesMargin() bool { return true }

// circles runs a round on a graph with cycles.
func (k *soak) circles(seed uint64, spec gametest.GraphSpec) error {
	spec.Cycles, spec.Width = true, min(spec.Width, 3)
	spec.Vertices = 3 + k.random.IntN(5)
	if k.chance(4) {
		spec.Times, spec.Vertices, spec.Width = 3, 3+k.random.IntN(2), 2
	}
	spec.Repeat = [][]game.Status{
		{game.Draw},
		{game.Win},
		{game.Loss},
		{game.Draw, game.Loss},
		{game.Draw, game.Win, game.Loss, game.Final(2), game.Final(-2)},
	}[k.random.IntN(5)]
	if k.chance(4) {
		spec.Levels, spec.Vertices = 2+k.random.IntN(2), 5+k.random.IntN(5)
	}
	if k.chance(4) {
		spec.Mirrors, spec.Vertices = true, min(spec.Vertices, 4)
	}
	g := gametest.NewGraph(seed, spec)
	r := gametest.Ring{Graph: g}
	unless := func(truth func([]gametest.GraphState) game.Score) func([]gametest.GraphState) game.Score {
		return func(line []gametest.GraphState) game.Score {
			if last := len(line) - 1; r.Repeats(line[:last], &line[last]) {
				_, again := r.Repetition(&line[last])
				return again.Score()
			}
			return truth(line)
		}
	}
	truth := unless(r.Truth)
	switch k.random.IntN(4) {
	case 0:
		return soakGame(k, g, gametest.NewSharpRing(g), truth, truth)
	case 1:
		limited := gametest.LimitedRing{Ring: r, After: uint16(1 + k.random.IntN(8))}
		return soakGame(k, g, limited, truth, unless(limited.InGame))
	}
	return soakGame(k, g, r, truth, truth)
}

// soakGame searches several positions of one game with one searcher, and
// proves them with one prover. truth returns the value of the last position of a line, inGame
// that in the game with its limits.
func soakGame[R game.Rules[gametest.GraphState, uint8]](
	k *soak, g *gametest.Graph, rules R, truth, inGame func([]gametest.GraphState) game.Score,
) error {
	options := k.options()
	searcher := search.New(rules, options)
	moves := k.chance(2)
	prover := prove.New(rules, prove.Options{TableBytes: options.TableBytes, Without: options.Without, Moves: moves, Scout: []int{-1, 0, 20}[k.random.IntN(3)]})
	for range 4 {
		line := k.line(g, rules)
		s := &line[len(line)-1]
		_, circular := any(rules).(game.Repeater[gametest.GraphState])
		limits := k.limits(g, line, circular)
		after := func(truth func([]gametest.GraphState) game.Score) func([]gametest.GraphState) game.Score {
			return func(more []gametest.GraphState) game.Score { return truth(append(line[:len(line):len(line)], more...)) }
		}
		value := after(truth)
		where := func(asked any) string {
			return fmt.Sprintf("%s\nfrom %v, options %+v, asked %+v", g, line, options, asked)
		}
		if k.chance(10) {
			if err := k.boxed(rules, s, options, limits, circular); err != nil {
				return fmt.Errorf("%s: %w", where(limits), err)
			}
		}
		if k.chance(4) {
			if err := k.prove(rules, prover, s, limits, moves, value); err != nil {
				return fmt.Errorf("%s: prover: %w", where(limits), err)
			}
			continue
		}
		if !circular && g.Len() < 14 && k.chance(8) {
			if err := k.byTheBook(rules, s, value); err != nil {
				return fmt.Errorf("%s: %w", where(""), err)
			}
		}
		if k.chance(4) {
			if err := k.sample(g, rules, s, limits, value, after(inGame)); err != nil {
				return fmt.Errorf("%s: Monte Carlo: %w", where(limits), err)
			}
			continue
		}
		if k.chance(8) {
			searcher.Clear()
		}
		if err := k.search(g, rules, searcher, s, limits, value, after(inGame)); err != nil {
			return fmt.Errorf("%s: %w", where(limits), err)
		}
	}
	return nil
}

// sample searches s by Monte Carlo tree search, several times in one tree.
func (k *soak) sample(
	g *gametest.Graph, rules game.Rules[gametest.GraphState, uint8], s *gametest.GraphState, limits search.Query,
	value, inGame func([]gametest.GraphState) game.Score,
) error {
	searcher := mcts.New(rules, mcts.Options{
		TableBytes: []int{1, 1 << 10, 1 << 20}[k.random.IntN(3)], Threads: 1 + k.random.IntN(2), Seed: k.random.Uint64(),
	})
	limits.Nodes = min(limits.Nodes, 3000)
	for range 1 + k.random.IntN(3) {
		if err := k.search(g, rules, searcher, s, limits, value, inGame); err != nil {
			return err
		}
	}
	return nil
}

func (k *soak) search(
	g *gametest.Graph, rules game.Rules[gametest.GraphState, uint8],
	searcher interface {
		Search(context.Context, *gametest.GraphState, search.Query, search.Control, func(search.Result[uint8])) search.Result[uint8]
	},
	s *gametest.GraphState, limits search.Query, value, inGame func([]gametest.GraphState) game.Score,
) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopAt := 0
	if k.chance(10) {
		stopAt = 1 + k.random.IntN(4)
	}
	k.searches++
	var control search.Control
	if k.chance(20) {
		control.SoftTime = time.Duration(1 + k.random.IntN(100_000))
		control.Time = control.SoftTime * time.Duration(1+k.random.IntN(4))
	}
	hurried := stopAt > 0 || control.Time > 0 // its lines may end early
	var wrong error
	check := func(r search.Result[uint8]) {
		truth := value
		if r.Past {
			truth = inGame
		}
		if wrong == nil {
			wrong = k.hold(rules, s, &r, limits, hurried, truth)
		}
	}
	r := searcher.Search(ctx, s, limits, control, func(r search.Result[uint8]) {
		check(r)
		if r.Depth == stopAt {
			cancel()
		}
	})
	check(r)
	return wrong
}

// hold checks all claims of a result.
func (k *soak) hold(
	rules game.Rules[gametest.GraphState, uint8], s *gametest.GraphState, r *search.Result[uint8], limits search.Query, hurried bool,
	value func([]gametest.GraphState) game.Score,
) error {
	_, circular := rules.(game.Repeater[gametest.GraphState])
	ended := r.Stopped == search.Solved || r.Stopped == search.DepthLimit
	f := gametest.Findings[uint8]{
		Claim:  gametest.Claim{Value: r.Score(), Proof: r.Proof},
		Solved: r.Stopped == search.Solved,
		Whole:  ended && !k.chain && !circular && limits.Window == (game.Window{}) && limits.Nodes >= manyNodes && !hurried,
	}
	for _, l := range r.Lines {
		f.Moves = append(f.Moves, gametest.Finding[uint8]{Claim: gametest.Claim{Value: l.Score, Proof: l.Proof}, PV: l.PV})
		if l.Proof != game.NoBound {
			k.proven++
		}
	}
	if err := gametest.Claims(rules, s, f, value); err != nil {
		return fmt.Errorf("depth %d, stopped %v, %+v: %w", r.Depth, r.Stopped, r.Lines, err)
	}
	if outcome, ok := r.Outcome(); ok && outcome != value(nil).Outcome() {
		return fmt.Errorf("outcome %d, the truth is %v", outcome, value(nil))
	}
	if r.Stopped == search.Solved && limits.Window == (game.Window{}) && limits.Plies == 0 && r.Proof != game.Exact {
		return fmt.Errorf("solved, but %v is proven %v", r.Score(), r.Proof)
	}
	w := limits.Window
	if !w.Valid() {
		w = game.Window{Alpha: -game.Infinity, Beta: game.Infinity}
	}
	if r.Stopped == search.Solved && r.Score() < w.Beta && limits.Plies == 0 {
		return best(rules, s, r, w.Alpha, value)
	}
	return nil
}

// best checks that no other move is worth more than the lines of a solved
// position, or, if its value is above alpha, is reported as worth at most
// alpha.
func best(
	rules game.Rules[gametest.GraphState, uint8], s *gametest.GraphState, r *search.Result[uint8],
	alpha game.Score, value func([]gametest.GraphState) game.Score,
) error {
	after := func(m uint8) game.Score {
		var next gametest.GraphState
		rules.Play(&next, s, m)
		v := value([]gametest.GraphState{next}).Later(1)
		if rules.ToMove(&next) != rules.ToMove(s) {
			v = -v
		}
		return v
	}
	shown := map[uint8]bool{}
	for _, l := range r.Lines {
		if len(l.PV) == 0 {
			continue
		}
		shown[l.PV[0]] = true
		if v := after(l.PV[0]); l.Score <= alpha && v > alpha {
			return fmt.Errorf("solved, but %v with %v is said to be worth %v", l.PV[0], v, l.Score)
		}
	}
	moves, _ := rules.Moves(s, nil)
	last := max(r.Lines[len(r.Lines)-1].Score, alpha)
	for _, m := range moves {
		if v := after(m); !shown[m] && v > last {
			return fmt.Errorf("solved, but %v with %v is left out for a line with %v", m, v, last)
		}
	}
	return nil
}

// byTheBook runs a textbook algorithm on s and checks its value and line.
func (k *soak) byTheBook(rules game.Rules[gametest.GraphState, uint8], s *gametest.GraphState, value func([]gametest.GraphState) game.Score) error {
	algorithms := textbook.Algorithms()
	a := algorithms[k.random.IntN(len(algorithms))]
	k.searches++
	r := textbook.Run(context.Background(), a, rules, s, 60, textbook.Options{})
	claim := gametest.Claim{Value: r.Value, Proof: game.Exact}
	k.proven++
	f := gametest.Findings[uint8]{Claim: claim, Moves: []gametest.Finding[uint8]{{Claim: claim, PV: r.PV}}, Solved: true}
	if err := gametest.Claims(rules, s, f, value); err != nil {
		return fmt.Errorf("%s: %v %v: %w", a, r.Value, r.PV, err)
	}
	return nil
}

func (k *soak) prove(rules game.Rules[gametest.GraphState, uint8], p interface {
	Prove(context.Context, *gametest.GraphState, prove.Goal, search.Query, search.Control, func(prove.Result[uint8])) prove.Result[uint8]
}, s *gametest.GraphState, limits search.Query, moves bool, value func([]gametest.GraphState) game.Score,
) error {
	goal := []prove.Goal{prove.ToDraw, prove.ToWin, prove.Goal(game.Margin(2)), prove.Goal(game.Margin(-1))}[k.random.IntN(4)]
	k.searches++
	r := p.Prove(context.Background(), s, goal, search.Query{Nodes: limits.Nodes, History: limits.History}, search.Control{}, nil)
	if r.Verdict == prove.Unknown {
		return nil
	}
	k.proven++
	if legal, _ := rules.Moves(s, nil); moves && len(legal) > 0 && len(r.PV) == 0 {
		return fmt.Errorf("goal %v is %v, without a move", game.Score(goal), r.Verdict)
	}
	at := *s
	var line []gametest.GraphState
	for n := 0; ; n++ {
		truth := value(line)
		if rules.ToMove(&at) != rules.ToMove(s) {
			truth = -truth
		}
		reached := truth >= game.Score(goal) || truth.Outcome() > 0 && truth > game.WinIn(game.MaxPlies)
		if reached != (r.Verdict == prove.Proven) {
			return fmt.Errorf("goal %v is %v, after %v the truth is %v", game.Score(goal), r.Verdict, r.PV[:n], truth)
		}
		if n == len(r.PV) {
			break
		}
		rules.Play(&at, &at, r.PV[n])
		line = append(line, at)
	}
	if r.Plies < 0 {
		return nil
	}
	if n, ok := forced(rules, s, goal, r.Verdict == prove.Proven); ok && r.Plies < n {
		return fmt.Errorf("goal %v is %v in at most %d plies, but takes %d", game.Score(goal), r.Verdict, r.Plies, n)
	}
	return nil
}

// forced returns the number of plies, in a graph without cycles, until the
// side to move at s reaches a goal, or is prevented from it, against the
// longest defence.
func forced(rules game.Rules[gametest.GraphState, uint8], s *gametest.GraphState, goal prove.Goal, reach bool) (plies int, ok bool) {
	if _, circular := rules.(game.Repeater[gametest.GraphState]); circular {
		return 0, false
	}
	const never = 1 << 20
	attacker := rules.ToMove(s)
	known := map[uint8]int{}
	var from func(s gametest.GraphState) int
	from = func(s gametest.GraphState) (n int) {
		if n, ok := known[s.At]; ok {
			return n
		}
		attacks := rules.ToMove(&s) == attacker
		moves, status := rules.Moves(&s, nil)
		if v := status.Score(); status.Over() {
			if !attacks {
				v = -v
			}
			if (v >= game.Score(goal)) != reach {
				n = never
			}
		} else if attacks == reach {
			n = never
		}
		for _, m := range moves {
			var next gametest.GraphState
			rules.Play(&next, &s, m)
			if k := from(next) + 1; attacks == reach {
				n = min(n, k)
			} else {
				n = max(n, k)
			}
		}
		known[s.At] = n
		return n
	}
	n := from(*s)
	return n, n < never
}

// line returns a random line of play that ends with the position to search.
func (k *soak) line(g *gametest.Graph, rules game.Rules[gametest.GraphState, uint8]) []gametest.GraphState {
	line := []gametest.GraphState{g.At(k.random.IntN(min(g.Len(), 6)))}
	_, circular := rules.(game.Repeater[gametest.GraphState])
	ring := gametest.Ring{Graph: g}
	for circular && k.chance(2) {
		s := line[len(line)-1]
		moves, status := rules.Moves(&s, nil)
		if status.Over() {
			break
		}
		rules.Play(&s, &s, moves[k.random.IntN(len(moves))])
		if ring.Repeats(line, &s) {
			break
		}
		if l, ok := rules.(game.Limiter[gametest.GraphState]); ok {
			if plies, _ := l.Limit(&s); plies > 0 {
				break
			}
		}
		line = append(line, s)
	}
	return line
}

// options returns random options for a searcher.
func (k *soak) options() search.Options {
	o := search.Options{TableBytes: []int{1, 64, 256, 1 << 12, 1 << 15}[k.random.IntN(5)], Threads: 1}
	if k.chance(12) {
		o.Threads = 2
	}
	switch k.random.IntN(4) {
	case 0:
		o.Without = search.Feature(k.random.Uint32() & k.random.Uint32())
	case 1:
		o.Without = search.Selective
	}
	if k.chance(2) {
		o.FutilityMargin = game.Score(k.random.IntN(3))
		o.ProbCut = []search.Prediction{
			{Depth: 3, Shallow: 1, Slope: 1, Sigma: 0.3, Confidence: 1},
			{Depth: 2, Shallow: 1, Slope: 0.5, Offset: 1, Sigma: 1, Confidence: 0.1},
		}
	}
	return o
}

// manyNodes is enough for nearly all of the graphs.
const manyNodes = 20_000

// limits returns random limits for a search.
func (k *soak) limits(g *gametest.Graph, line []gametest.GraphState, circular bool) search.Query {
	var l search.Query
	l.Depth, l.Nodes = 30, manyNodes
	if k.chance(2) {
		l.Depth = 1 + k.random.IntN(12)
	}
	if k.chance(4) {
		l.Nodes = uint64(1 + k.random.IntN(200))
	}
	if circular {
		l.Depth = min(l.Depth, 14)
	}
	if k.chance(2) {
		l.Lines = 1 + k.random.IntN(4)
	}
	if k.chance(4) {
		v := []game.Score{-2, -1, 0, 1, game.Margin(-2), game.Margin(1), game.WinIn(k.random.IntN(6)), game.LossIn(k.random.IntN(6))}[k.random.IntN(8)]
		l.Window = game.Window{Alpha: v, Beta: v + 1 + game.Score(k.random.IntN(3))}
	}
	l.Exhaustive = k.chance(2)
	if k.chance(6) {
		l.From = k.random.IntN(40)
	}
	if k.chance(6) {
		l.Plies = 1 + k.random.IntN(6)
	}
	for i := range line[:len(line)-1] {
		l.History = append(l.History, g.Hash(&line[i]))
	}
	return l
}
