// Package textbook holds the searches of the literature, one short file each:
// the recursion of the book, over any game. It is the judge of every other
// search in Plywood, and no speed is asked of it.
//
// # The algorithms
//
// In their clean form, with one value for all of them:
//
//	minimax    C. E. Shannon, Programming a computer for playing chess, Philosophical
//	           Magazine 41(314), 1950
//	negamax    D. E. Knuth & R. W. Moore, An analysis of alpha-beta pruning,
//	           Artificial Intelligence 6(4), 1975, procedure F
//	alphabeta  the same, procedure F2, fail-soft as in J. P. Fishburn, Another
//	           optimization of alpha-beta search, SIGART Newsletter 84, 1983
//	scout      J. Pearl, Asymptotic properties of minimax trees and game-searching
//	           procedures, Artificial Intelligence 14, 1980: EVAL and TEST
//	negascout  A. Reinefeld, An improvement to the Scout tree search algorithm, ICCA
//	           Journal 6(4), 1983, in its simple form
//	mtdf       A. Plaat, J. Schaeffer, W. Pijls & A. de Bruin, Best-first fixed-depth
//	           minimax algorithms, Artificial Intelligence 87, 1996
//	sss        G. C. Stockman, A minimax algorithm better than alpha-beta?, Artificial
//	           Intelligence 12, 1979
//
// As one source prints them, where that does something else:
//
//	bratko-minimax       I. Bratko, Prolog Programming for Artificial Intelligence, 1986,
//	bratko-alphabeta     chapter 15, figures 15.3 and 15.5: the last of equal moves is
//	                     the best, and a value must pass its bound to cut
//	lecture-minimax      D. A. Naumov, Поиск путей по дереву игры, 2021, after G. T.
//	lecture-negmax       Heineman, G. Pollice & S. Selkow, Algorithms in a Nutshell,
//	lecture-alphabeta    2008, chapter 7: no move where all lose, by Infinite scoring;
//	                     lecture-alphabeta looks at more leaves, for its low may fall
//	othello              α-β剪枝, 黑白棋天地 (World of Othello): a pass costs no depth, and at the
//	                     horizon a game that is over is evaluated as any other
//	reinefeld-negascout  the print of 1983: the last two plies are not searched again,
//	                     and the line ends where no second search proves it
//
// Everything else returns what minimax does, with one of the best moves: the
// first of them, but for MTD(f), which may take another. What the sources print
// by mistake is mended; docs/errata.md lists it.
//
// # What they share
//
// There is no clock and no transposition table: a search is finished when it is
// correct, or when its context ends, which is looked at every few thousand
// visits. (MTD(f) and SSS* remember the tree they walk, node by node, as their
// definitions demand; positions reached in two ways are searched twice.)
//
// A search enters a node, asks whether it is a leaf, plays the moves one by one,
// keeps the best, may cut off the rest, and leaves: these words are methods,
// which count and tell the [trace.Observer] what happens. States are copied,
// never taken back.
//
// All algorithms agree on what the end of a game is worth: see [Scoring].
//
// # Two doors
//
// Bratko's programs know a game only as a [Relation] between positions:
// successors, static value, who moves. It is all that a user must supply to
// [NewBratko], and any type will do for a position.
//
// The others play a game by its [game.Rules], through a [Searcher] or [Run].
// Run knows every algorithm by name, Bratko's too.
package textbook
