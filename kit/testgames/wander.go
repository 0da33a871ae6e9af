// Package testgames holds games for the tests of several packages' searches. Each is
// small, solved and unusual in one way.
package testgames

import (
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
)

// Wander plays n random moves, or fewer if the game ends.
func Wander[S any, M comparable, R game.Rules[S, M]](rules R, s S, n int, random *rand.Rand) S {
	for range n {
		moves, st := rules.Moves(&s, nil)
		if st.Over() {
			break
		}
		var next S
		rules.Play(&next, &s, moves[random.IntN(len(moves))])
		if _, st := rules.Moves(&next, nil); st.Over() {
			break
		}
		s = next
	}
	return s
}
