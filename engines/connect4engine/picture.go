package connect4engine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

// picture describes how to draw a game: a panel with holes that counters fall
// into.
func picture(r connect4.Rules) *engine.BoardOf[connect4.State, connect4.Move] {
	b := engine.Grid(r.Width(), r.Height())
	b.Rounds(engine.Counter)
	b.Sides = []engine.BoardSide{{Name: "Red", Colour: engine.Red}, {Name: "Yellow", Colour: engine.Yellow}}
	b.Ground, b.Lines = engine.Panel, engine.NoLines
	if r.Height() > 1 { // a single row without slashes would parse as moves
		b.SetUp = &engine.SetUp{}
	}
	var names []string
	for c := range r.Width() {
		names = append(names, r.FormatMove(nil, connect4.Move(c)))
	}
	b.Upright(names)
	return &engine.BoardOf[connect4.State, connect4.Move]{
		Board:  b,
		Pieces: func(s *connect4.State) string { return counters(r, s) },
		Path:   func(s *connect4.State, m connect4.Move) []int { return []int{landing(r, s, int(m))} },
		Won: func(s *connect4.State) []int {
			if r.Status(s) != game.Loss {
				return nil
			}
			return linesOfFour(counters(r, s), r.Width())
		},
		Write: func(a engine.Arrangement) string {
			return engine.Rows(a.Pieces, r.Width()) + " " + engine.SideLetter(a.Side)
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
			cells[i] = engine.Empty
		case s.Own()&bit != 0:
			cells[i] = engine.SideLetter(own)[0]
		default:
			cells[i] = engine.SideLetter(own.Other())[0]
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
			if x < 0 || x >= width || y*width >= len(cells) || cells[i] == engine.Empty {
				continue
			}
			if cells[i+step] == cells[i] && cells[i+2*step] == cells[i] && cells[i+3*step] == cells[i] {
				for n := range 4 {
					won[i+n*step] = true
				}
			}
		}
	}
	return engine.Where(won)
}
