package testgames

import (
	"strconv"

	"github.com/plywood-go/plywood/game"
)

// Endless is a game with a single endless line. It is also a puzzle without a goal whose
// moves are free. A state is the number of moves played.
type Endless struct{}

// Start returns the initial position.
func (Endless) Start() int { return 0 }

// Moves implements game.Rules.
func (Endless) Moves(_ *int, buf []int) ([]int, game.Status) { return append(buf, 1), game.Ongoing }

// Play implements game.Rules.
func (Endless) Play(dst, src *int, m int) { *dst = *src + m }

// ToMove implements game.Rules. A puzzle has one player.
func (Endless) ToMove(*int) game.Player { return game.First }

// Hash implements game.Rules.
func (Endless) Hash(s *int) uint64 { return uint64(*s) }

// Goal implements path.Puzzle.
func (Endless) Goal(*int) bool { return false }

// Cost implements path.Coster.
func (Endless) Cost(*int, int) int { return 0 }

// FormatMove implements game.Notation, as the next four do.
func (Endless) FormatMove(*int, int) string { return "1" }

// ParseMove accepts any text.
func (Endless) ParseMove(*int, string) (int, error) { return 1, nil }

// FormatPosition writes the number.
func (Endless) FormatPosition(s *int) string { return strconv.Itoa(*s) }

// ParsePosition reads the number.
func (Endless) ParsePosition(text string) (int, error) { return strconv.Atoi(text) }

// Draw draws nothing.
func (Endless) Draw(*int) string { return "" }
