package train

import (
	"math/rand/v2"

	"github.com/plywood-go/plywood/engines/othelloengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// Sample is a position and its value for the side to move, in discs. Those
// held out take no part in the fit: they measure it.
type Sample struct {
	Own, Opp uint64
	Label    float32
	HeldOut  bool
}

const (
	// maxDetour is the largest number of random moves that take a position away
	// from its game, as many as a search to 4 plies, the usual one for labels, makes.
	maxDetour = 4
	// holdOut is the part of the games held out, with all of their positions: one
	// in holdOut. It is ours, not tuned: of the 900 000 positions of a phase it holds
	// out 45 000, whose root mean square error is good to 1/√(2·45 000), a third of a
	// percent, if they are independent.
	holdOut = 20
)

// positions returns positions of a phase: for each game, and every number of
// empty squares that the phase has, the game's own and count-1 more, reached
// by random moves from an earlier position of the game. Positions without a
// move, and images of earlier ones, are left out.
func positions(r othello.Rules, games []othellorecord.Game, phase, count int, rng *rand.Rand) []Sample {
	span := othelloengine.PhaseEmpties(phase)
	seen := map[uint64]bool{}
	var out []Sample
	for i, g := range games {
		for n := span[0]; n <= span[1]; n++ {
			for draw := range count {
				detour := 0
				if draw > 0 {
					detour = 1 + rng.IntN(maxDetour)
				}
				p, ok := reach(r, g.Moves, n, detour, rng)
				if !ok {
					continue
				}
				p.Turn = othello.Black
				if key, _ := r.Fold(&p); !seen[key] {
					seen[key] = true
					out = append(out, Sample{Own: p.Own, Opp: p.Opp, HeldOut: i%holdOut == 0})
				}
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
