package mnkengine

import (
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// paperSide is the longest side of boards drawn as paper with marks. Larger boards are
// wood with stones.
const paperSide = 9

// scored is the number of moves that show a score on a large board: as many as
// one can see at a glance.
const scored = 10

// drawn is the interface of rules with a picture.
type drawn[S any] interface {
	game.Rules[S, mnk.Move]
	game.Notation[S, mnk.Move]
	Spec() mnk.Spec
	Won(p *S) []int
}

// stars returns the star points: five on 15×15, nine on 19×19.
func stars(s mnk.Spec) (dots [][2]float64) {
	lines := map[int][]float64{15: {3.5, 11.5}, 19: {3.5, 9.5, 15.5}}[s.M]
	if s.M != s.N {
		return nil
	}
	for _, y := range lines {
		for _, x := range lines {
			dots = append(dots, [2]float64{x, y})
		}
	}
	if s.M == 15 {
		dots = append(dots, [2]float64{7.5, 7.5})
	}
	return dots
}

// picture describes how to draw a game.
func picture[S any](r drawn[S]) *boards.Of[S, mnk.Move] {
	s := r.Spec()
	b := boards.Grid(s.M, s.N)
	b.Marks()
	if max(s.M, s.N) > paperSide {
		b.Rounds(boards.Stone)
		b.Sides[0].Name, b.Sides[1].Name = "Black", "White"
		b.Scored = scored
		b.Dots = stars(s)
		b.Ground, b.Lines = boards.Wood, boards.Through
	}
	if s.Gravity {
		b.Falls, b.Turns = true, 1
	}
	b.SetUp = &boards.SetUp{}
	return &boards.Of[S, mnk.Move]{
		Board: b,
		Pieces: func(p *S) string {
			rows, _, _ := strings.Cut(r.FormatPosition(p), " ")
			return boards.ReadRows(rows)
		},
		Path:  func(_ *S, m mnk.Move) []int { return []int{int(m)} },
		Won:   r.Won,
		Write: func(a boards.Arrangement) string { return boards.Rows(a.Pieces, s.M) + " " + boards.SideLetter(a.Side) },
	}
}
