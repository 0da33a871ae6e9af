package tiles

import (
	"errors"
	"fmt"

	"github.com/plywood-go/plywood/game"
)

// The sizes of the puzzle: squares in a row.
const (
	minSize  = 3
	maxSize  = 5
	maxCells = maxSize * maxSize
)

// Board is an arrangement: the tile in each square row by row, 0 for the blank,
// and where that is. Squares that a smaller puzzle lacks are 0.
type Board struct {
	Tiles [maxCells]uint8
	Blank uint8
}

// Move is the direction in which the blank moves.
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

// Puzzle is a puzzle of one size with one lower bound. It implements path.Puzzle
// and, but for costs, all that package path looks for.
type Puzzle struct {
	n     int
	bound Heuristic
}

// Heuristic is a lower bound of the moves to the goal.
type Heuristic interface {
	// Estimate returns at most the number of moves that b needs, 0 at the goal.
	Estimate(b *Board) int
	// String returns its name.
	String() string
}

// New returns the puzzle of n×n squares, of which it is 3 to 5. Without a bound it
// has Manhattan distance.
func New(n int, bound Heuristic) (*Puzzle, error) {
	if n < minSize || n > maxSize {
		return nil, fmt.Errorf("tiles: %d×%d squares, want %d×%d to %d×%d", n, n, minSize, minSize, maxSize, maxSize)
	}
	if bound == nil {
		bound = Manhattan(n)
	}
	return &Puzzle{n, bound}, nil
}

// Size returns the number of squares in a row.
func (p *Puzzle) Size() int { return p.n }

// goal returns the arrangement to reach.
func (p *Puzzle) goal() (b Board) {
	for i := range p.n * p.n {
		b.Tiles[i] = uint8(i)
	}
	return b
}

// starts are arrangements to begin with: on 3×3 squares one of the two that take
// the most moves there are, 31; on others what so many random moves lead to from
// the goal, 120 and 56, and the search brings back in 44 and 46.
var starts = map[int]Board{
	3: {Tiles: [maxCells]uint8{8, 7, 6, 0, 4, 1, 2, 5, 3}, Blank: 3},
	4: {Tiles: [maxCells]uint8{1, 4, 0, 14, 6, 10, 7, 5, 13, 2, 3, 11, 8, 9, 15, 12}, Blank: 2},
	5: {Tiles: [maxCells]uint8{0, 2, 3, 14, 4, 1, 12, 8, 7, 9, 5, 15, 6, 21, 19, 11, 10, 18, 24, 23, 20, 16, 22, 17, 13}},
}

// Start returns an arrangement to begin with.
func (p *Puzzle) Start() Board { return starts[p.n] }

// to returns where the blank comes to by m; ok is false at the edge.
func (p *Puzzle) to(blank uint8, m Move) (cell uint8, ok bool) {
	n := uint8(p.n)
	switch m {
	case Up:
		return blank - n, blank >= n
	case Left:
		return blank - 1, blank%n > 0
	case Right:
		return blank + 1, blank%n < n-1
	}
	return blank + n, blank < n*n-n
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

// Hash implements game.Rules. On 3×3 and 4×4 squares no two boards share one.
func (p *Puzzle) Hash(b *Board) uint64 {
	var h uint64
	for _, t := range b.Tiles[:p.n*p.n] {
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

// errOdd is why half of all arrangements cannot be solved.
var errOdd = errors.New("an odd arrangement: every move keeps the parity of the tiles and the blank's place together, and the goal has the other")

// Unsolvable implements path.Judge. A move sideways changes no order of tiles; one
// up or down takes a tile past n-1 others, which matters if n is even, and then
// the row of the blank changes too.
func (p *Puzzle) Unsolvable(b *Board) error {
	odd := 0
	for i, t := range b.Tiles[:p.n*p.n] {
		for _, u := range b.Tiles[:i] {
			if t != 0 && u > t {
				odd ^= 1
			}
		}
	}
	if p.n%2 == 0 {
		odd ^= int(b.Blank) / p.n & 1
	}
	if odd != 0 {
		return fmt.Errorf("tiles: cannot be solved: %w", errOdd)
	}
	return nil
}
