// Package qubic implements four in a row in a cube of 4×4×4 cells: two players take cells in turn,
// X first, and the first to take all four cells of one of the 76 lines wins. A full cube without
// such a line is a draw. The first player wins (Patashnik 1980; proved again without human help by
// Allis and Schoo 1992).
//
// # Notation
//
// A cell is its level, 1 to 4, its column, a to d, and its row, 1 to 4: 1a1 is
// a corner, 2b2 is in the middle. A position is the four levels separated by
// "|", each as four rows separated by "/", then the side to move:
//
//	X---/4/4/4|4/-O--/4/4|4/4/4/4|4/4/4/4 X
//
// A number stands for that many empty cells, and "." means "-". The side to move may be omitted,
// because the number of stones determines it. "startpos" is the empty cube. Moves, separated by
// spaces, may follow either; a list of moves alone starts from the empty cube: "2b2 1a1".
package qubic

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// Position is a position. Cell number x+4y+16z, in column x, row y and level z
// from 0, is bit number x+4y+16z of a word:
//
//	z=0   0  1  2  3     z=1  16 17 18 19    z=2  32 …    z=3  48 …
//	      4  5  6  7          20 21 22 23
//	      8  9 10 11          24 25 26 27
//	     12 13 14 15          28 29 30 31
//
// X moves first, so X is to move when the number of stones is even.
type Position struct {
	Own uint64 // stones of the side to move
	Opp uint64 // stones of the opponent, which moved last
}

// Move is the number of the cell taken.
type Move uint8

// Rules are the rules of the game. The zero Rules are ready to use.
type Rules struct{}

// Start returns the empty cube.
func (Rules) Start() Position { return Position{} }

// Moves appends the empty cells in the order of their numbers.
func (r Rules) Moves(p *Position, buf []Move) ([]Move, game.Status) {
	if status := r.Status(p); status.Over() {
		return buf, status
	}
	for free := ^(p.Own | p.Opp); free != 0; free &= free - 1 {
		buf = append(buf, Move(bits.TrailingZeros64(free)))
	}
	return buf, game.Ongoing
}

// Status returns the state of the game without generating moves.
func (Rules) Status(p *Position) game.Status {
	switch {
	case HasLine(p.Opp):
		return game.Loss
	case p.Own|p.Opp == ^uint64(0):
		return game.Draw
	}
	return game.Ongoing
}

// Play puts a stone of the side to move on m.
func (Rules) Play(dst, src *Position, m Move) {
	own := src.Own | 1<<(m&63)
	dst.Own, dst.Opp = src.Opp, own
}

// ToMove returns First, who plays X, if the number of stones is even.
func (Rules) ToMove(p *Position) game.Player {
	return game.Player(bits.OnesCount64(p.Own|p.Opp) & 1)
}

// Alternates returns true.
func (Rules) Alternates() bool { return true }

// MoveKey returns the number of the cell.
func (Rules) MoveKey(m Move) int { return int(m) }

// Hash mixes the two words. The stones determine the side to move.
func (Rules) Hash(p *Position) uint64 { return mix(p.Own, p.Opp) }

// mix hashes two words with the constants of SplitMix64.
func mix(a, b uint64) uint64 {
	return game.Mix(a*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b*0xbf58476d1ce4e5b9, 32))
}

// Direction is one of the 13 directions of lines. There are 3 along an edge of the cube
// with 16 lines each, 6 across a face with 4 lines each, and 4 through the cube with 1
// line each: 76 lines in all.
type Direction struct {
	Step   uint   // distance in cell numbers between neighbours in a line
	Starts uint64 // the first cells of the lines
}

// The cells at the low and high ends of the axes.
const (
	x0 = 0x1111111111111111
	x3 = x0 << 3
	y0 = 0x000f000f000f000f
	y3 = y0 << 12
	z0 = 0xffff
)

// Directions returns all directions. If a coordinate decreases along a line, its part
// of the step is negative and the line starts at its high end.
func Directions() [13]Direction { return directions }

