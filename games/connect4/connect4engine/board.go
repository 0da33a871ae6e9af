package connect4engine

import (
	"cmp"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Dimensions of the standard board.
const (
	standardHeight = 6
	standardStride = standardHeight + 1
)

// board holds the constants of one board size. Package connect4 defines the bit layout: column by
// column from the left, each from the bottom up, with a sentinel bit on top.
type board struct {
	standard      bool // 7×6, with constant shifts
	width, height int
	size          int            // number of cells
	stride        uint           // distance of neighbours in a row, height+1
	bottom        uint64         // the lowest cell of each column
	cells         uint64         // all cells, without the sentinels
	worst         int            // the lowest score that followed returns
	parity        uint64         // the cells of the top row and of every second row below it
	worth         [64]uint8      // number of lines through each cell of the empty board
	rules         connect4.Rules // used once per key, so it comes after the hot fields
}

var standard = newBoard(connect4.Rules{})

func newBoard(r connect4.Rules) *board {
	b := &board{
		rules:    r,
		standard: r == connect4.Rules{},
		width:    r.Width(),
		height:   r.Height(),
		size:     r.Width() * r.Height(),
		stride:   uint(r.Height() + 1),
	}
	for c := range b.width {
		b.bottom |= 1 << (uint(c) * b.stride)
	}
	b.cells = b.bottom * (1<<b.height - 1)
	b.worst = -(1 + (b.height-1)/2)
	for row := b.height - 1; row >= 0; row -= 2 {
		b.parity |= b.bottom << row
	}
	for cell := range b.worth {
		b.worth[cell] = uint8(b.busiest(b.cells, b.cells&(1<<cell)))
	}
	return b
}

// next returns the cells where a disc can land.
func (b *board) next(all uint64) uint64 { return (all + b.bottom) & b.cells }

// column returns the cells of column c.
func (b *board) column(c int) uint64 {
	return (1<<b.height - 1) << (uint(c) * b.stride)
}

// threats returns the cells, empty or not, where one more disc would complete a four in discs.
func (b *board) threats(discs uint64) uint64 {
	if b.standard {
		return vertical(discs) | gaps(discs, standardStride-1) |
			gaps(discs, standardStride) | gaps(discs, standardStride+1)
	}
	return vertical(discs) | gaps(discs, b.stride-1) | gaps(discs, b.stride) | gaps(discs, b.stride+1)
}

// vertical returns the cells on top of three discs.
func vertical(d uint64) uint64 { return d << 1 & (d << 2) & (d << 3) }

// gaps returns the cells that complete a four with three discs of d, in the direction in
// which neighbours are s bits apart. It finds ###o and ##o# from pairs on the left, o###
// and #o## from pairs on the right.
func gaps(d uint64, s uint) uint64 {
	left := d << s & (d << (2 * s))
	right := d >> s & (d >> (2 * s))
	return left&(d<<(3*s)|d>>s) | right&(d>>(3*s)|d<<s)
}

// fours returns the first cells of all fours in cells, in the direction in which
// neighbours are s bits apart.
func fours(cells uint64, s uint) uint64 {
	pairs := cells & (cells >> s)
	return pairs & (pairs >> (2 * s))
}

// book holds all moves of positions on the standard board with fewer than [openings.Plies]
// discs, with their exact scores.
type book struct{ *board }

// openBook opens the built-in book; there is no other.
func openBook(path string) (engine.BookOf[connect4.State, connect4.Move], error) {
	if path != workshop.BuiltIn {
		return nil, reason.Errorf("%s: %w", path, workshop.ErrForeign)
	}
	return book{newBoard(connect4.Rules{})}, nil
}

func (book) Close() error { return nil }

// Probe returns the moves of s, best first.
func (b book) Probe(s *connect4.State) (r search.Result[connect4.Move], ok bool) {
	moves, _ := b.rules.Moves(s, nil)
	for _, m := range moves {
		var after connect4.State
		b.rules.Play(&after, s, m)
		v := b.rules.Status(&after).Score()
		if score, known := openings.Score(&after); known {
			v = b.value(score, after.Plies())
		} else if !b.rules.Status(&after).Over() {
			return r, false
		}
		r.Lines = append(r.Lines, search.Line[connect4.Move]{Score: (-v).Later(1), Bound: game.Exact, Proof: game.Exact, PV: []connect4.Move{m}})
	}
	slices.SortStableFunc(r.Lines, func(x, y search.Line[connect4.Move]) int { return cmp.Compare(y.Score, x.Score) })
	r.Proof, r.Past, r.Threads, r.Stopped = game.Exact, true, 1, search.Solved
	return r, len(r.Lines) > 0
}
