package othelloengine

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
)

// Level L searches the midgame to depth L. It searches to the end of the game, first
// selectively and then exactly, once that takes about as many nodes as all its earlier moves
// together. Level L searches to the end only with at most 3L empty squares, so that low levels
// stay weak in the endgame too. The highest level solves everything.

// stage is a part of the game that a level searches to the end: positions with
// at most this many empty squares, at a confidence in percent.
type stage struct{ empties, percent int }

// cost estimates the mean base-2 logarithm of a search's nodes: first + each·x.
type cost struct{ first, each float64 }

// The costs of searches to depths of 8 to 14 plies with 28 to 50 empty squares,
// and of searches to the end from 14 to 22 empty squares, by confidence
// (TestLevels). Values outside these ranges are extrapolated.
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

// movesBefore is roughly the number of moves a side makes before the search
// reaches the end of the game.
const movesBefore = 20

// farthest limits searches to the end, in empty squares per ply of the level's
// depth.
const farthest = 3

// stagesOf returns the stages of a level, the latest in the game first.
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

// gambleDepth is the least depth, in plies, of selective midgame searches. They save 43 % of
// the nodes at this depth, 22 % a ply lower and 70 % a ply deeper.
const gambleDepth = 6

// midgamePercent returns the confidence of a level's midgame searches.
func midgamePercent(level int) int {
	if level < gambleDepth {
		return 100
	}
	return ladder[0].percent
}

// effort returns the search limits of a level with n empty squares.
func effort(n, level int) engine.Effort {
	for _, s := range stagesOf(level) {
		if n <= s.empties {
			return engine.Effort{Confidence: s.percent}
		}
	}
	return engine.Effort{Depth: level, Confidence: midgamePercent(level)}
}

// describeLevel describes a level on a board with the given number of squares.
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

// levelsOf returns the levels for a board.
func levelsOf(r othello.Rules) *engine.Levels[othello.Position] {
	return &engine.Levels[othello.Position]{
		Effort:   func(p *othello.Position, level int) engine.Effort { return effort(r.Empties(p), level) },
		Describe: func(level int) string { return describeLevel(r.Size()*r.Size(), level) },
	}
}

// Discs is Othello with the simplest evaluation, the difference of discs. It
// orders moves by the number of replies they leave.
type Discs struct{ othello.Rules }

var (
	_ game.Evaluator[othello.Position]                = Discs{}
	_ game.MoveScorer[othello.Position, othello.Move] = Discs{}
)

// Evaluate returns the discs of the side to move minus the opponent's.
func (d Discs) Evaluate(s *othello.Position) game.Score {
	return game.Score(bits.OnesCount64(s.Own) - bits.OnesCount64(s.Opp))
}

// cornerBonus is the value of a corner in ScoreMoves, in replies. It matters little: at 7
// plies a bonus of 0 takes 1.3 % more nodes, 4 takes 2.0 %, and 8 and 16 take 2.3 %
// (TestCornerBonus).
var cornerBonus int32 = 2

// ScoreMoves prefers moves that leave the opponent few replies ("fastest
// first"), with a bonus for corners.
func (d Discs) ScoreMoves(s *othello.Position, moves []othello.Move, scores []int32) {
	var next othello.Position
	for i, m := range moves {
		d.Play(&next, s, m)
		scores[i] = -int32(bits.OnesCount64(othello.Mobility(next.Own, next.Opp) & d.Board()))
		if m < 64 && corners>>m&1 != 0 {
			scores[i] += cornerBonus
		}
	}
}

// corners are the corners of the 8×8 board. The corners of smaller boards get
// no bonus.
const corners uint64 = 0x8100000000000081

// Estimated is Othello with the pattern evaluation, in whole discs. On 4×4 it
// uses the difference of discs.
type Estimated struct{ Discs }

// NewEstimated returns the game of r with this package's evaluation, which is
// unpacked on first use.
func NewEstimated(r othello.Rules) Estimated {
	return Estimated{Discs{r}}
}

// Evaluate returns the expected final margin in discs.
func (e Estimated) Evaluate(s *othello.Position) game.Score {
	x := patterns.Default(e.Rules)
	if x == nil {
		return e.Discs.Evaluate(s)
	}
	return game.Score(round(x.Evaluate(s.Own, s.Opp)))
}
