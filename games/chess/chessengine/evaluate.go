// Package chessengine plays chess: an evaluation and an order of moves for the search of any game.
//
// # The evaluation
//
// The evaluation counts material and what pieces do, in hundredths of a pawn.
// Its numbers are round and follow from stated principles; they are not fitted
// to games and none is another program's. Each term has a value for the middle
// game and one for the endgame, and material on the board weighs the two.
//
//	material   1, 3, 3, 5 and 9 pawns, as beginners learn
//	mobility   squares that a piece attacks, without own pieces and without
//	           squares that pawns of the opponent guard
//	places     knights, bishops and pawns towards the centre; kings to the edge
//	           in the middle game, to the centre in the endgame
//	pawns      passed pawns by rank; isolated and doubled pawns
//	rooks      on files without pawns
//	king       own pawns before it; squares around it that pieces attack
//	pair       two bishops
package chessengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessengine/syzygy"
	"github.com/plywood-go/plywood/search/network"
)

// Evaluation is chess with an evaluation and optional Syzygy tables.
type Evaluation struct {
	chess.Rules
	tables *syzygy.Tables // nil without
}

type (
	position = chess.Position
	move     = chess.Move
)

var (
	_ game.Evaluator[position]        = Evaluation{}
	_ game.Featurer[position]         = Evaluation{}
	_ game.MoveScorer[position, move] = Evaluation{}
	_ game.Noisy[position, move]      = Evaluation{}
	_ game.Nuller[position]           = Evaluation{}
	_ game.Gainer[position, move]     = Evaluation{}
	_ game.Tactician[position, move]  = Evaluation{}
	_ game.Bounder[position]          = Evaluation{}
	_ network.Adjuster[position]      = Evaluation{}
	_ engine.Equipper[Evaluation]     = Evaluation{}
)

// term is a value in hundredths of a pawn for the middle game and the endgame.
type term struct{ middle, end int32 }

func (t *term) add(u term, n int) {
	t.middle += u.middle * int32(n)
	t.end += u.end * int32(n)
}

// The numbers of the evaluation. Those of pieces are by chess.Piece.
var (
	worth    = [7]term{chess.Pawn: {100, 100}, chess.Knight: {300, 300}, chess.Bishop: {300, 300}, chess.Rook: {500, 500}, chess.Queen: {900, 900}}
	mobility = [7]term{chess.Knight: {4, 4}, chess.Bishop: {4, 4}, chess.Rook: {2, 4}, chess.Queen: {1, 3}}
	centre   = [7]term{chess.Pawn: {3, 0}, chess.Knight: {5, 3}, chess.Bishop: {2, 1}, chess.King: {-8, 6}}
	// expected is a usual number of squares, which is worth nothing.
	expected = [7]int{chess.Knight: 4, chess.Bishop: 6, chess.Rook: 7, chess.Queen: 13}

	pair     = term{30, 50}
	isolated = term{-10, -15}
	doubled  = term{-8, -20}
	passed   = [8]term{1: {5, 10}, 2: {5, 10}, 3: {10, 25}, 4: {20, 50}, 5: {40, 90}, 6: {70, 150}} // by rank
	openFile = term{20, 10}
	halfOpen = term{10, 5}
	shelter  = term{12, 0}  // a pawn next to the king or a step ahead of that
	pressure = term{-8, -1} // a square around the king, for each piece that attacks it
	tempo    = term{10, 5}
)

// phases are the weights of pieces in the phase, allPieces their sum at the start.
var phases = [7]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}

const allPieces = 24

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
	all   = ^uint64(0)
)

// geometry holds sets that depend on squares alone.
var geometry = func() (g struct {
	centre [64]int       // steps of a king from the edge of the board's rings: 0 to 3, summed over file and rank
	beside [8]uint64     // files next to a file
	ahead  [2][64]uint64 // squares where a pawn of the opponent stops or takes a pawn on its way
},
) {
	for sq := range 64 {
		x, y := sq&7, sq>>3
		g.centre[sq] = min(x, 7-x) + min(y, 7-y)
		if x > 0 {
			g.beside[x] |= fileA << (x - 1)
		}
		if x < 7 {
			g.beside[x] |= fileA << (x + 1)
		}
	}
	for sq := range 64 {
		files := fileA<<(sq&7) | g.beside[sq&7]
		g.ahead[0][sq] = files &^ (1<<(8*(sq>>3+1)) - 1)
		g.ahead[1][sq] = files & (1<<(8*(sq>>3)) - 1)
	}
	return g
}()

// Evaluate returns the value of s in hundredths of a pawn.
func (Evaluation) Evaluate(s *position) game.Score {
	var e evaluator
	e.look(s)
	var sum term
	sum.add(e.side(chess.White), 1)
	sum.add(e.side(chess.Black), -1)
	if s.Turn() == chess.Black {
		sum = term{-sum.middle, -sum.end}
	}
	sum.add(tempo, 1)
	phase := int32(min(e.phase, allPieces))
	return Evaluation{}.Adjust(s, game.Score((sum.middle*phase+sum.end*(allPieces-phase))/allPieces))
}

// evaluator holds what both sides' terms need.
type evaluator struct {
	pieces   [7]uint64 // of both sides
	sides    [2]uint64
	guarded  [2]uint64 // by pawns of a side
	king     [2]chess.Square
	occupied uint64
	phase    int
}

