package chess

import "math/bits"

// # Attacks of sliding pieces
//
// A line through a square has at most six inner squares that decide how far a
// piece on it slides, so 64 entries hold all cases. A multiplication gathers
// the occupied squares of a line into the six highest bits:
//
//	a diagonal has one square a file, so its product with file b has the inner
//	files in rank 8, one to the right of their place, b in bit 58
//	a file moved to file a has one square a rank; bits 64-9r, r = 1 … 6, move
//	the square of rank r+1 to bit 64-r
//
// A rank needs only a shift. The 64 entries of ranks and diagonals hold eight
// copies of the attacked files, one a rank, which the line's mask cuts.
// Multiplications of this kind are known as kindergarten bitboards (Isenberg).

// Square is a square: 0 is a1, 1 is b1, 63 is h8.
type Square uint8

const (
	fileA   = 0x0101010101010101
	fileB   = fileA << 1
	fileH   = fileA << 7
	rank1   = 0xff
	rank8   = rank1 << 56
	all     = ^uint64(0)
	dark    = 0xaa55aa55aa55aa55 // the squares of the colour of a1
	gatherR = 1<<55 | 1<<46 | 1<<37 | 1<<28 | 1<<19 | 1<<10
)

// lines are the masks of the diagonals of a square, without it.
type lines struct{ up, down uint64 }

// tables holds what depends on squares alone.
type tables struct {
	across       [8][64]uint64 // by file and occupancy of files b to g: attacked files, in every rank
	along        [8][64]uint64 // by rank and occupancy of ranks 7 to 2: attacked squares of file a
	diagonals    [64]lines
	knight, king [64]uint64
	pawn         [2][64]uint64
	between      [64][64]uint64 // squares strictly between two on a line
}

var table = *newTables()

func newTables() *tables {
	t := new(tables)
	for at := range 8 {
		for inner := range 64 {
			occupied := uint64(inner) << 1
			reach := slide(at, occupied)
			t.across[at][inner] = reach * fileA
			var column uint64
			// Bit 5 of inner is rank 2, bit 0 rank 7.
			reach = slide(at, bits.Reverse64(uint64(inner))>>57)
			for r := range 8 {
				column |= reach >> r & 1 << (8 * r)
			}
			t.along[at][inner] = column
		}
	}
	for sq := range 64 {
		x, y := sq&7, sq>>3
		reach := func(steps ...[2]int) (set uint64) {
			for _, d := range steps {
				if x, y := x+d[0], y+d[1]; x|y >= 0 && x|y < 8 {
					set |= 1 << (8*y + x)
				}
			}
			return set
		}
		t.knight[sq] = reach([2]int{1, 2}, [2]int{2, 1}, [2]int{2, -1}, [2]int{1, -2}, [2]int{-1, -2}, [2]int{-2, -1}, [2]int{-2, 1}, [2]int{-1, 2})
		t.king[sq] = reach([2]int{0, 1}, [2]int{1, 1}, [2]int{1, 0}, [2]int{1, -1}, [2]int{0, -1}, [2]int{-1, -1}, [2]int{-1, 0}, [2]int{-1, 1})
		t.pawn[0][sq] = reach([2]int{-1, 1}, [2]int{1, 1})
		t.pawn[1][sq] = reach([2]int{-1, -1}, [2]int{1, -1})
		for i := 1; i < 8; i++ {
			t.diagonals[sq].up |= reach([2]int{i, i}, [2]int{-i, -i})
			t.diagonals[sq].down |= reach([2]int{i, -i}, [2]int{-i, i})
		}
	}
	for a := range Square(64) {
		for b := range Square(64) {
			ends := uint64(1)<<a | 1<<b
			if t.bishop(a, 0)>>b&1 != 0 {
				t.between[a][b] = t.bishop(a, ends) & t.bishop(b, ends)
			} else if t.rook(a, 0)>>b&1 != 0 {
				t.between[a][b] = t.rook(a, ends) & t.rook(b, ends)
			}
		}
	}
	return t
}

// slide returns the places that a piece attacks on a line of eight.
func slide(at int, occupied uint64) (reach uint64) {
	for i := at + 1; i < 8; i++ {
		reach |= 1 << i
		if occupied>>i&1 != 0 {
			break
		}
	}
	for i := at - 1; i >= 0; i-- {
		reach |= 1 << i
		if occupied>>i&1 != 0 {
			break
		}
	}
	return reach
}

// bishop returns the squares that a bishop on sq attacks.
func (t *tables) bishop(sq Square, occupied uint64) uint64 {
	d := &t.diagonals[sq&63]
	row := &t.across[sq&7]
	return row[occupied&d.up*fileB>>58]&d.up | row[occupied&d.down*fileB>>58]&d.down
}

// rook returns the squares that a rook on sq attacks.
func (t *tables) rook(sq Square, occupied uint64) uint64 {
	file, rank := sq&7, sq>>3&7
	return t.across[file][occupied>>(sq&56|1)&63]&(rank1<<(sq&56)) |
		t.along[rank][occupied>>file&fileA*gatherR>>58]<<file
}

// BishopAttacks returns the squares that a bishop on sq attacks.
func BishopAttacks(sq Square, occupied uint64) uint64 { return table.bishop(sq, occupied) }

// RookAttacks returns the squares that a rook on sq attacks.
func RookAttacks(sq Square, occupied uint64) uint64 { return table.rook(sq, occupied) }

// KnightAttacks returns the squares that a knight on sq attacks.
func KnightAttacks(sq Square) uint64 { return table.knight[sq&63] }

// KingAttacks returns the squares next to sq.
func KingAttacks(sq Square) uint64 { return table.king[sq&63] }

// PawnAttacks returns the squares that pawns on set attack.
func PawnAttacks(side Side, set uint64) uint64 {
	if side == White {
		return set&^fileH<<9 | set&^fileA<<7
	}
	return set&^fileH>>7 | set&^fileA>>9
}

// pop removes the lowest square from a set that is not empty and returns it.
func pop(set *uint64) Square {
	sq := Square(bits.TrailingZeros64(*set))
	*set &= *set - 1
	return sq
}

// String returns the name of the square: a1 to h8.
func (sq Square) String() string { return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3&7)}) }
