package prove_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
	"github.com/plywood-go/plywood/trace"
)

// oracle solves games without repetitions by full search, except that it stops
// at the best possible win. Values are final scores for the first player,
// without distances.
type oracle[S any, M comparable, R game.Rules[S, M]] struct {
	rules R
	known map[uint64]game.Score
}

func newOracle[S any, M comparable, R game.Rules[S, M]](rules R) oracle[S, M, R] {
	return oracle[S, M, R]{rules, map[uint64]game.Score{}}
}

func (o oracle[S, M, R]) value(s *S) game.Score {
	key := o.rules.Hash(s)
	if v, ok := o.known[key]; ok {
		return v
	}
	sign := game.Score(1)
	if o.rules.ToMove(s) == game.Second {
		sign = -1
	}
	moves, st := o.rules.Moves(s, nil)
	best := st.Score()
	if !st.Over() {
		best = -game.Infinity
	}
	for _, m := range moves {
		var next S
		o.rules.Play(&next, s, m)
		if best = max(best, sign*o.value(&next)); best == game.WinIn(0) {
			break
		}
	}
	o.known[key] = sign * best
	return sign * best
}

// forMover returns the value for the side to move at s.
func (o oracle[S, M, R]) forMover(s *S) game.Score {
	if o.rules.ToMove(s) == game.Second {
		return -o.value(s)
	}
	return o.value(s)
}

func verdictOf(reached bool) prove.Verdict {
	if reached {
		return prove.Proven
	}
	return prove.Disproven
}

// proofOptions are options under which provers must all give the same answers.
func proofOptions() map[string]prove.Options {
	return map[string]prove.Options{
		"usual":      {TableBytes: 1 << 20},
		"one bucket": {TableBytes: 1},
		"tiny":       {TableBytes: 1 << 10},
		"scout":      {TableBytes: 1 << 16, Scout: 40},
		"no scout":   {TableBytes: 1 << 16, Scout: -1},
		"unfolded":   {TableBytes: 1 << 16, Without: search.Fold | search.Order | search.Knowledge},
	}
}

// checkProofs compares the provers' answers about positions, at several goals,
// with the oracle's.
func checkProofs[S any, M comparable, R game.Rules[S, M]](t *testing.T, name string, rules R, positions []S, margins ...int) {
	t.Run(name, func(t *testing.T) {
		goals := []prove.Goal{prove.ToWin, prove.ToDraw}
		for _, n := range margins {
			goals = append(goals, prove.Goal(game.Margin(n)))
		}
		judge := newOracle[S, M](rules)
		for set, options := range proofOptions() {
			prover := prove.New(rules, options)
			for i := range positions {
				want := judge.forMover(&positions[i])
				for _, goal := range goals {
					where := fmt.Sprintf("%s: %+v to reach %d", set, positions[i], goal)
					r := prover.Prove(context.Background(), &positions[i], goal, search.Query{}, search.Control{}, nil)
					if want := verdictOf(want >= game.Score(goal)); r.Verdict != want || r.Stopped != search.Solved {
						t.Fatalf("%s: got %v (%v), want %v", where, r.Verdict, r.Stopped, want)
					}
					checkLine(t, where, rules, positions[i], goal, r)
				}
			}
		}
	})
}

// checkLine plays the line of a solution. If the line ends the game, it
// compares the end with the verdict.
func checkLine[S any, M comparable, R game.Rules[S, M]](t *testing.T, where string, rules R, pos S, goal prove.Goal, r prove.Result[M]) {
	t.Helper()
	_, bounds := any(rules).(game.Bounder[S]) // without a distance, perhaps
	if len(r.PV) > r.Plies && !(bounds && r.Plies == -1) {
		t.Fatalf("%s: line of %d plies in a solution of %d", where, len(r.PV), r.Plies)
	}
	attacker := rules.ToMove(&pos)
	at := pos
	for _, m := range r.PV {
		moves, _ := rules.Moves(&at, nil)
		legal := false
		for _, l := range moves {
			legal = legal || l == m
		}
		if !legal {
			t.Fatalf("%s: line %v: %v is illegal", where, r.PV, m)
		}
		rules.Play(&at, &at, m)
	}
	_, st := rules.Moves(&at, nil)
	if !st.Over() {
		return
	}
	v := st.Score()
	if rules.ToMove(&at) != attacker {
		v = -v
	}
	if got := verdictOf(v >= game.Score(goal)); got != r.Verdict {
		t.Fatalf("%s: line %v ends in %v, but the verdict is %v", where, r.PV, v, r.Verdict)
	}
}

