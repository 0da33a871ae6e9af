package engine_test

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
)

// Cram is a game on a row of cells: a player puts a domino on two that are free
// and lie side by side. Who cannot has lost. The state is the cells and the
// dominoes that lie there; a move is the first of two cells.
type Cram struct{}

func (Cram) Start() string { return "------ 0" }

func (Cram) Moves(s *string, buf []int) ([]int, game.Status) {
	for i := range 5 {
		if (*s)[i:i+2] == "--" {
			buf = append(buf, i)
		}
	}
	if len(buf) == 0 {
		return buf, game.Loss
	}
	return buf, game.Ongoing
}

func (r Cram) Play(dst, src *string, m int) {
	cells, turn := (*src)[:6], r.ToMove(src)
	letter := engine.SideLetter(turn)
	*dst = fmt.Sprint(cells[:m], letter, letter, cells[m+2:], " ", turn.Other()&1)
}

func (Cram) ToMove(s *string) game.Player { return game.Player((*s)[7] - '0') }

func (Cram) Hash(s *string) (key uint64) {
	for _, c := range []byte(*s) {
		key = key*257 + uint64(c)
	}
	return key
}

func (Cram) FormatMove(_ *string, m int) string        { return fmt.Sprint(m + 1) }
func (Cram) FormatPosition(s *string) string           { return *s }
func (Cram) Draw(s *string) string                     { return *s + "\n" }
func (Cram) ParsePosition(text string) (string, error) { return text, nil }

func (r Cram) ParseMove(s *string, text string) (m int, err error) {
	if _, err = fmt.Sscan(text, &m); err != nil || m < 1 || m > 5 || !strings.HasPrefix((*s)[m-1:], "--") {
		return 0, game.ErrIllegal
	}
	return m - 1, nil
}

// A game of one's own is played in the terminal and on the page as soon as it
// says what it looks like, and by which cells its moves are entered.
func ExampleBoardOf() {
	board := engine.BoardOf[string, int]{
		Board:  engine.Grid(6, 1),
		Pieces: func(s *string) string { return (*s)[:6] },
		Path:   func(_ *string, m int) []int { return []int{m, m + 1} },
	}
	board.Marks() // crosses and rings
	g := engine.Adapt(Cram{}, engine.Spec[string, int]{
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
