package mnkengine

import (
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// paperSide is the longest side of a board that is drawn as paper with marks;
// larger ones are wood with stones.
const paperSide = 9

// scored is how many moves of a large board have their scores on it: as many as
// one can take in at a glance.
const scored = 10

// drawn are rules whose positions are drawn.
type drawn[S any] interface {
	game.Rules[S, mnk.Move]
	game.Notation[S, mnk.Move]
	Spec() mnk.Spec
	Won(p *S) []int
}

// stars are the points that help the eye on boards of 15×15, five of them, and of
// 19×19, nine.
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

// picture is how a game is drawn.
func picture[S any](r drawn[S]) *engine.BoardOf[S, mnk.Move] {
	s := r.Spec()
	b := engine.Grid(s.M, s.N)
	b.Marks()
	if max(s.M, s.N) > paperSide {
		b.Rounds(engine.Stone)
		b.Sides[0].Name, b.Sides[1].Name = "Black", "White"
		b.Scored = scored
		b.Dots = stars(s)
		b.Ground, b.Lines = engine.Wood, engine.Through
	}
	if s.Gravity {
		b.Falls, b.Turns = true, 1
	}
	b.SetUp = &engine.SetUp{}
	return &engine.BoardOf[S, mnk.Move]{
		Board: b,
		Pieces: func(p *S) string {
			rows, _, _ := strings.Cut(r.FormatPosition(p), " ")
			return engine.ReadRows(rows)
		},
		Path:  func(_ *S, m mnk.Move) []int { return []int{int(m)} },
		Won:   r.Won,
		Write: func(a engine.Arrangement) string { return engine.Rows(a.Pieces, s.M) + " " + engine.SideLetter(a.Side) },
	}
}
