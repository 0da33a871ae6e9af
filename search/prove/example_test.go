package prove_test

import (
	"context"
	"fmt"
	"os"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
	"github.com/plywood-go/plywood/trace"
)

// moveNames returns a function for trace.BuildOptions.Move: it names the last
// move of a path of indices from start.
func moveNames(rules mnk.Rules, start mnk.Position) func(path []int) string {
	return func(path []int) (name string) {
		pos := start
		for _, i := range path {
			moves, _ := rules.Moves(&pos, nil)
			name = rules.FormatMove(&pos, moves[i])
			rules.Play(&pos, &pos, moves[i])
		}
		return name
	}
}

// X threatens nothing yet, but can make two threats at once. The proof is a
// tree: at an OR node, where X moves, one move is enough; at an AND node, where
// O moves, every answer must fail.
func ExampleProver() {
	rules := mnk.Must(mnk.New(mnk.TicTacToe()))
	pos, err := rules.ParsePosition("XO-/-X-/--O X")
	if err != nil {
		fmt.Println(err)
		return
	}
	prover := prove.New(rules, prove.Options{TableBytes: 1 << 20})
	var events event.Recorder
	r := prover.Trace(context.Background(), &pos, prove.ToWin, search.Query{}, search.Control{Observer: &events}, 100)
	fmt.Println(r.Verdict, "in at most", r.Plies, "plies")

	drawn, err := trace.Build(events.Events, trace.BuildOptions{Move: moveNames(rules, pos)})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := trace.Render(os.Stdout, drawn, trace.RenderOptions{Format: trace.Outline, OrAnd: true}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// proven in at most 3 plies
	// OR ≥win in 3 · cutoff win in 3 ≥ β = 1
	// ├╌ c1 · pruned
	// ┣━ a2 AND ≥win in 3
	// │  ┣━ c1 OR ≥win in 3 · cutoff win in 3 ≥ β = 1
	// │  │  ┣━ c2 = win in 3
	// │  │  ├╌ a3 · pruned
	// │  │  └╌ b3 · pruned
	// │  ├─ c2 OR ≥win in 3 · cutoff win in 3 ≥ β = 1
	// │  │  ├╌ c1 · pruned
	// │  │  ├─ a3 = win in 3
	// │  │  └╌ b3 · pruned
	// │  ├─ a3 OR ≥win in 3 · cutoff win in 3 ≥ β = 1
	// │  │  ├╌ c1 · pruned
	// │  │  ├─ c2 = win in 3
	// │  │  └╌ b3 · pruned
	// │  └─ b3 OR ≥win in 3 · cutoff win in 3 ≥ β = 1
	// │     ├╌ c1 · pruned
	// │     ├─ c2 = win in 3
	// │     └╌ a3 · pruned
	// ├╌ c2 · pruned
	// ├╌ a3 · pruned
	// └╌ b3 · pruned
}
