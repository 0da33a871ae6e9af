// Package othelloengine solves Othello positions exactly and searches them over an
// evaluation of its own.
//
// # Where to find what
//
//	the game as text   text.go, level.go (strengths), clock.go, offers.go (what
//	                   Othello has and not every game), discs.go (plain evaluation)
//	questions, answers searcher.go (as package search asks), solver.go (exact values)
//	the tree, from     root.go, pv.go (principal variation), null.go (null windows),
//	root to leaves     mid.go (over the evaluation), shallow.go, last.go
//	within a node      order.go, probcut.go, stability.go, table.go
//	threads            crew.go, worker.go
//	the evaluation     patterns, a room of its own; estimate.go and estimator.go search
//	                   over it without a table
//	kernels            last_amd64.h, .s and narrow_amd64.s, order_amd64.s; those of the
//	                   rules in package othello
//	below              internal/stability (discs that nothing can turn), and the
//	                   workshops: othellobook has opening books, train makes the
//	                   weights
//
// Solver and table are one package: their inner loops share kernels and workers.
//
// # How the solver works
//
// A position is solved by alpha-beta with null windows around a principal
// variation, fail-soft throughout, in regions by the number of empty squares:
//
//	1 – 4    no move generation: a square is tried where an opponent's disc
//	         is near (last.go)
//	5        moves in odd quadrants first (shallow.go)
//	6 – 7    ordered by mobility, "fastest first", without a table
//	8 – 11   a small table that stays in the processor's cache, enhanced
//	         transposition cutoffs, ordering by mobility, stable edge discs
//	         and parity (null.go, order.go)
//	12 up    the large table, and ordering by a shallow search over the
//	         evaluation, too
//	13 up    in the iterations before the last, multi-ProbCut (probcut.go)
//
// Everywhere from 4 empty squares up, discs that can no longer be turned bound
// the value (stability.go).
//
// From 14 empty squares the root is first searched to growing depths over the
// evaluation (mid.go), then to the end of the game with gambles, and last
// without: what the first searches leave in the table is the move ordering of
// the last. The ladder of confidence is in probcut.go.
//
// # Threads
//
// Threads share the large table, without locks (table.go), and the moves of
// nodes whose first has not cut them off (crew.go). On FFO 40–49 two threads
// visit 1 % more nodes than one, and 9 % of the work is done while one of the
// two waits: 1.8 times the speed of one, if memory keeps up.
//
// # The evaluation
//
// Sums of weights of patterns, one set of weights for two plies of the game: see
// package patterns. Package train makes the weights; weights8.bin and weights6.bin
// there come from its runs, described by the manifests beside them.
//
// # Kernels
//
// The discs turned by a move, the moves of a position and its children with their
// replies, all of package othello, the change of a position's features, the sum of
// their weights, the rating of children, stable discs and the last four squares take
// most of the time. On amd64 with AVX-512 all but the sum and the rating, which has a
// kernel too, are computed in vectors; with AVX2 so are all but the last squares, for
// which lines are looked up. On arm64 discs turned, moves, children and features are
// computed in vectors and the sum has a kernel. Elsewhere, and with the build tag purego,
// portable code passes the same tests; all visit the same nodes. Random positions of
// 12 to 14 empty squares took 46, 51 and 86 ns a node with AVX-512, with AVX2 and with
// neither, before the rating had its kernel, which takes half of what it took without.
//
// # Tried and left out
//
// In percent of FFO 20–39, where nothing else is said:
//
//   - loading the table's entries of all children before the first is looked up,
//     and handing their keys down: time within 1 %, of FFO 40–49 too
//   - searching the best move of the table before the others are rated: 1 % fewer
//     nodes, time within 1 %
//   - a window around the best child so far in the shallow searches that rate
//     children: 1 to 2 % fewer nodes, as much time
//   - looking children up from 10 or 11 empty squares instead of 9: 1 and 2 % more
//     nodes, 1 to 3 % less time, on random positions of 16 empty squares within 5 %
//     either way
//   - choosing each of the moves of 5 empty squares without jumps: 3 % more time
//   - counting stable discs only with a corner and 3 or 5 discs more than would do: 0.1
//     and 0.5 % more nodes in FFO 40–44 for a tenth to a third fewer counts, as much time
//   - the last five squares in one routine, with the order of all moves, where stable
//     discs are not counted with four: 1 to 3 % more time, on random positions of 16
//     empty squares
//   - on clocks of 3 s a game, selective iterations to the end with the places of the
//     ladder below and above that of the gamble, too: 51.5 ± 7.6 % of the points of
//     100 games; what is solved exactly all the same takes 16 % more nodes
//   - wider margins of ProbCut over the evaluation in place of 0.6 standard errors,
//     at as many nodes a move: 0.9 makes 55 ± 6 % of the points with 200 thousand and
//     45 ± 6 with a million, 1.2 makes 48 ± 6 and, with two million, 54 ± 7
//   - the standard error over the evaluation as it is when deep searches are measured
//     too, to 16 plies: 4.75 − 0.051 n + 0.065 depth − 0.17 shallow, half of what is
//     assumed at 16 plies. At as many nodes a move, 0.6 of it make 54 ± 5 % of the
//     points with 200 thousand and 51 ± 7 with a million, 0.5 of it 48 ± 5, 0.8 44 ± 8
//     and 1.0 49 ± 5 with 200 thousand; exact values take as many nodes
package othelloengine
