// Package connect4engine plays Connect Four.
//
// # The solver
//
// [Solver] finds exact values: the score of a position in stones left, or only
// its outcome, on any board that fits a word. It is alpha-beta with null
// windows, and what it adds to that is, in the order in which a node meets it:
//
//   - Moves that lose at once are not generated, and forced moves are played
//     out in the child without a search (Pons; settle.go).
//   - A side that can align no four does not win; and the strategy of following
//     bounds the value for the side to move whenever an even number of cells is
//     empty (follow.go).
//   - The table has one entry for a position, its mirror image, and all that
//     differ in the color of discs that no longer matter (node.go). It keeps
//     both bounds, replaces what took less work, and grows with the search
//     (table.go).
//   - All children are looked up before one is searched (enhanced transposition
//     cutoffs), their cache lines fetched together.
//   - Children are tried by the threats that the move leaves: those that can be
//     reached soon first (settle.go).
//   - Questions far from a draw are asked first: short wins are cheap to find
//     (query.go).
//   - Threads share the table and keep out of each other's way (crew.go).
//
// The engine of the standard board does not search the first plies of a game: package
// openings has their scores.
//
// The solvers of Tromp, Pons (connect4) and Steininger (c4) are its ancestors
// in these ideas.
//
// # The evaluation
//
// [Lines] is the game with a plain evaluation, for the generic search. Where
// moves are compared, its estimates come first and the solver's values replace
// them one by one (outlook.go).
package connect4engine
