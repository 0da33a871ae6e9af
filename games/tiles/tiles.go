package tiles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// The smallest and the largest number of squares in a row or a column.
const (
	minSize  = 2
	maxSize  = 5
	maxCells = maxSize * maxSize
)

// Size is the number of squares in a row and in a column.
type Size struct{ Width, Height int }

// Square returns the size of n×n squares.
func Square(n int) Size { return Size{n, n} }

// String returns "4×4".
func (s Size) String() string { return fmt.Sprintf("%d×%d", s.Width, s.Height) }

func (s Size) cells() int { return s.Width * s.Height }

// Goal is the blank's square when all tiles are in order.
type Goal uint8

// The goals: 0 1 2 …, as in Korf (1985), and 1 2 … 0.
const (
	First Goal = iota
	Last
)

// String returns "first" or "last".
func (g Goal) String() string { return [...]string{"first", "last"}[g&1] }

// Board is an arrangement: the tile on each square row by row, 0 for the blank, and the blank's
// square. Squares beyond the puzzle's size are 0.
//
// A puzzle with the goal Last stores boards rotated by half a turn, with tile t as tile
// cells-t. So Last becomes First, and both goals share one search, its bounds and their
// tables. Text and [Puzzle.Shown] rotate the board back.
type Board struct {
	Tiles [maxCells]uint8 // row by row
	Blank uint8           // index of the blank's square
}

// Move is the direction in which the blank of a Board moves.
type Move uint8

// The moves, in the order in which they are tried.
const (
	Up Move = iota
	Left
	Right
	Down
)

// Inverse returns the opposite direction.
func (m Move) Inverse() Move { return Down - m }

var moveNames = [...]string{"up", "left", "right", "down"}

// String returns "up", "left", "right" or "down".
func (m Move) String() string { return moveNames[m&3] }

// Puzzle is a puzzle of one size with one goal and one lower bound. It implements path.Puzzle
// and all optional interfaces of package path except costs.
type Puzzle struct {
	size  Size
	aim   Goal
	bound Heuristic
}

// Heuristic is a lower bound on the moves to the goal.
type Heuristic interface {
	// Estimate returns a lower bound of the number of moves from b to the goal, 0 at the goal.
	Estimate(b *Board) int
	// String returns its name.
	String() string
}

// New returns the puzzle of a size, 2×2 to 5×5, with a goal. A nil bound means Manhattan distance.
func New(size Size, goal Goal, bound Heuristic) (*Puzzle, error) {
	if min(size.Width, size.Height) < minSize || max(size.Width, size.Height) > maxSize {
		return nil, reason.Errorf("tiles: %v squares, want %v to %v", size, Square(minSize), Square(maxSize))
	}
	if bound == nil {
		bound = Manhattan(size)
	}
	return &Puzzle{size, goal, bound}, nil
}

// Size returns the number of squares in a row and in a column.
func (p *Puzzle) Size() Size { return p.size }

// Shown returns b as people see it. It is its own inverse.
func (p *Puzzle) Shown(b Board) Board {
	if p.aim == First {
		return b
	}
	cells := uint8(p.size.cells())
	turned := Board{Blank: cells - 1 - b.Blank}
	for i := range cells {
		if t := b.Tiles[i]; t != 0 {
			turned.Tiles[cells-1-i] = cells - t
		}
	}
	return turned
}

// goal returns the goal as a board.
func (p *Puzzle) goal() (b Board) {
	for i := range p.size.cells() {
		b.Tiles[i] = uint8(i)
	}
	return b
}

// starts are arrangements to begin with. On 3×3 squares it is one of the two at the
// greatest distance, 31. On 4×4 and 5×5 squares it is the end of 120 and 56 random moves
// from the goal, which a search undoes in 44 and 46.
var starts = map[Size]Board{
	Square(3): {Tiles: [maxCells]uint8{8, 7, 6, 0, 4, 1, 2, 5, 3}, Blank: 3},
	Square(4): {Tiles: [maxCells]uint8{1, 4, 0, 14, 6, 10, 7, 5, 13, 2, 3, 11, 8, 9, 15, 12}, Blank: 2},
	Square(5): {Tiles: [maxCells]uint8{0, 2, 3, 14, 4, 1, 12, 8, 7, 9, 5, 15, 6, 21, 19, 11, 10, 18, 24, 23, 20, 16, 22, 17, 13}},
}

