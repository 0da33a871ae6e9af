package prover

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search/prove"
)

type (
	state       = gametest.GraphState
	graphProver = Prover[state, uint8, gametest.Sharp]
)

var claims = []proof.Claim{
	{Attacker: game.First, AtLeast: proof.ADraw},
	{Attacker: game.Second, AtLeast: proof.ADraw},
	{Attacker: game.First, AtLeast: proof.AWin},
	{Attacker: game.Second, AtLeast: proof.AWin},
	{Attacker: game.First, AtLeast: game.Margin(-2)},
	{Attacker: game.Second, AtLeast: game.Margin(2)},
}

// oracle answers questions about a graph truthfully but erratically: it may leave them open,
// return weaker bounds than it knows, or fail.
type oracle struct {
	graph  gametest.Sharp
	states map[string]state // by their canonical text
	mutex  sync.Mutex
	random *rand.Rand
	asked  map[Question]int
}

func newOracle(g gametest.Sharp, seed uint64) *oracle {
	o := &oracle{graph: g, states: map[string]state{}, random: rand.New(rand.NewPCG(seed, 2)), asked: map[Question]int{}}
	canon := proof.NewCanon[state, uint8](g)
	for i := range g.Len() {
		s := g.At(i)
		o.states[canon.Text(&s)] = s
	}
	return o
}

func (o *oracle) ask(ctx context.Context, q Question) (Answer, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.asked[q]++
	s, ok := o.states[q.Position]
	if !ok {
		panic("no position " + q.Position)
	}
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	a := Answer{job.Anything(), q.Position, 1}
	truth := o.graph.Truth(&s)
	switch o.random.IntN(8) {
	case 0:
		return Answer{}, errors.New("out of order")
	case 1, 2, 3, 4, 5: // not finished
		if q.Window.Bound(truth) == game.Lower {
			a.Lower = q.Window.Alpha
		}
	case 6:
		a.Lower, a.Upper = truth, truth
	default:
		if q.Window.Bound(truth) == game.Lower {
			a.Lower = q.Window.Beta
		} else {
			a.Upper = q.Window.Alpha
		}
	}
	return a, nil
}

// best returns a best move by brute force.
func (o *oracle) best(_ context.Context, s *state, c proof.Claim) (uint8, error) {
	moves, _ := o.graph.Moves(s, nil)
	for _, m := range moves {
		var next state
		if o.graph.Play(&next, s, m); c.Holds(o.graph.ToMove(&next), o.graph.Truth(&next)) {
			return m, nil
		}
	}
	return 0, errUnproven
}

// TestGraphs proves claims about random graphs, with one question at a time and with many, and
// compares every verdict and every written proof with brute force.
func TestGraphs(t *testing.T) {
	random := seeded.Rand(t, 11)
	verdicts := map[prove.Verdict]int{}
	var sum Progress
	for i := range 1000 {
		spec := gametest.GraphSpec{Vertices: 10 + random.IntN(120), Width: 2 + random.IntN(5), Margins: 50 * (i % 3)}
		o := newOracle(gametest.Sharp{Graph: gametest.NewGraph(random.Uint64(), spec)}, random.Uint64())
		root, claim := o.graph.Start(), claims[i%len(claims)]
		p, err := New[state, uint8](o.graph, &root, claim, o.ask, Options[state, uint8]{Parallel: 1 + i%2*7})
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := p.Prove(context.Background())
		if err != nil {
			t.Fatalf("%v: %v\n%v", claim, err, o.graph)
		}
		if holds := claim.Holds(o.graph.ToMove(&root), o.graph.Truth(&root)); holds != (verdict == prove.Proven) || verdict == prove.Unknown {
			t.Fatalf("%v is %v, the truth is %v\n%v", claim, verdict, o.graph.Truth(&root), o.graph)
		}
		verdicts[verdict]++
		for q, n := range o.asked {
			if n > 1 && p.Parallel == 1 {
				t.Errorf("%v was asked %d times", q, n)
			}
		}
		checkProof(t, p, o, nil)
		checkProof(t, p, o, o.best)
		sum.Cancelled += p.Progress().Cancelled
		sum.Unfinished += p.Progress().Unfinished
	}
	if verdicts[prove.Proven] < 50 || verdicts[prove.Disproven] < 50 || sum.Cancelled < 50 || sum.Unfinished < 500 {
		t.Errorf("%v, %+v: the test tests little", verdicts, sum)
	}
}

