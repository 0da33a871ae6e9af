// Package othelloengine solves Othello positions exactly and searches the
// midgame with its own evaluation.
//
// Alpha-beta with null windows runs around a principal variation, fail-soft
// throughout. The techniques depend on the number of empty squares:
//
//	1–4    no move generation: try squares next to an opponent's disc (last.go)
//	5      moves into odd quadrants first (shallow.go)
//	6–7    moves ordered by mobility, no table
//	8–11   a small table that fits the cache, enhanced transposition cutoffs,
//	       ordering by mobility, stable edge discs and parity (null.go, order.go)
//	12 up  the large table, and ordering by a shallow evaluated search as well
//	13 up  multi-ProbCut in all iterations but the last (probcut.go)
//
// Stable discs bound the value from 4 empty squares up (stability.go). The evaluation is in package
// patterns, its trainer in package train, opening books in othellobook.
//
// The kernels in assembly visit the same nodes as the portable code, which the
// build tag purego selects. docs/othello.md describes threads and kernels, and
// lists measurements and rejected experiments.
package othelloengine
