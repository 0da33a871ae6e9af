// Package ultimate implements ultimate tic-tac-toe: nine boards of tic-tac-toe
// in a board of tic-tac-toe.
//
// # Rules
//
// X moves first. A player takes a cell in a small board; the place of that cell selects the board
// of the opponent's next move. A small board is decided when it is full, or when a player has three
// cells in a row there, and then owns it. A decided board allows no moves. A player sent to a
// decided board may choose any other board. The first to own three boards in a row wins; if all
// boards are decided without that, the game is drawn.
//
// Variants in which an owned board stays open, or in which the owner of most boards wins, are not
// supported. The published move counts in the tests are for this variant.
//
// # Notation
//
// The board is a square of 9×9: a cell is a column letter, a to i, and a row number, 1 to 9; a1 is
// the top left corner. A position is the rows from the top, separated by slashes, then the side to
// move, then the board to move in, 1 to 9 from the top left, or "-" for a free choice:
//
//	9/9/9/9/4X4/9/9/9/9 O 5
//
// A number stands for that many empty cells, and "." means "-". "startpos" is
// the empty board. Moves, separated by spaces, may follow either; a list of
// moves alone starts from the empty board: "e5 e4".
package ultimate

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// Set is a set of the nine cells of a small board, or of the nine boards: bit
// x+3y is column x and row y from the top left.
type Set uint16

// full is the set of all nine places.
const full Set = 1<<9 - 1

// free is the value of Position.Board for a free choice.
const free = 9

// Position is a position. The boards, and the cells in each board, are numbered
//
//	0 1 2
//	3 4 5
//	6 7 8
type Position struct {
	Cells [2][9]Set   // by player and board
	Owned [2]Set      // boards by owner
	Done  Set         // decided boards: owned or full
	Board uint8       // the board to move in; free (9) for a free choice
	Side  game.Player // to move
	hash  uint64
}

// Move is a cell: 9 times the number of its board plus its number in the board.
type Move uint8

// Rules are the rules of the game. The zero Rules are ready to use.
type Rules struct{}

// Start returns the empty board.
func (Rules) Start() Position { return Position{Board: free, hash: boardKeys[free]} }

// rows marks the sets with three in a row: bit s&63 of word s>>6 is set if s has a row.
var rows = func() (t [8]uint64) {
	for s := range full + 1 {
		for _, row := range [8]Set{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
			if s&row == row {
				t[s>>6] |= 1 << (s & 63)
			}
		}
	}
	return t
}()

// HasRow reports whether s has three in a row.
func (s Set) HasRow() bool { return rows[s>>6&7]>>(s&63)&1 != 0 }

// Moves appends the free cells of the board to move in. With a free choice it appends
// those of every open board in turn.
func (r Rules) Moves(p *Position, buf []Move) ([]Move, game.Status) {
	if status := r.Status(p); status.Over() {
		return buf, status
	}
	if p.Board != free {
		return p.appendMoves(buf, int(p.Board)), game.Ongoing
	}
	for open := full &^ p.Done; open != 0; open &= open - 1 {
		buf = p.appendMoves(buf, bits.TrailingZeros16(uint16(open)))
	}
	return buf, game.Ongoing
}

func (p *Position) appendMoves(buf []Move, board int) []Move {
	for open := p.Open(board); open != 0; open &= open - 1 {
		buf = append(buf, Move(9*board+bits.TrailingZeros16(uint16(open))))
	}
	return buf
}

// Open returns the free cells of a board.
func (p *Position) Open(board int) Set {
	return full &^ (p.Cells[0][board] | p.Cells[1][board])
}

// FreeChoice reports whether the side to move may choose its board.
func (p *Position) FreeChoice() bool { return p.Board == free }

// Status returns the state of the game without generating moves.
func (Rules) Status(p *Position) game.Status {
	switch {
	case p.Owned[p.Side.Other()].HasRow():
		return game.Loss
	case p.Done == full:
		return game.Draw
	}
	return game.Ongoing
}

// Play takes cell m for the side to move.
func (Rules) Play(dst, src *Position, m Move) {
	*dst = *src
	board, cell := m/9, m%9
	side := src.Side & 1
	dst.Cells[side][board] |= 1 << cell
	dst.hash ^= cellKeys[side][m] ^ sideKey ^ boardKeys[src.Board]
	if own := dst.Cells[side][board]; own.HasRow() {
		dst.Owned[side] |= 1 << board
		dst.close(int(board), side)
	} else if dst.Open(int(board)) == 0 {
		dst.close(int(board), neither)
	}
	dst.Board = uint8(cell)
	if dst.Done>>cell&1 != 0 {
		dst.Board = free
	}
	dst.Side = src.Side.Other()
	dst.hash ^= boardKeys[dst.Board]
}

// ToMove returns the side to move.
func (Rules) ToMove(p *Position) game.Player { return p.Side }

