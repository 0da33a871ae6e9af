package engine

import (
	"fmt"

	"github.com/plywood-go/plywood/search"
)

// MaxLevel is the highest level of strength. The lowest is 1.
const MaxLevel = 60

// Effort is how far a search shall go.
type Effort struct {
	// Depth in plies. Zero means to the end of the game.
	Depth int
	// Confidence that the selective rules have to reach, in percent. Zero means
	// 100, that nothing is gambled.
	Confidence int
}

// Levels say what the levels of strength of a game mean, 1 to MaxLevel.
type Levels[S any] struct {
	// Effort returns how far a level searches s.
	Effort func(s *S, level int) Effort
	// Describe says the same for the whole game, in words.
	Describe func(level int) string
}

// plainLevels are those of games that say nothing of their own: a level is a
// depth.
func plainLevels[S any]() *Levels[S] {
	return &Levels[S]{
		Effort:   func(_ *S, level int) Effort { return Effort{Depth: level} },
		Describe: func(level int) string { return fmt.Sprintf("depth %d", level) },
	}
}

func (g *adapter[S, M, R]) Levels() []string {
	all := make([]string, MaxLevel)
	for i := range all {
		all[i] = g.spec.Levels.Describe(i + 1)
	}
	return all
}

func (p *position[S, M, R]) AtLevel(level int, q search.Query) search.Query {
	e := p.game.spec.Levels.Effort(&p.state, min(max(level, 1), MaxLevel))
	q.Depth, q.Confidence = e.Depth, e.Confidence
	return q
}

func (p *position[S, M, R]) OnClock(clock search.Clock, c search.Control) search.Control {
	if p.game.spec.Clock != nil {
		clock = p.game.spec.Clock(&p.state, clock)
	}
	return clock.Spend(c)
}
