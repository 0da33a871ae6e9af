package chessengine

import (
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/games/chess"
)

// # King and pawn against king
//
// The side with the pawn, here White, wins if it can force a promotion to a queen or a rook that
// is not lost at once and does not stalemate: those endings are won. A set of the squares of the
// other king holds all positions with equal other pieces. The sets start empty and grow while
// some move wins, or while no move of the other king escapes.

// pawnTable holds the squares of Black's king where White wins, by side to move, square of the pawn
// on the files a to d, and square of White's king.
type pawnTable [2][24][64]uint64

// pawnEndings computes the table on first use.
var pawnEndings = sync.OnceValue(newPawnTable)

// slot returns the index of a pawn's square.
func slot(pawn chess.Square) int { return int(pawn>>3-1)*4 + int(pawn&3) }

func newPawnTable() *pawnTable {
	t := new(pawnTable)
	for rank := 6; rank > 0; rank-- {
		for file := range 4 {
			for t.grow(chess.Square(8*rank + file)) {
			}
		}
	}
	return t
}

// grow adds positions with a pawn on a square, whose wins take a move more, and reports whether
// there are any.
func (t *pawnTable) grow(pawn chess.Square) (grew bool) {
	at, guarded := slot(pawn), chess.PawnAttacks(chess.White, 1<<pawn)
	for king := range chess.Square(64) {
		if king == pawn {
			continue
		}
		near, taken := chess.KingAttacks(king)|1<<king, uint64(1)<<king|1<<pawn
		won := t.push(pawn, king)
		for set := chess.KingAttacks(king) &^ (1 << pawn); set != 0; set &= set - 1 {
			won |= t[chess.Black][at][bits.TrailingZeros64(set)]
		}
		won &^= near | taken | guarded
		open := ^(near | guarded)
		lost := around(open) &^ (around(open&^won) | near | taken)
		grew = grew || won != t[chess.White][at][king] || lost != t[chess.Black][at][king]
		t[chess.White][at][king], t[chess.Black][at][king] = won, lost
	}
	return grew
}

// push returns where Black's king loses after a move of the pawn.
func (t *pawnTable) push(pawn, king chess.Square) uint64 {
	to := pawn + 8
	switch {
	case to == king:
		return 0
	case to >= 56:
		return promoted(to, king, chess.RookAttacks(to, 1<<king)|chess.BishopAttacks(to, 1<<king)) |
			promoted(to, king, chess.RookAttacks(to, 1<<king))
	}
	won := t[chess.Black][slot(to)][king]
	if pawn < 16 && to+8 != king {
		won |= t[chess.Black][slot(to+8)][king] &^ (1 << to)
	}
	return won
}

// promoted returns where Black's king, to move, neither takes the new piece nor is stalemated.
func promoted(piece, king chess.Square, attacked uint64) uint64 {
	near := chess.KingAttacks(king)
	open := ^(near | attacked | 1<<king | 1<<piece)
	won := around(open) | attacked
	if near>>piece&1 == 0 {
		won &^= chess.KingAttacks(piece)
	}
	return won &^ (1 << piece)
}

// around returns the squares next to those of a set.
func around(set uint64) (all uint64) {
	for ; set != 0; set &= set - 1 {
		all |= chess.KingAttacks(chess.Square(bits.TrailingZeros64(set)))
	}
	return all
}

// pawnDraw reports whether s has nothing but kings and a pawn and is drawn. It is exact.
func pawnDraw(s *position) bool {
	set := s.Pieces(chess.Pawn)
	if set == 0 || bits.OnesCount64(s.Occupied()) != 3 {
		return false
	}
	side := chess.White
	if set&s.Side(side) == 0 {
		side = chess.Black
	}
	pawn := chess.Square(bits.TrailingZeros64(set))
	turned := 56*chess.Square(side) ^ 7*(pawn>>2&1) // as the table sees the board
	won := pawnEndings()[s.Turn()^side][slot(pawn^turned)][kingOf(s, side)^turned]
	return won>>(kingOf(s, side^1)^turned)&1 == 0
}
