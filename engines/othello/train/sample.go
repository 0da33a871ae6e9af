// Package train makes the weights of the Othello evaluation. Positions come
// from recorded games, some with a few random moves added; labels are the exact
// values of the last phases and, for each phase before, what a search over the
// phase after it says (bootstrapping from the end backwards); weights are the
// regularised least-squares fit to the labels. No other program's values are
// used, nor the results of the games.
package train

import (
	"math/bits"
	"math/rand/v2"

	engine "github.com/plywood-go/plywood/engines/othello"
	"github.com/plywood-go/plywood/games/othello"
)

// Sample is a position and its value for the side to move, in discs.
type Sample struct {
	Own, Opp uint64
	Label    float32
}

// maxDetour is the largest number of random moves that take a position away
// from its game.
const maxDetour = 4

// Positions returns positions of a phase: for each game one for every number of
// empty squares that the phase has, half of them reached by random moves from
// an earlier position of the game. Positions with no move are left out.
func Positions(r othello.Rules, games []othello.Game, phase int, rng *rand.Rand) []Sample {
	var out []Sample
	for _, g := range games {
		for n := range 61 {
			if engine.Phase(n) != phase {
				continue
			}
			detour := 0
			if rng.IntN(2) == 0 {
				detour = 1 + rng.IntN(maxDetour)
			}
			if s, ok := reach(r, g.Moves, n, detour, rng); ok {
				out = append(out, Sample{Own: s.Own, Opp: s.Opp})
			}
		}
	}
	return out
}

// reach plays a game until detour plies before n squares are empty, then
// random moves. ok is false if the game ends before or a side must pass then.
func reach(r othello.Rules, moves []othello.Move, n, detour int, rng *rand.Rand) (s othello.Position, ok bool) {
	s = r.Start()
	for _, m := range moves {
		if r.Empties(&s) <= n+detour {
			break
		}
		r.Play(&s, &s, m)
	}
	var buf [64]othello.Move
	for {
		legal, status := r.Moves(&s, buf[:0])
		empties := r.Empties(&s)
		switch {
		case status.Over() || empties > n+detour:
			return s, false
		case empties == n:
			return s, legal[0] != othello.Pass
		}
		r.Play(&s, &s, legal[rng.IntN(len(legal))])
	}
}

// SelfPlay returns games between players that make half of their moves at
// random and half so as to leave the fewest replies.
func SelfPlay(r othello.Rules, count int, rng *rand.Rand) []othello.Game {
	games := make([]othello.Game, count)
	for i := range games {
		s := r.Start()
		for moves, status := r.Moves(&s, nil); !status.Over(); moves, status = r.Moves(&s, moves[:0]) {
			m := moves[rng.IntN(len(moves))]
			if rng.IntN(2) == 0 {
				m = quietest(r, &s, moves)
			}
			games[i].Moves = append(games[i].Moves, m)
			r.Play(&s, &s, m)
		}
	}
	return games
}

// quietest returns the move that leaves the fewest replies.
func quietest(r othello.Rules, s *othello.Position, moves []othello.Move) (best othello.Move) {
	least := 65
	for _, m := range moves {
		var next othello.Position
		r.Play(&next, s, m)
		if n := bits.OnesCount64(othello.Mobility(next.Own, next.Opp) & r.Board()); n < least {
			best, least = m, n
		}
	}
	return best
}
