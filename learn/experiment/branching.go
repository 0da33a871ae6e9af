package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// branchingGames is the number of random games over which branching factors
// are averaged.
const branchingGames = 2_000

func branching(ctx context.Context, r *report) error {
	whole, err := averageMoves(ctx, r, connect4.Rules{}, always)
	if err != nil {
		return err
	}
	r.wrong("Connect Four", "7.00", whole, limits{6.995, 7.005}, "lecture, branching factors: Connect Four 7.00", "the most, not the average: columns fill up; whole random games")
	if err := othelloBranching(ctx, r); err != nil {
		return err
	}
	if err := checkersBranching(ctx, r); err != nil {
		return err
	}
	return chessMoves(ctx, r)
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

// checkersGames is the number of games of checkers over which branching factors are
// averaged. checkersDepth is the search depth of both sides. checkersOpening is the
// number of random plies at the start, which make the games differ.
const (
	checkersGames   = 240
	checkersDepth   = 4
	checkersOpening = 6
)

// checkersBranching counts the moves of positions with and without captures, in games
// of a player that counts pieces. The numbers depend on the players, which the source
// does not describe. Ours may differ from the published ones by 10 %; the last one
// differs by more.
func checkersBranching(ctx context.Context, r *report) error {
	const all, capturing, quiet = 0, 1, 2
	rules := draughtsengine.Material{}
	player := chooseBy(ctx, draughtsengine.Generic(rules, search.Options{TableBytes: 1 << 20}), search.Query{Depth: checkersDepth})
	var moves, positions [3][]float64
	for i := range checkersGames {
		var m, p [3]float64
		random := rand.New(rand.NewPCG(r.seed, uint64(i)))
		_, err := playGame(ctx, rules, random, checkersOpening, [2]chooser[draughts.Position, draughts.Move]{player, player}, func(_ *draughts.Position, legal []draughts.Move) {
			kind := quiet
			if legal[0].Captured != 0 {
				kind = capturing
			}
			for _, k := range []int{all, kind} {
				m[k] += float64(len(legal))
				p[k]++
			}
		})
		if err != nil {
			return err
		}
		for k := range moves {
			moves[k], positions[k] = append(moves[k], m[k]), append(positions[k], p[k])
		}
	}
	note := fmt.Sprintf("%d games of a player that counts pieces %d plies ahead, after %d random moves", checkersGames, checkersDepth, checkersOpening)
	mean := func(kind int) estimate { return ratio(moves[kind], positions[kind]) }
	r.emit(r.judged("checkers", "6.14", mean(all), tenth(6.14), note))
	r.emit(r.judged("checkers, with captures", "1.20", mean(capturing), tenth(1.20), note))
	r.wrong("checkers, without", "7.94", mean(quiet), tenth(7.94), "lecture, branching factors: checkers 7.94", "games of a strong program: 7.33; "+note)
	return nil
}

// tenth returns limits of 10 % on either side of x.
func tenth(x float64) limits { return limits{0.9 * x, 1.1 * x} }

func always(int) bool { return true }

// averageMoves estimates the average number of moves at the given plies of random
// games.
func averageMoves[S any, M comparable, R startable[S, M]](ctx context.Context, r *report, rules R, wanted func(ply int) bool) (estimate, error) {
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