// Alternates returns true.
func (Rules) Alternates() bool { return true }

// MoveKey returns the number of the cell.
func (Rules) MoveKey(m Move) int { return int(m) }

// completing maps each set to the places outside it that would complete a row.
var completing = func() (t [full + 1]Set) {
	for s := range full + 1 {
		for place := range 9 {
			if bit := Set(1) << place; s&bit == 0 && !s.HasRow() && (s | bit).HasRow() {
				t[s] |= bit
			}
		}
	}
	return t
}()

// Completing returns the places outside s that would complete three in a row.
// It returns the empty set if s has a row.
func (s Set) Completing() Set { return completing[s&full] }

// # Hash
//
// The hash of a position is the exclusive or of keys (Zobrist 1970): one for each stone
// in an open board, one for each decided board and its owner, one for the board to move
// in, and one for the side. The stones in a decided board no longer matter. The hash
// leaves them out, so positions that differ only there share a table entry.

// neither is the owner of a full board without a row.
const neither game.Player = 2

var (
	cellKeys  [2][81]uint64
	doneKeys  [3][9]uint64 // by owner
	boardKeys [10]uint64
	sideKey   uint64
)

func init() {
	seed := uint64(0)
	next := func() uint64 {
		seed += 0x9e3779b97f4a7c15
		return game.Mix(seed)
	}
	for side := range cellKeys {
		for m := range cellKeys[side] {
			cellKeys[side][m] = next()
		}
	}
	for owner := range doneKeys {
		for board := range doneKeys[owner] {
			doneKeys[owner][board] = next()
		}
	}
	for board := range boardKeys {
		boardKeys[board] = next()
	}
	sideKey = next()
}

// close marks a board as decided and removes its stones from the hash.
func (p *Position) close(board int, owner game.Player) {
	p.hash ^= p.boardHash(board, &turned[0]) ^ doneKeys[owner][board]
	p.Done |= 1 << board
}

// Hash returns the hash that Play updates.
func (Rules) Hash(p *Position) uint64 { return p.hash }

// turned[k] maps each of nine places to its image under symmetry k of the
// square. The large board and every small board are transformed alike.
var turned = func() (t [8][9]uint8) {
	for place := range 9 {
		x, y := place%3, place/3
		for k := range t {
			tx, ty := x, y
			if k&4 != 0 {
				tx, ty = ty, tx
			}
			if k&1 != 0 {
				tx = 2 - tx
			}
			if k&2 != 0 {
				ty = 2 - ty
			}
			t[k][place] = uint8(tx + 3*ty)
		}
	}
	return t
}()

// image returns the k-th image of s.
func (s Set) image(k int) (out Set) {
	for ; s != 0; s &= s - 1 {
		out |= 1 << turned[k][bits.TrailingZeros16(uint16(s))]
	}
	return out
}

// Image returns one of the 8 images of the square.
func (Rules) Image(dst, src *Position, m Move, k int) (Move, bool) {
	if k >= len(turned) {
		return m, false
	}
	to := &turned[k]
	out := Position{Board: src.Board, Done: src.Done.image(k), Side: src.Side}
	if src.Board != free {
		out.Board = to[src.Board]
	}
	for side := range src.Cells {
		out.Owned[side] = src.Owned[side].image(k)
		for board, cells := range src.Cells[side] {
			out.Cells[side][to[board]] = cells.image(k)
		}
	}
	out.hash = src.imageHash(k)
	*dst = out
	return Move(9*to[m/9] + to[m%9]), true
}

// Fold returns the smallest hash of the 8 images.
func (Rules) Fold(p *Position) (key uint64, k int) {
	key = p.hash
	for i := 1; i < len(turned); i++ {
		if h := p.imageHash(i); h < key {
			key, k = h, i
		}
	}
	return key, k
}

// imageHash returns the hash of image k without building it.
func (p *Position) imageHash(k int) (h uint64) {
	to := &turned[k]
	h = boardKeys[free]
	if p.Board != free {
		h = boardKeys[to[p.Board]]
	}
	if p.Side != 0 {
		h ^= sideKey
	}
	for board := range 9 {
		h ^= p.boardHash(board, to)
	}
	return h
}

// boardHash returns the contribution of a board's image to the hash.
func (p *Position) boardHash(board int, to *[9]uint8) (h uint64) {
	image := to[board]
	if p.Done>>board&1 != 0 {
		owner := neither
		for side := range p.Owned {
			if p.Owned[side]>>board&1 != 0 {
				owner = game.Player(side)
			}
		}
		return doneKeys[owner][image]
	}
	for side := range p.Cells {
		for cells := p.Cells[side][board]; cells != 0; cells &= cells - 1 {
			h ^= cellKeys[side][9*image+to[bits.TrailingZeros16(uint16(cells))]]
		}
	}
	return h
}
