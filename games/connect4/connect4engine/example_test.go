package connect4engine_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/search"
)

// Solve a position and show the line of best play.
func ExampleSolver() {
	board := connect4.Rules{} // 7 columns of 6
	position, err := board.ParsePosition("2531276566711153")
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := connect4engine.NewSolver(board, connect4engine.Options{})
	result := solver.Search(context.Background(), &position, search.Query{}, search.Control{}, nil)
	fmt.Println(result.Score())
	for _, m := range result.Lines[0].PV {
		fmt.Print(board.FormatMove(&position, m))
	}
	fmt.Println()
	// Output:
	// win in 23
	// 22364665333552217717744
}
