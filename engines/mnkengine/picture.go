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

// drawn are rules whose positions are drawn.
type drawn[S any] interface {
	game.Rules[S, mnk.Move]
	game.Notation[S, mnk.Move]
	Spec() mnk.Spec
	Won(p *S) []int
}

// picture is how a game is drawn.
func picture[S any](r drawn[S]) *engine.BoardOf[S, mnk.Move] {
	s := r.Spec()
	b := engine.Grid(s.M, s.N)
	b.Marks()
	if max(s.M, s.N) > paperSide {
		b.Rounds(engine.Stone)
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
