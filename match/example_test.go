package match_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

// A match of two depths of search, 50 pairs of games from random openings.
func ExamplePlay() {
	g, err := catalog.Find("tictactoe")
	if err != nil {
		fmt.Println(err)
		return
	}
	entrant := func(name string, depth int) match.Entrant {
		return match.Entrant{Name: name, Open: func(context.Context) (match.Player, error) {
			e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 16}})
			return match.Local(name, &engine.Player{Engine: e, Query: search.Query{Depth: depth}}), nil
		}}
	}
	score, err := match.Play(context.Background(), match.Config{Start: g.Start(), Pairs: 50, Plies: 2, Seed: 1},
		entrant("deep", 4), entrant("shallow", 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("won %d, drawn %d, lost %d\n", score.Wins, score.Draws, score.Losses)
	points := score.Points()
	fmt.Printf("%.0f %% of the points ± %.0f\n", 100*points.Mean, 100*points.Error)
	// Output:
	// won 36, drawn 54, lost 10
	// 63 % of the points ± 3
}
