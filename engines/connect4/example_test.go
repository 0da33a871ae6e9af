package connect4_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engines/connect4"
	rules "github.com/plywood-go/plywood/games/connect4"
)

// Solve a position and show the line of best play.
func ExampleSolver() {
	board := rules.Rules{} // 7 columns of 6
	position, err := board.ParsePosition("2531276566711153")
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := connect4.NewSolver(board, connect4.Options{})
	result := solver.Solve(context.Background(), position, connect4.Strong, connect4.Limits{})
	fmt.Printf("%d stones left, %v\n", result.Score(), result.Value())
	for _, m := range result.PV {
		fmt.Print(board.FormatMove(&position, m))
	}
	fmt.Println()
	// Output:
	// 2 stones left, win in 23
	// 22364665333552217717744
}
