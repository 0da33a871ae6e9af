// Package book keeps opening books: databases of positions with values found by
// search. A [Kind] describes the game to it.
//
// # Contents
//
// A position and all its images, including those with colours swapped, share one [Entry],
// stored for the canonical image. The links of an entry are the moves to positions that
// are also in the book, with their values. Its one leaf is the best of the other moves,
// with its value by a search. The value of a position is the best of these values. The
// book is negamaxed by propagating values from the end to the start, and it can grow at
// the leaves (Buro 1999, Toward opening book learning).
//
// # Growth
//
// [Builder.Learn] adds the positions of games. [Builder.Extend] adds the leaf that is cheapest to
// reach from the start: each ply costs 1, and each step of value lost on the way costs 2. A step is
// a disc or a tenth of a man. This is drop-out expansion (Lincke 2000, Strategies for the automatic
// construction of opening books). [Builder.Deviate] adds all leaves that lose little.
// [Builder.Prune] drops positions that cannot be reached without losing much.
//
// # Files
//
// A book is one bbolt database file. It survives a crash at any time: each entry is written
// together with all its effects in one transaction. Every record carries a checksum, and the header
// counts the entries. A damaged file is rejected and left unchanged. A packed book, written by
// [Book.Pack], takes about two bytes a position and is read-only.
package book
