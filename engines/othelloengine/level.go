package othelloengine

import (
	"fmt"
	"math"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/othello"
)

// Levels of strength. Level L searches the midgame to depth L. The end of the
// game it searches, first with gambles and at last without, from the number of
// empty squares at which that takes as many nodes as the moves before together,
// but not from more than three for each ply of its depth, so that low levels
// stay weak at the end, too. The highest level solves everything.

// stage is a part of the game that is searched to its end: from so many empty
// squares on, with a confidence in percent.
type stage struct{ empties, percent int }

// cost is the mean of log₂ of the nodes of searches: first + each·x.
type cost struct{ first, each float64 }

// The costs of searches, over depths of 8 to 14 plies with 28 to 50 empty
// squares, and to the end of the game over 14 to 22 empty squares, by places on the
// ladder. TestLevels measures them anew; what is beyond is a guess.
var (
	midgameCost = cost{8.84, 0.574}
	endCosts    = [...]struct {
		sure uint8
		cost cost
	}{
		{certain, cost{1.10, 0.991}},
		{2, cost{2.46, 0.876}},
		{1, cost{3.95, 0.753}},
		{0, cost{8.21, 0.476}},
	}
)

// movesBefore is how many moves a side makes before the end of the game is
// searched, about.
const movesBefore = 20

// farthest is how many empty squares a level looks to the end from at most, for
// each ply of its depth.
const farthest = 3

// stagesOf returns the stages of a level, the latest of the game first.
func stagesOf(level int) (stages []stage) {
	if level >= engine.MaxLevel {
		return []stage{{64, 100}}
	}
	budget := midgameCost.first + midgameCost.each*float64(level) + math.Log2(movesBefore)
	last := 0
	for _, end := range endCosts {
		n := min(int((budget-end.cost.first)/end.cost.each), farthest*level)
		if n > last {
			stages, last = append(stages, stage{n, ladder[end.sure].percent}), n
		}
	}
	return stages
}

// gambleDepth is the least depth, in plies, of midgame searches with gambles.
// There they save 43 % of the nodes, with a ply less 22 %, with a ply more 70 %.
const gambleDepth = 6

// midgamePercent returns the confidence of a level's searches that end before
// the game does.
func midgamePercent(level int) int {
	if level < gambleDepth {
		return 100
	}
	return ladder[0].percent
}

// effort returns how far a level searches a position of n empty squares.
func effort(n, level int) engine.Effort {
	for _, s := range stagesOf(level) {
		if n <= s.empties {
			return engine.Effort{Confidence: s.percent}
		}
	}
	return engine.Effort{Depth: level, Confidence: midgamePercent(level)}
}

// Effort returns how far a level of strength searches p.
func Effort(r othello.Rules, p *othello.Position, level int) engine.Effort {
	return effort(r.Empties(p), level)
}

// describeLevel says what a level means on a board of so many squares.
func describeLevel(squares, level int) string {
	start := squares - 4
	var b strings.Builder
	b.WriteString("to the end")
	for i, s := range stagesOf(level) {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " from %d", min(s.empties, start))
		if i == 0 {
			b.WriteString(" empty squares")
		}
		fmt.Fprintf(&b, " at %d %%", s.percent)
		if s.empties >= start {
			return b.String()
		}
	}
	fmt.Fprintf(&b, "; before, depth %d at %d %%", level, midgamePercent(level))
	return b.String()
}

// levelsOf returns the levels of a board.
func levelsOf(r othello.Rules) *engine.Levels[othello.Position] {
	return &engine.Levels[othello.Position]{
		Effort:   func(p *othello.Position, level int) engine.Effort { return Effort(r, p, level) },
		Describe: func(level int) string { return describeLevel(r.Size()*r.Size(), level) },
	}
}
