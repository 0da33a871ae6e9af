package train

import (
	"context"
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
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

// Positions must favour neither the side to move nor the other. Every move of a
// game, and more so a random one, costs its side something, and the last one was
// made by the side that is not to move: samples of such positions alone are
// better than level for the side to move, by what a move costs if that move was
// random. Weights fitted to them flatter whoever is to move wherever play was
// better, as it is at the leaves of a search, and labels by searches over such
// weights hand that down to the phases before, where it grows. So half of the
// positions follow a sensible reply to the last of those moves: who erred last is
// either side as often. And positions whose side to move must pass are among them:
// leaves of searches are such positions too, and to leave them out would be to
// leave out bad ones for the side to move alone. TestBalance holds the mean of all
// to that.

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

// draft is how positions of a phase are drawn: count from a game at every number
// of empty squares that the phase has. replies makes a player who answers
// sensibly, one for each of the threads. The positions of game i depend on the
// seed and i alone.
type draft struct {
	rules   othello.Rules
	phase   int
	count   int
	replies func() chooser
	threads int
	seed    uint64
}

// positions returns positions of games: for each number of empty squares the
// game's own and others reached by random moves from an earlier position of the
// game, any of them with an even chance by way of a sensible reply. Images of
// earlier ones are left out. It returns early, with some of them, if ctx is done.
func (d *draft) positions(ctx context.Context, games []othellorecord.Game) []Sample {
	drawn := make([][]othello.Position, len(games))
	workshop.Share(ctx, len(games), d.threads, func(int) {}, func() func(int) {
		reply := d.replies()
		return func(i int) {
			drawn[i] = d.draw(games[i].Moves, reply, rand.New(rand.NewPCG(d.seed, uint64(i))))
		}
	})
	seen := map[uint64]bool{}
	var out []Sample
	for i, list := range drawn {
		for _, p := range list {
			p.Turn = othello.Black
			if key, _ := d.rules.Fold(&p); !seen[key] {
				seen[key] = true
				out = append(out, Sample{Own: p.Own, Opp: p.Opp, HeldOut: i%holdOut == 0})
			}
		}
	}
	return out
}

// draw returns positions of a game.
func (d *draft) draw(moves []othello.Move, reply chooser, rng *rand.Rand) (list []othello.Position) {
	span := patterns.PhaseEmpties(d.phase)
	for n := span[0]; n <= span[1]; n++ {
		for i := range d.count {
			detour := 0
			if i > 0 {
				detour = 1 + rng.IntN(maxDetour)
			}
			replies := rng.IntN(2)
			p, ok := reach(d.rules, moves, n+replies, detour, rng)
			if ok && replies > 0 {
				p, ok = answered(d.rules, p, reply, rng)
			}
			if ok {
				list = append(list, p)
			}
		}
	}
	return list
}

// answered returns p after a reply; ok is false if the side to move must pass
// instead or the reply ends the game.
func answered(r othello.Rules, p othello.Position, reply chooser, rng *rand.Rand) (next othello.Position, ok bool) {
	var buf [64]othello.Move
	legal, _ := r.Moves(&p, buf[:0])
	if legal[0] == othello.Pass {
		return p, false
	}
	r.Play(&next, &p, reply(&p, legal, rng))
	return next, !r.Status(&next).Over()
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
			return s, true
		}
		r.Play(&s, &s, legal[rng.IntN(len(legal))])
	}
}
