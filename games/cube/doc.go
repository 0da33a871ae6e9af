// Package cube is Rubik's cube in the sizes 2×2×2 and 3×3×3. A move turns a face by a quarter in
// either direction or by a half; each counts as one.
//
// The effects of turns are derived from the stickers' positions in space: a sticker is a place
// and a direction, and a turn rotates both. Tables are computed from this on first use.
//
// # Pieces
//
// A corner has three stickers, an edge two. They are numbered clockwise from the sticker that
// faces up or down or, on a middle edge, front or back. The twist of a corner, or flip of an
// edge, is the number, at its place, of the position of its sticker 0. Turns keep the sum of the
// twists divisible by 3 and the sum of the flips by 2, and change the parity of the corners
// together with that of the edges. So one in twelve of all ways to assemble a cube can be
// solved; [Puzzle.Unsolvable] gives the reason for the others.
//
// # Two phases
//
// [Solve] first brings a cube into the group that half turns of the side faces and any turns of
// top and bottom generate, and then solves it within the group (Thistlethwaite 1981, Kociemba
// 1992). It tries the shortest first phases first and continues until the whole is short enough.
// It finds short solutions at once, but cannot prove that they are shortest.
package cube
