// Package tiles is the sliding-tile puzzle on 2×2 to 5×5 squares, including the 8-, 15- and
// 24-puzzle. A move slides a tile into the blank square beside it. The goal has the tiles in
// order and the blank in the [Last] square or in the [First].
//
// Half of all arrangements can be solved; [Puzzle.Unsolvable] detects the others. If width and
// height are both even, each arrangement leads to exactly one of the two goals; otherwise to
// both or to neither. In the 8-puzzle a goal is at most 31 moves away from each of its 181 440
// arrangements.
//
// # Lower bounds
//
// Each [Heuristic] is proved to be a lower bound on the moves left. Unlike the evaluation
// of a game it is a fact, so it belongs to the rules.
//
//   - [Blind] is 0.
//   - [Manhattan] counts the squares between each tile and its own square.
//   - [LinearConflict] adds 2 for each tile that must step aside in its own row or column
//     (Hansson, Mayer and Yung 1992).
//   - [WalkingDistance] moves tiles between whole rows and columns (an idea of Takahashi's;
//     the table is computed here). Not for 5 squares in a row or column.
//   - [Patterns] adds, over groups of tiles, the moves that a group needs (Korf and Felner
//     2002). Its tables are computed once and saved in files.
//
// IDA* with Manhattan distance on 4×4 squares uses a specialized loop. It visits the same nodes as
// the general search, about ten times as fast.
package tiles
