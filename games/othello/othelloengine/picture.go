package othelloengine

import (
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/games/othello"
)

// picture describes how to draw a game: discs on felt. A position can be set up
// with its discs and either side to move.
func picture(r othello.Rules) *boards.Of[othello.Position, othello.Move] {
	b := boards.Grid(r.Size(), r.Size())
	b.Rounds(boards.Disc)
	b.Sides[0].Name, b.Sides[1].Name = "Black", "White"
	b.Ground, b.Lines, b.Tally = boards.Felt, boards.Around, true
	b.SetUp = &boards.SetUp{Turn: true}
	if r.Size() == 8 {
		b.Dots = [][2]float64{{2, 2}, {6, 2}, {2, 6}, {6, 6}}
	}
	return &boards.Of[othello.Position, othello.Move]{
		Board: b,
		Pieces: func(p *othello.Position) string {
			squares, _, _ := strings.Cut(r.FormatPosition(p), " ")
			return squares
		},
		Path:  func(_ *othello.Position, m othello.Move) []int { return path(r, m) },
		Write: func(a boards.Arrangement) string { return a.Pieces + " " + boards.SideLetter(a.Side) },
	}
}

// path returns the index of m's square on the board of r.
func path(r othello.Rules, m othello.Move) []int {
	if m == othello.Pass {
		return nil
	}
	inset := (8 - r.Size()) / 2
	return []int{(int(m)/8-inset)*r.Size() + int(m)%8 - inset}
}
