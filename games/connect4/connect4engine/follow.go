package connect4engine

// # The follow-up strategy
//
// When an even number of cells is empty, the opponent of the side to move can follow: it
// plays on top of each disc. A disc may fill its column, or be the first in a column with
// an odd number of empty cells. Then the follower plays in another column with an odd
// number, which must exist. So the follower gets every empty cell in the rows with the
// parity of the top row. Cells that are playable at once are an exception: either side
// may get them. (Allis calls the pairs claimevens.)
//
//	. F . F    F  certain to be the follower's
//	. . . .    .  conceded to the side to move
//	. F . F
//	o . x .
//
// Assume that the side to move gets all other cells. If they contain no four,
// it cannot win. If the follower has a four, and each four of the side to move
// lies above a four of the follower in the same columns and direction, the
// follower completes its four first and wins. The side to move can delay this
// only until the other cells are full, except those above the highest empty
// cell of the four.

// followed returns an upper bound of the value of nd by the follow-up strategy,
// or unbounded if the strategy yields none. The number of empty cells must be
// even.
func (b *board) followed(nd *node) int {
	theirs := nd.opp | b.parity&^nd.own&^(nd.all()+b.bottom)
	ours := b.cells &^ theirs
	if fours(ours, 1) != 0 {
		return unbounded
	}
	s := b.stride
	level, falling, rising := fours(theirs, s), fours(theirs, s-1), fours(theirs, s+1)
	if fours(ours, s)&^b.above(level)|fours(ours, s-1)&^b.above(falling)|fours(ours, s+1)&^b.above(rising) != 0 {
		return unbounded
	}
	if level|falling|rising == 0 {
		return 0
	}
	return -b.latest(level, falling, rising)
}

// above returns the cells above the lowest cell of lines in each column.
func (b *board) above(lines uint64) uint64 {
	sentinels := b.bottom << uint(b.height)
	return (lines | (sentinels - lines)) & b.cells << 1 & b.cells
}

// latest returns the score of the first four that the follower completes, if the side to
// move delays it as long as possible. The arguments hold the leftmost cells of the fours.
func (b *board) latest(level, falling, rising uint64) int {
	// The highest empty cell of a four is in one of the follower's rows. For a falling
	// four that is the row of its first cell or the row below; for a rising four it is
	// two or three rows above the first cell.
	tops := level |
		falling&b.parity | falling&^b.parity>>1 |
		rising&b.parity<<2 | rising&^b.parity<<3
	row := (b.height - 1) & 1
	for tops&(b.bottom<<uint(row)) == 0 {
		row += 2
	}
	return 1 + (b.height-1-row)/2
}