// startWalk is the number of moves from the goal to the start on boards of other sizes.
const startWalk = 54

// Start returns an arrangement to begin with.
func (p *Puzzle) Start() Board {
	if b, ok := starts[p.size]; ok {
		return b
	}
	b, last := p.goal(), noMove
	for i := range startWalk { // the blank takes the second move where it has two
		var ways []Move
		for m := Up; m <= Down; m++ {
			if _, ok := p.to(b.Blank, m); ok && (last == noMove || m != last.Inverse()) {
				ways = append(ways, m)
			}
		}
		last = ways[i*i%7%len(ways)]
		p.Play(&b, &b, last)
	}
	return b
}

// to returns the cell that the blank reaches by m. ok is false at the edge.
func (p *Puzzle) to(blank uint8, m Move) (cell uint8, ok bool) {
	width, cells := uint8(p.size.Width), uint8(p.size.cells())
	switch m {
	case Up:
		return blank - width, blank >= width
	case Left:
		return blank - 1, blank%width > 0
	case Right:
		return blank + 1, blank%width < width-1
	}
	return blank + width, blank < cells-width
}

// Moves implements game.Rules.
func (p *Puzzle) Moves(b *Board, buf []Move) ([]Move, game.Status) {
	if p.Goal(b) {
		return buf, game.Win
	}
	for m := Up; m <= Down; m++ {
		if _, ok := p.to(b.Blank, m); ok {
			buf = append(buf, m)
		}
	}
	return buf, game.Ongoing
}

// Play implements game.Rules.
func (p *Puzzle) Play(dst, src *Board, m Move) {
	if dst != src {
		*dst = *src
	}
	cell, _ := p.to(dst.Blank, m)
	dst.Tiles[dst.Blank], dst.Tiles[cell] = dst.Tiles[cell], 0
	dst.Blank = cell
}

// ToMove implements game.Rules.
func (p *Puzzle) ToMove(*Board) game.Player { return game.First }

// Hash implements game.Rules. On up to 16 squares no two boards share one.
func (p *Puzzle) Hash(b *Board) uint64 {
	var h uint64
	for _, t := range b.Tiles[:p.size.cells()] {
		h = h<<4 ^ h>>60*0x9E3779B97F4A7C15 ^ uint64(t)
	}
	return h
}

// Goal implements path.Puzzle.
func (p *Puzzle) Goal(b *Board) bool { return b.Blank == 0 && *b == p.goal() }

// Estimate implements path.Estimator.
func (p *Puzzle) Estimate(b *Board) int { return p.bound.Estimate(b) }

// Inverse implements path.Inverter.
func (p *Puzzle) Inverse(m Move) Move { return m.Inverse() }

// Goals implements path.Retractor.
func (p *Puzzle) Goals(buf []Board) []Board { return append(buf, p.goal()) }

// Retractions implements path.Retractor.
func (p *Puzzle) Retractions(b *Board, buf []Move) []Move {
	for m := Up; m <= Down; m++ {
		if _, ok := p.to(b.Blank, m.Inverse()); !ok {
			continue
		}
		var before Board
		if p.Retract(&before, b, m); !p.Goal(&before) {
			buf = append(buf, m)
		}
	}
	return buf
}

// Retract implements path.Retractor.
func (p *Puzzle) Retract(dst, src *Board, m Move) { p.Play(dst, src, m.Inverse()) }

// errOdd is the reason why half of all arrangements cannot be solved.
var errOdd = reason.New("an odd arrangement: every move keeps the parity of the tiles and the blank's place together, and the goal has the other")

