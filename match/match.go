// Package match plays games between two players and says which is stronger.
//
// Games come in pairs: both of a pair begin with the same opening of random
// moves, and the players change sides, so that an opening that favours a side
// favours neither player. What is reported has the error of the pairs, not of
// the games, for the two games of a pair are alike.
package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine"
)

// Config says how a match is played.
type Config struct {
	// Start is the initial position of the game.
	Start *engine.Position
	// Pairs of games.
	Pairs int
	// Plies are the random moves that games begin with.
	Plies int
	// Seed chooses them.
	Seed uint64
	// Report is called after each game. Nil means never.
	Report func(g Game, s *Score)
}

// Game is a finished game.
type Game struct {
	Index int // from 0; games 2n and 2n+1 are a pair
	// Swapped tells that the second player had the first move.
	Swapped bool
	Moves   []string
	// Opening is the number of moves that were random.
	Opening int
	// Result is 1, 0 or -1 for a win, a draw or a loss of the first player.
	Result int
	// Margin is the value of the end for the first player, in the game's unit.
	Margin float64
}

// Play plays a match. It ends early, with the score so far, when ctx is done or
// a player fails: a move that is not legal is a failure.
func Play(ctx context.Context, c Config, first, second Player) (*Score, error) {
	s := new(Score)
	for i := range 2 * c.Pairs {
		opening, err := RandomOpening(c.Start, c.Plies, c.Seed, i/2)
		if err != nil {
			return s, err
		}
		g := Game{Index: i, Swapped: i%2 == 1, Moves: opening, Opening: len(opening)}
		if err := g.play(ctx, c.Start, first, second); err != nil {
			return s, err
		}
		s.add(&g)
		if c.Report != nil {
			c.Report(g, s)
		}
	}
	return s, nil
}

// ErrNoOpening is wrapped by the error for an opening longer than the game.
var ErrNoOpening = errors.New("match: no opening")

// RandomOpening returns the n-th opening of a seed: random moves from start
// after which the game is not over.
func RandomOpening(start *engine.Position, plies int, seed uint64, n int) (moves []string, err error) {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	const attempts = 1000
	for range attempts {
		p := start
		moves = nil
		for range plies {
			legal := p.Moves()
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			if p, err = p.Play(m); err != nil {
				return nil, err
			}
			moves = append(moves, m)
		}
		if !p.Status().Over() {
			return moves, nil
		}
	}
	return nil, fmt.Errorf("%w of %d plies: the game is over before", ErrNoOpening, plies)
}

// play plays the game to its end.
func (g *Game) play(ctx context.Context, start *engine.Position, first, second Player) error {
	players := [2]Player{first, second}
	if g.Swapped {
		players = [2]Player{second, first}
	}
	p := start
	for _, m := range g.Moves {
		var err error
		if p, err = p.Play(m); err != nil {
			return err
		}
	}
	for _, pl := range players {
		if err := pl.Begin(ctx); err != nil {
			return fmt.Errorf("%s: %w", pl.Name(), err)
		}
	}
	for !p.Status().Over() {
		pl := players[p.ToMove()&1]
		m, err := pl.Move(ctx, g.Moves, p)
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			p, err = p.Play(m)
		}
		if err != nil {
			return fmt.Errorf("game %d, move %d: %s: %w", g.Index, len(g.Moves)+1, pl.Name(), err)
		}
		g.Moves = append(g.Moves, m)
	}
	g.judge(p)
	return nil
}

// judge notes how the game has ended.
func (g *Game) judge(end *engine.Position) {
	v := end.Measure(end.Status().Score())
	g.Result, g.Margin = end.Status().Score().Outcome(), v.Number
	if (end.ToMove()&1 == 1) != g.Swapped { // the second player was to move
		g.Result, g.Margin = -g.Result, -g.Margin
	}
}