// checkProof writes the proof of p and verifies it.
func checkProof(t *testing.T, p *graphProver, o *oracle, best Best[state, uint8]) {
	t.Helper()
	var file bytes.Buffer
	w, err := proof.NewWriter(&file, proof.Header{Game: "graph", Claims: []proof.Claim{p.Claim()}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(context.Background(), w, best); err != nil {
		t.Fatalf("%v: %v\n%v", p.Claim(), err, o.graph)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := proof.Open(&file)
	if err != nil {
		t.Fatal(err)
	}
	root := o.graph.Start()
	report, err := proof.Verify[state, uint8](o.graph, r, &root, proof.Options{Job: func(l proof.Leaf) error {
		s := o.states[l.Position]
		if l.Job != l.Position || !l.Claim.Holds(l.Mover, o.graph.Truth(&s)) {
			return errors.New("another job, or a false result")
		}
		return nil
	}})
	if err != nil {
		t.Fatalf("%v: %v\n%v", p.Claim(), err, o.graph)
	}
	if best != nil && report.Rests > 0 {
		t.Errorf("%d leaves rest on jobs", report.Rests)
	}
}

// TestResume interrupts proofs and resumes them with the answers so far. No question may be
// asked twice.
func TestResume(t *testing.T) {
	random := seeded.Rand(t, 12)
	for range 200 {
		o := newOracle(gametest.Sharp{Graph: gametest.NewGraph(random.Uint64(), gametest.GraphSpec{Vertices: 150, Width: 5, Margins: 100})}, 7)
		root, claim := o.graph.Start(), claims[4]
		archive := map[Question]Answer{}
		for left := 1; ; left++ {
			ctx, stop := context.WithCancel(context.Background())
			asked := 0
			ask := func(ctx context.Context, q Question) (Answer, error) {
				if a, ok := archive[q]; ok {
					return a, nil
				}
				if asked++; asked > left {
					stop()
					return Answer{}, ctx.Err()
				}
				a, err := o.ask(ctx, q)
				if err == nil {
					archive[q] = a
				}
				return a, err
			}
			p, err := New[state, uint8](o.graph, &root, claim, ask, Options[state, uint8]{})
			if err != nil {
				t.Fatal(err)
			}
			verdict, err := p.Prove(ctx)
			broken := ctx.Err() != nil
			stop()
			if err == nil && verdict != prove.Unknown {
				checkProof(t, p, o, nil)
				break
			}
			if !broken || !errors.Is(err, context.Canceled) {
				t.Fatalf("%v, %v, broken off %v", verdict, err, broken)
			}
			if verdict, err := p.Prove(context.Background()); err != nil || verdict == prove.Unknown {
				t.Fatalf("the same prover does not go on: %v, %v", verdict, err)
			}
		}
	}
}

// TestFailing checks that a prover stops with an error if answers are missing or false.
func TestFailing(t *testing.T) {
	g, err := catalog.Find("mnk:4,4,4")
	if err != nil {
		t.Fatal(err)
	}
	rules := g.Rules()
	root := rules.Start()
	why := errors.New("no workers")
	ask := func(context.Context, Question) (Answer, error) { return Answer{}, why }
	p, err := New[engine.State, engine.Move](rules, &root, claims[0], ask, Options[engine.State, engine.Move]{Parallel: 4})
	if err != nil {
		t.Fatal(err)
	}
	if verdict, err := p.Prove(context.Background()); verdict != prove.Unknown || !errors.Is(err, why) || !errors.Is(err, errWorkers) {
		t.Errorf("%v, %v", verdict, err)
	}
	if err := p.Write(context.Background(), nil, nil); !errors.Is(err, errOpen) {
		t.Errorf("written: %v", err)
	}
	lying := func(context.Context, Question) (Answer, error) {
		return Answer{job.Interval{Lower: 3, Upper: 2}, "j", 1}, nil
	}
	p, err = New[engine.State, engine.Move](rules, &root, claims[0], lying, Options[engine.State, engine.Move]{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Prove(context.Background()); !errors.Is(err, errContradiction) {
		t.Errorf("%v, want %v", err, errContradiction)
	}
}

// TestGames proves games by jobs of few nodes on two workers, with and without
// leaves that rest on them, and verifies the proofs.
func TestGames(t *testing.T) {
	for _, tt := range []struct {
		name    string
		claim   proof.Claim
		verdict prove.Verdict
	}{
		{"mnk:3,3,3", proof.Claim{Attacker: game.Second, AtLeast: proof.ADraw}, prove.Proven},
		{"mnk:4,3,3", proof.Claim{Attacker: game.First, AtLeast: proof.AWin}, prove.Proven},
		{"mnk:4,4,4", proof.Claim{Attacker: game.First, AtLeast: proof.AWin}, prove.Disproven},
		{"othello:4", proof.Claim{Attacker: game.Second, AtLeast: game.Margin(10)}, prove.Proven},
		{"othello:4", proof.Claim{Attacker: game.First, AtLeast: game.Margin(-9)}, prove.Disproven},
		{"connect4:4x4", proof.Claim{Attacker: game.First, AtLeast: proof.AWin}, prove.Disproven},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := catalog.Find(tt.name)
			if err != nil {
				t.Fatal(err)
			}
			spec := job.For(job.Solve, g, "test")
			spec.Request.Nodes = 50
			do := Local(&job.Doer{Find: catalog.Find, Engine: "test"}, &job.Doer{Find: catalog.Find, Engine: "test"})
			rules := g.Rules()
			root := rules.Start()
			p, err := New[engine.State, engine.Move](rules, &root, tt.claim, Jobs(g, spec, do), Options[engine.State, engine.Move]{Parallel: 4, Order: Ordered(g, 2)})
			if err != nil {
				t.Fatal(err)
			}
			if verdict, err := p.Prove(context.Background()); verdict != tt.verdict || err != nil {
				t.Fatalf("%v is %v, want %v; %v", tt.claim, verdict, tt.verdict, err)
			}
			whole := []Best[engine.State, engine.Move]{nil, Solver(g, 1<<20, 0)}
			if testing.Short() && tt.name == "mnk:4,4,4" {
				whole = whole[:1] // it has 100 000 lines
			}
			for _, best := range whole {
				var file bytes.Buffer
				w, err := proof.NewWriter(&file, proof.Header{Game: tt.name, Position: g.Start().String(), Claims: []proof.Claim{p.Claim()}})
				if err != nil {
					t.Fatal(err)
				}
				if err := p.Write(context.Background(), w, best); err != nil {
					t.Fatal(err)
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				r, err := proof.Open(&file)
				if err != nil {
					t.Fatal(err)
				}
				report, err := proof.Verify[engine.State, engine.Move](rules, r, &root, proof.Options{Job: Named(g, spec, nil)})
				if err != nil || (report.Rests == 0) != (best != nil) {
					t.Errorf("%+v, %v", report, err)
				}
				t.Logf("%v: %+v %+v", p.Claim(), report, p.Progress())
			}
		})
	}
}

// TestRepeats checks that games whose positions may recur are refused.
func TestRepeats(t *testing.T) {
	g, err := catalog.Find("checkers")
	if err != nil {
		t.Fatal(err)
	}
	rules := g.Rules()
	root := rules.Start()
	if _, err := New[engine.State, engine.Move](rules, &root, claims[0], nil, Options[engine.State, engine.Move]{}); !errors.Is(err, proof.ErrRepeats) {
		t.Errorf("%v, want %v", err, proof.ErrRepeats)
	}
}
