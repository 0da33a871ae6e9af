// Package mnk implements m,n,k games: two players place stones on a board with m columns and n
// rows, X first. The first with k in a row, horizontally, vertically or diagonally, wins; a full
// board without such a row is a draw. Tic-tac-toe is 3,3,3; gomoku without restrictions is 15,15,5.
//
// A [Spec] selects a game of the family and its variants: gravity, joined
// edges, and rows of exactly k. [Rules] plays boards of up to 64 cells with two
// machine words, [LargeRules] boards of up to 19×19.
//
// # Notation
//
// A cell is a column letter from a and a row number from 1; a1 is the top left corner, as in
// Othello. A position is its rows from the top, separated by slashes, then the side to move:
//
//	X-O/-X-/--O X
//
// A number stands for that many empty cells, so an empty row of gomoku is 15;
// "." means "-". The side to move may be omitted, because the number of stones
// determines it. "startpos" is the empty board. Moves, separated by spaces, may
// follow either; a list of moves alone starts from the empty board: "b2 a1 c3".
package mnk
