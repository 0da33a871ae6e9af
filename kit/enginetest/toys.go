package enginetest

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
)

// Toys returns games that use every way to enter moves, for tests of code that
// draws and plays games. In "jumps" pieces step, capture along freely chosen
// paths and turn into one of two others. "pegs" is for one player. They are in
// no catalog.
func Toys() []*engine.Game { return []*engine.Game{Jumps(), Pegs()} }

// jumpSide is the width and height of the board of jumps.
const jumpSide = 6

// jumps is a small draughts game on 6×6 cells. Men step forward along
// diagonals and capture pieces of the other side by jumping over them; further
// jumps are optional. On the last row they become kings, which move along all
// diagonals, or towers, which move along rows and columns. A player who cannot
// move loses.
type jumps struct{}

// jumpState has a letter on each cell: A a man, B a king, C a tower of the first side; a,
// b and c the same of the second.
type jumpState struct {
	cells [jumpSide * jumpSide]byte
	side  game.Player
}

const jumpStart = "-a-a-a/------/------/------/------/A-A-A- A"

// Jumps returns the game of jumps.
func Jumps() *engine.Game {
	b := boards.Grid(jumpSide, jumpSide)
	b.Ground, b.Lines, b.Turns, b.Mirrors = boards.Wood, boards.Checked, 2, false
	b.Sides = []boards.Side{{Name: "White", Colour: boards.White}, {Name: "Green", Colour: boards.Green}}
	for side, letters := range []string{"ABC", "abc"} {
		for i, p := range []boards.Piece{
			{Shape: boards.Man, Title: "man"}, {Shape: boards.King, Title: "king"}, {Shape: boards.Tile, Title: "tower", Text: "T"},
		} {
			p.Letter, p.Side = letters[i:i+1], side
			b.Pieces = append(b.Pieces, p)
		}
	}
	b.SetUp = &boards.SetUp{Turn: true}
	return engine.Adapt(jumps{}, engine.Spec[jumpState, string]{
		About: engine.About{
			Name: "jumps", Title: "Jumps", Sizes: "jumps", Positions: "rows and the side to move", Moves: "cells",
			Sides: [2]string{"A", "a"}, Unit: "men",
		},
		Board: &boards.Of[jumpState, string]{
			Board:  b,
			Pieces: func(s *jumpState) string { return string(s.cells[:]) },
			Path:   jumps{}.path,
			Becomes: func(_ *jumpState, m string) string {
				_, letter, _ := strings.Cut(m, "=")
				return letter
			},
			Write: func(a boards.Arrangement) string { return boards.Rows(a.Pieces, jumpSide) + " " + "Aa"[a.Side:][:1] },
		},
	})
}

func (jumps) Start() jumpState {
	s, err := jumps{}.ParsePosition(jumpStart)
	if err != nil {
		panic(err)
	}
	return s
}

// owner returns the owner of a piece; ok is false for an empty cell.
func (s *jumpState) owner(cell int) (side game.Player, ok bool) {
	switch c := s.cells[cell]; {
	case c == boards.Empty:
		return 0, false
	case c >= 'a':
		return game.Second, true
	}
	return game.First, true
}

// directions returns the directions in which a piece moves.
func directions(piece byte) [][2]int {
	switch piece {
	case 'A':
		return [][2]int{{-1, -1}, {1, -1}}
	case 'a':
		return [][2]int{{-1, 1}, {1, 1}}
	case 'B', 'b':
		return [][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}
	}
	return [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}
}

// off returns the cell at n times d from another.
func off(cell int, d [2]int, n int) (to int, ok bool) {
	x, y := cell%jumpSide+n*d[0], cell/jumpSide+n*d[1]
	return y*jumpSide + x, x >= 0 && x < jumpSide && y >= 0 && y < jumpSide
}

func cellName(cell int) string { return fmt.Sprintf("%c%d", 'a'+cell%jumpSide, cell/jumpSide+1) }

