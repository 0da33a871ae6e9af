package experiment

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessengine"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/match/tally"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// startable are rules with an initial position.
type startable[S any, M comparable] interface {
	game.Rules[S, M]
	game.Starter[S]
}

// searcher is the part of search.Searcher that plays games.
type searcher[S any, M comparable] interface {
	Search(ctx context.Context, s *S, q search.Query, c search.Control, report func(search.Result[M])) search.Result[M]
	Clear()
}

// chooser chooses a move at s. history holds the hashes of the earlier positions.
type chooser[S any, M comparable] func(s *S, history []uint64) M

// chooseBy returns a chooser by a search.
func chooseBy[S any, M comparable](ctx context.Context, by searcher[S, M], q search.Query) chooser[S, M] {
	return func(s *S, history []uint64) M {
		q.History = history
		r := by.Search(ctx, s, q, search.Control{}, nil)
		m, _ := r.Best()
		return m
	}
}

// playGame plays a game that begins with random moves. It passes each position with its
// moves to see, and returns the score for the first player.
func playGame[S any, M comparable, R startable[S, M]](ctx context.Context, rules R, random *rand.Rand, opening int, players [2]chooser[S, M], see func(s *S, legal []M)) (game.Score, error) {
	caps := capability.Of[S, M](rules)
	s := rules.Start()
	var history []uint64
	var played line.Line
	for ply := 0; ctx.Err() == nil; ply++ {
		legal, status := rules.Moves(&s, nil)
		played.Put(ply, rules.Hash(&s))
		if !status.Over() {
			status = caps.Ends(&s, &played, ply)
		}
		side := rules.ToMove(&s)
		if status.Over() {
			if side == game.Second {
				status = status.Negate()
			}
			return status.Score(), nil
		}
		see(&s, legal)
		m := legal[random.IntN(len(legal))]
		if ply >= opening && len(legal) > 1 {
			m = players[side&1](&s, history)
		}
		history = append(history, rules.Hash(&s))
		rules.Play(&s, &s, m)
	}
	return 0, ctx.Err()
}

// smallOthello solves 6×6 Othello from its start. It logs the nodes of every iteration, which are
// the same in every run. It asks for the value in the window (-5, -3), so both bounds are proven.
func smallOthello(ctx context.Context, r *report) error {
	board, _ := othello.Sized(6)
	var log []search.Result[othello.Move]
	note := func(now search.Result[othello.Move]) {
		if n := len(log); n > 0 && log[n-1].Depth == now.Depth && log[n-1].Confidence == now.Confidence {
			log = log[:n-1] // a better move in the same iteration
		}
		log = append(log, now)
	}
	s := othelloengine.NewSolver(board, othelloengine.Options{})
	start := board.Start()
	got := s.Search(ctx, &start, search.Query{Window: game.Window{Alpha: -5, Beta: -3}}, search.Control{}, note)
	if ctx.Err() != nil {
		return fmt.Errorf("6×6: %w", ctx.Err())
	}
	for _, at := range log {
		r.measured(fmt.Sprintf("nodes to depth %d at %d %%", at.Depth, at.Confidence), fmt.Sprint(at.Nodes), "in all, on one thread")
	}
	bounds := [...]string{game.NoBound: "none", game.Lower: "lower", game.Upper: "upper", game.Exact: "both"}
	r.text("bounds proven", "both", bounds[got.Proof], "")
	value, _ := got.Score().Points()
	r.count("value for the first player, discs", -4, value, "16–20")
	return nil
}

// checkersBuilt is the largest number of pieces for which the experiment builds databases of checkers.
// It finds the longest wins in them.
const checkersBuilt = 4

