package trace_test

import (
	"fmt"
	"os"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/trace"
)

// A search of Bratko's tree, drawn like his figure 15.4.
func ExampleRender() {
	figure := parse("(((1 4)(5 6))((2 1)(1 1)))")
	tree, err := trace.Build(alphaBeta(figure), trace.BuildOptions{
		Letters: true,
		Shape: func(path []int) trace.Shape {
			n := figure.at(path)
			leaf := len(n.children) == 0
			return trace.Shape{Children: len(n.children), Turn: event.Turn{Max: len(path)%2 == 0}, Static: leaf, Value: n.value}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tree.Stats.Evaluations, "static evaluations")
	if err := trace.Render(os.Stdout, tree, trace.RenderOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 5 static evaluations
	//                  a[4]
	//          ┏━━━━━━━━━┹─────────┐
	//          ┃                   │
	//        b(4)                c(≤2)
	//     ┏━━━━┹────┐         ┌────┴╌╌╌╌┐
	//     ┃         │         │        //
	//   d[4]      e[≥5]     f[≤2]      g[]
	//  ┌──┺━┓    ┌──┴╌┐    ┌──┴─┐    ┌╌╌┴╌┐
	//  │    ┃    │   //    │    │    ┆    ┆
	// h 1  i 4  j 5  k 6  l 2  m 1  n 1  o 1
	//
	// [ ] MAX   ( ) MIN   ━━ principal variation   // pruned   ≥ ≤ only a bound
}