func (jumps) Moves(s *jumpState, buf []string) ([]string, game.Status) {
	before := len(buf)
	for cell := range s.cells {
		if side, ok := s.owner(cell); !ok || side != s.side {
			continue
		}
		piece := s.cells[cell]
		for _, d := range directions(piece) {
			if to, ok := off(cell, d, 1); ok && s.cells[to] == boards.Empty {
				buf = ending(buf, piece, cellName(cell)+"-"+cellName(to), to)
			}
		}
		lifted := *s
		lifted.cells[cell] = boards.Empty
		buf = lifted.captures(buf, piece, cellName(cell), cell)
	}
	if len(buf) == before {
		return buf, game.Loss
	}
	return buf, game.Ongoing
}

// captures appends the jumps of a piece on a cell that continue the move in so.
func (s *jumpState) captures(buf []string, piece byte, so string, cell int) []string {
	for _, d := range directions(piece) {
		over, _ := off(cell, d, 1)
		to, ok := off(cell, d, 2)
		if !ok || s.cells[to] != boards.Empty {
			continue
		}
		if side, taken := s.owner(over); !taken || side == s.side {
			continue
		}
		next := *s
		next.cells[over] = boards.Empty
		buf = ending(buf, piece, so+"x"+cellName(to), to)
		buf = next.captures(buf, piece, so+"x"+cellName(to), to)
	}
	return buf
}

// ending appends a move that ends on the cell to, once for each piece that the moved
// piece may become.
func ending(buf []string, piece byte, move string, to int) []string {
	switch {
	case piece == 'A' && to/jumpSide == 0:
		return append(buf, move+"=B", move+"=C")
	case piece == 'a' && to/jumpSide == jumpSide-1:
		return append(buf, move+"=b", move+"=c")
	}
	return append(buf, move)
}

// cellsOf returns the cells named in a move.
func cellsOf(move string) (cells []int) {
	move, _, _ = strings.Cut(move, "=")
	for name := range strings.FieldsFuncSeq(move, func(r rune) bool { return r == '-' || r == 'x' }) {
		cells = append(cells, int(name[1]-'1')*jumpSide+int(name[0]-'a'))
	}
	return cells
}

// path names the last cell twice if the piece could jump on.
func (r jumps) path(s *jumpState, m string) []int {
	cells := cellsOf(m)
	moves, _ := r.Moves(s, nil)
	if slices.ContainsFunc(moves, func(other string) bool {
		longer := cellsOf(other)
		return len(longer) > len(cells) && slices.Equal(longer[:len(cells)], cells)
	}) {
		return append(cells, cells[len(cells)-1])
	}
	return cells
}

func (jumps) Play(dst, src *jumpState, m string) {
	*dst = *src
	cells := cellsOf(m)
	piece := dst.cells[cells[0]]
	for i, to := range cells[1:] {
		from := cells[i]
		dst.cells[from] = boards.Empty
		if strings.Contains(m, "x") {
			dst.cells[(from+to)/2] = boards.Empty
		}
		dst.cells[to] = piece
	}
	if _, becomes, ok := strings.Cut(m, "="); ok {
		dst.cells[cells[len(cells)-1]] = becomes[0]
	}
	dst.side = src.side.Other()
}

func (jumps) ToMove(s *jumpState) game.Player { return s.side }

func (r jumps) Hash(s *jumpState) uint64 { return hashText(r.FormatPosition(s)) }

