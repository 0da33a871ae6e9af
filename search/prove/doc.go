// Package prove answers questions of yes or no about positions of any game that
// implements [game.Rules], by proof-number search: does the side to move win, or
// draw at least, or win by ten points?
//
// # A first proof
//
// Alpha-beta looks everywhere to the same depth. Where the way to a goal is long
// and narrow, a [Prover] is often quicker. It follows the line on which the
// fewest positions are left to prove:
//
//	prover := prove.New(rules, prove.Options{})
//	r := prover.Prove(ctx, &pos, prove.ToWin, search.Query{}, search.Control{}, nil)
//
// The verdict is [Proven], [Disproven], or [Unknown] if a limit came first; a
// second call goes on from there. [Prover.Outcome] asks twice to tell wins, draws
// and losses apart. What is asked and what ends the search is the [search.Query]
// and the [search.Control] of all searches.
//
// A Prover says nothing of how quickly a game is won. Ask a [search.Searcher],
// with Query.Exhaustive, if the shortest win is wanted.
//
// # The proof itself
//
// [Prover.Trace] gives the proof as an AND/OR tree to draw. At an OR node, where
// the attacker moves, one move is enough; at an AND node every answer of the
// defender must fail.
//
// # What a game can add
//
// Of the capabilities of package game a Prover uses
//
//   - [game.Noisy]: which moves threaten something. A win by threats alone is
//     looked for first.
//   - [game.Folder] or [game.Symmetric]: one finding for all images of a
//     position.
//   - [game.Bounder] and [game.Selector]: what the game can prove by itself.
//   - [game.MoveScorer]: which of the branches that are equally near to a proof
//     is tried first.
//   - [game.Repeater] and [game.Recurrer]: positions that may come back.
//
// Evaluations mean nothing to it.
//
// # Sources
//
// Allis, van der Meulen and van den Herik (1994) on proof numbers; Nagai (2002)
// on df-pn; Ueda et al. (2008) on weak proof numbers; Pawlewicz and Lew (2007) on
// thresholds; Allis, van den Herik and Huntjens (1993) on wins by threats;
// Campbell (1985) and Kishimoto and Müller (2004) on graph history interaction.
package prove
