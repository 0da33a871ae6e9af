package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/search"
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

// smallOthello solves 6×6 Othello from its start. It logs the nodes of every iteration,
// which are the same in every run. It asks for the value in the window (-5, -3), so
// both bounds are proven.
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

// checkersDatabases counts the positions with few pieces and finds the longest
// wins.
func checkersDatabases(ctx context.Context, r *report) error {
	rules := draughts.Rules{}
	for pieces, published := range []int{1: 120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964} {
		if pieces > 0 {
			r.count(fmt.Sprintf("positions, pieces=%d", pieces), published, endgame.Count(rules, pieces), "either side to move, up to half a turn")
		}
	}
	dir, err := os.MkdirTemp("", "plywood-endgames-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := endgame.Build(ctx, rules, endgame.Building{Dir: dir, Pieces: checkersBuilt}); err != nil {
		return err
	}
	tables, err := endgame.Open(dir, rules, 0)
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
