package tree_test

import (
	"fmt"

	"github.com/plywood-go/plywood/games/tree"
)

// A textbook tree whose leaves are compared as exact decimals.
func ExampleParse() {
	t, err := tree.Parse("a(b=0.1 c(d=0.10000000000000000001 e=7))")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, root := tree.Rules{}, t.Root()
	fmt.Print(rules.Draw(&root))
	fmt.Println("value", t.Text(minimax(rules, &root)))
	// Output:
	// a (MAX)
	//   b = 0.1
	//   c (MIN)
	//     d = 0.10000000000000000001
	//     e = 7
	// value 0.10000000000000000001
}
