package othello

import "math/bits"

// lastFlips maps the place of a move on an otherwise full line and the mover's discs on it to
// twice the number of discs turned.
var lastFlips = newLastFlips()

func newLastFlips() (t [8][256]uint8) {
	for at := range 8 {
		for own := range 256 {
			if above := own >> (at + 1); above != 0 {
				t[at][own] += uint8(2 * bits.TrailingZeros(uint(above)))
			}
			if below := own & (1<<at - 1); below != 0 {
				t[at][own] += uint8(2 * (at - bits.Len(uint(below))))
			}
		}
	}
	return t
}

// LastFlips returns twice the number of discs that own turns by a move on sq,
// the only empty square.
func LastFlips(sq uint, own uint64) int {
	file, rank := sq&7, sq&56
	onFile, d := &lastFlips[file], &diagonals[sq&63]
	return int(onFile[uint8(own>>rank)]) +
		int(onFile[(own&d[0])*gather>>56]) +
		int(onFile[(own&d[1])*gather>>56]) +
		int(lastFlips[rank>>3][(own>>file&fileA)*gatherFile>>56])
}
