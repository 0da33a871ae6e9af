package syzygy

import (
	"cmp"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/games/chess"
)

// # Numbers of positions
//
// A position is turned so that its first pieces are in a small part of the board. Its pieces
// are in groups, in an order that the file states; the number of a position is a number in a
// mixed radix, with the number of each group's squares as a digit.
//
// Without pawns the first group is the first three pieces if a side has one of a kind, and
// otherwise both kings. Reflections bring its first piece to the triangle a1-d1-d4, and its first
// piece off the diagonal a1-h8 below it. With pawns the first group is the leading pawns, all of
// one side, with the greatest of them by [numbering.pawn] on the files a to d. The other groups are
// equal pieces. Their squares are counted among those that earlier groups leave, and numbered as
// combinations: squares a < b < c have the number C(a,1) + C(b,2) + C(c,3).

// numbering numbers squares.
type numbering struct {
	triangle [64]int                // of a1-d1-d4: 6 squares below the diagonal, then 4 on it
	below    [64]int                // below the diagonal a1-h8, 28 squares
	kings    [10][64]int            // by the triangle's number of the first, and the other's square
	pawn     [64]int                // squares of pawns, by file from the edge and then by rank: a2 is 47, h2 46, a3 45
	lead     [6][64]uint64          // the first number of a group by its size and the square of its greatest pawn
	leads    [6][4]uint64           // how many groups have their greatest pawn on a file
	choose   [MostPieces][65]uint64 // binomial coefficients, by the size of the subset
}

// triplets and pairs count the first groups without pawns.
const triplets, pairs = 31332, 462

var numbers = sync.OnceValue(newNumbering)

// off returns the distance of a square above the diagonal a1-h8; it is negative below.
func off(sq int) int { return sq>>3 - sq&7 }

func newNumbering() *numbering {
	t := new(numbering)
	for n := range t.choose[0] {
		t.choose[0][n] = 1
		for k := 1; k < len(t.choose) && n > 0; k++ {
			t.choose[k][n] = t.choose[k-1][n-1] + t.choose[k][n-1]
		}
	}
	low, diagonal, below := 0, 6, 0
	for sq := range 64 {
		small := sq&7 < 4 && sq>>3 < 4
		switch {
		case off(sq) < 0:
			t.below[sq] = below
			below++
			if small {
				t.triangle[sq] = low
				low++
			}
		case off(sq) == 0 && small:
			t.triangle[sq] = diagonal
			diagonal++
		}
	}
	t.pairKings()
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			sq := 8*rank + file
			t.pawn[sq] = 47 - 12*file - 2*(rank-1)
			t.pawn[sq^7] = t.pawn[sq] - 1
		}
	}
	for pawns := 1; pawns < len(t.lead); pawns++ {
		for file := range 4 {
			for rank := 1; rank < 7; rank++ {
				sq := 8*rank + file
				t.lead[pawns][sq] = t.leads[pawns][file]
				t.leads[pawns][file] += t.choose[pawns-1][t.pawn[sq]]
			}
		}
	}
	return t
}

// pairKings numbers the pairs of kings that are not neighbours. If the first is on the
// diagonal, the other is not above it; pairs on the diagonal come last.
func (t *numbering) pairKings() {
	n := 0
	for _, onDiagonal := range []bool{false, true} {
		for number := range t.kings {
			for first := range 28 {
				if first&7 > 3 || off(first) > 0 || t.triangle[first] != number || number == 0 && first != 1 {
					continue
				}
				for other := range 64 {
					near := max(first&7-other&7, other&7-first&7, first>>3-other>>3, other>>3-first>>3) <= 1
					both := off(first) == 0 && off(other) == 0
					if !near && both == onDiagonal && (off(first) != 0 || off(other) <= 0) {
						t.kings[number][other] = n
						n++
					}
				}
			}
		}
	}
}

// group is a group of pieces.
type group struct {
	size   int
	factor uint64 // the weight of its number in a position's
}

// placing is a position on the way to its number.
type placing struct {
	squares [MostPieces]int
	pieces  [MostPieces]byte // as files have them: 1 to 6 for PNBRQK, with 8 for the second side
	n       int
}