// reachable returns all positions that can be reached from start. There must
// be few.
func reachable[S any, M comparable, R game.Rules[S, M]](rules R, start S) []S {
	seen := map[uint64]bool{rules.Hash(&start): true}
	all := []S{start}
	for i := 0; i < len(all); i++ {
		moves, _ := rules.Moves(&all[i], nil)
		for _, m := range moves {
			var next S
			rules.Play(&next, &all[i], m)
			if key := rules.Hash(&next); !seen[key] {
				seen[key] = true
				all = append(all, next)
			}
		}
	}
	return all
}

// scattered returns n positions after least to most random plies.
func scattered[S any, M comparable, R game.Rules[S, M]](rules R, start S, n, least, most int, random *rand.Rand) []S {
	positions := make([]S, n)
	for i := range positions {
		positions[i] = testgames.Wander(rules, start, least+random.IntN(most-least+1), random)
	}
	return positions
}

func TestProveAgainstExhaustion(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	rounds := 8
	if testing.Short() {
		rounds = 4
	}
	toe := mnk.Must(mnk.New(mnk.TicTacToe()))
	checkProofs(t, "mnk 3,3,3", toe, reachable(toe, toe.Start()))
	for _, s := range []mnk.Spec{{M: 3, N: 4, K: 3}, {M: 4, N: 4, K: 3}, {M: 4, N: 4, K: 4, Gravity: true}} {
		rules := mnk.Must(mnk.New(s))
		checkProofs(t, "mnk "+s.String(), rules, scattered(rules, rules.Start(), rounds, 4, 9, random))
	}
	for _, size := range [][2]int{{4, 4}, {5, 4}} {
		rules, err := connect4.New(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		positions := scattered(rules, rules.Start(), rounds, size[0]*size[1]-12, 16, random)
		checkProofs(t, fmt.Sprint("connect4 ", size), rules, positions)
	}
	sharp := threatening{mnk.Must(mnk.New(mnk.Spec{M: 4, N: 4, K: 3}))}
	checkProofs(t, "threats", sharp, scattered(sharp, sharp.Start(), rounds, 3, 9, random))
	exact := mnkengine.Exact{Rules: sharp.Rules}
	checkProofs(t, "bounds and selection", exact, scattered(exact, exact.Start(), rounds, 0, 9, random))
	four, _ := othello.Sized(4)
	checkProofs(t, "othello 4x4", four, scattered(four, four.Start(), rounds, 2, 8, random), -10, -3, 4, 8)
	for i := range rounds {
		u := tree.Uniform{Branching: 1 + i%3, Depth: 2 + i%5, Seed: seed, Ordering: tree.Ordering(i % 3)}
		checkProofs(t, "tree "+u.String(), u, []tree.UniformPosition{u.Start()}, -500, -2, 3, 500)
	}
}

func TestProveWildGames(t *testing.T) {
	seed := rand.Uint64()
	for i := range 60 {
		w := gametest.Wild{
			Seed: seed + uint64(i), Width: 3, Length: 9,
			Turns:   gametest.Turns(i % 4),
			Margins: i%2 == 0,
			Passes:  i%3 == 0,
		}
		checkProofs(t, fmt.Sprintf("%+v", w), w, []gametest.WildState{w.Start()}, -3, -1, 2)
	}
}

// TestProveGraphs proves positions of random graphs with every capability, true bounds and
// selections of moves included.
func TestProveGraphs(t *testing.T) {
	random := seeded.Rand(t, 210)
	for i := range 60 {
		g := gametest.Sharp{Graph: gametest.NewGraph(random.Uint64(), gametest.GraphSpec{
			Vertices: 20 + i%3*20, Width: 4, Margins: i % 3 * 50, Spread: 3, Turns: gametest.Turns(i % 4),
		})}
		positions := make([]gametest.GraphState, min(g.Len(), 20))
		for v := range positions {
			positions[v] = g.At(v)
		}
		checkProofs(t, fmt.Sprint("graph ", i), g, positions, -3, -1, 2, 3)
		checkPlies(t, g, positions)
	}
}

// checkPlies checks by brute force that the winner of each claim can force the end within the
// plies stated.
func checkPlies(t *testing.T, g gametest.Sharp, positions []gametest.GraphState) {
	t.Helper()
	for set, options := range proofOptions() {
		prover, known := prove.New(g, options), map[string]bool{}
		for i := range positions {
			s := &positions[i]
			for _, goal := range []prove.Goal{prove.ToWin, prove.ToDraw, prove.Goal(game.Margin(2))} {
				r := prover.Prove(context.Background(), s, goal, search.Query{}, search.Control{}, nil)
				side, least := g.ToMove(s), game.Score(goal)
				if r.Verdict == prove.Disproven {
					side, least = side.Other(), 1-least
				}
				if r.Plies >= 0 && !forces(g, s, side, least, r.Plies, known) {
					t.Fatalf("%s: %+v to reach %d: %v in %d plies, which is too few\n%v", set, *s, goal, r.Verdict, r.Plies, g)
				}
			}
		}
	}
}

// forces reports whether side can force the game to end within plies plies with at least a
// value. known holds answers of earlier calls.
func forces(g gametest.Sharp, s *gametest.GraphState, side game.Player, least game.Score, plies int, known map[string]bool) bool {
	moves, status := g.Moves(s, nil)
	if status.Over() {
		v := status.Score()
		if g.ToMove(s) != side {
			v = -v
		}
		return v >= least
	}
	if plies == 0 {
		return false
	}
	key := fmt.Sprint(s.At, side, least, plies)
	if answer, ok := known[key]; ok {
		return answer
	}
	mine, answer := g.ToMove(s) == side, g.ToMove(s) != side
	for _, m := range moves {
		var next gametest.GraphState
		if g.Play(&next, s, m); forces(g, &next, side, least, plies-1, known) == mine {
			answer = mine
			break
		}
	}
	known[key] = answer
	return answer
}

func TestProveWrittenTree(t *testing.T) {
	for _, c := range []struct {
		text  string
		value int
	}{
		{"7", 7},
		{"((1 4)(5 6))", 5},
		{"((-1 0)(0 (-5 3)))", 0},
		{"a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))", 4},
	} {
		pos, err := tree.Rules{}.ParsePosition(c.text)
		if err != nil {
			t.Fatal(err)
		}
		prover := prove.New(tree.Rules{}, prove.Options{TableBytes: 1 << 12})
		for margin := -9; margin <= 9; margin++ {
			goal := prove.Goal(game.Margin(margin))
			r := prover.Prove(context.Background(), &pos, goal, search.Query{}, search.Control{}, nil)
			if want := verdictOf(c.value >= margin); r.Verdict != want {
				t.Errorf("%s to reach %d: got %v, want %v", c.text, margin, r.Verdict, want)
			}
		}
	}
}

func TestProveKnownValues(t *testing.T) {
	for _, c := range []struct {
		spec    mnk.Spec
		want    int
		long    bool
		figures string
	}{
		{mnk.Spec{M: 3, N: 3, K: 3}, 0, false, "a draw"},
		{mnk.Spec{M: 3, N: 4, K: 3}, 1, false, "a first-player win"},
		{mnk.Spec{M: 4, N: 4, K: 4}, 0, true, "a draw (Uiterwijk and van den Herik 2000)"},
		{mnk.Spec{M: 5, N: 6, K: 4}, 1, true, "a first-player win (likewise)"},
	} {
		if c.long && testing.Short() {
			continue
		}
		rules := mnk.Must(mnk.New(c.spec))
		pos := rules.Start()
		prover := prove.New(rules, prove.Options{TableBytes: 32 << 20})
		got, ok, last := prover.Outcome(context.Background(), &pos, search.Query{}, search.Control{})
		if !ok || got != c.want {
			t.Errorf("%v: got %d, %v, want %d, %s", c.spec, got, ok, c.want, c.figures)
		}
		t.Logf("%v: %d nodes, %v", c.spec, last.Nodes, last.Elapsed)
	}
}

// threatening is mnk whose noisy moves are those that win or threaten to win
// at the next move.
type threatening struct{ mnk.Rules }

func (r threatening) NoisyMoves(p *mnk.Position, buf []mnk.Move) []mnk.Move {
	all, _ := r.Moves(p, nil)
	for _, m := range all {
		own := p.Own | 1<<m
		if r.Wins(own) || r.Completing(own)&^(own|p.Opp) != 0 {
			buf = append(buf, m)
		}
	}
	return buf
}

func TestProveByThreats(t *testing.T) {
	seed := rand.Uint64()
	rules := threatening{mnk.Must(mnk.New(mnk.Spec{M: 4, N: 4, K: 3}))}
	judge := newOracle[mnk.Position, mnk.Move](rules)
	prover := prove.New(rules, prove.Options{TableBytes: 1 << 16, Threats: true})
	proofs := 0
	for _, pos := range scattered(rules, rules.Start(), 300, 5, 12, rand.New(rand.NewPCG(seed, 0))) {
		r := prover.Prove(context.Background(), &pos, prove.ToWin, search.Query{}, search.Control{}, nil)
		won := judge.forMover(&pos) > 0
		switch {
		case r.Verdict == prove.Disproven, r.Verdict == prove.Proven && !won, r.Stopped != search.Solved:
			t.Fatalf("seed %d: %s: got %v (%v), but won is %v", seed, rules.FormatPosition(&pos), r.Verdict, r.Stopped, won)
		case r.Verdict == prove.Proven:
			proofs++
		}
	}
	if proofs == 0 {
		t.Errorf("seed %d: no win by threats in 300 positions", seed)
	}
}

// TestProveFours finds a win by fours on a gomoku board of 8×8. One solution
// is e4, a four that must be answered, and then f4, which makes two at once.
func TestProveFours(t *testing.T) {
	rules := threatening{mnk.Must(mnk.New(mnk.Spec{M: 8, N: 8, K: 5}))}
	pos, err := rules.ParsePosition("O----X--/-----X-O/O----X--/-OXX----/----X---/O---X--O/----X---/----O--O X")
	if err != nil {
		t.Fatal(err)
	}
	prover := prove.New(rules, prove.Options{TableBytes: 1 << 16, Threats: true})
	r := prover.Prove(context.Background(), &pos, prove.ToWin, search.Query{}, search.Control{}, nil)
	const few = 5000 // all but one of the 50 replies to each four lose at once
	if r.Verdict != prove.Proven || r.Plies != 5 || len(r.PV) != 5 || r.Nodes > few {
		t.Fatalf("got %v in %d plies after %d nodes, want proven in 5 within %d", r.Verdict, r.Plies, r.Nodes, few)
	}
	checkLine(t, "fours", rules, pos, prove.ToWin, r)
}

func TestProveWithoutThreats(t *testing.T) {
	rules := mnk.Must(mnk.New(mnk.TicTacToe()))
	pos := rules.Start()
	prover := prove.New(rules, prove.Options{TableBytes: 1 << 12, Threats: true})
	r := prover.Prove(context.Background(), &pos, prove.ToDraw, search.Query{}, search.Control{}, nil)
	if r.Verdict != prove.Unknown || r.Stopped != search.Solved || len(r.PV) > 0 {
		t.Errorf("a game without noisy moves: got %v, %v, %v, want unknown, solved, []", r.Verdict, r.Stopped, r.PV)
	}
}

func TestProveFinishedGame(t *testing.T) {
	rules := mnk.Must(mnk.New(mnk.TicTacToe()))
	lost, err := rules.ParsePosition("XXX/OO-/--- O")
	if err != nil {
		t.Fatal(err)
	}
	prover := prove.New(rules, prove.Options{TableBytes: 1})
	for _, goal := range []prove.Goal{prove.ToDraw, prove.ToWin} {
		r := prover.Prove(context.Background(), &lost, goal, search.Query{}, search.Control{}, nil)
		if r.Verdict != prove.Disproven || r.Plies != 0 || len(r.PV) > 0 || r.Nodes != 1 {
			t.Errorf("goal %d: got %+v, want disproven at the root", goal, r)
		}
	}
	anyLoss := prove.Goal(game.LossIn(0))
	if r := prover.Prove(context.Background(), &lost, anyLoss, search.Query{}, search.Control{}, nil); r.Verdict != prove.Disproven {
		t.Errorf("anything but a plain loss: got %v, want disproven", r.Verdict)
	}
}

// TestProveInParts stops a proof repeatedly and continues it.
func TestProveInParts(t *testing.T) {
	rules := mnk.Must(mnk.New(mnk.Spec{M: 4, N: 4, K: 3}))
	pos := rules.Start()
	prover := prove.New(rules, prove.Options{TableBytes: 1 << 20})
	const limit = 500
	for part := 1; ; part++ {
		r := prover.Prove(context.Background(), &pos, prove.ToWin, search.Query{Nodes: limit}, search.Control{}, nil)
		if r.Verdict == prove.Proven {
			t.Logf("proven in %d parts", part)
			return
		}
		const perNode = 17 // a node is counted, and may be left only after its children
		if r.Verdict != prove.Unknown || r.Stopped != search.NodeLimit || r.Nodes > limit+perNode || len(r.PV) == 0 || part > 1000 {
			t.Fatalf("part %d: got %+v", part, r)
		}
	}
}

func TestProveStops(t *testing.T) {
	for _, scout := range []int{-1, 0, 1 << 40} {
		testStops(t, prove.Options{TableBytes: 1 << 20, Scout: scout})
	}
}

func testStops(t *testing.T, options prove.Options) {
	rules := threatening{mnk.Must(mnk.New(mnk.Spec{M: 8, N: 8, K: 5}))}
	pos := rules.Start()
	prover := prove.New(rules, options)
	const limit = 30 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	r := prover.Prove(ctx, &pos, prove.ToWin, search.Query{}, search.Control{}, nil)
	if r.Verdict != prove.Unknown || r.Stopped != search.Interrupted {
		t.Errorf("context: got %v, %v", r.Verdict, r.Stopped)
	}
	r = prover.Prove(context.Background(), &pos, prove.ToWin, search.Query{}, search.Control{Time: limit}, nil)
	if r.Verdict != prove.Unknown || r.Stopped != search.TimeLimit {
		t.Errorf("time: got %v, %v", r.Verdict, r.Stopped)
	}
	r = prover.Prove(ctx, &pos, prove.ToWin, search.Query{}, search.Control{}, nil)
	if r.Stopped != search.Interrupted || r.Nodes > 200 {
		t.Errorf("context done before: got %v after %d nodes", r.Stopped, r.Nodes)
	}
}

// TestProveDeep searches an endless line until the stack is full.
func TestProveDeep(t *testing.T) {
	r := prove.New(testgames.Endless{}, prove.Options{TableBytes: 1 << 20}).Prove(
		t.Context(), new(int), prove.ToWin, search.Query{Nodes: 1 << 20}, search.Control{}, nil)
	if r.Stopped != search.DepthLimit || r.Verdict != prove.Unknown || r.SelDepth > search.MaxDepth {
		t.Errorf("%v, %v after %d nodes, want depth", r.Verdict, r.Stopped, r.Nodes)
	}
}

func TestProveReports(t *testing.T) {
	rules := mnk.Must(mnk.New(mnk.Spec{M: 5, N: 5, K: 4}))
	pos := rules.Start()
	prover := prove.New(rules, prove.Options{TableBytes: 1 << 20})
	var nodes []uint64
	prover.Prove(context.Background(), &pos, prove.ToWin, search.Query{Nodes: 40_000}, search.Control{}, func(r prove.Result[mnk.Move]) {
		nodes = append(nodes, r.Nodes)
		if r.Stopped != search.Running || r.Proof == 0 || r.Proof >= prove.Infinity || r.Disproof == 0 {
			t.Errorf("report %+v, want open numbers of a running search", r)
		}
	})
	if want := "[4096 8192 16384 32768]"; fmt.Sprint(nodes) != want {
		t.Errorf("reports after %v nodes, want %s", nodes, want)
	}
}

func TestTraceProof(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for i := range 40 {
		w := gametest.Wild{Seed: seed + uint64(i), Width: 3, Length: 8, Turns: gametest.Turns(i % 4), Margins: i%2 == 0}
		checkTrace(t, newOracle(w), w.Start(), prove.Goal(i%2), 1<<(8+i%8))
	}
	exact := mnkengine.Exact{Rules: mnk.Must(mnk.New(mnk.Spec{M: 4, N: 4, K: 3}))}
	random, judge := rand.New(rand.NewPCG(seed, 0)), newOracle(exact)
	for i, pos := range scattered(exact, exact.Start(), 40, 0, 9, random) {
		checkTrace(t, judge, pos, prove.Goal(i%2), 1<<16)
	}
	for i := range 60 {
		g := gametest.Sharp{Graph: gametest.NewGraph(random.Uint64(), gametest.GraphSpec{Vertices: 30, Width: 4, Margins: i % 3 * 50, Turns: gametest.Turns(i % 4)})}
		checkTrace(t, newOracle(g), g.Start(), prove.Goal(i%2), 1<<(8+i%8))
		m := testgames.NewMaze(random, 4+i%6)
		checkTrace(t, newOracle(m), testgames.MazeState{}, prove.Goal(i%2), 1<<12)
	}
}

// checkTrace draws the proof about pos as trees of several sizes.
func checkTrace[S any, M comparable, R game.Rules[S, M]](t *testing.T, judge oracle[S, M, R], pos S, goal prove.Goal, tableBytes int) {
	t.Helper()
	rules := judge.rules
	prover := prove.New(rules, prove.Options{TableBytes: tableBytes})
	for _, nodes := range []int{1, 2, 10, 100_000} {
		var events event.Recorder
		r := prover.Trace(context.Background(), &pos, goal, search.Query{}, search.Control{Observer: &events}, nodes)
		where := fmt.Sprintf("%+v of %+v to reach %d in %d nodes", pos, rules, goal, nodes)
		drawn, err := trace.Build(events.Events, trace.BuildOptions{})
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		checkTree(t, where, drawn, goal, r.Verdict)
		if _, repeats := any(rules).(game.Repeater[S]); !repeats {
			checkValues(t, where, judge, pos, drawn)
		}
		if drawn.Stats.Nodes > nodes {
			t.Errorf("%s: %d nodes", where, drawn.Stats.Nodes)
		}
	}
}

// checkValues holds the value of every node, whose bound it states, to the oracle's, which
// has no distances.
func checkValues[S any, M comparable, R game.Rules[S, M]](t *testing.T, where string, judge oracle[S, M, R], pos S, drawn *trace.Tree) {
	t.Helper()
	rules, states := judge.rules, map[int]S{0: pos}
	for i := range drawn.Nodes {
		n := &drawn.Nodes[i]
		s := states[i]
		moves, _ := rules.Moves(&s, nil)
		for _, c := range n.Children {
			var next S
			rules.Play(&next, &s, moves[drawn.Nodes[c].Index])
			states[c] = next
		}
		truth, value := judge.forMover(&s), n.Value
		if rules.ToMove(&s) != rules.ToMove(&pos) {
			truth = -truth
		}
		if _, won, ok := value.Plies(); ok && won {
			value = game.WinIn(0)
		} else if ok {
			value = game.LossIn(0)
		}
		if n.Searched() && (n.Bound&game.Lower != 0 && truth < value || n.Bound&game.Upper != 0 && truth > value) {
			t.Fatalf("%s: node %d has value %v, bound %v, but is worth %v", where, i, n.Value, n.Bound, truth)
		}
	}
}

// checkTree compares the value of every node with the verdict. It also checks
// that no child is missing where the side to move fails, unless the game left
// it out.
func checkTree(t *testing.T, where string, drawn *trace.Tree, goal prove.Goal, want prove.Verdict) {
	t.Helper()
	for i := range drawn.Nodes {
		n := &drawn.Nodes[i]
		if !n.Searched() {
			continue
		}
		reached := n.Value >= game.Score(goal)
		if reached != (want == prove.Proven) {
			t.Fatalf("%s: node %d has value %v in a tree that is %v", where, i, n.Value, want)
		}
		seen := 0
		for _, c := range n.Children {
			if drawn.Nodes[c].Searched() {
				seen++
			}
		}
		mustAll := n.Max != reached && n.Cutoff != event.SelectiveCut
		if seen > 0 && mustAll && seen < len(n.Children) {
			t.Fatalf("%s: node %d shows %d of %d children", where, i, seen, len(n.Children))
		}
	}
}