// Unsolvable implements path.Judge. A move sideways does not change the order of the
// tiles. A move up or down takes a tile past width-1 others. If the width is even, that
// number is odd, and the parities of the order and of the blank's row change together.
func (p *Puzzle) Unsolvable(b *Board) error {
	odd := 0
	for i, t := range b.Tiles[:p.size.cells()] {
		for _, u := range b.Tiles[:i] {
			if t != 0 && u > t {
				odd ^= 1
			}
		}
	}
	if p.size.Width%2 == 0 {
		odd ^= int(b.Blank) / p.size.Width & 1
	}
	if odd != 0 {
		return reason.Errorf("tiles: cannot be solved: %w", errOdd)
	}
	return nil
}

// FormatMove returns the number of the tile that slides.
func (p *Puzzle) FormatMove(b *Board, m Move) string {
	cell, _ := p.to(b.Blank, m)
	tile := int(b.Tiles[cell])
	if p.aim == Last {
		tile = p.size.cells() - tile
	}
	return strconv.Itoa(tile)
}

// ParseMove reads the number of a tile beside the blank, or the direction in which the
// blank moves: up, left, right or down.
func (p *Puzzle) ParseMove(b *Board, text string) (Move, error) {
	if p.Goal(b) {
		return 0, reason.Errorf("tiles: move %q: %w: the goal is reached", text, game.ErrIllegal)
	}
	m := Move(slices.Index(moveNames[:], text))
	if int(m) < len(moveNames) {
		if p.aim == Last {
			m = m.Inverse() // the board is stored turned
		}
		if _, ok := p.to(b.Blank, m); !ok {
			return 0, reason.Errorf("tiles: move %q: %w: the blank is at the edge", text, game.ErrIllegal)
		}
		return m, nil
	}
	for m := Up; m <= Down; m++ {
		if _, ok := p.to(b.Blank, m); ok && p.FormatMove(b, m) == text {
			return m, nil
		}
	}
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n < p.size.cells() && strconv.Itoa(n) == text {
		return 0, reason.Errorf("tiles: move %q: %w: the tile is not beside the blank", text, game.ErrIllegal)
	}
	return 0, reason.Errorf("tiles: move %q, want the number of a tile or one of %s", text, strings.Join(moveNames[:], ", "))
}

// FormatPosition returns the numbers row by row, 0 for the blank.
func (p *Puzzle) FormatPosition(b *Board) string {
	var words []string
	shown := p.Shown(*b)
	for _, t := range shown.Tiles[:p.size.cells()] {
		words = append(words, strconv.Itoa(int(t)))
	}
	return strings.Join(words, " ")
}

// ParsePosition reads the numbers row by row from the top left, separated by spaces or
// commas; 0 is the blank. It accepts arrangements that cannot be solved.
func (p *Puzzle) ParsePosition(text string) (Board, error) {
	var b Board
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	cells := p.size.cells()
	at := map[int]int{} // index of each number
	for i, w := range words {
		t, err := strconv.Atoi(w)
		switch first, twice := at[t]; {
		case err != nil || t < 0 || t >= cells:
			return Board{}, reason.Errorf("tiles: number %d: %q, want 0 to %d", i+1, w, cells-1)
		case twice:
			return Board{}, reason.Errorf("tiles: number %d: %d stands at number %d already", i+1, t, first)
		case i == cells:
			return Board{}, reason.Errorf("tiles: more than %d numbers", cells)
		}
		at[t] = i + 1
		b.Tiles[i] = uint8(t)
		if t == 0 {
			b.Blank = uint8(i)
		}
	}
	if len(words) < cells {
		return Board{}, reason.Errorf("tiles: %d numbers, want %d: row by row, 0 for the blank", len(words), cells)
	}
	return p.Shown(b), nil
}

// Draw draws the board.
func (p *Puzzle) Draw(b *Board) string {
	var text strings.Builder
	shown := p.Shown(*b)
	for i, t := range shown.Tiles[:p.size.cells()] {
		word := "."
		if t != 0 {
			word = strconv.Itoa(int(t))
		}
		end := " "
		if i%p.size.Width == p.size.Width-1 {
			end = "\n"
		}
		fmt.Fprintf(&text, "%2s%s", word, end)
	}
	return text.String()
}
