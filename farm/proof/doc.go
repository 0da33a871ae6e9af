// Package proof has proofs of what a position is worth, in files that anybody can
// check: [Verify] plays every line by the rules of the game and searches nothing.
// It stands on the vocabulary of games alone, so that no error of a search can
// hide in it.
//
// # What is proven
//
// A [Claim] says that one of the sides, the attacker, gets at least so much. That a
// position is worth exactly so much is two claims, one for either side. The proof of
// a claim is a tree: where the attacker moves it has one move, where the other
// side moves it has all of them, and so on down to leaves, which are
//
//   - ends of games that are worth as much as is claimed, or
//   - positions that the same proof has dealt with to the end before, or images of
//     such by the symmetry of the game, or
//   - positions for which the proof names a job: their worth rests on the word of
//     the worker that did it.
//
// [Report] counts each kind. A proof without leaves of the last kind rests on no
// worker's word: if it is accepted, the claim follows from the rules, from
// the symmetries that the game offers ([game.Symmetric], held to its law by
// gametest) and from the few pages of this package. Nothing else in the file is
// believed: what is not so is refused with its place.
//
// # Repetitions
//
// A position is proven when all below it is, so no proof runs in a circle. It
// holds on every line of play that comes to its root only if nothing depends on
// the line; games whose positions may come back ([game.Repeater]) are refused,
// for there the worth of a position may rest on the path.
//
// # The file
//
// It is written and read in one go. Its parts are
//
//	header      one line of JSON, "ply.proof/1", of at most 64 KiB:
//	            game, position, claims [{"attacker":"first","at_least":"+4"}, …]
//	            and, where leaves rest on jobs, what those have in common
//	records     the trees of the claims, one after the other
//	checksum    SHA-256 of all that stands before, 32 bytes
//
// The records of a tree stand in the order in which a reader comes to their
// positions: a position, then all that is below its first child, then what is below
// the second. A record is an unsigned number, seven bits a byte, the low ones
// first (the varint of package encoding/binary):
//
//	...    3 2      0
//	+--------+------+
//	| number | kind |
//	+--------+------+
//
//	kind  number     what it says of the position
//	0     0          the game is over, and worth as much
//	1     0          it, or an image of it, has been proven above in this tree
//	2     length     a job has found it out, whose name is the bytes that follow
//	3     move       this move of the attacker suffices; its child follows
//	4     how many   no reply helps the other side; the children of all follow
//
// Moves are numbered in the order in which the rules generate them. The order of
// another version of the rules does not make a false proof true: what is read is
// played.
package proof
