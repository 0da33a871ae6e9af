package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// The parameters of othello-depth10.
const (
	midgamePositions = 6
	midgameEmpties   = 24
	lookahead        = 10      // plies
	probes           = 100_000 // random lines from which the size of a tree is estimated
)

// othelloDepth10 counts the positions visited to look ten plies ahead from the midgame:
// by plain minimax (an estimate); by the article's alpha-beta, with moves in the order
// of squares; and by the production search, without and with its selective rules.
func othelloDepth10(ctx context.Context, r *report) error {
	article := othelloengine.Discs{Rules: othello.Rules{}}
	o := textbook.Options{Scoring: textbook.Points, Window: textbook.ScoreWindow()}
	var logMinimax, logAlphaBeta []float64
	for i := range uint64(midgamePositions) {
		rng := rand.New(rand.NewPCG(r.seed, i))
		p := midgame(rng)
		minimax := treeSize(rng, &p)
		alphaBeta := textbook.Run(ctx, textbook.Othello, article, &p, lookahead, o).Nodes
		sound := productionNodes(ctx, &p, search.Foresight|search.Selective)
		full := productionNodes(ctx, &p, 0)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		logMinimax = append(logMinimax, math.Log10(minimax))
		logAlphaBeta = append(logAlphaBeta, math.Log10(float64(alphaBeta)))
		text := othello.Rules{}.FormatPosition(&p)
		name := func(what string) string { return fmt.Sprintf("position %d, %s", i+1, what) }
		r.measured(name("minimax"), figures(minimax), "estimated; "+text)
		r.measured(name("alpha-beta of the article"), figures(float64(alphaBeta)), "evaluation by discs")
		r.measured(name("ours, sound"), figures(float64(sound)), "same value as minimax, evaluation by patterns")
		r.measured(name("ours, full strength"), figures(float64(full)), "evaluation by patterns")
	}
	spread := func(interval limits) string {
		return fmt.Sprintf("geometric mean of %d positions, %v by 95 %%", midgamePositions, interval)
	}
	nodes, interval := geometric(logMinimax)
	r.within("minimax, positions", "10^10", nodes, orderOf(10), spread(interval))
	nodes, interval = geometric(logAlphaBeta)
	r.wrong("alpha-beta, positions", "order of 10^6", estimate{mean: nodes}, orderOf(6), "article, alpha-beta: ten plies ahead", spread(interval)+"; moves in the order of squares")
	return nil
}

// orderOf returns limits of half an order of magnitude on either side of a
// power of ten.
func orderOf(power float64) limits { return limits{math.Pow(10, power-0.5), math.Pow(10, power+0.5)} }

// midgame returns a position from a game of random moves, which does not depend on our
// evaluation.
func midgame(rng *rand.Rand) othello.Position {
	rules := othello.Rules{}
	p := rules.Start()
	for rules.Empties(&p) > midgameEmpties {
		moves, status := rules.Moves(&p, nil)
		if status.Over() { // a game that ended early: begin another
			p = rules.Start()
			continue
		}
		rules.Play(&p, &p, moves[rng.IntN(len(moves))])
	}
	return p
}

// treeSize estimates the number of positions in the tree below p from random lines
// (Knuth, Estimating the efficiency of backtrack programs, 1975). If every node had as
// many moves as the node of the line at its ply, the size of the tree would be the sum
// of the products of these numbers. The estimate is unbiased.
func treeSize(rng *rand.Rand, p *othello.Position) float64 {
	rules := othello.Rules{}
	var moves []othello.Move
	sum := 0.0
	for range probes {
		at, width := *p, 1.0
		for range lookahead {
			moves, _ = rules.Moves(&at, moves[:0])
			if len(moves) == 0 {
				break
			}
			width *= float64(len(moves))
			sum += width
			rules.Play(&at, &at, moves[rng.IntN(len(moves))])
		}
	}
	return sum / probes
}

// productionNodes returns the nodes that the production search visits.
func productionNodes(ctx context.Context, p *othello.Position, without search.Feature) uint64 {
	s := othelloengine.Generic(othelloengine.NewEstimated(othello.Rules{}), search.Options{TableBytes: 16 << 20, Without: without})
	return s.Search(ctx, p, search.Query{Depth: lookahead}, search.Control{}, nil).Nodes
}
