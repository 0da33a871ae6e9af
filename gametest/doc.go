// Package gametest checks games and searches, in the manner of testing/fstest.
//
// [Test] holds a game to the laws of game.Rules and of every capability that it
// offers, over random games: five lines check a game of one's own.
//
//	func TestLaws(t *testing.T) {
//		gametest.Test(t, nim.Rules{}, gametest.Config[nim.State, nim.Move]{
//			Perft: []gametest.Count[nim.State]{{Depth: 3, Leaves: 27}},
//		})
//	}
//
// [Oracle] holds a search to the textbook's minimax, and [Wild] is a game
// without sense that makes a good opponent for it. [Claims] holds what a search
// calls proven to the truth; a [Graph] is a game whose truth is known and whose
// positions are reached at different plies, [Sharp] lies about everything that is
// opinion, and in a [Ring] positions come back.
package gametest
