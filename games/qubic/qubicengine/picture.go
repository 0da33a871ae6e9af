package qubicengine

import (
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/qubic"
)

// picture describes how to draw the game: four levels in two rows.
func picture() *boards.Of[qubic.Position, qubic.Move] {
	const apart = 4 + 2*boards.Gap
	b := boards.Grid(4, 4)
	level := b.Cells
	b.Cells, b.Labels = nil, nil
	b.Width, b.Height, b.Turns = 4+apart, 4+apart, 1
	for z := range 4 {
		left, top := float64(z%2)*apart, float64(z/2)*apart
		title := strconv.Itoa(z + 1)
		b.Frames = append(b.Frames, boards.Frame{Title: title, X: left, Y: top, Width: 4, Height: 4})
		for _, c := range level {
			c.Name, c.X, c.Y = title+c.Name, c.X+left, c.Y+top
			b.Cells = append(b.Cells, c)
		}
	}
	b.Rounds(boards.Stone)
	b.Ground, b.SetUp = boards.Wood, &boards.SetUp{}
	return &boards.Of[qubic.Position, qubic.Move]{
		Board:  b,
		Pieces: stones,
		Path:   func(_ *qubic.Position, m qubic.Move) []int { return []int{int(m)} },
		Won:    won,
		Write: func(a boards.Arrangement) string {
			var levels []string
			for i := 0; i < len(a.Pieces); i += 16 {
				levels = append(levels, boards.Rows(a.Pieces[i:i+16], 4))
			}
			return strings.Join(levels, "|") + " " + boards.SideLetter(a.Side)
		},
	}
}

func stones(p *qubic.Position) string {
	levels, _, _ := strings.Cut(qubic.Rules{}.FormatPosition(p), " ")
	return boards.ReadRows(levels)
}

// won returns the cells of the winning lines of the side that moved last.
func won(p *qubic.Position) []int {
	if (qubic.Rules{}).Status(p) != game.Loss {
		return nil
	}
	cells := make([]bool, 64)
	for _, d := range directions {
		for start := range uint(64) {
			line := uint64(1)<<start | 1<<(start+d.Step) | 1<<(start+2*d.Step) | 1<<(start+3*d.Step)
			if d.Starts>>start&1 == 0 || p.Opp&line != line {
				continue
			}
			for i := range uint(4) {
				cells[start+i*d.Step] = true
			}
		}
	}
	return boards.Where(cells)
}