// checkersDatabases counts the positions with few pieces and finds the longest wins.
func checkersDatabases(ctx context.Context, r *report) error {
	rules := draughts.Rules{}
	for pieces, published := range []int{1: 120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964} {
		if pieces > 0 {
			r.count(fmt.Sprintf("positions, pieces=%d", pieces), published, endgame.Count(rules, pieces), "either side to move, up to half a turn")
		}
	}
	tables, remove, err := databases(ctx, checkersBuilt)
	defer remove()
	if err != nil {
		return err
	}
	for pieces := 2; pieces <= checkersBuilt; pieces++ {
		v, at, err := tables.Longest(pieces)
		if err != nil {
			return err
		}
		plies, _, _ := v.Score().Plies()
		r.measured(fmt.Sprintf("longest win in plies, pieces=%d", pieces), fmt.Sprint(plies), rules.FormatPosition(&at))
	}
	return nil
}

// The games of branching in chess.
const (
	chessGames   = 16
	chessNodes   = 2000 // that a player searches for a move
	chessOpening = 8    // random plies at the start
	chessMidgame = 60   // plies that count; endgames have fewer moves
)

// chessMoves counts the moves in positions of our player's games. It also measures how
// the nodes of alpha-beta grow with the depth.
func chessMoves(ctx context.Context, r *report) error {
	rules := chessengine.Evaluation{}
	player := chooseBy(ctx, chessengine.Generic(rules, search.Options{TableBytes: 1 << 20}), search.Query{Nodes: chessNodes})
	var moves, positions []float64
	var sample []chess.Position
	for i := range chessGames {
		m, p := 0.0, 0.0
		random := rand.New(rand.NewPCG(r.seed, uint64(i)))
		_, err := playGame(ctx, rules, random, chessOpening, [2]chooser[chess.Position, chess.Move]{player, player}, func(s *chess.Position, legal []chess.Move) {
			if p == chessMidgame {
				return
			}
			if p++; int(p)%(chessMidgame/3) == 0 {
				sample = append(sample, *s)
			}
			m += float64(len(legal))
		})
		if err != nil {
			return err
		}
		moves, positions = append(moves, m), append(positions, p)
	}
	note := fmt.Sprintf("the first %d plies, %d games of a player that searches %d nodes a move, after %d random moves", chessMidgame, chessGames, chessNodes, chessOpening)
	r.emit(r.judged("chess", "30", ratio(moves, positions), limits{27, 40}, note))
	for depth := 5; depth <= 6; depth++ {
		factor, err := growth(ctx, sample, depth)
		if err != nil {
			return err
		}
		note := fmt.Sprintf("with ordered moves, the root of the nodes to depth %d over those to depth %d", depth, depth-2)
		r.emit(r.judged(fmt.Sprintf("chess, by alpha-beta to depth %d", depth), "6", factor, limits{4, 8}, note))
	}
	return nil
}

// unselective are the features of search beyond alpha-beta with ordered moves.
const unselective = ^(search.Order | search.Killers | search.History | search.PVS)

// growth returns the factor by which one more ply multiplies the nodes of alpha-beta.
// It is the square root of the factor for two plies, because odd and even plies differ.
func growth(ctx context.Context, sample []chess.Position, depth int) (estimate, error) {
	rules := chessengine.Evaluation{}
	var factors []float64
	for i := range sample {
		var nodes [2]float64
		for k := range nodes {
			s := chessengine.Generic(rules, search.Options{Without: unselective})
			nodes[k] = float64(s.Search(ctx, &sample[i], search.Query{Depth: depth - 2 + 2*k, From: depth - 2 + 2*k}, search.Control{}, nil).Nodes)
		}
		factors = append(factors, math.Sqrt(nodes[1]/nodes[0]))
	}
	return mean(factors), ctx.Err()
}

// twiceAsDeep compares the depths that alpha-beta and minimax reach with the same
// number of evaluated leaves.
func twiceAsDeep(ctx context.Context, r *report) error {
	return cmp.Or(
		deeper(ctx, r, "Connect Four", connect4engine.Lines{}, connect4engine.Generic, 5),
		deeper(ctx, r, "checkers", draughtsengine.Material{}, draughtsengine.Generic, 5),
		deeper(ctx, r, "Othello", othelloengine.NewEstimated(othello.Rules{}), othelloengine.Generic, 4),
		deeper(ctx, r, "chess", chessengine.Evaluation{}, chessengine.Generic, 3),
	)
}

