package engine

import "fmt"

// MaxLevel is the highest level of strength. The lowest is 1.
const MaxLevel = 60

// Effort says how far a search is to go.
type Effort struct {
	// Depth in plies. Zero means to the end of the game.
	Depth int
	// Confidence, in percent, is enough for the selective rules. Zero means
	// 100: no gambles.
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
