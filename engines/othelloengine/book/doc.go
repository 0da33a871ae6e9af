// Package book keeps an opening book of Othello: a database of positions with
// their values, built by a search of one's own.
//
// # What a book holds
//
// A position is held once for all its images and both colours: its [Entry] is
// that of the smallest image, with Black to move. An entry has links, the moves
// whose positions are held too, with their values, and one leaf: the best of
// all other moves, with the value that a search gave it. The value of a
// position is the best of these, so that a book is negamaxed by carrying values
// from the end to the start, and the leaves are where it may grow (Buro 1999,
// Toward opening book learning).
//
// # How a book grows
//
// [Builder.Learn] adds the positions of games. [Builder.Extend] adds the leaf
// that is cheapest to reach from the start, where every ply costs one and every
// disc lost on the way costs more: drop-out expansion (Lincke 2000, Strategies
// for the automatic construction of opening books). [Builder.Deviate] adds all
// leaves that lose little. [Builder.Prune] drops what cannot be reached without
// losing much.
//
// # The file
//
// A book is one file, a bbolt database, which survives being killed at any
// moment: each entry is written with all that it changes in one transaction.
// Every record carries its checksum, and the header the number of entries. A
// file that does not check is refused and left as it is.
package book
