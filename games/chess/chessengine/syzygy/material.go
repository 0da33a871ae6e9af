package syzygy

import (
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/games/chess"
)

// MostPieces is the greatest number of pieces of a table.
const MostPieces = 7

// material counts the pieces of the sides, White's first: four bits for each kind, by
// chess.Piece.
type material [2]uint32

// letters are the pieces in the order of names.
var letters = [...]struct {
	letter byte
	piece  chess.Piece
}{{'K', chess.King}, {'Q', chess.Queen}, {'R', chess.Rook}, {'B', chess.Bishop}, {'N', chess.Knight}, {'P', chess.Pawn}}

// materialOf returns the material of s.
func materialOf(s *chess.Position) (m material) {
	for _, l := range letters {
		set := s.Pieces(l.piece)
		for side := range m {
			m[side] |= uint32(bits.OnesCount64(set&s.Side(chess.Side(side)))) << (4 * l.piece)
		}
	}
	return m
}

// parseMaterial reads a name such as KQvKR.
func parseMaterial(name string) (m material, ok bool) {
	sides := strings.Split(name, "v")
	if len(sides) != 2 || len(name) > MostPieces+1 {
		return m, false
	}
	for side, text := range sides {
		rest := text
		for _, l := range letters {
			for rest != "" && rest[0] == l.letter {
				m[side] += 1 << (4 * l.piece)
				rest = rest[1:]
			}
		}
		if rest != "" || m.count(side, chess.King) != 1 {
			return m, false
		}
	}
	return m, true
}

// count returns the number of a side's pieces of a kind.
func (m material) count(side int, p chess.Piece) int { return int(m[side] >> (4 * p) & 15) }

// turned returns m with the sides exchanged.
func (m material) turned() material { return material{m[1], m[0]} }

// pieces returns the number of all pieces.
func (m material) pieces() (n int) {
	for side := range m {
		for p := chess.Bishop; p <= chess.King; p++ {
			n += m.count(side, p)
		}
	}
	return n
}

// unique reports whether a side has exactly one of a kind, the king aside.
func (m material) unique() bool {
	for side := range m {
		for p := chess.Bishop; p < chess.King; p++ {
			if m.count(side, p) == 1 {
				return true
			}
		}
	}
	return false
}
