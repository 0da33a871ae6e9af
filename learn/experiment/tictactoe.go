package experiment

import (
	"context"
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// ticTacToeByPly are the numbers of positions after 0, 1, … plies.
const ticTacToeByPly = "1 9 72 252 756 1260 1520 1140 390 78"

func ticTacToeCounts(ctx context.Context, r *report) error {
	rules := nilsson().Rules
	plain := newCensus(rules, rules.Hash)
	folded := newCensus(rules, func(p *mnk.Position) uint64 {
		key, _ := rules.Fold(p)
		return key
	})
	start := rules.Start()
	games, foldedGames := plain.count(&start, 0), folded.count(&start, 0)
	r.count("positions", 5_478, len(plain.known), "")
	r.text("positions by ply", ticTacToeByPly, strings.Trim(fmt.Sprint(plain.plies), "[]"), "")
	r.count("positions up to symmetry", 765, len(folded.known), "")
	r.count("games", 255_168, games.all(), "")
	r.count("games that X wins", 131_184, games[game.First], "")
	r.count("games that O wins", 77_904, games[game.Second], "")
	r.count("drawn games", 46_080, games[drawn], "")
	r.count("games up to symmetry", 26_830, foldedGames.all(), "moves to images of one position count once")
	return ctx.Err()
}

// results counts games by their winner, and drawn games.
type results [3]int

// drawn is the index of games without a winner.
const drawn = 2

func (x results) all() int { return x[0] + x[1] + x[2] }

// census counts the positions of tic-tac-toe, by key, and the games from each.
type census struct {
	rules mnk.Rules
	key   func(p *mnk.Position) uint64
	known map[uint64]results
	plies [10]int
}

func newCensus(rules mnk.Rules, key func(p *mnk.Position) uint64) *census {
	return &census{rules: rules, key: key, known: map[uint64]results{}}
}

// count returns the games from p.
func (c *census) count(p *mnk.Position, ply int) results {
	key := c.key(p)
	if games, ok := c.known[key]; ok {
		return games
	}
	c.plies[ply]++
	moves, status := c.rules.Moves(p, nil)
	games := c.ended(p, status)
	seen := map[uint64]bool{}
	for _, m := range moves {
		var child mnk.Position
		c.rules.Play(&child, p, m)
		if k := c.key(&child); !seen[k] {
			seen[k] = true
			for i, n := range c.count(&child, ply+1) {
				games[i] += n
			}
		}
	}
	c.known[key] = games
	return games
}

// ended returns the result of the game that is over at p; nothing if it goes on.
func (c *census) ended(p *mnk.Position, status game.Status) (games results) {
	switch status {
	case game.Ongoing:
	case game.Draw:
		games[drawn] = 1
	default: // the side to move has lost
		games[c.rules.ToMove(p).Other()] = 1
	}
	return games
}
