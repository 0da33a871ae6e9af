// Package cube is Rubik's cube of 2×2×2 and of 3×3×3 small cubes. A move turns a
// face by a quarter, clockwise or not, or by a half; each counts as one.
//
// All that a turn does is derived from where the stickers are in space: a sticker
// is a place and the direction in which it looks, and a turn rotates both. Tables
// are computed from that when they are asked for.
//
// # Pieces
//
// A corner has three stickers, an edge two. They are numbered clockwise from the
// one that looks up or down, or, on an edge between, to the front or the back. The
// twist of a corner, or flip of an edge, is the number at its place of where its
// own sticker 0 is. Turns keep the sum of twists divisible by 3 and that of flips
// by 2, and swap corners an odd number of times if they do edges: of all ways to
// put a cube together one in twelve can be solved, and [Puzzle.Unsolvable] says why
// another cannot.
//
// # Two phases
//
// [Solve] brings a cube first into the group of those that half turns of the
// sides and any turns of top and bottom solve, and then home (Thistlethwaite 1981,
// Kociemba 1992). It takes the shortest first phases first and goes on until the
// whole is short enough. It finds short solutions at once, but none that it knows
// to be shortest.
package cube
