// Package textbook holds the searches of the literature, one short file each: the recursion of the
// book, over any game. It is the reference for every other search in Plywood; speed is no aim.
//
// # The algorithms
//
// In their clean form, all with the same value:
//
//	minimax    C. E. Shannon, Programming a computer for playing chess, Philosophical
//	           Magazine 41(314), 1950
//	negamax    D. E. Knuth & R. W. Moore, An analysis of alpha-beta pruning,
//	           Artificial Intelligence 6(4), 1975, procedure F
//	branchbound  the same, procedure F1: no deep cutoffs
//	alphabeta  the same, procedure F2, fail-soft as in J. P. Fishburn, Another
//	           optimization of alpha-beta search, SIGART Newsletter 84, 1983
//	scout      J. Pearl, Asymptotic properties of minimax trees and game-searching
//	           procedures, Artificial Intelligence 14, 1980: EVAL and TEST
//	negascout  A. Reinefeld, An improvement to the Scout tree search algorithm, ICCA
//	           Journal 6(4), 1983, in its simple form
//	mtdf       A. Plaat, J. Schaeffer, W. Pijls & A. de Bruin, Best-first fixed-depth
//	           minimax algorithms, Artificial Intelligence 87, 1996
//	ab-sss     the same: SSS* as alpha-beta with a memory
//	sss        G. C. Stockman, A minimax algorithm better than alpha-beta?, Artificial
//	           Intelligence 12, 1979
//
// For games of chance, with exact numbers, through a [Gamble] and [Expect]:
//
//	expectiminimax  D. Michie, Game-playing and game-learning automata, 1966
//	star1, star2    B. W. Ballard, The *-minimax search procedure for trees containing
//	                chance nodes, Artificial Intelligence 21, 1983
//
// Refinements of alpha-beta for games that cannot be searched to the end. Their values
// rest on estimates, and only deepening has the value of minimax:
//
//	deepening   with a transposition table: D. J. Slate & L. R. Atkin, CHESS 4.5,
//	            in Chess Skill in Man and Machine, 1977
//	quiescence  A. M. Turing, Digital computers applied to games, 1953
//	nullmove    C. Donninger, Null move and deep search, ICCA Journal 16(3), 1993
//
// Searches that keep a growing tree, through a [Gamble], [Prove] and [Sample]:
//
//	pns  L. V. Allis, M. van der Meulen & H. J. van den Herik, Proof-number search,
//	     Artificial Intelligence 66, 1994
//	uct  L. Kocsis & C. Szepesvári, Bandit based Monte-Carlo planning, ECML 2006
//
// As one source prints them, where that differs:
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
// All others return the value of minimax and the first of the best moves, except that MTD(f) may
// return another of them. We correct misprints of the sources; docs/errata.md lists them.
//
// # What they share
//
// There is no clock, and no transposition table except in Deepening: a search ends when it is
// complete, or when its context ends, which it checks every few thousand
// visits. (MTD(f) and SSS* store the tree they walk, node by node, as their
// definitions demand; positions reached in two ways are searched twice.)
//
// A search enters a node, tests whether it is a leaf, plays the moves one by one, keeps the best,
// may cut off the rest, and leaves. Each of these steps is a method, which counts and reports to
// the [trace.Observer]. States are copied; moves are never taken back.
//
// All algorithms score the end of a game alike: see [Scoring].
package textbook
