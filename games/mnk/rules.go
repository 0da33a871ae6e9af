package mnk

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Position is a position on a board of at most 64 cells. Bit i of a word is
// cell i; cells are numbered row by row from the top left corner.
//
// X moves first, so X is to move when the number of stones is even.
type Position struct {
	Own uint64 // stones of the side to move
	Opp uint64 // stones of the opponent, which moved last
}

// Move is the number of the cell taken.
type Move uint16

// Rules are the rules of one game on a board of at most 64 cells. The zero
// value is not usable; see [New].
//
// Moves are generated in the order of cell numbers. Boards of up to 16 cells use a table of winning
// sets, larger ones find rows by shifts: plain minimax takes 8 ns a node for tic-tac-toe.
type Rules struct{ *board }

// New returns the rules of game s, whose board must have at most 64 cells.
func New(s Spec) (Rules, error) {
	if err := s.Validate(); err != nil {
		return Rules{}, err
	}
	if !s.Fits() {
		return Rules{}, reason.Errorf("mnk: %v has %d cells, want at most 64", s, s.Cells())
	}
	return Rules{newBoard(s)}, nil
}

// Must returns r, or panics if err is not nil. It is for constant specs:
// mnk.Must(mnk.New(mnk.TicTacToe())).
func Must[R any](r R, err error) R {
	if err != nil {
		panic(err)
	}
	return r
}

// Start returns the empty board.
func (r Rules) Start() Position { return Position{} }

// Moves appends the cells that can be taken. The game is over if the side that
// moved last has a row or no cell is left.
func (r Rules) Moves(p *Position, buf []Move) ([]Move, game.Status) {
	b := r.board
	free := b.free(p.Own | p.Opp)
	won := b.won(p.Opp)
	if free &= won - 1; free == 0 {
		return buf, ended(won)
	}
	for ; free != 0; free &= free - 1 {
		buf = append(buf, Move(bits.TrailingZeros64(free)))
	}
	return buf, game.Ongoing
}

// free returns the cells that can be taken.
func (b *board) free(taken uint64) uint64 {
	free := b.full &^ taken
	if b.gravity {
		free &= taken>>(b.below&63) | b.floor
	}
	return free
}

// ended returns Loss if won is 1 and Draw if it is 0, without a branch, which processors
// could not predict.
func ended(won uint64) game.Status {
	return game.Draw + game.Status(won)*(game.Loss-game.Draw)
}

// Status returns the state of the game without generating moves.
func (r Rules) Status(p *Position) game.Status {
	won := r.won(p.Opp)
	if p.Own|p.Opp != r.full && won == 0 {
		return game.Ongoing
	}
	return ended(won)
}

// Play puts a stone of the side to move on m.
func (r Rules) Play(dst, src *Position, m Move) {
	own := src.Own | 1<<(m&63)
	dst.Own, dst.Opp = src.Opp, own
}

// ToMove returns First, who plays X, if the number of stones is even.
func (r Rules) ToMove(p *Position) game.Player {
	return game.Player(bits.OnesCount64(p.Own|p.Opp) & 1)
}

// MoveKey returns the number of the cell.
func (r Rules) MoveKey(m Move) int { return int(m) }

// Hash mixes the two words. The stones of a legal position determine the side to move, so
// that needs no key.
func (r Rules) Hash(p *Position) uint64 { return mix(p.Own, p.Opp) }

// mix hashes two words with the constants of SplitMix64.
func mix(a, b uint64) uint64 {
	return game.Mix(a*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b*0xbf58476d1ce4e5b9, 32))
}

// Full returns all cells of the board.
func (r Rules) Full() uint64 { return r.full }

// Free returns the cells that can be taken, whether or not the game is over.
func (r Rules) Free(p *Position) uint64 { return r.free(p.Own | p.Opp) }

// Wins reports whether stones contain a winning row.
func (r Rules) Wins(stones uint64) bool { return r.won(stones) != 0 }

// Open returns the number of winning rows without a stone in against: the rows still open
// to the other side.
func (r Rules) Open(against uint64) int {
	if r.tabled {
		return int(r.open16[uint16(against)])
	}
	return r.countOpen(against)
}
