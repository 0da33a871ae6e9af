package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
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

// nilsson is tic-tac-toe with Nilsson's evaluation and moves in row-major order.
func nilsson() mnkengine.Nilsson {
	return mnkengine.Nilsson{Rules: mnk.Must(mnk.New(mnk.TicTacToe()))}
}

// infinite scores wins as the book does.
var infinite = textbook.Options{Scoring: textbook.Infinite}

// nutshellCounts are the published numbers of states visited, where every position
// after the first 9−depth plies is searched to the end.
var nutshellCounts = []struct{ depth, minimax, alphaBeta, reduction int }{
	{6, 549_864, 112_086, 80},
	{7, 549_936, 47_508, 91},
	{8, 549_945, 27_565, 95},
}

func nutshellTicTacToe(ctx context.Context, r *report) error {
	rules := nilsson()
	for _, want := range nutshellCounts {
		openings := after(rules, rules.Start(), 9-want.depth)
		minimax := visited(ctx, textbook.Minimax, rules, openings, want.depth)
		alphaBeta := visited(ctx, textbook.AlphaBeta, rules, openings, want.depth)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		note := fmt.Sprintf("from each of %d openings, roots counted", len(openings))
		r.count(fmt.Sprintf("minimax, depth %d", want.depth), want.minimax, minimax, note)
		r.count(fmt.Sprintf("alpha-beta, depth %d", want.depth), want.alphaBeta, alphaBeta, note)
		saved := 100 * (1 - float64(alphaBeta)/float64(minimax))
		r.count(fmt.Sprintf("reduction in %%, depth %d", want.depth), want.reduction, int(math.Round(saved)), "")
	}
	return nil
}

// after returns the positions after each sequence of plies moves from p.
func after[S any, M comparable, R game.Rules[S, M]](rules R, p S, plies int) []S {
	if plies == 0 {
		return []S{p}
	}
	var all []S
	moves, _ := rules.Moves(&p, nil)
	for _, m := range moves {
		var child S
		rules.Play(&child, &p, m)
		all = append(all, after(rules, child, plies-1)...)
	}
	return all
}

// visited returns the total nodes of the searches of all positions.
func visited(ctx context.Context, a textbook.Algorithm, rules mnkengine.Nilsson, positions []mnk.Position, depth int) (nodes int) {
	s := textbook.New(a, rules, infinite)
	for i := range positions {
		nodes += s.Search(ctx, &positions[i], depth).Nodes
	}
	return nodes
}

// lookaheadMoves lead to the lecture's position: X holds the centre and the
// bottom right corner, O the top right corner, and O is to move.
const lookaheadMoves = "b2 c1 c3"

func nutshellLookahead(ctx context.Context, r *report) error {
	rules := nilsson()
	p, err := rules.ParsePosition(lookaheadMoves)
	if err != nil {
		return err
	}
	minimax := textbook.Run(ctx, textbook.Minimax, rules, &p, 2, infinite)
	alphaBeta := textbook.Run(ctx, textbook.AlphaBeta, rules, &p, 2, infinite)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.text("best move of O", "a1", rules.FormatMove(&p, minimax.PV[0]), "the top left corner")
	r.count("its value", -2, int(minimax.Value), "")
	r.count("moves that do not lose", 1, holding(ctx, rules, &p), "in two plies")
	r.count("states below the root, minimax", 36, minimax.Nodes-1, "")
	r.count("states below the root, alpha-beta", 16, alphaBeta.Nodes-1, "")
	return nil
}

// holding returns the number of moves after which the opponent cannot win at once.
func holding(ctx context.Context, rules mnkengine.Nilsson, p *mnk.Position) (n int) {
	moves, _ := rules.Moves(p, nil)
	for _, m := range moves {
		var child mnk.Position
		rules.Play(&child, p, m)
		if textbook.Run(ctx, textbook.Minimax, rules, &child, 1, infinite).Value < game.Infinity {
			n++
		}
	}
	return n
}

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

// orderOf returns limits of half an order of magnitude on either side of a power of ten.
func orderOf(power float64) limits { return limits{math.Pow(10, power-0.5), math.Pow(10, power+0.5)} }

// midgame returns a position from a game of random moves, which does not depend on our evaluation.
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
