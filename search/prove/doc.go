// Package prove answers yes-or-no questions about positions of any game that
// implements [game.Rules], by proof-number search: does the side to move win,
// at least draw, or win by ten points?
//
// # A first proof
//
// Alpha-beta searches everything to the same depth. A [Prover] is often faster if the way to a goal
// is long and narrow. It follows the line with the fewest positions left to prove:
//
//	prover := prove.New(rules, prove.Options{})
//	r := prover.Prove(ctx, &pos, prove.ToWin, search.Query{}, search.Control{}, nil)
//
// The verdict is [Proven], [Disproven], or [Unknown] if a limit stopped the proof; a second call
// continues it. [Prover.Outcome] asks twice to tell wins, draws and losses apart. The
// [search.Query] and [search.Control] are the same as for all searches.
//
// A Prover does not find the shortest win. Use a [search.Searcher] with Query.Exhaustive for that.
//
// # The proof itself
//
// [Prover.Trace] emits the proof as an AND/OR tree to draw. At an OR node, where the attacker
// moves, one move is enough; at an AND node every reply of the defender must fail.
//
// # What a game can add
//
// A Prover uses these capabilities of package game:
//
//   - [game.Noisy]: which moves threaten something. The Prover first looks for a win by threats alone.
//   - [game.Folder] or [game.Symmetric]: one finding for all symmetric images of a position.
//   - [game.Bounder] and [game.Selector]: bounds and move choices that the game can prove by itself.
//   - [game.MoveScorer]: the order of branches that are equally close to a proof.
//   - [game.Repeater]: positions that may repeat.
//
// It ignores evaluations.
//
// # Sources
//
// Allis, van der Meulen and van den Herik (1994) on proof numbers; Nagai (2002)
// on df-pn; Ueda et al. (2008) on weak proof numbers; Pawlewicz and Lew (2007) on
// thresholds; Allis, van den Herik and Huntjens (1993) on wins by threats;
// Campbell (1985) and Kishimoto and Müller (2004) on graph history interaction.
package prove
