package enginetest_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/search"
)

// Claims compares what an engine proves with the truth, here of tic-tac-toe
// after X a1 and O b1: X wins.
func ExampleClaims() {
	g, err := catalog.Find("tictactoe")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := g.Start().PlayAll("a1 b1")
	if err != nil {
		fmt.Println(err)
		return
	}
	a := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 16}}).
		Analyze(context.Background(), p, search.Query{}, search.Control{}, nil)
	truth := func(q *engine.Position) (v game.Score, known bool) {
		return game.WinIn(5), q.String() == p.String()
	}
	fmt.Println(enginetest.Claims(&a, truth))
	a.Lines[0].Score = game.WinIn(3)
	fmt.Println(enginetest.Claims(&a, truth))
	// Output:
	// <nil>
	// the position: win in 3 is proven as exact, and the truth is win in 5
}