// deepPositions is the number of positions of a game over which twiceAsDeep averages.
// deepOpening is the number of random moves before them.
const deepPositions, deepOpening = 12, 8

// deeper adds the row of a game: how many times as deep as minimax alpha-beta searches
// with the same number of leaves. Minimax searches to the given depth.
func deeper[S any, M comparable, R startable[S, M], T searcher[S, M]](ctx context.Context, r *report, name string, rules R, generic func(game.Rules[S, M], search.Options) T, depth int) error {
	var times []float64
	for i := range deepPositions {
		random := rand.New(rand.NewPCG(r.seed, uint64(i)))
		s := opened[S, M](rules, random, deepOpening)
		most := float64(textbook.Run[S, M](ctx, textbook.Minimax, rules, &s, depth, textbook.Options{}).Leaves)
		before := 1.0
		for d := 1; d <= 3*depth; d++ {
			leaves := float64(generic(rules, search.Options{Without: unselective}).Search(ctx, &s, search.Query{Depth: d, From: d}, search.Control{}, nil).Leaves)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if leaves >= most || d == 3*depth {
				reached := float64(d)
				if leaves > most {
					reached -= math.Log(leaves/most) / math.Log(leaves/before)
				}
				times = append(times, reached/float64(depth))
				break
			}
			before = max(before, leaves)
		}
	}
	reached := mean(times)
	note := fmt.Sprintf("at the leaves of minimax to depth %d, %d positions, after %d random moves; leaves of minimax to the power %.2f, 0.5 in the best order, 1 in the worst", depth, deepPositions, deepOpening, 1/reached.mean)
	const most = 2.2 // the 2 is of uniform trees; Connect Four reaches 2.02 with seed 5
	r.emit(r.judged(name+", depth over that of minimax", "at best 2", reached, limits{1, most}, note))
	return nil
}

// opened returns a position after random moves in which the game goes on.
func opened[S any, M comparable, R startable[S, M]](rules R, random *rand.Rand, plies int) S {
	for {
		s := rules.Start()
		for range plies {
			if moves, status := rules.Moves(&s, nil); !status.Over() {
				rules.Play(&s, &s, moves[random.IntN(len(moves))])
			}
		}
		if _, status := rules.Moves(&s, nil); !status.Over() {
			return s
		}
	}
}

// The matches of shannon: the number of games, and the nodes of a player for a move.
const shannonGames, shannonNodes = 60, 1000

// shannon lets Shannon's two types of search play each other with equal numbers of nodes. Type A
// searches all moves to one depth. Type B searches the promising ones until the position is quiet.
func shannon(ctx context.Context, r *report) error {
	return cmp.Or(
		typeB(ctx, r, "chess", chessengine.Evaluation{}, chessengine.Generic),
		typeB(ctx, r, "checkers", draughtsengine.Fitted{}, draughtsengine.Generic),
		typeB(ctx, r, "Othello", othelloengine.NewEstimated(othello.Rules{}), othelloengine.Generic),
	)
}

func typeB[S any, M comparable, R startable[S, M], T searcher[S, M]](ctx context.Context, r *report, name string, rules R, generic func(game.Rules[S, M], search.Options) T) error {
	a := generic(rules, search.Options{TableBytes: 1 << 20, Without: search.Selective | search.Foresight})
	b := generic(rules, search.Options{TableBytes: 1 << 20})
	q := search.Query{Nodes: shannonNodes}
	note := fmt.Sprintf("%d games, %d nodes a move", shannonGames, shannonNodes)
	return duel(ctx, r, name+", Elo of type B over type A", note, shannonGames, rules, [2]T{b, a}, [2]search.Query{q, q})
}

// The matches of deeperWins: the number of games, and the depths of both players.
const deeperGames, deeperDepth, lessDepth = 80, 4, 2

