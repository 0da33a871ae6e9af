// Package openings has the exact score of every position of Connect Four that
// arises in the first plies of a game on the standard board. The scores were found
// by the solver of package connect4engine; makeopenings finds them anew, and
// openings.json tells how these were made.
//
// # The file
//
// The boards of so many plies are numbered without gaps: by the heights of their
// columns, and among those of the same heights by the places of the first player's
// discs (number.go). So a score needs no key beside it: openings.bin is one byte a
// board, ply after ply, compressed (RFC 1951). The byte is 0 where no play leads
// to the board, or the game is over.
package openings