func (e *evaluator) look(s *position) {
	for p := chess.Bishop; p <= chess.King; p++ {
		e.pieces[p] = s.Pieces(p)
	}
	for side := range chess.Side(2) {
		e.sides[side] = s.Side(side)
		e.guarded[side] = chess.PawnAttacks(side, e.pieces[chess.Pawn]&e.sides[side])
		e.king[side] = kingOf(s, side)
	}
	e.occupied = s.Occupied()
	for p, weight := range phases {
		e.phase += weight * bits.OnesCount64(e.pieces[p])
	}
}

// side returns the terms of a side.
func (e *evaluator) side(side chess.Side) (t term) {
	own, opp := e.sides[side], e.sides[side^1]
	zone := chess.KingAttacks(e.king[side^1])
	useful := ^(own | e.guarded[side^1])
	hits := 0
	for _, p := range [...]chess.Piece{chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		for set := e.pieces[p] & own; set != 0; set &= set - 1 {
			sq := chess.Square(bits.TrailingZeros64(set)) & 63
			reach := e.attacks(p, sq)
			t.add(worth[p], 1)
			t.add(mobility[p], bits.OnesCount64(reach&useful)-expected[p])
			t.add(centre[p], geometry.centre[sq])
			hits += bits.OnesCount64(reach & zone)
			if p == chess.Rook {
				t.add(e.file(sq, own), 1)
			}
		}
	}
	if bits.OnesCount64(e.pieces[chess.Bishop]&own) >= 2 {
		t.add(pair, 1)
	}
	t.add(pressure, -hits) // good for the side that attacks
	t.add(centre[chess.King], geometry.centre[e.king[side]])
	t.add(shelter, bits.OnesCount64(e.before(side)&e.pieces[chess.Pawn]&own))
	t.add(e.pawns(side, e.pieces[chess.Pawn]&own, e.pieces[chess.Pawn]&opp), 1)
	return t
}

// attacks returns the squares that a piece attacks.
func (e *evaluator) attacks(p chess.Piece, sq chess.Square) uint64 {
	switch p {
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Bishop:
		return chess.BishopAttacks(sq, e.occupied)
	case chess.Rook:
		return chess.RookAttacks(sq, e.occupied)
	}
	return chess.BishopAttacks(sq, e.occupied) | chess.RookAttacks(sq, e.occupied)
}

// file returns the value of a rook's file.
func (e *evaluator) file(sq chess.Square, own uint64) term {
	pawns := e.pieces[chess.Pawn] & (fileA << (sq & 7))
	switch {
	case pawns == 0:
		return openFile
	case pawns&own == 0:
		return halfOpen
	}
	return term{}
}

// before returns the squares next to a side's king, and a step ahead of these.
func (e *evaluator) before(side chess.Side) uint64 {
	near := chess.KingAttacks(e.king[side])
	if side == chess.White {
		return near | near<<8
	}
	return near | near>>8
}

// pawns returns the terms of a side's pawns.
func (e *evaluator) pawns(side chess.Side, own, opp uint64) (t term) {
	for set := own; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		rank := sq >> 3
		if side == chess.Black {
			rank = 7 - rank
		}
		t.add(worth[chess.Pawn], 1)
		t.add(centre[chess.Pawn], geometry.centre[sq])
		ahead := geometry.ahead[side][sq]
		if ahead&opp == 0 {
			t.add(passed[rank], 1)
		}
		if geometry.beside[sq&7]&own == 0 {
			t.add(isolated, 1)
		}
		if ahead&own&(fileA<<(sq&7)) != 0 {
			t.add(doubled, 1)
		}
	}
	return t
}

// Null passes unless the side to move is in check or has only pawns, which makes zugzwang likely.
func (Evaluation) Null(dst, src *position) bool {
	own := src.Side(src.Turn())
	if own&^(src.Pieces(chess.Pawn)|src.Pieces(chess.King)) == 0 || src.Check() {
		return false
	}
	*dst = src.Passed()
	return true
}

// phasePieces is the number of pieces by which phases of a network differ.
const phasePieces = 4

// FeatureCounts returns the number of features of a network, a piece of either side on each
// square, and its phases by the number of pieces.
func (Evaluation) FeatureCounts() (features, phases int) { return 2 * 6 * 64, 32 / phasePieces }

// Features describes s from a side that plays up the board, with its king on the files a to
// d: otherwise the board is mirrored.
func (Evaluation) Features(s *position, view game.Player, set []uint64) (phase int) {
	own := s.Side(view)
	mirrored := own&s.Pieces(chess.King)&0xf0f0f0f0f0f0f0f0 != 0
	own = seen(own, view, mirrored)
	for p := chess.Bishop; p <= chess.King; p++ {
		pieces := seen(s.Pieces(p), view, mirrored)
		set[p-1], set[5+p] = pieces&own, pieces&^own
	}
	return min((bits.OnesCount64(s.Occupied())-1)/phasePieces, 32/phasePieces-1)
}

// seen returns squares as view sees them, mirrored from left to right or not.
func seen(squares uint64, view game.Player, mirrored bool) uint64 {
	if view == chess.Black {
		squares = bits.ReverseBytes64(squares)
	}
	if mirrored {
		squares = bits.ReverseBytes64(bits.Reverse64(squares))
	}
	return squares
}
