// Package search plays, analyses and solves any game of perfect information that implements
// [game.Rules]: alpha-beta with every refinement that does not need to know the game.
//
// # A first search
//
// A game is a value with four methods. They return the legal moves or how the
// game has ended, the position after a move, the side to move, and a hash. The
// example Nim below is a game in forty lines. Then
//
//	searcher := search.New(rules, search.Options{})
//	result := searcher.Search(ctx, &pos, search.Query{}, search.Control{Time: time.Second}, nil)
//	move, ok := result.Best()
//
// searches pos to one ply, then two, then three, until the second is over, and
// returns the best move found; ok is false if the game is over. A Searcher
// keeps its table and statistics for the next move of the game. It runs one
// search at a time, on the number of threads that its options set.
//
// # What an answer means
//
// A [game.Score] is seen from the side to move. It is an estimate, a final margin, or a win or loss
// in a number of plies. [Result] says in two ways how far it can be trusted:
//
//   - Line.Bound: how the score bounds the value of a search to Line.Depth. A
//     search returns only bounds for values outside its window.
//   - Result.Proof: how the score bounds the true value of the game, whatever the
//     depth. It is [game.Exact] only if the value depends on no horizon, estimate
//     or gamble. Then the game is solved, and the search ends by itself.
//
// A forced win is proven to be a win (Proof includes [game.Lower]) before it
// is proven to be the quickest win. The search goes on until it has proven
// that too, or until the win is short enough for Query.Plies.
//
// Running out of time is not an error. Every result holds a legal move unless
// the game is over, and Result.Stopped says what ended the search.
//
// # Options, query and control
//
// [Options] last for the life of a Searcher. Each search has a [Query], which holds the question,
// and a [Control], which limits the run whatever the question. All have a useful zero value: full
// strength on one thread, the value of the game, and no limit. Some queries:
//
//	search.Query{Depth: 8}                          the same answer on every machine
//	search.Query{Lines: 3}                          the three best moves, each with value and line
//	search.Query{Window: game.Null(0)}              only whether the side to move wins
//	search.Query{Exhaustive: true}                  solve: no gambles, because they hinder proofs
//	search.Query{Window: game.Null(0), From: search.MaxDepth}   who wins, depth first: best where games are short
//
// and controls:
//
//	search.Control{Time: 2 * time.Second}                        a move every two seconds
//	search.Control{SoftTime: time.Second, Time: 4 * time.Second} longer if the best move keeps changing
//	search.Clock{Left: time.Minute}.Spend(search.Control{})      a share of a game clock
//
// Other solvers take the same Query and Control and return the same [Result];
// a [Budget] enforces their limits.
//
// A search ends within about ten milliseconds after its context is cancelled. With one thread and
// no Control, equal Searchers answer equal queries alike and visit the same number of nodes.
//
// Options.Without switches off single refinements, to measure their worth. They come in three
// groups. The [Sound] ones never change a value, only the work. The [Foresight] ones may find a
// better value than a plain search to the same depth would. The [Selective] ones gamble that some
// moves need no deep search, and each comment names the gamble; but none of them ever makes a wrong
// proof.
//
// # What a game can add
//
// Beyond its rules a game may implement any of the capabilities of package
// game. [New] looks for them once:
//
//   - [game.Evaluator]: an estimate. Without it a search sees only the ends of
//     games, which is enough for solving.
//   - [game.MoveScorer]: which moves look best. Alpha-beta depends on good move
//     order; Stats.FirstCuts measures it.
//   - [game.MoveKeyer]: small numbers for moves, for history and countermoves; moves that are numbers need none.
//   - [game.Folder] or [game.Symmetric]: one table entry for all symmetric images
//     of a position.
//   - [game.Statuser], [game.LastPlyer], [game.Alternator]: speed.
//   - [game.Noisy] and [game.Urgent]: which moves and positions are too sharp
//     for the horizon.
//   - [game.Bounder] and [game.Selector]: bounds and move choices that the game
//     can prove by itself.
//   - [game.Repeater]: how often positions may repeat, and how a repetition scores;
//     [game.Limiter]: limits on moves without progress. Proofs hold as if no limit
//     were ever reached, but that a limit which is near draws the game is proven too.
//   - [game.MarginEvaluator]: estimates that are final margins.
//   - [game.Nuller]: doing nothing, for null-move pruning.
//   - [game.Gainer] and [game.Tactician]: what moves win at once, for pruning near the
//     horizon and for reductions, and which positions share the error of their estimates.
//
// Passes, double moves and one-player games need nothing more: the search asks
// every position for the side to move.
//
// # Proofs
//
// For a yes-or-no question, such as whether the side to move wins, whose
// solution is long and narrow, the proof-number search of package search/prove
// is often faster. It takes the same Query and Control.
//
// # Sources
//
// Knuth and Moore (1975) on alpha-beta; Marsland and Campbell (1982) and
// Reinefeld (1983) on principal variation search; Plaat, Schaeffer, Pijls and
// de Bruin (1996) on enhanced transposition cutoffs; Buro (1995,
// 1999) on ProbCut; Campbell (1985) and Kishimoto and Müller (2004) on graph history interaction.
package search
