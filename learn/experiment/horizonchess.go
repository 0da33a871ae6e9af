package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessengine"
	"github.com/plywood-go/plywood/search"
)

const (
	blindPositions = 60  // positions of horizonChess
	blindOpening   = 24  // most random plies before them
	blindDepth     = 8   // plies of the search that judges moves
	blindLoss      = 200 // hundredths of a pawn; a move that loses more gives away a piece
)

// guarded is a position in which a queen can take a guarded pawn.
const guarded = "4k3/2p5/3p4/8/3Q4/8/8/4K3 w - - 0 1"

// horizonChess counts the positions of chess in which a shallow search gives away a piece,
// because its last ply is a capture and it does not see the answer.
func horizonChess(ctx context.Context, r *report) error {
	rules := chessengine.Evaluation{}
	judge := chessengine.Generic(rules, search.Options{TableBytes: 1 << 20})
	worth := func(s *chess.Position) game.Score {
		judge.Clear()
		found := judge.Search(ctx, s, search.Query{Depth: blindDepth}, search.Control{}, nil)
		return found.Score()
	}
	var sample []chess.Position
	var best []game.Score
	random := rand.New(rand.NewPCG(r.seed, 0))
	for range blindPositions {
		s := opened[chess.Position, chess.Move](rules, random, 4+random.IntN(blindOpening-3))
		sample, best = append(sample, s), append(best, worth(&s))
	}
	note := fmt.Sprintf("of %d positions, at least %d pawns by a search to depth %d", blindPositions, blindLoss/100, blindDepth)
	for depth := 1; depth <= 4; depth++ {
		for _, without := range []search.Feature{search.Quiescence, 0} {
			name := "chess, a piece given away"
			if without != 0 {
				name += " without quiescence"
			}
			lost := 0
			for i := range sample {
				m := hasty(ctx, rules, &sample[i], depth, without)
				var next chess.Position
				rules.Play(&next, &sample[i], m)
				if best[i]+worth(&next) >= blindLoss {
					lost++
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
			r.measured(fmt.Sprintf("%s, depth %d", name, depth), figures(float64(lost)), note)
		}
	}
	s, err := rules.ParsePosition(guarded)
	if err != nil {
		return err
	}
	r.text("chess, a queen may take a guarded pawn, without quiescence", "d4d6", chess.FormatUCI(&s, hasty(ctx, rules, &s, 1, search.Quiescence), false), guarded)
	r.measured("chess, a queen may take a guarded pawn", chess.FormatUCI(&s, hasty(ctx, rules, &s, 1, 0), false), guarded)
	return ctx.Err()
}

// hasty returns the move of a search to a depth.
func hasty(ctx context.Context, rules chessengine.Evaluation, s *chess.Position, depth int, without search.Feature) chess.Move {
	found := chessengine.Generic(rules, search.Options{Without: without | search.Table}).Search(ctx, s, search.Query{Depth: depth}, search.Control{}, nil)
	m, _ := found.Best()
	return m
}
