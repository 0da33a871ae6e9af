package connect4

import (
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// Dimensions of the standard board.
const (
	standardWidth  = 7
	standardHeight = 6
	standardStride = standardHeight + 1
)

// maxWidth is the number of columns of the widest board. Its one row of cells and their
// sentinels fill the word.
const maxWidth = 64 / 2

// board holds the constants of one board size. Boards are immutable.
type board struct {
	width, height int
	stride        uint   // distance between neighbours in a row, height+1
	bottom        uint64 // the lowest cell of every column
	top           uint64 // the highest cell of every column
	cells         uint64 // all cells, without the sentinels
}

// boards holds all sizes that fit in a word. So equal sizes have equal pointers, and
// Rules are comparable.
var boards = makeBoards()

var standard = boards[standardWidth][standardHeight]

func makeBoards() (all [maxWidth + 1][]*board) {
	for w := 1; w <= maxWidth; w++ {
		all[w] = make([]*board, 64/w)
		for h := 1; h < 64/w; h++ {
			all[w][h] = makeBoard(w, h)
		}
	}
	return all
}

func makeBoard(width, height int) *board {
	b := &board{width: width, height: height, stride: uint(height + 1)}
	for c := range width {
		b.bottom |= 1 << (uint(c) * b.stride)
	}
	b.top = b.bottom << (height - 1)
	b.cells = b.bottom * (1<<height - 1)
	return b
}

// column returns the cells of column c.
func (b *board) column(c int) uint64 {
	return (1<<b.height - 1) << (uint(c) * b.stride)
}

// four reports whether discs contains a four.
func (b *board) four(discs uint64) bool {
	return line(discs, 1)|line(discs, b.stride-1)|line(discs, b.stride)|line(discs, b.stride+1) != 0
}

// standardFour is four for the standard board, with constant shifts.
func standardFour(discs uint64) bool {
	return line(discs, 1)|line(discs, standardStride-1)|
		line(discs, standardStride)|line(discs, standardStride+1) != 0
}

// line returns the lowest disc of each four in a direction in which neighbours are step
// bits apart. The sentinels keep lines from wrapping around the edge.
func line(discs uint64, step uint) uint64 {
	pairs := discs & (discs >> step)
	return pairs & (pairs >> (2 * step))
}

// mirror returns a bitboard reflected left to right.
func (b *board) mirror(bits uint64) uint64 {
	if b == standard {
		return standardMirror(bits)
	}
	column := uint64(1)<<b.stride - 1
	var out uint64
	for range b.width {
		out = out<<b.stride | bits&column
		bits >>= b.stride
	}
	return out
}

func standardMirror(bits uint64) uint64 {
	const (
		s      = standardStride
		column = 1<<s - 1
	)
	return bits&column<<(6*s) | bits&(column<<s)<<(4*s) | bits&(column<<(2*s))<<(2*s) |
		bits&(column<<(3*s)) |
		bits>>(2*s)&(column<<(2*s)) | bits>>(4*s)&(column<<s) | bits>>(6*s)&column
}

// ErrSize reports a board that does not fit in a 64-bit word. The errors of New and
// ParseSize wrap it.
var ErrSize = reason.New("board does not fit")

// For larger boards, up to 19×19, see mnk with gravity and four in a row.
const (
	maxElsewhere = 19
	inRow        = 4
)

// New returns the rules for a board of the given size. The board must have a
// cell and fit in 64 bits: width*(height+1) <= 64.
func New(width, height int) (Rules, error) {
	if width < 1 || height < 1 || width > maxWidth || height >= 64/width {
		err := reason.Errorf("connect4: size %dx%d: %w: want width*(height+1) from 2 to 64", width, height, ErrSize)
		if most := max(width, height); min(width, height) >= inRow && most <= maxElsewhere {
			err = reason.Errorf("%w; mnk:%d,%d,%d,gravity plays it", err, width, height, inRow)
		}
		return Rules{}, err
	}
	if width == standardWidth && height == standardHeight {
		return Rules{}, nil
	}
	return Rules{boards[width][height]}, nil
}

// maxTries limits the number of boards visited to find out whether a set of discs can
// arise in a game. It exceeds the number of height vectors of the standard board. Games
// that exist are found after some hundreds.
const maxTries = 1 << 20

// parseRows parses a board: rows from the top, X for the first player, and optionally the
// side to move. It rejects discs that cannot arise in a game.
func (r Rules) parseRows(text string) (State, error) {
	words := strings.Fields(text)
	discs, err := r.discs(words[0])
	if err != nil {
		return State{}, err
	}
	x, o := bits.OnesCount64(discs[0]), bits.OnesCount64(discs[1])
	if x != o && x != o+1 {
		return State{}, reason.Errorf("%d X and %d O, want as many or one X more", x, o)
	}
	mover := x - o
	switch side := "XO"[mover:][:1]; {
	case len(words) > 2:
		return State{}, reason.Errorf("%q after the side to move", words[2])
	case len(words) == 2 && words[1] != side:
		return State{}, reason.Errorf("side to move is %s, but the discs leave %s to move", words[1], side)
	}
	s := State{own: discs[mover], all: discs[0] | discs[1]}
	if _, ok := r.record(&s, maxTries); !ok {
		return State{}, reason.New("no game leads to these discs")
	}
	return s, nil
}

// discs returns the discs of X and of O. It fails if a disc is above an empty cell.
func (r Rules) discs(text string) (discs [2]uint64, err error) {
	cells, err := rowtext.ParseRows(text, r.Width(), r.Height())
	if err != nil {
		return discs, err
	}
	for i, disc := range cells {
		if side := strings.IndexByte("XO", disc); side >= 0 {
			discs[side] |= uint64(1) << (i%r.Width()*int(r.board().stride) + r.Height() - 1 - i/r.Width())
		}
	}
	all := discs[0] | discs[1]
	for c := range r.Width() {
		if column := all & r.board().column(c); column&(column+r.foot(Move(c))) != 0 {
			return discs, reason.Errorf("column %c: a disc hangs above an empty cell", columnNames[c])
		}
	}
	return discs, nil
}
