// Package openings holds the exact score of every Connect Four position in the first plies of a
// game on the standard board. The solver of package connect4engine computed the scores; TestMake
// repeats this, and openings.json describes the run.
//
// # The file
//
// Boards with a given number of discs have consecutive numbers, ordered by the heights of
// their columns, then by the places of the first player's discs (number.go). So the file
// stores no keys: openings.bin has one byte per board, ply by ply, compressed (RFC 1951).
// The byte is 0 if no play leads to the board or the game is over.
package openings