// deeperWins lets a search play against itself with less depth and the same evaluation.
func deeperWins(ctx context.Context, r *report) error {
	return cmp.Or(
		looksDeeper(ctx, r, "Connect Four", connect4engine.Lines{}, connect4engine.Generic),
		looksDeeper(ctx, r, "checkers", draughtsengine.Material{}, draughtsengine.Generic),
		looksDeeper(ctx, r, "Othello", othelloengine.NewEstimated(othello.Rules{}), othelloengine.Generic),
		looksDeeper(ctx, r, "chess", chessengine.Evaluation{}, chessengine.Generic),
	)
}

func looksDeeper[S any, M comparable, R startable[S, M], T searcher[S, M]](ctx context.Context, r *report, name string, rules R, generic func(game.Rules[S, M], search.Options) T) error {
	o := search.Options{TableBytes: 1 << 20, Without: unselective}
	quantity := fmt.Sprintf("%s, Elo of depth %d over depth %d", name, deeperDepth, lessDepth)
	return duel(ctx, r, quantity, fmt.Sprintf("%d games, after %d random moves", deeperGames, deepOpening), deeperGames, rules,
		[2]T{generic(rules, o), generic(rules, o)}, [2]search.Query{{Depth: deeperDepth}, {Depth: lessDepth}})
}

// duel reports the Elo of the first player over the second, from pairs of games of one opening.
func duel[S any, M comparable, R startable[S, M], T searcher[S, M]](ctx context.Context, r *report, quantity, note string, games int, rules R, by [2]T, q [2]search.Query) error {
	players := [2]chooser[S, M]{chooseBy(ctx, by[0], q[0]), chooseBy(ctx, by[1], q[1])}
	results := make(tally.Results, 5) // by the half points of both games of an opening
	for i := range games / 2 {
		points := 0
		for side := range 2 {
			by[0].Clear()
			by[1].Clear()
			random := rand.New(rand.NewPCG(r.seed, uint64(i)))
			v, err := playGame(ctx, rules, random, deepOpening, [2]chooser[S, M]{players[side], players[1-side]}, func(*S, []M) {})
			if err != nil {
				return err
			}
			points += 1 + (1-2*side)*v.Outcome()
		}
		results[points]++
	}
	elo, low, high := results.Elo()
	ours := strings.ReplaceAll(fmt.Sprintf("%+.0f, %+.0f … %+.0f", elo, low, high), "Inf", "∞")
	if share := results.Points().Mean; share == 0 || share == 1 {
		ours = "unknown: one side won all games"
	}
	r.measured(quantity, ours, note)
	return nil
}

// kopec holds the positions of the test of Bratko and Kopec with their best moves.
//
//go:embed bratko-kopec.epd
var kopec string

// kopecNodes is what the search visits in each position.
const kopecNodes = 1_000_000

// bratkoKopec searches the 24 positions of a test of understanding chess.
func bratkoKopec(ctx context.Context, r *report) error {
	rules := chessengine.Evaluation{}
	all, solved := 0, 0
	for line := range strings.Lines(kopec) {
		all++
		position, rest, _ := strings.Cut(strings.TrimSpace(line), " bm ")
		best, id, _ := strings.Cut(rest, ";")
		s, err := rules.ParsePosition(position + " 0 1")
		if err != nil {
			return err
		}
		result := chessengine.Generic(rules, search.Options{}).Search(ctx, &s, search.Query{Nodes: kopecNodes}, search.Control{}, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m, _ := result.Best()
		found := strings.TrimRight(rules.FormatMove(&s, m), "+#")
		right := slices.ContainsFunc(strings.Fields(best), func(b string) bool { return strings.TrimRight(b, "+#") == found })
		verdict := Missed
		if right {
			solved++
			verdict = Equal
		}
		name := strings.Trim(strings.TrimPrefix(strings.TrimSpace(id), "id "), "\";")
		r.emit(Row{Experiment: r.name, Quantity: name, Published: best, Ours: found, Verdict: verdict})
	}
	r.measured("solved", strconv.Itoa(solved), fmt.Sprintf("of %d positions, %d nodes a position", all, kopecNodes))
	return nil
}