func hashText(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// Evaluate counts pieces.
func (jumps) Evaluate(s *jumpState) (v game.Score) {
	for cell := range s.cells {
		if side, ok := s.owner(cell); ok && side == s.side {
			v++
		} else if ok {
			v--
		}
	}
	return v
}

func (jumps) FormatMove(_ *jumpState, m string) string { return m }

func (r jumps) ParseMove(s *jumpState, text string) (string, error) { return legal(r, s, text) }

func legal[S any](r game.Rules[S, string], s *S, text string) (string, error) {
	moves, _ := r.Moves(s, nil)
	if !slices.Contains(moves, text) {
		return "", fmt.Errorf("move %q: %w", text, game.ErrIllegal)
	}
	return text, nil
}

func (jumps) FormatPosition(s *jumpState) string {
	return boards.Rows(string(s.cells[:]), jumpSide) + " " + "Aa"[s.side:][:1]
}

func (jumps) ParsePosition(text string) (s jumpState, err error) {
	rows, side, _ := strings.Cut(text, " ")
	rows = strings.ReplaceAll(rows, "/", "")
	if len(rows) != len(s.cells) || strings.Trim(rows, "ABCabc-") != "" || side != "A" && side != "a" {
		return s, errors.New("jumps: want 36 of A B C a b c - and the side to move, A or a")
	}
	copy(s.cells[:], rows)
	if side == "a" {
		s.side = game.Second
	}
	return s, nil
}

func (r jumps) Draw(s *jumpState) string {
	return strings.ReplaceAll(r.FormatPosition(s), "/", "\n") + "\n"
}

// pegs is solitaire on a line: a peg jumps over its neighbour, which is
// removed. Leaving one peg wins.
type pegs struct{}

type pegState [6]byte

// Pegs returns the game of pegs, for one player.
func Pegs() *engine.Game {
	b := boards.Grid(len(pegState{}), 1)
	b.Sides = []boards.Side{{Name: "Player", Colour: boards.Blue}}
	b.Pieces = []boards.Piece{{Letter: "P", Shape: boards.Man}}
	b.SetUp = &boards.SetUp{}
	return engine.Adapt(pegs{}, engine.Spec[pegState, string]{
		About: engine.About{
			Name: "pegs", Title: "Pegs", Sizes: "pegs", Positions: "six of P and -", Moves: "from-to",
			Sides: [2]string{"Player", "nobody"}, Unit: "pegs",
		},
		Board: &boards.Of[pegState, string]{
			Board:  b,
			Pieces: func(s *pegState) string { return string(s[:]) },
			Path:   func(_ *pegState, m string) []int { return cellsOf(m) },
			Write:  func(a boards.Arrangement) string { return a.Pieces },
		},
	})
}

func (pegs) Start() pegState { return pegState([]byte("PP-P--")) }

func (pegs) Moves(s *pegState, buf []string) ([]string, game.Status) {
	before := len(buf)
	for from := range s {
		for _, d := range []int{-1, 1} {
			to := from + 2*d
			if to >= 0 && to < len(s) && s[from] == 'P' && s[from+d] == 'P' && s[to] == boards.Empty {
				buf = append(buf, fmt.Sprintf("%c1-%c1", 'a'+from, 'a'+to))
			}
		}
	}
	switch {
	case len(buf) > before:
		return buf, game.Ongoing
	case strings.Count(string(s[:]), "P") == 1:
		return buf, game.Win
	}
	return buf, game.Loss
}

func (pegs) Play(dst, src *pegState, m string) {
	*dst = *src
	from, to := m[0]-'a', m[3]-'a'
	dst[from], dst[(from+to)/2], dst[to] = boards.Empty, boards.Empty, 'P'
}

func (pegs) ToMove(*pegState) game.Player                         { return game.First }
func (pegs) Hash(s *pegState) uint64                              { return hashText(string(s[:])) }
func (pegs) FormatMove(_ *pegState, m string) string              { return m }
func (r pegs) ParseMove(s *pegState, text string) (string, error) { return legal(r, s, text) }
func (pegs) FormatPosition(s *pegState) string                    { return string(s[:]) }
func (pegs) Draw(s *pegState) string                              { return string(s[:]) + "\n" }

func (pegs) ParsePosition(text string) (s pegState, err error) {
	if len(text) != len(s) || strings.Trim(text, "P-") != "" {
		return s, errors.New("pegs: want six of P and -")
	}
	return pegState([]byte(text)), nil
}
