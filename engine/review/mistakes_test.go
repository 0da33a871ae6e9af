package review_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var (
	mistakesIn    = flag.String("mistakes", "", "count the mistakes of the opponents of this game")
	mistakesGames = flag.Int("games", 10, "games of each opponent against itself")
	mistakesDepth = flag.Int("depth", 8, "depth of the reviews in plies")
)

// TestMistakes lets each opponent play against itself, reviews the games, and counts the marks of a
// player in a game, and in each third of a game, where a tenth to nine tenths of a point are expected. A mistake is refuted at ply n if a search of the
// position after it to n-1 plies is the first to see that it was costly: the move itself is ply 1.
func TestMistakes(t *testing.T) {
	if *mistakesIn == "" {
		t.Skip("no -mistakes")
	}
	g := catalogtest.Find(t, *mistakesIn)
	for _, o := range workshop.OpponentsOf(g) {
		rng, e := seeded.Rand(t, 1), small(g)
		pl := &engine.Player{Engine: small(g), Sight: o.Sight, Level: o.Level, Choice: engine.Choice{Random: o.Random}, Rand: rng}
		var marks [review.Blunder + 1][3]int
		var refuted [3]int
		moves := 0
		for range *mistakesGames {
			record := selfPlay(t, g, pl, rng)
			r, err := review.Game(t.Context(), e, record, review.Limits{Query: search.Query{Depth: *mistakesDepth}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := openingMoves; i < len(r.Moves); i++ {
				m := &r.Moves[i]
				if at := m.Best.Value.Odds.Points(); at < 0.1 || at > 0.9 {
					continue
				}
				moves++
				marks[m.Mark][3*i/len(r.Moves)]++
				if m.Mark >= review.Mistake {
					refuted[refutation(t, e, m)]++
				}
			}
		}
		players, share := float64(2**mistakesGames), 100/float64(max(1, moves))
		all := float64(max(1, refuted[0]+refuted[1]+refuted[2]))
		t.Logf("%-9s moves %3.0f", o.Name, float64(moves)/players)
		for mark := review.Dubious; mark <= review.Blunder; mark++ {
			n := marks[mark]
			t.Logf("%-9s %2v %5.2f of 100 moves, %5.2f a game, by third %5.2f %5.2f %5.2f", o.Name, mark, float64(n[0]+n[1]+n[2])*share,
				float64(n[0]+n[1]+n[2])/players, float64(n[0])/players, float64(n[1])/players, float64(n[2])/players)
		}
		t.Logf("%-9s ? and ?? refuted at ply 2: %3.0f %%, 3 or 4: %3.0f %%, later: %3.0f %%", o.Name,
			100*float64(refuted[0])/all, 100*float64(refuted[1])/all, 100*float64(refuted[2])/all)
	}
}

// openingMoves is the number of random moves at the start of a game, which are not counted.
const openingMoves = 4

// selfPlay returns a game of a player against itself.
func selfPlay(t *testing.T, g *engine.Game, pl *engine.Player, rng *rand.Rand) *engine.Record {
	record := &engine.Record{Start: g.Start()}
	for p := g.Start(); !p.Status().Over() && len(record.Moves) < 300; {
		moves := p.Moves()
		move := moves[rng.IntN(len(moves))]
		if len(record.Moves) >= openingMoves {
			pl.Engine.Clear()
			l, _, _ := pl.Move(t.Context(), p, nil)
			move = l.Move
		}
		next, err := p.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		p, record.Moves = next, append(record.Moves, move)
	}
	return record
}

// refutation returns 0, 1 or 2 for a move that is refuted at ply 2, at ply 3 or 4, or later.
func refutation(t *testing.T, e engine.Engine, m *review.Move) int {
	after, err := m.Position.Play(m.Move)
	if err != nil {
		t.Fatal(err)
	}
	for depth := 1; depth <= 3; depth++ {
		e.Clear()
		a := e.Analyze(t.Context(), after, search.Query{Depth: depth}, search.Control{}, nil)
		if review.Costly(m.Best.Value, m.Position.Worth(-a.Lines[0].Score, false, false)) {
			return depth / 2
		}
	}
	return 2
}
