package experiment

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/search"
)

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
