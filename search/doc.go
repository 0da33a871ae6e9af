// Package search plays, analyses and solves any game of perfect information that
// implements [game.Rules]: alpha-beta with every refinement that does not need to
// know the game.
//
// # A first search
//
// A game is a value with four methods: which moves there are or how the game
// has ended, what a move does, whose turn it is, and a hash. The example Nim
// below is one in forty lines. Then
//
//	searcher := search.New(rules, search.Options{})
//	result := searcher.Search(ctx, &pos, search.Query{}, search.Control{Time: time.Second}, nil)
//	move, ok := result.Best()
//
// searches pos one ply deep, then two, then three, until the second is over,
// and gives the best move found; ok is false if the game is over. A Searcher
// keeps what it has learned for the next move of the game. It runs one search
// at a time, on as many threads as its options say.
//
// # What an answer means
//
// A [game.Score] is seen from the side to move. It is an estimate, a final
// margin, or a win or a loss in so many plies, and [Result] says how far it can
// be trusted, in two ways:
//
//   - Line.Bound: how the score bounds the value of a search to Line.Depth.
//     Outside the window asked for a search only gives bounds.
//   - Result.Proof: how it bounds the true value of the game, whatever the
//     depth. It is [game.Exact] only if no horizon, estimate or gamble can hide
//     in it. Then the game is solved, and the search ends by itself.
//
// A forced win found on the way is proven to be a win (Proof has
// [game.Lower]) before it is proven to be the quickest; the search goes on
// until it is, or until Query.Plies is content.
//
// Out of time is no error. Every result holds a legal move unless the game is
// over, and Result.Stopped says what ended the search.
//
// # Options, query and control
//
// [Options] last for the life of a Searcher. Each search has a [Query], which says
// what is asked, and a [Control], which says when to end it whatever was asked.
// All have a useful zero value: full strength on one thread, the value of the
// game, and as long as it takes. Some queries:
//
//	search.Query{Depth: 8}                          the same answer on every machine
//	search.Query{Lines: 3}                          the three best moves, each with value and line
//	search.Query{Window: game.Null(0)}              only whether the side to move wins
//	search.Query{Exhaustive: true}                  solve: no gambles, for they are in the way of proofs
//	search.Query{Window: game.Null(0), From: search.MaxDepth}   who wins, depth first: best where games are short
//
// and controls:
//
//	search.Control{Time: 2 * time.Second}                        a move every two seconds
//	search.Control{SoftTime: time.Second, Time: 4 * time.Second} longer if the best move keeps changing
//	search.Clock{Left: time.Minute}.Spend(search.Control{})      a share of a game clock
//
// A solver of one's own takes the same two, and answers the same [Result]; a
// [Budget] makes it keep to them.
//
// A cancelled context ends a search within ten milliseconds or so. With one
// thread and without a Control, equal questions to equal Searchers get
// equal answers in equally many nodes.
//
// Options.Without switches off single refinements, to measure what they are
// worth. They come in three groups. The [Sound] ones never change a value, only
// the work. Those of [Foresight] may know better than a search to the depth
// asked. The [Selective] ones gamble that some move need not be looked at
// deeply, and each says on what; but none of them ever makes a wrong proof.
//
// # What a game can add
//
// Beyond its rules a game may implement any of the capabilities of package
// game. They are looked for once, by [New]:
//
//   - [game.Evaluator]: an estimate. Without it a search sees only the ends of
//     games, which is all that solving needs.
//   - [game.MoveScorer]: which moves look best. Alpha-beta lives by good order;
//     Stats.FirstCutRate measures it.
//   - [game.MoveKeyer]: small numbers for moves, for history and countermoves.
//   - [game.Folder] or [game.Symmetric]: one table entry for all images of a
//     position.
//   - [game.Statuser], [game.LastPlyer], [game.Alternator]: speed.
//   - [game.Noisy] and [game.Urgent]: which moves and positions are too sharp
//     for the horizon.
//   - [game.Bounder] and [game.Selector]: what the game can prove by itself.
//   - [game.Repeater] and [game.Recurrer]: positions may come back, how often,
//     and what that means; [game.Limiter]: when too little has come about. What is
//     proven holds as if no limit were ever reached.
//   - [game.MarginEvaluator]: estimates that are final margins.
//   - [game.Nuller]: doing nothing, for null-move pruning.
//
// Passes, moves twice in a row and games of one player need nothing: whose turn
// it is, is asked of every position.
//
// # Proofs
//
// Where the question is yes or no, does the side to move win, and the way is
// long and narrow, the proof numbers of package search/prove often answer it
// sooner. They take the same Query and Control.
//
// # Sources
//
// Knuth and Moore (1975) on alpha-beta; Marsland and Campbell (1982) and
// Reinefeld (1983) on principal variation search; Plaat, Schaeffer, Pijls and
// de Bruin (1996) on MTD(f) and enhanced transposition cutoffs; Buro (1995,
// 1999) on ProbCut; Campbell (1985) and Kishimoto and Müller (2004) on graph
// history interaction.
package search
