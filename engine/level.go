package engine

import "fmt"

// MaxLevel is the highest level of strength. The lowest is 1.
const MaxLevel = 60

// Effort is the depth and confidence of a search.
type Effort struct {
	// Depth in plies. Zero means to the end of the game.
	Depth int
	// Confidence, in percent, suffices for the selective rules. Zero means
	// 100: no gambles.
	Confidence int
}

// Levels define the levels of strength of a game, 1 to MaxLevel.
type Levels[S any] struct {
	// Effort returns the effort of a level at s.
	Effort func(s *S, level int) Effort
	// Describe describes a level for the whole game.
	Describe func(level int) string
}

// plainLevels are the default levels: a level is a depth.
func plainLevels() *Levels[State] {
	return &Levels[State]{
		Effort:   func(_ *State, level int) Effort { return Effort{Depth: level} },
		Describe: func(level int) string { return fmt.Sprintf("depth %d", level) },
	}
}
