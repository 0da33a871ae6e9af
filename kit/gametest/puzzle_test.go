package gametest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
)

// stairs is a puzzle: go from step n down to 0, by one step or two, at a cost.
// Each field breaks a law.
type stairs struct {
	estimate func(s int) int
	cost     int
	back     int
	top      bool // the goal does not end the game
}

func (p stairs) Moves(s *int, buf []int) ([]int, game.Status) {
	if *s == 0 && !p.top {
		return buf, game.Win
	}
	if *s == 1 || *s == 0 {
		return append(buf, -1, 1), game.Ongoing
	}
	return append(buf, -2, -1, 1), game.Ongoing
}

func (stairs) Play(dst, src *int, m int) { *dst = *src + m }
func (stairs) ToMove(*int) game.Player   { return game.First }
func (stairs) Hash(s *int) uint64        { return uint64(*s) }
func (stairs) Goal(s *int) bool          { return *s == 0 }
func (p stairs) Cost(*int, int) int      { return p.cost }
func (p stairs) Estimate(s *int) int     { return p.estimate(*s) }
func (p stairs) Retractions(s *int, buf []int) []int {
	return append(buf, -1)
}
func (p stairs) Goals(buf []int) []int        { return append(buf, 0) }
func (p stairs) Retract(dst, src *int, m int) { *dst = *src - m + p.back }

// said records the failures of a test.
type said struct {
	testing.TB
	text string
}

func (s *said) Helper()                        {}
func (s *said) Errorf(format string, a ...any) { s.text += fmt.Sprintf(format, a...) }

func TestPuzzleLaws(t *testing.T) {
	half := func(s int) int { return s / 2 }
	for want, p := range map[string]stairs{
		"":                        {half, 1, 0, false},
		"the estimate":            {func(s int) int { return s }, 1, 0, false},
		"it costs -1":             {half, -1, 0, false},
		"taken back":              {half, 1, 1, false},
		"Goal says true":          {half, 1, 0, true},
		"the goal has":            {func(s int) int { return (s+1)/2*0 + 1 - min(s, 1) }, 1, 0, false},
		"the estimate falls by 2": {func(s int) int { return s / 4 * 2 }, 1, 0, false},
	} {
		to := &said{TB: t}
		TestPuzzle[int, int](to, p, PuzzleConfig[int]{Starts: []int{0, 4, 7, 2}, Consistent: true})
		if want == "" && to.text != "" || !strings.Contains(to.text, want) {
			t.Errorf("said %q, want %q", to.text, want)
		}
	}
}

// steep calls moves redundant that every cheapest solution needs.
type steep struct{ stairs }

func (steep) Redundant(last, next int) bool { return last != next }

func TestPuzzleSolutions(t *testing.T) {
	to := &said{TB: t}
	p := steep{stairs{estimate: func(s int) int { return s / 2 }, cost: 1}}
	TestPuzzle[int, int](to, p, PuzzleConfig[int]{Starts: []int{4, 7, 2}})
	if want := "idastar: "; !strings.Contains(to.text, want) || !strings.Contains(to.text, "the least cost is 2") {
		t.Errorf("said %q, want %q", to.text, want)
	}
}
