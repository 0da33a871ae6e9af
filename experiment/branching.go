package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/othello"
)

// branchingGames is the number of random games from which branching factors
// are averaged.
const branchingGames = 2_000

func branching(ctx context.Context, r *report) error {
	whole, err := averageMoves(ctx, r, connect4.Rules{}, always)
	if err != nil {
		return err
	}
	r.wrong("Connect Four", "7.00", whole, limits{6.995, 7.005}, "the most, not the average: columns fill up; whole random games")
	return othelloBranching(ctx, r)
}

// The midgame of Othello, in plies of a game of 60.
const midgameFrom, midgameTo = 20, 40

func othelloBranching(ctx context.Context, r *report) error {
	rules := othello.Rules{}
	midgame, err := averageMoves(ctx, r, rules, func(ply int) bool { return ply >= midgameFrom && ply < midgameTo })
	if err != nil {
		return err
	}
	whole, err := averageMoves(ctx, r, rules, always)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("plies %d to %d of %d random games", midgameFrom, midgameTo, branchingGames)
	r.emit(r.judged("Othello, midgame", "about 10", midgame, limits{8, 12}, note))
	r.measured("Othello, whole random games", whole.String(), "a pass is one move")
	return nil
}

func always(int) bool { return true }

// averageMoves estimates the average number of moves at the plies wanted of
// random games.
func averageMoves[S any, M comparable, R interface {
	game.Rules[S, M]
	game.Starter[S]
}](ctx context.Context, r *report, rules R, wanted func(ply int) bool) (estimate, error) {
	moves, positions := make([]float64, branchingGames), make([]float64, branchingGames)
	for i := range branchingGames {
		rng := rand.New(rand.NewPCG(r.seed, uint64(i)))
		s := rules.Start()
		for ply := 0; ; ply++ {
			all, _ := rules.Moves(&s, nil)
			if len(all) == 0 {
				break
			}
			if wanted(ply) {
				positions[i]++
				moves[i] += float64(len(all))
			}
			rules.Play(&s, &s, all[rng.IntN(len(all))])
		}
		if ctx.Err() != nil {
			return estimate{}, ctx.Err()
		}
	}
	return ratio(moves, positions), nil
}
