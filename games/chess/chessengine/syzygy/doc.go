// Package syzygy reads Syzygy endgame tables: files that say, for every position of up to seven
// pieces, who wins under the 50-move rule and how soon a capture or a pawn's move can be forced.
//
// Ronald de Man designed the tables (2013) and publishes a generator for them. This reader
// was written from the format of the files; no code of another reader is in it.
//
// # Files
//
// A file has the name of its material, the stronger side first: KQvKR.rtbw has the outcomes
// of a queen against a rook, KQvKR.rtbz the distances. All numbers are little-endian unless
// noted. A file consists of
//
//	magic      4 bytes, by the kind of the file
//	flags      1 byte: bit 0, two sides; bit 1, pawns
//	parts      the order of pieces in the numbers of positions
//	           (the rest begins at an even offset)
//	codes      the compression of each part
//	maps       of distances, only in files of distances
//	indexes    of each part: the blocks of every span of positions, 6 bytes each
//	lengths    of each part: the number of values in a block minus one, 2 bytes each
//	blocks     of each part, at a multiple of 64 bytes
//
// There is a part for each side to move, unless the sides have equal pieces; a file of distances
// has only one side's. With pawns, there are parts for the leading pawn on the files a to d.
//
// # Values
//
// A value is found by number; see number.go. The tables do not store what a capture decides:
// if one is at least as good as what the table says, it counts. So each lookup first tries
// the captures, and for distances also the moves of pawns.
package syzygy
