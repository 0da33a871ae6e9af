// Package tiles is the sliding-tile puzzle on 2×2 to 5×5 squares, the 8-, 15- and
// 24-puzzle among them. A move slides a tile into the blank square beside it. The
// goal has the tiles in order, and the blank in the [Last] square or in the [First].
//
// Half of all arrangements can be solved: [Puzzle.Unsolvable] knows the others.
// Where width and height are both even, each arrangement leads to one of the two
// goals; elsewhere it leads to both or to neither. From any of the 181 440 of the
// 8-puzzle a goal is at most 31 moves away.
//
// # Lower bounds
//
// How many moves are left at least is no opinion, as evaluations of games are: each
// [Heuristic] here is proven, so that it lives beside the rules.
//
//   - [Blind] knows nothing.
//   - [Manhattan] counts the squares that every tile is from its own.
//   - [LinearConflict] adds 2 for every tile that has to step aside in its own row
//     or column (Hansson, Mayer and Yung 1992).
//   - [WalkingDistance] lets rows of tiles, and columns, walk as wholes (an idea of
//     Takahashi's; the table is made here). Not for 5 in a row or a column.
//   - [Patterns] add up, over groups of tiles, the moves that a group alone needs
//     (Korf and Felner 2002). They are computed once, and kept in files.
//
// A search by IDA* and Manhattan distance on 4×4 squares runs in a loop of its own,
// node for node the general one and some ten times as fast.
package tiles
