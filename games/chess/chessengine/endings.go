package chessengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
)

// # Endings
//
// An estimate learns little from endings that games avoid or end early. Adjust replaces it
// where one side has its king alone, and scales it where the leader rarely wins.

// The estimates of won endings against a bare king. They are above those of the network, about 450
// for a queen, and rise by the material, so that promotion gains. TestMatesBareKing counts the plies
// to mate; bishop and knight mate in 109 of 120 games with 4000 nodes a move.
const (
	wonEnding  = 1000
	edgeStep   = 20 // for a step of the bare king towards a corner
	cornerStep = 12 // times the square of the steps of the bare king from the long diagonal of the wrong corners
	nearStep   = 10 // for a step of the kings towards each other
	pawnStep   = 15 // for a step of the foremost pawn
)

// Shares of an estimate, in 64ths. Rooks win 6 % of random quiet positions against bishops and 19 %
// against knights, where the network estimates 113 and 129; a passed pawn ahead wins 44 of 150 games
// with bishops of opposite colours, and 105 with others
// (go test ./games/chess/chessengine -run TestShares -measure -v).
const (
	whole = 64
	few   = 8  // of a leader without pawns, and with at most a minor piece more
	half  = 32 // with bishops of opposite colours
)

// scaledPieces is the most pieces, with kings and without pawns, of a position that is adjusted.
const scaledPieces = 6

// Adjust returns the estimate v of s, by a network or by hand, with what is known of endings. It
// implements network.Adjuster.
func (Evaluation) Adjust(s *position, v game.Score) game.Score {
	leader := s.Turn()
	if side, ok := bare(s); ok && side != leader {
		return hunt(s, leader)
	} else if ok {
		return -hunt(s, side^1)
	}
	pawns := s.Pieces(chess.Pawn)
	if bits.OnesCount64(s.Occupied()&^pawns) > scaledPieces {
		return v
	}
	if v < 0 {
		leader ^= 1
	}
	return v * share(s, leader, pawns) / whole
}

// bare returns the side that has its king alone, if there is one.
func bare(s *position) (side chess.Side, ok bool) {
	for side := range chess.Side(2) {
		if own := s.Side(side); own&(own-1) == 0 {
			return side, true
		}
	}
	return 0, false
}

// hunt returns the estimate, for the other side, of a position with a bare king.
func hunt(s *position, side chess.Side) game.Score {
	own, pawns, minor := s.Side(side), s.Pieces(chess.Pawn), s.Pieces(chess.Knight)
	pieces := own &^ s.Pieces(chess.King)
	king, prey := kingOf(s, side), kingOf(s, side^1)
	switch {
	case pawnDraw(s),
		pieces == minor && bits.OnesCount64(minor) == 2,
		wrongCorner(s, side):
		return 0
	}
	v := wonEnding + nearStep*(7-steps(king, prey))
	for p := chess.Bishop; p < chess.King; p++ {
		v += int(worth[p].end) * bits.OnesCount64(s.Pieces(p))
	}
	bishops := s.Pieces(chess.Bishop)
	x, y := int(prey&7), int(prey>>3)
	switch {
	case pawns != 0:
		if side == chess.Black {
			pawns = bits.ReverseBytes64(pawns)
		}
		v += pawnStep * (bits.Len64(pawns) - 1) / 8
	case pieces == bishops|minor && bits.OnesCount64(minor) == 1 && bits.OnesCount64(bishops) == 1: // towards a corner that the bishop attacks
		if bishops&light != 0 {
			x = 7 - x
		}
		d := max(7-x-y, x+y-7)
		v += cornerStep*d*d + 2*nearStep*(7-steps(king, prey))
		v -= nearStep * steps(chess.Square(bits.TrailingZeros64(minor)), prey)
	default:
		v += edgeStep * (6 - geometry.centre[prey])
	}
	return game.Score(v)
}

// share returns what is left of the estimate, in 64ths, if leader is ahead. It gambles that an
// attack does not make up for missing pawns.
func share(s *position, leader chess.Side, pawns uint64) game.Score {
	own, opp := s.Side(leader), s.Side(leader^1)
	pieces, bishops := s.Occupied()&^(pawns|s.Pieces(chess.King)), s.Pieces(chess.Bishop)
	switch {
	case own&pawns == 0 && force(s, own)-force(s, opp) <= worth[chess.Bishop].end,
		opp&pieces == 0 && wrongCorner(s, leader):
		return few
	case pieces == bishops && bits.OnesCount64(bishops) == 2 && bits.OnesCount64(own&bishops) == 1 && bits.OnesCount64(bishops&light) == 1:
		return half
	}
	return whole
}

// force returns the worth of the pieces of a set without pawns.
func force(s *position, set uint64) (sum int32) {
	for p := chess.Bishop; p < chess.King; p++ {
		if p != chess.Pawn {
			sum += worth[p].end * int32(bits.OnesCount64(s.Pieces(p)&set))
		}
	}
	return sum
}

// light is the set of light squares.
const light = 0x55aa55aa55aa55aa

// wrongCorner reports whether a side has nothing but pawns on a file at the edge and bishops that
// do not attack its last square, which the other king holds.
func wrongCorner(s *position, side chess.Side) bool {
	own := s.Side(side) &^ s.Pieces(chess.King)
	pawns, bishops := own&s.Pieces(chess.Pawn), own&s.Pieces(chess.Bishop)
	corner := chess.Square(56 &^ (56 * side))
	if pawns&^fileA != 0 {
		corner += 7
	}
	guards := bishops & light
	if light>>corner&1 == 0 {
		guards = bishops &^ light
	}
	return pawns != 0 && own == pawns|bishops && guards == 0 &&
		pawns&^(fileA<<(corner&7)) == 0 && steps(kingOf(s, side^1), corner) <= 1
}

// kingOf returns the square of a side's king.
func kingOf(s *position, side chess.Side) chess.Square {
	return chess.Square(bits.TrailingZeros64(s.Pieces(chess.King)&s.Side(side))) & 63
}

// steps returns the number of steps of a king from a to b.
func steps(a, b chess.Square) int {
	x, y := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return max(x, -x, y, -y)
}
