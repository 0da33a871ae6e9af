// Package textbook holds the searches of the literature as their sources print
// them, one short file each: the recursion of the book, over any game.
//
//	minimax           Naumov 2021 after Heineman et al., Algorithms in a Nutshell
//	negamax           the same, one sign for both sides
//	alphabeta         the same, with cuts
//	bratko-minimax    Bratko, fig. 15.3, over a Relation
//	bratko-alphabeta  Bratko, fig. 15.5, over a Relation
//	othello           fail-soft alpha-beta in which a pass costs no depth
//	scout             NegaScout: Pearl 1980, Reinefeld 1983
//	mtdf              MTD(f): Plaat et al. 1996
//	sss               SSS*: Stockman 1979
//
// It is the judge of every other search in Plywood. There is no clock and no
// transposition table: a search is finished when it is correct. (MTD(f) and
// SSS* remember the tree they walk, node by node, as their definitions demand;
// positions reached in two ways are searched twice.)
//
// All algorithms emit the same [trace.Event] stream, so that they can be drawn
// and compared, and all agree on what a value is: see [Scoring]. Of children
// of equal value the first is kept.
//
// # Two doors
//
// Bratko's programs know a game only as a [Relation] between positions:
// successors, static value, who moves. It is all that a user must supply to
// [NewBratko], and any type will do for a position.
//
// The others play a game by its [game.Rules], through a [Searcher] that can be
// used again without allocating, or [Run] for a single search. Run knows every
// algorithm by name, Bratko's too.
package textbook
