package othello

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/engine"
	rules "github.com/plywood-go/plywood/games/othello"
)

// Levels of strength are those that players know from Edax: level L searches
// the midgame to depth L and goes over to the end of the game, first with
// gambles and at last exactly, from numbers of empty squares that grow with L.

// stage is a part of the game that is searched to its end: from so many empty
// squares on, with a confidence in percent.
type stage struct{ empties, percent int }

// stages lists those of levels 11 to 35, the latest of the game first, by the
// last level that they hold for.
var stages = [...]struct {
	level int
	ends  []stage
}{
	{12, []stage{{21, 100}, {24, 98}}},
	{18, []stage{{21, 100}, {24, 98}, {27, 87}}},
	{21, []stage{{24, 100}, {27, 98}, {30, 87}}},
	{24, []stage{{24, 100}, {27, 99}, {30, 95}, {33, 73}}},
	{27, []stage{{27, 100}, {30, 98}, {33, 87}}},
	{29, []stage{{27, 100}, {30, 99}, {33, 95}, {36, 73}}},
	{31, []stage{{30, 100}, {33, 98}, {36, 87}}},
	{33, []stage{{30, 100}, {33, 99}, {36, 95}, {39, 73}}},
	{35, []stage{{30, 100}, {33, 99}, {36, 98}, {39, 87}}},
}

// stagesOf returns the stages of a level.
func stagesOf(level int) []stage {
	switch {
	case level <= 10:
		return []stage{{2 * level, 100}}
	case level >= engine.MaxLevel:
		return []stage{{64, 100}}
	}
	for _, s := range stages {
		if level <= s.level {
			return s.ends
		}
	}
	return []stage{
		{level - 6, 100}, {level - 3, 99}, {level, 98}, {level + 3, 95}, {level + 6, 87}, {level + 9, 73},
	}
}

// midgamePercent is the confidence of searches that end before the game does.
var midgamePercent = ladder[0].percent

// effort returns how far a level searches a position of n empty squares.
func effort(n, level int) engine.Effort {
	for _, s := range stagesOf(level) {
		if n <= s.empties {
			return engine.Effort{Confidence: s.percent}
		}
	}
	return engine.Effort{Depth: level, Confidence: midgamePercent}
}

// Effort returns how far a level of strength searches p.
func Effort(r rules.Rules, p *rules.Position, level int) engine.Effort {
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
	fmt.Fprintf(&b, "; before, depth %d at %d %%", level, midgamePercent)
	return b.String()
}

// levelsOf returns the levels of a board.
func levelsOf(r rules.Rules) *engine.Levels[rules.Position] {
	return &engine.Levels[rules.Position]{
		Effort:   func(p *rules.Position, level int) engine.Effort { return Effort(r, p, level) },
		Describe: func(level int) string { return describeLevel(r.Size()*r.Size(), level) },
	}
}
