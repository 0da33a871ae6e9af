package catalog

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var challengeEndgames = flag.String("endgames", "", "folder of the endgame databases with which to prove challenges")

var challengesTested = flag.Int("challenges", 4, "how many challenges of each game and theme to prove again; 0 for all")

// TestChallenges proves shipped challenges again.
func TestChallenges(t *testing.T) {
	for name, least := range map[string]int{
		"othello": 300, "connect4": 300, "checkers": 300, "chess": 300, "draughts:russian": 300, "draughts:international": 300,
		"draughts:brazilian": 300, "ultimate": 300, "qubic": 40,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := Find(name)
			if err != nil {
				t.Fatal(err)
			}
			all, err := Challenges(g.About().Name).Of(g)
			if err != nil || len(all) < least {
				t.Fatalf("%d challenges, %v", len(all), err)
			}
			random := seeded.Rand(t, 1)
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			tested := map[problem.Theme]int{}
			for _, c := range all {
				if tested[c.Theme]++; *challengesTested == 0 || tested[c.Theme] <= *challengesTested {
					proveChallenge(t, c)
				}
			}
		})
	}
}

// TestMiner proves challenges from games in which everything can be proven by
// the rules alone.
func TestMiner(t *testing.T) {
	found := 0
	for _, name := range []string{"tictactoe", "connect4:5x4", "mnk:4,4,3,gravity", "othello:4", "othello", "checkers", "chess", "draughts:russian", "ultimate"} {
		g, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		o := engine.Options{}
		o.TableBytes = 1 << 20
		m := problem.Miner{Prover: g.NewEngine(o), Player: g.NewEngine(o), Nodes: 3000}
		for n := range 5 {
			for _, c := range m.Game(t.Context(), m.SelfPlay(t.Context(), g, rand.New(rand.NewPCG(1, uint64(n))))) {
				proveChallenge(t, c)
				found++
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d challenges", found)
	}
}

// TestMinerStops mines positions in which only one move wins and, after the best reply, one
// wins sooner than others: the line must end there.
func TestMinerStops(t *testing.T) {
	g, err := Find("draughts:russian")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"W:Wf6,d2:Ba7,e7,Kb6,g5", "B:Wf6,h6,c3,c1:Bf8,d6,e5,d4,a3"} {
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		m := problem.Miner{Prover: g.NewEngine(engine.Options{}), Player: g.NewEngine(engine.Options{}), Nodes: 20_000}
		found := m.Game(t.Context(), []*engine.Position{p})
		if len(found) != 1 || found[0].Theme != problem.Win {
			t.Fatalf("%s: %v, want a win", text, found)
		}
		proveChallenge(t, found[0])
	}
}

// proveChallenge proves each move that the player must find.
func proveChallenge(t *testing.T, c *problem.Challenge) {
	t.Helper()
	p := c.Position
	for i, move := range c.Line {
		if !slices.Contains(p.Moves(), move) {
			t.Fatalf("%s: %s is not one of the moves %v", c, move, p.Moves())
		}
		if i%2 == 0 {
			proveOnly(t, c, p, move, i)
		}
		var err error
		if p, err = p.Play(move); err != nil {
			t.Fatal(err)
		}
	}
}

// proveOnly proves that move, which has index i in the line of c, is the only best
// one at p. The theme is that of the first move.
func proveOnly(t *testing.T, c *problem.Challenge, p *engine.Position, move string, i int) {
	t.Helper()
	if c.Theme == problem.Quickest {
		plies := int(c.Value) - i
		for _, m := range p.Moves() {
			if next, _ := p.Play(m); loses(next, plies-1) != (m == move) {
				t.Errorf("%s, move %d: %s wins within %d plies: %v", c, i, m, plies, m != move)
			}
		}
		return
	}
	best, unknown := game.Score(0), 0
	for _, m := range p.Moves() {
		next, _ := p.Play(m)
		v, known := trueScore(next)
		if !known {
			v, known = solved(next)
		}
		if next.ToMove() != p.ToMove() {
			v = -v
		}
		switch {
		case !known:
			unknown++
		case m == move:
			best = v
		case v.Outcome() > 0 || v.Outcome() == 0 && c.Theme == problem.Draw:
			t.Errorf("%s, move %d: %s is worth %v", c, i, m, v)
		}
	}
	if want := map[problem.Theme]int{problem.Win: 1, problem.Draw: 0}[c.Theme]; unknown == 0 && best.Outcome() != want {
		t.Errorf("%s, move %d: %s is worth %v", c, i, move, best)
	}
	if unknown > 0 {
		t.Logf("%s, move %d: %d moves of unknown value", c, i, unknown)
	}
}

// solved returns the value of p by its engine; known is false if it takes too long.
func solved(p *engine.Position) (v game.Score, known bool) {
	o := engine.Options{Solve: true, Outcome: true, Endgames: *challengeEndgames}
	o.TableBytes = 1 << 22
	a := p.Game().NewEngine(o).Analyze(context.Background(), p, search.Query{Nodes: 200_000}, search.Control{}, nil)
	return a.Lines[0].Score, a.Outcome() != ""
}

// loses reports whether the side to move at p loses within some plies, by a search
// of all moves.
func loses(p *engine.Position, plies int) bool {
	s := search.New(p.Game().Rules(), search.Options{TableBytes: 1 << 22, Without: search.Selective | search.Foresight})
	state, least := p.State(), game.LossIn(plies)
	q := search.Query{Exhaustive: true, Depth: max(1, plies), Window: game.Window{Alpha: least, Beta: least + 1}}
	r := s.Search(context.Background(), &state, q, search.Control{}, nil)
	return r.Score() <= least
}
