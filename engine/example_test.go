package engine_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
)

// Cram is a game on a row of cells: a player places a domino on two adjacent
// free cells. A player who cannot move loses. A move is the first of the two
// cells.
type Cram struct{}

// Row is a position of Cram: the owner of the domino on each cell, a hyphen
// for an empty cell, and the side to move.
type Row struct {
	Cells [6]byte
	Turn  game.Player
}

func (Cram) Start() (r Row) {
	copy(r.Cells[:], "------")
	return r
}

func (Cram) Moves(s *Row, buf []int) ([]int, game.Status) {
	for i := range s.Cells[1:] {
		if s.Cells[i] == '-' && s.Cells[i+1] == '-' {
			buf = append(buf, i)
		}
	}
	if len(buf) == 0 {
		return buf, game.Loss
	}
	return buf, game.Ongoing
}

func (Cram) Play(dst, src *Row, m int) {
	letter := boards.SideLetter(src.Turn)[0]
	*dst = *src
	dst.Cells[m], dst.Cells[m+1] = letter, letter
	dst.Turn = src.Turn.Other()
}

func (Cram) ToMove(s *Row) game.Player { return s.Turn }

func (Cram) Hash(s *Row) uint64 {
	key := uint64(s.Turn)
	for _, c := range s.Cells {
		key = key*257 + uint64(c)
	}
	return key
}

func (Cram) FormatMove(_ *Row, m int) string { return fmt.Sprint(m + 1) }
func (Cram) FormatPosition(s *Row) string {
	return string(s.Cells[:]) + " " + boards.SideLetter(s.Turn)
}
func (r Cram) Draw(s *Row) string { return r.FormatPosition(s) + "\n" }

func (r Cram) ParsePosition(text string) (s Row, err error) {
	cells, turn, _ := strings.Cut(text, " ")
	if len(cells) != len(s.Cells) || strings.Trim(cells, "-XO") != "" || turn != "X" && turn != "O" {
		return s, fmt.Errorf("cram: %q, want six cells and whose turn it is, such as --XX-- O", text)
	}
	copy(s.Cells[:], cells)
	s.Turn = game.Player(strings.Index("XO", turn))
	return s, nil
}

func (r Cram) ParseMove(s *Row, text string) (int, error) {
	m, err := strconv.Atoi(text)
	if err != nil || m < 1 || m >= len(s.Cells) {
		return 0, fmt.Errorf("cram: move %q, want 1 to %d", text, len(s.Cells)-1)
	}
	if s.Cells[m-1] != '-' || s.Cells[m] != '-' {
		return 0, fmt.Errorf("cram: move %d: %w", m, game.ErrIllegal)
	}
	return m - 1, nil
}

// TestCram checks the laws of the example.
func TestCram(t *testing.T) {
	gametest.Test(t, Cram{}, gametest.Config[Row, int]{})
}

// A new game can be played in the terminal and on the page once it describes
// its board and the cells that enter its moves.
func Example_board() {
	board := boards.Of[Row, int]{
		Board:  boards.Grid(6, 1),
		Pieces: func(s *Row) string { return string(s.Cells[:]) },
		Path:   func(_ *Row, m int) []int { return []int{m, m + 1} },
	}
	board.Marks() // crosses and rings
	g := engine.Adapt(Cram{}, engine.Spec[Row, int]{
		About: engine.About{Name: "cram", Title: "Cram", Sides: [2]string{"X", "O"}, Unit: "points"},
		Board: &board,
	})
	p, err := g.Start().Play("3")
	if err != nil {
		fmt.Println(err)
		return
	}
	at := p.Placement()
	fmt.Println(at.Pieces, p.Moves(), at.Paths)
	// Output: --XX-- [1 5] [[0 1] [4 5]]
}

// Adapt turns typed rules into text: positions, moves and values are read and
// written as strings.
func ExampleAdapt() {
	g := engine.Adapt(Cram{}, engine.Spec[Row, int]{
		About: engine.About{Name: "cram", Title: "Cram", Sides: [2]string{"X", "O"}, Unit: "points"},
	})
	p, err := g.Parse("--XX-- O")
	if err != nil {
		fmt.Println(err)
		return
	}
	a := g.NewEngine(engine.Options{}).Analyze(context.Background(), p, search.Query{}, search.Control{}, nil)
	best := a.Lines[0]
	fmt.Println(best.Move, a.Outcome(), "in", best.Value.Plies)
	// Output: 1 loss in 2
}
