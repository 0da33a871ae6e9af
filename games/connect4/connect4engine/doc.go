// Package connect4engine plays Connect Four.
//
// # The solver
//
// [Solver] finds exact scores in stones left, or only outcomes, on any board that fits in a word.
// It is alpha-beta with null windows and these extensions, in the order of use at a node:
//
//   - Moves that lose at once are not generated, and forced moves are played
//     without a search (Pons; settle.go).
//   - A side that cannot complete a four cannot win. With an even number of
//     empty cells, the follow-up strategy bounds the value (follow.go).
//   - The table has one entry for a position, its mirror image, and all positions
//     that differ only in the colour of dead discs (node.go). It stores both
//     bounds, replaces the entry that took less work, and grows with the search
//     (table.go).
//   - All children are looked up before one is searched (enhanced transposition
//     cutoffs), with their cache lines prefetched.
//   - Moves are ordered by the threats they create, reachable ones first
//     (settle.go).
//   - Windows far from a draw come first, because short wins are cheap to find
//     (query.go).
//   - Threads share the table and avoid duplicate work (crew.go).
//
// On the standard board the scores of the first plies come from package openings.
//
// The solvers of Tromp, Pons (connect4) and Steininger (c4) introduced these ideas.
//
// # The evaluation
//
// [Lines] is the game with a simple evaluation, for generic search. When
// several moves are compared, its estimates are reported first, and the
// solver's values replace them one by one (outlook.go).
package connect4engine
