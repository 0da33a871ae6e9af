//go:build (!amd64 && !arm64) || purego

package othello

// Flips returns the discs of opp that a disc of own on the empty square sq, 0
// to 63, turns. The move is legal if there are any.
func Flips(sq int, own, opp uint64) uint64 { return portableFlips(sq, own, opp) }

// Mobility returns the empty squares of the 8×8 board on which own can place a
// disc. On smaller boards callers must mask the result.
func Mobility(own, opp uint64) uint64 { return portableMobility(own, opp) }

// Expand stores the children of a position by the given moves in list, in the order of squares, and
// returns their number. Replies are limited to board. The element after the last child may change.
func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int) {
	return portableExpand(list, own, opp, moves, board)
}

// ExpandRated is [Expand] with scores. The best child, the first of equals, changes places
// with the first child. There must be a move.
func ExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int) {
	return portableExpandRated(list, own, opp, moves, board, by)
}
