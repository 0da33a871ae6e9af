package workshop_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// everywhere returns the games of the catalog, and unlisted members of its
// families.
func everywhere(t *testing.T) []*engine.Game {
	t.Helper()
	all := catalog.Games()
	for _, name := range []string{"othello:6", "othello:4", "connect4:5x4", "connect4:8x7", "mnk:4,4,4", "mnk:7,7,5", "mnk:15,15,5", "mnk:11,10,6"} {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// TestOpponents checks that every game but trees has opponents, each stronger
// than the one before: it looks at least as far, makes no larger mistakes, and has a higher rating
// if measured. Sights come before levels.
func TestOpponents(t *testing.T) {
	for _, g := range everywhere(t) {
		name := g.About().Name
		all := workshop.OpponentsOf(g)
		if (len(all) < 3) != (name == "tree") {
			t.Errorf("%s has %d opponents", name, len(all))
		}
		for i, o := range all {
			if (o.Level < 1) != (o.Plies > 0) || o.Level > engine.MaxLevel || o.Random < 0 || min(o.Overlook, o.Error) < 0 || o.Overlook > 1 || i == 0 && o.Elo != 0 {
				t.Errorf("%s: %+v", name, o)
			}
			if found, err := all.Find(o.Name); err != nil || found != o {
				t.Errorf("%s: %s is %+v, %v", name, o.Name, found, err)
			}
			if i == 0 {
				continue
			}
			before := all[i-1]
			if o.Level < before.Level || o.Random > before.Random || weaker(o, before) {
				t.Errorf("%s: %s is weaker than %s: %+v after %+v", name, o.Name, before.Name, o, before)
			}
			if all.Measured() && o.Elo <= before.Elo {
				t.Errorf("%s: %s has %d Elo, %s %d", name, o.Name, o.Elo, before.Name, before.Elo)
			}
		}
		if _, err := all.Find("nobody"); err == nil {
			t.Errorf("%s: nobody is an opponent", name)
		}
	}
}

// weaker reports whether o is no stronger than before by its sight or, where both have none, by its level.
func weaker(o, before workshop.Opponent) bool {
	switch {
	case o.Plies > 0 && before.Plies > 0:
		larger := o.Overlook > before.Overlook || o.Error > before.Error || o.Sight == before.Sight
		return o.Plies < before.Plies || o.Plies == before.Plies && larger
	case o.Plies > 0:
		return true
	}
	return before.Plies == 0 && o.Level == before.Level && o.Random == before.Random
}

// player returns o as a player of g.
func player(g *engine.Game, o *workshop.Opponent, rng *rand.Rand) *engine.Player {
	options := engine.Options{}
	options.TableBytes = 1 << 20
	return &engine.Player{Engine: g.NewEngine(options), Sight: o.Sight, Level: o.Level, Choice: engine.Choice{Random: o.Random}, Rand: rng}
}

// TestOpponentsMove checks that every opponent of every game makes legal
// moves.
func TestOpponentsMove(t *testing.T) {
	rng := seeded.Rand(t, 7)
	for _, g := range everywhere(t) {
		for _, o := range workshop.OpponentsOf(g) {
			pl := player(g, &o, rng)
			pl.Query.Nodes = 2_000 // the strongest think too long for a test
			p := g.Start()
			for range 2 {
				if legal := p.Moves(); len(legal) > 0 { // a move for the other side
					p, _ = p.Play(legal[rng.IntN(len(legal))])
				}
				if p.Status().Over() {
					break
				}
				l, _, _ := pl.Move(t.Context(), p, nil)
				next, err := p.Play(l.Move)
				if err != nil {
					t.Fatalf("%s: %s plays %q at %s: %v", g.About().Name, o.Name, l.Move, p, err)
				}
				p = next
			}
		}
	}
}

// TestPerfect lets perfect opponents play against random moves: none of their
// moves gives an outcome away, by full search.
func TestPerfect(t *testing.T) {
	rng := seeded.Rand(t, 8)
	judged := 0
	for _, name := range []string{"tictactoe", "mnk:4,3,3", "mnk:4,4,3,gravity", "connect4:5x4", "othello:4"} {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		o, err := workshop.OpponentsOf(g).Find(workshop.Perfect)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for p := g.Start(); !p.Status().Over(); judged++ {
			truth := outcome(t, p)
			l, _, _ := player(g, &o, nil).Move(t.Context(), p, nil)
			next, err := p.Play(l.Move)
			if err != nil {
				t.Fatal(err)
			}
			got := outcome(t, next)
			if next.ToMove() != p.ToMove() {
				got = -got
			}
			if got != truth {
				t.Errorf("%s, %s: %s turns %d into %d", name, p, l.Move, truth, got)
			}
			if p = next; !p.Status().Over() {
				legal := p.Moves()
				p, _ = p.Play(legal[rng.IntN(len(legal))])
			}
		}
	}
	if judged < 15 {
		t.Errorf("only %d moves judged", judged)
	}
}

// outcome returns 1, 0 or -1 for the side to move, by the rules alone.
func outcome(t *testing.T, p *engine.Position) int {
	t.Helper()
	s := search.New(p.Game().Rules(), search.Options{TableBytes: 1 << 22, Without: search.Selective | search.Foresight})
	state := p.State()
	r := s.Search(t.Context(), &state, search.Query{Exhaustive: true}, search.Control{}, nil)
	if !r.Exact() {
		t.Fatalf("%s is not solved", p)
	}
	return r.Score().Outcome()
}
