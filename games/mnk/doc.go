// Package mnk is the family of m,n,k games: two players put stones on a board
// m columns wide and n rows high, X first, and the first to have k in a row,
// across, down or diagonally, wins. A full board without such a row is a draw.
// Tic-tac-toe is 3,3,3; gomoku without restrictions is 15,15,5.
//
// [Spec] names a member of the family, with its variants: gravity, joined
// edges, and rows of exactly k. Boards of up to 64 cells are played by [Rules]
// over two machine words, larger ones, up to 19×19, by [LargeRules].
//
// # Notation
//
// A cell is a column letter from a and a row number from 1; a1 is the top left
// corner, as in Othello. A position is its rows from the top, separated by
// slashes, then the side to move:
//
//	X-O/-X-/--O X
//
// A digit run stands for so many empty cells, so that an empty board of
// gomoku has the row 15; "." is read as "-". The side may be left out, for X
// moves first and so the stones tell it. "startpos" is the empty board. Moves,
// separated by spaces, may follow either, and a list of moves alone is played
// from the empty board: "b2 a1 c3".
package mnk
