package mnk_test

import (
	"fmt"

	"github.com/plywood-go/plywood/games/mnk"
)

func ExampleRules() {
	rules := mnk.Must(mnk.New(mnk.TicTacToe()))
	p, err := rules.ParsePosition("b2 c1 c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(rules.Draw(&p))
	fmt.Println(rules.FormatPosition(&p))
	// Output:
	//    a b c
	//  1 - - O
	//  2 - X -
	//  3 - - X
	// O to move
	// --O/-X-/--X O
}
