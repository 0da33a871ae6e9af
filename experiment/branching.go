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
	columns := connect4.Rules{}
	early, err := averageMoves(ctx, r, columns, func(ply int) bool { return ply < columns.Height() })
	if err != nil {
		return err
	}
	whole, err := averageMoves(ctx, r, columns, always)
	if err != nil {
		return err
	}
	r.text("Connect Four, before a column can be full", "7.00", fmt.Sprintf("%.2f", early), "")
	r.measured("Connect Four, whole random games", fmt.Sprintf("%.2f", whole), "full columns count")
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
	r.within("Othello, midgame", "about 10", midgame, limits{8, 12}, note)
	r.measured("Othello, whole random games", fmt.Sprintf("%.2f", whole), "a pass is one move")
	return nil
}

func always(int) bool { return true }

// averageMoves returns the average number of moves at the plies wanted of
// random games.
func averageMoves[S any, M comparable, R interface {
	game.Rules[S, M]
	game.Starter[S]
}](ctx context.Context, r *report, rules R, wanted func(ply int) bool) (float64, error) {
	positions, total := 0, 0
	for i := range uint64(branchingGames) {
		rng := rand.New(rand.NewPCG(r.seed, i))
		s := rules.Start()
		for ply := 0; ; ply++ {
			moves, _ := rules.Moves(&s, nil)
			if len(moves) == 0 {
				break
			}
			if wanted(ply) {
				positions++
				total += len(moves)
			}
			rules.Play(&s, &s, moves[rng.IntN(len(moves))])
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	return float64(total) / float64(positions), nil
}
