// Package book keeps opening books of games: databases of positions with their values,
// built by searches of one's own. What it needs to know of a game is a [Kind].
//
// # What a book holds
//
// A position is held once for all its images, both colours among them: its [Entry] is
// that of the smallest image. An entry has links, the moves whose positions are held
// too, with their values, and one leaf: the best of all other moves, with the value that
// a search gave it. The value of a position is the best of these, so that a book is
// negamaxed by carrying values from the end to the start, and the leaves are where it
// may grow (Buro 1999, Toward opening book learning).
//
// # How a book grows
//
// [Builder.Learn] adds the positions of games. [Builder.Extend] adds the leaf that is
// cheapest to reach from the start, where every ply has a cost and every disc, or tenth
// of a man, lost on the way costs twice as much: drop-out expansion (Lincke 2000,
// Strategies for the automatic construction of opening books). [Builder.Deviate] adds all
// leaves that lose little. [Builder.Prune] drops what cannot be reached without losing
// much.
//
// # The file
//
// A book is one file, a bbolt database, which survives being killed at any
// moment: each entry is written with all that it changes in one transaction.
// Every record carries its checksum, and the header the number of entries. A
// file that does not check is refused and left as it is. A packed book, [Book.Pack], is
// some two bytes a position, to be read alone.
package book
