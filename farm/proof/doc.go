// Package proof defines proofs of the values of positions, in files that anyone can
// check: [Verify] plays every line by the rules of the game and searches nothing. The
// package imports no search, so an error of a search cannot affect it.
//
// # What is proven
//
// A [Claim] says that one side, the attacker, gets at least a given value. An exact value takes
// two claims, one for each side. The proof of a claim is a tree. Where the attacker moves, it
// contains one move; where the other side moves, it contains all moves. Its leaves are
//
//   - ends of games that are worth at least the claimed value, or
//   - positions that the same tree has already proven, or symmetric images of them, or
//   - positions for which the proof names a job: their values rest on the result of
//     the worker that did the job.
//
// [Report] counts each kind. A proof without leaves of the last kind depends on no
// worker. If it is accepted, the claim follows from the rules, from the symmetries of
// the game ([game.Symmetric], which gametest checks) and from the code of this package.
// Everything else in the file is checked, and errors name the place.
//
// # Repetitions
//
// A position counts as proven once everything below it is, so no proof is circular. A proof
// holds for every game that reaches its root only if values do not depend on earlier positions.
// Games whose positions may recur ([game.Repeater]) are therefore refused.
//
// # The file
//
// A file is written and read sequentially. Its parts are
//
//	header      one line of JSON, "ply.proof/1", of at most 64 KiB:
//	            game, position, claims [{"attacker":"first","at_least":"+4"}, …]
//	            and, if leaves rest on jobs, the common part of the jobs
//	records     the trees of the claims, one after the other
//	checksum    SHA-256 of everything before it, 32 bytes
//
// The records of a tree are in preorder: a position, then everything below its first
// child, then everything below its second. A record is an unsigned number, seven bits a
// byte, the low ones first (the varint of package encoding/binary):
//
//	...    3 2      0
//	+--------+------+
//	| number | kind |
//	+--------+------+
//
//	kind  number     the position
//	0     0          ends the game, and has the claimed value
//	1     0          or an image of it, has been proven above in this tree
//	2     length     rests on a job, whose name is the bytes that follow
//	3     move       is proven by this move of the attacker; its child follows
//	4     count      is proven because all its children are, which follow
//
// Moves are numbered in the order in which the rules generate them. If another version of the
// rules has another order, a false proof is still not accepted, because every move is played.
package proof