var directions = [13]Direction{
	{1, x0},
	{4, y0},
	{16, z0},
	{4 + 1, x0 & y0},
	{4 - 1, x3 & y0},
	{16 + 1, x0 & z0},
	{16 - 1, x3 & z0},
	{16 + 4, y0 & z0},
	{16 - 4, y3 & z0},
	{16 + 4 + 1, x0 & y0 & z0},
	{16 + 4 - 1, x3 & y0 & z0},
	{16 - 4 + 1, x0 & y3 & z0},
	{16 - 4 - 1, x3 & y3 & z0},
}

// HasLine reports whether stones contain a line. It takes about 15 ns.
func HasLine(stones uint64) bool {
	return four(stones, 1, x0)|four(stones, 4, y0)|four(stones, 16, z0)|
		four(stones, 5, x0&y0)|four(stones, 3, x3&y0)|
		four(stones, 17, x0&z0)|four(stones, 15, x3&z0)|
		four(stones, 20, y0&z0)|four(stones, 12, y3&z0)|
		four(stones, 21, x0&y0&z0)|four(stones, 19, x3&y0&z0)|
		four(stones, 13, x0&y3&z0)|four(stones, 11, x3&y3&z0) != 0
}

// four returns the starts of full lines in a direction.
func four(stones uint64, step uint, starts uint64) uint64 {
	pairs := stones & (stones >> step)
	return pairs & (pairs >> (2 * step)) & starts
}

// Completing returns the cells, taken or not, that complete a line with three of the given stones.
func Completing(stones uint64) (cells uint64) {
	for i := range directions {
		d := &directions[i]
		s := d.Step & 63
		first, second := stones&d.Starts, stones>>s&d.Starts
		third, fourth := stones>>(2*s&63)&d.Starts, stones>>(3*s&63)&d.Starts
		low, high := first&second, third&fourth
		cells |= second & high
		cells |= first & high << s
		cells |= low & fourth << (2 * s & 63)
		cells |= low & third << (3 * s & 63)
	}
	return cells
}

// FormatMove returns the name of the cell, such as 2b3.
func (Rules) FormatMove(_ *Position, m Move) string {
	return string([]byte{'1' + byte(m>>4), 'a' + byte(m&3), '1' + byte(m>>2&3)})
}

// ParseMove parses the name of an empty cell.
func (r Rules) ParseMove(p *Position, text string) (Move, error) {
	m, err := r.parseMove(p, text)
	if err != nil {
		return 0, reason.Errorf("qubic: move %w", err)
	}
	return m, nil
}

func (r Rules) parseMove(p *Position, text string) (Move, error) {
	var z, x, y int
	if len(text) == 3 {
		z, x, y = int(text[0])-'1', int(text[1])-'a', int(text[2])-'1'
	}
	if len(text) != 3 || (x|y|z)&^3 != 0 {
		return 0, reason.Errorf("%q, want a level 1 to 4, a column a to d and a row 1 to 4", text)
	}
	m := Move(x + 4*y + 16*z)
	switch {
	case r.Status(p).Over():
		return 0, reason.Errorf("%s: %w: the game is over", text, game.ErrIllegal)
	case (p.Own|p.Opp)>>m&1 != 0:
		return 0, reason.Errorf("%s: %w: the cell is taken", text, game.ErrIllegal)
	}
	return m, nil
}

// cells returns X, O or - for each cell.
func (r Rules) cells(p *Position) []byte {
	sides := [2]uint64{p.Own, p.Opp}
	first := r.ToMove(p)
	cells := make([]byte, 64)
	for c := range cells {
		cells[c] = rowtext.Cell(sides[first]>>c&1 != 0, sides[first.Other()]>>c&1 != 0)
	}
	return cells
}

// FormatPosition returns the levels and the side to move.
func (r Rules) FormatPosition(p *Position) string {
	var levels []string
	for level := range slices.Chunk(r.cells(p), 16) {
		levels = append(levels, rowtext.FormatRows(level, 4))
	}
	return strings.Join(levels, "|") + " " + string("XO"[r.ToMove(p)])
}

