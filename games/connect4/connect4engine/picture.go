package connect4engine

import (
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

// picture describes how to draw a game: a panel with holes into which counters fall.
func picture(r connect4.Rules) *boards.Of[connect4.State, connect4.Move] {
	b := boards.Grid(r.Width(), r.Height())
	b.Rounds(boards.Counter)
	b.Sides = []boards.Side{{Name: "Red", Colour: boards.Red}, {Name: "Yellow", Colour: boards.Yellow}}
	b.Ground, b.Lines = boards.Panel, boards.NoLines
	if r.Height() > 1 { // a single row without slashes would parse as moves
		b.SetUp = &boards.SetUp{}
	}
	var names []string
	for c := range r.Width() {
		names = append(names, r.FormatMove(nil, connect4.Move(c)))
	}
	b.Upright(names)
	return &boards.Of[connect4.State, connect4.Move]{
		Board:  b,
		Pieces: func(s *connect4.State) string { return counters(r, s) },
		Path:   func(s *connect4.State, m connect4.Move) []int { return []int{landing(r, s, int(m))} },
		Won: func(s *connect4.State) []int {
			if r.Status(s) != game.Loss {
				return nil
			}
			return linesOfFour(counters(r, s), r.Width())
		},
		Write: func(a boards.Arrangement) string {
			return boards.Rows(a.Pieces, r.Width()) + " " + boards.SideLetter(a.Side)
		},
	}
}

// at returns the bit of the cell in a column that is row rows below the top;
// see the layout in games/connect4.
func at(r connect4.Rules, column, row int) uint64 {
	return 1 << (column*(r.Height()+1) + r.Height() - 1 - row)
}

// counters returns the contents of all cells, row by row from the top.
func counters(r connect4.Rules, s *connect4.State) string {
	cells := make([]byte, r.Width()*r.Height())
	own := r.ToMove(s)
	for i := range cells {
		switch bit := at(r, i%r.Width(), i/r.Width()); {
		case s.All()&bit == 0:
			cells[i] = boards.Empty
		case s.Own()&bit != 0:
			cells[i] = boards.SideLetter(own)[0]
		default:
			cells[i] = boards.SideLetter(own.Other())[0]
		}
	}
	return string(cells)
}

// landing returns the cell where a counter lands in a column that is not full.
func landing(r connect4.Rules, s *connect4.State, column int) int {
	row := r.Height() - 1
	for row > 0 && s.All()&at(r, column, row) != 0 {
		row--
	}
	return row*r.Width() + column
}

// linesOfFour returns the cells of all completed fours.
func linesOfFour(cells string, width int) []int {
	won := make([]bool, len(cells))
	for i := range cells {
		for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			x, y, step := i%width+3*d[0], i/width+3*d[1], d[0]+width*d[1]
			if x < 0 || x >= width || y*width >= len(cells) || cells[i] == boards.Empty {
				continue
			}
			if cells[i+step] == cells[i] && cells[i+2*step] == cells[i] && cells[i+3*step] == cells[i] {
				for n := range 4 {
					won[i+n*step] = true
				}
			}
		}
	}
	return boards.Where(won)
}