// codes are the pieces of files by chess.Piece.
var codes = [...]byte{chess.Pawn: 1, chess.Knight: 2, chess.Bishop: 3, chess.Rook: 4, chess.Queen: 5, chess.King: 6}

// put appends the pieces of s on set. If turned is true the sides are exchanged and the
// board is turned upside down.
func (p *placing) put(s *chess.Position, set uint64, turned bool) {
	for sq := range chess.Square(64) {
		if set>>sq&1 == 0 {
			continue
		}
		square, code := int(sq), codes[s.At(sq)]
		if s.Side(chess.Black)>>sq&1 != 0 {
			code |= 8
		}
		if turned {
			square, code = square^56, code^8
		}
		p.squares[p.n], p.pieces[p.n] = square, code
		p.n++
	}
}

// arrange puts the pieces from the first one on into the order of a part. It reports false
// if they are other pieces.
func (p *placing) arrange(order []byte, first int) bool {
	for i := first; i < p.n; i++ {
		at := slices.Index(p.pieces[i:p.n], order[i])
		if at < 0 {
			return false
		}
		p.pieces[i], p.pieces[i+at] = p.pieces[i+at], p.pieces[i]
		p.squares[i], p.squares[i+at] = p.squares[i+at], p.squares[i]
	}
	return true
}

// reflect exchanges the squares' files, ranks or both by flipping bits.
func (p *placing) reflect(flip int) {
	for i := range p.squares[:p.n] {
		p.squares[i] ^= flip
	}
}

// number returns the number of an arranged position in a part with the given groups.
func (p *placing) number(h *header, groups []group) uint64 {
	t, first := numbers(), groups[0].size
	if p.squares[0]&7 > 3 {
		p.reflect(7)
	}
	var n uint64
	if h.pawns {
		slices.SortFunc(p.squares[1:first], func(a, b int) int { return cmp.Compare(t.pawn[a], t.pawn[b]) })
		n = t.lead[first][p.squares[0]]
		for i, sq := range p.squares[1:first] {
			n += t.choose[i+1][t.pawn[sq]]
		}
	} else {
		n = uint64(p.firstGroup(t, first))
	}
	n *= groups[0].factor
	at := first
	for i, g := range groups[1:] {
		own := p.squares[at : at+g.size]
		slices.Sort(own)
		number := uint64(0)
		for k, sq := range own {
			below := 0
			for _, taken := range p.squares[:at] {
				if taken < sq {
					below++
				}
			}
			if i == 0 && h.bothPawns {
				below += 8 // the first rank
			}
			number += t.choose[k+1][max(0, sq-below)]
		}
		n += number * g.factor
		at += g.size
	}
	return n
}

// firstGroup returns the number of the first group of a position without pawns.
func (p *placing) firstGroup(t *numbering, size int) int {
	if p.squares[0]>>3 > 3 {
		p.reflect(56)
	}
	for i := range size {
		if d := off(p.squares[i]); d != 0 {
			for k := i; d > 0 && k < p.n; k++ {
				sq := p.squares[k]
				p.squares[k] = sq>>3 | sq&7<<3
			}
			break
		}
	}
	a, b := p.squares[0], p.squares[1]
	if size == 2 {
		return t.kings[t.triangle[a]][b]
	}
	c := p.squares[2]
	afterB, afterC := 0, 0 // how many earlier pieces are on lower squares
	if b > a {
		afterB++
	}
	if c > a {
		afterC++
	}
	if c > b {
		afterC++
	}
	// On the diagonal, a square's rank is its number.
	const onDiagonal, twoOn = 6 * 63 * 62, 6*63*62 + 4*28*62
	switch {
	case off(a) != 0:
		return (t.triangle[a]*63+b-afterB)*62 + c - afterC
	case off(b) != 0:
		return onDiagonal + (a>>3*28+t.below[b])*62 + c - afterC
	case off(c) != 0:
		return twoOn + a>>3*7*28 + (b>>3-afterB)*28 + t.below[c]
	}
	return twoOn + 4*7*28 + a>>3*7*6 + (b>>3-afterB)*6 + c>>3 - afterC
}
