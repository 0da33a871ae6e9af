package ultimateengine

import (
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/games/ultimate"
)

// anyBoard is the option for a free choice. The other options are the boards, from 1.
const anyBoard = 0

// picture describes how to draw the game: nine small boards. A position is set
// up with its marks and the board to move in.
func picture() *boards.Of[ultimate.Position, ultimate.Move] {
	b := boards.Grid(9, 9)
	b.Marks()
	b.Part(3, 3)
	b.SetUp = &boards.SetUp{Option: &boards.Choice{
		Title: "board to move in", Values: []string{"any", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
	}}
	return &boards.Of[ultimate.Position, ultimate.Move]{
		Board: b,
		Pieces: func(p *ultimate.Position) string {
			rows, _, _ := strings.Cut(ultimate.Rules{}.FormatPosition(p), " ")
			return boards.ReadRows(rows)
		},
		Path:   path,
		Owners: owners,
		Option: func(p *ultimate.Position) int {
			if p.FreeChoice() {
				return anyBoard
			}
			return int(p.Board) + 1
		},
		Write: func(a boards.Arrangement) string {
			board := "-"
			if a.Option != anyBoard {
				board = string('0' + rune(a.Option))
			}
			return boards.Rows(a.Pieces, 9) + " " + boards.SideLetter(a.Side) + " " + board
		},
	}
}

// path returns the index of m's cell in the 9×9 square.
func path(_ *ultimate.Position, m ultimate.Move) []int {
	board, cell := int(m)/9, int(m)%9
	return []int{9*(board/3*3+cell/3) + board%3*3 + cell%3}
}

// owners returns the owner of each small board.
func owners(p *ultimate.Position) []int {
	of := make([]int, 9)
	for i := range of {
		switch {
		case p.Owned[0]>>i&1 != 0:
			of[i] = 0
		case p.Owned[1]>>i&1 != 0:
			of[i] = 1
		case p.Done>>i&1 != 0:
			of[i] = boards.Shared
		default:
			of[i] = boards.Open
		}
	}
	return of
}
