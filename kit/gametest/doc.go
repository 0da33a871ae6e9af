// Package gametest checks games and searches, in the manner of testing/fstest.
//
// [Test] checks the laws of game.Rules, and of every capability that a game
// has, over random games. A new game needs five lines:
//
//	func TestLaws(t *testing.T) {
//		gametest.Test(t, nim.Rules{}, gametest.Config[nim.State, nim.Move]{
//			Perft: []gametest.Count[nim.State]{{Depth: 3, Leaves: 27}},
//		})
//	}
//
// [Oracle] compares a search with the textbook's minimax; [Wild] is a random
// game that makes a good test case for it. [Claims] compares the proofs of a
// search with the truth. A [Graph] is a game with known values whose positions
// are reached at different plies; [Sharp] adds random and often wrong answers
// to every heuristic capability; in a [Ring] positions repeat.
package gametest