// ParsePosition parses a position; see the package comment. It rejects impossible
// positions: wrong numbers of stones, a finished line of the side to move, and lines
// that no single move can complete.
func (r Rules) ParsePosition(text string) (Position, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Position{}, reason.New("qubic: empty position, want startpos, levels or moves")
	}
	var p Position
	switch {
	case words[0] == "startpos":
		words = words[1:]
	case strings.ContainsAny(words[0], "/|"):
		var err error
		if p, words, err = r.parseLevels(words); err != nil {
			return Position{}, reason.Errorf("qubic: %w", err)
		}
	}
	for i, word := range words {
		m, err := r.parseMove(&p, word)
		if err != nil {
			return Position{}, reason.Errorf("qubic: move %d: %w", i+1, err)
		}
		r.Play(&p, &p, m)
	}
	return p, nil
}

// parseLevels parses the levels and the optional side to move. It returns the remaining
// words as rest.
func (r Rules) parseLevels(words []string) (p Position, rest []string, err error) {
	levels := strings.Split(words[0], "|")
	if len(levels) != 4 {
		return p, nil, reason.Errorf("%d levels, want 4", len(levels))
	}
	var sides [2]uint64
	for z, level := range levels {
		cells, err := rowtext.ParseRows(level, 4, 4)
		if err != nil {
			return p, nil, reason.Errorf("level %d: %w", z+1, err)
		}
		for i, stone := range cells {
			if side := strings.IndexByte("XO", stone); side >= 0 {
				sides[side] |= 1 << (i + 16*z)
			}
		}
	}
	if p, err = position(sides[0], sides[1]); err != nil {
		return p, nil, err
	}
	rest = words[1:]
	if len(rest) == 0 || rest[0] != "X" && rest[0] != "O" {
		return p, rest, nil
	}
	if want := "XO"[r.ToMove(&p):][:1]; rest[0] != want {
		return p, nil, reason.Errorf("side to move is %s, but the stones leave %s to move", rest[0], want)
	}
	return p, rest[1:], nil
}

// position returns the position with the given stones of X and O. It fails if
// the position cannot arise.
func position(x, o uint64) (Position, error) {
	p, mover := Position{Own: x, Opp: o}, "X"
	switch nx, no := bits.OnesCount64(x), bits.OnesCount64(o); {
	case nx == no+1:
		p, mover = Position{Own: o, Opp: x}, "O"
	case nx != no:
		return p, reason.Errorf("%d X and %d O, want as many or one X more", nx, no)
	}
	if HasLine(p.Own) {
		return p, reason.Errorf("%s is to move but has a line", mover)
	}
	if HasLine(p.Opp) && !madeAtOnce(p.Opp) {
		return p, reason.New("no single move completes all the lines of the side that moved last")
	}
	return p, nil
}

// madeAtOnce reports whether removing one stone leaves no line.
func madeAtOnce(stones uint64) bool {
	for rest := stones; rest != 0; rest &= rest - 1 {
		if !HasLine(stones &^ (rest & -rest)) {
			return true
		}
	}
	return false
}

// Draw returns the levels side by side, and the state of the game.
func (r Rules) Draw(p *Position) string {
	cells, captions := r.cells(p), r.Captions(p)
	lines := [6]string{" ", " ", "1", "2", "3", "4"}
	for z, level := range captions[:4] {
		lines[0] += "  " + level.Text + "   "
		lines[1] += "  a b c d   "
		for y := range 4 {
			row := cells[4*y+16*z:][:4]
			lines[2+y] += fmt.Sprintf("  %c %c %c %c   ", row[0], row[1], row[2], row[3])
		}
	}
	var out strings.Builder
	for _, line := range lines {
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String() + captions[4].Text + "\n"
}

// Captions returns the names of the levels and the state of the game.
func (r Rules) Captions(p *Position) []game.Caption {
	captions := make([]game.Caption, 0, 5)
	for z := range 4 {
		number := strconv.Itoa(z + 1)
		captions = append(captions, game.Caption{Text: "level " + number, Says: game.Level, What: number})
	}
	return append(captions, game.Standing(r.Status(p), r.ToMove(p), [2]string{"X", "O"}))
}
