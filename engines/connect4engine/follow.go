package connect4engine

// # Following
//
// When an even number of cells is empty, the opponent of the side to move has a
// simple strategy: follow. Wherever a disc is dropped, drop the next on top of
// it; if that filled the column, or if it was the first in a column with an odd
// number of empty cells, drop it in another column with an odd number, of which
// there must be one. So the follower gets every empty cell in the rows of the
// parity of the top row, but for those where a disc could land at once, which
// may fall to either. (Allis calls the pairs claimevens.)
//
//	. F . F    F  sure to be the follower's
//	. . . .    .  conceded to the side to move
//	. F . F
//	o . x .
//
// Suppose the side to move gets all other cells. If it has no four in line
// then, it cannot win. If the follower has one, and each line of the side to
// move lies above a line of the follower in the same columns and direction,
// then the follower's is complete first and it wins: at the latest when the
// side to move has filled all that it could before, which leaves the cells
// above the highest empty cell of the line.

// followed returns an upper bound of the value of nd, whose empty cells must be
// even in number, from the strategy of following; unbounded if it gives none.
func (b *board) followed(nd *node) int {
	theirs := nd.opp | b.parity&^nd.own&^(nd.all()+b.bottom)
	ours := b.cells &^ theirs
	if fours(ours, 1) != 0 {
		return unbounded
	}
	s := uint(standardStride)
	if !b.standard {
		s = b.stride
	}
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

// latest returns the score of the line that the follower completes first,
// however long the side to move puts it off. The lines are given by their
// leftmost cells.
func (b *board) latest(level, falling, rising uint64) int {
	// The highest empty cell of a line is in one of the follower's rows. For a
	// falling line that is the row of its first cell or the one below, for a
	// rising line the row two or three above.
	tops := level |
		falling&b.parity | falling&^b.parity>>1 |
		rising&b.parity<<2 | rising&^b.parity<<3
	row := (b.height - 1) & 1
	for tops&(b.bottom<<uint(row)) == 0 {
		row += 2
	}
	return 1 + (b.height-1-row)/2
}
