package othelloengine

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
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

// farthest limits searches to the end, in empty squares per ply of the level's depth.
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

// cornerBonus is the value of a corner in ScoreMoves, in replies. It matters little: at 7 plies a
// bonus of 0 takes 1.3 % more nodes, 4 takes 2.0 %, and 8 and 16 take 2.3 % (TestCornerBonus).
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

// corners are the corners of the 8×8 board. The corners of smaller boards get no bonus.
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

// solvingTime estimates the time to solve n empty squares, at most mostSolved, on current machines:
// 0.2 s for 20, and 2.3 times more for each further one (TestSolvingTime).
func solvingTime(n int) time.Duration {
	return time.Duration(0.2 * math.Pow(2.3, float64(min(n, mostSolved)-20)) * float64(time.Second))
}

// solvedFrom returns the largest number of empty squares that can be solved in
// a quarter of the time left.
func solvedFrom(left time.Duration) int {
	n := mostSolved
	for n > 0 && solvingTime(n) > left/4 {
		n--
	}
	return n
}

// mostSolved is the limit for a clock of an hour.
const mostSolved = 30

// The clock's time is divided into shares. Each move before the game can be solved gets midShares:
// an iteration that starts in time may take twice as long as all earlier ones together. keptShares
// are kept for solving the game. Solving may take half of the time left; the following moves come
// from the table and take about a fiftieth (TestSolvingTime).
const (
	midShares     = 2
	keptShares    = 8
	solvingShares = 2
)

// overhead is the default time that a move loses outside the search.
const overhead = 10 * time.Millisecond

// shares returns the number of shares at the given number of empty squares,
// including those kept for solving.
func shares(empties int, left time.Duration) int {
	before := max(empties-solvedFrom(left), 0)
	return midShares*((before+1)/2) + keptShares
}

// spend sets the number of moves the clock is divided by, and reserves the
// overhead of all moves to come.
func spend(empties int, c search.Clock) search.Clock {
	moves, coming := shares(empties, c.Left), (empties+1)/2
	if empties <= solvedFrom(c.Left) {
		moves = solvingShares
	}
	if c.Moves > 0 {
		moves, coming = min(midShares*(c.Moves-1)+1, moves), min(c.Moves, coming)
	}
	c.Overhead = cmp.Or(c.Overhead, overhead) * time.Duration(coming)
	if c.Moves == 0 && c.Reserve == 0 {
		c.Reserve = reserve(empties, c.Left, c.Overhead)
	}
	c.Moves = moves
	return c
}

// The reserve for a busy machine: a part of the game's initial time, up to an
// amount that suffices for any game.
const (
	reserveDivisor = 16
	mostReserve    = 1250 * time.Millisecond
)

// reserve returns the time to keep back. It estimates the game's initial time
// on the large board from the time left and the shares to come. Near the end it
// keeps everything except the overhead and ten times the time for solving.
func reserve(empties int, left, lost time.Duration) time.Duration {
	coming := float64(shares(empties, left)) / float64(shares(60, left))
	kept := min(time.Duration(float64(left)/(1+(reserveDivisor-1)*coming)), mostReserve)
	return max(kept, left-lost-10*solvingTime(empties), 1)
}

// decision classifies the choice of best for the clock. last is the previous iteration's choice, or
// noMove; easy is the move that needs no search, or noMove.
func decision(best, last, easy othello.Move) search.Decision {
	switch {
	case best == easy:
		return search.Easy
	case last != noMove && best != last:
		return search.Changed
	}
	return search.Steady
}

// A move is easy if a search to easyDepth plies prefers it by easyGap discs or more. Of 400 random
// positions of 26 to 49 empty squares 59 had such a move, and depth 12 agreed in all of them; with
// a gap of 4 to 7 discs it agreed in 90 of 97 (TestEasyMoves).
const (
	easyDepth = 6
	easyGap   = 8
	easyFrom  = 22 // with fewer empty squares the game is soon solved
)

// easyMove returns the easy move of p, or noMove.
func (s *Solver) easyMove(ctx context.Context, p othello.Position, c search.Control) othello.Move {
	f := s.ask(ctx, p, questionOf(search.Query{Lines: 2, Depth: easyDepth}, 2), c, nil)
	if len(f.lines) < 2 || f.lines[0].value-f.lines[1].value < easyGap {
		return noMove
	}
	return f.lines[0].moves[0]
}

// XOT, or extreme Othello, begins after eight plies drawn from a list of balanced positions. Our
// list has all positions of ply 8, up to symmetry, that our search values within 6 discs at depth 8
// and at 0 at depths 12 and 16, from an empty table. TestXOT -update makes it anew. The list is in
// the order of the moves generated, each position by the first moves that lead to it.
//
//go:embed xot.txt
var xotLines string

// xot offers the list of balanced openings.
var xot = workshop.OpeningList{Word: "xot", Openings: func(*engine.Game) (list []engine.NamedOpening) {
	for line := range strings.Lines(xotLines) {
		var moves []string
		for square := range slices.Chunk([]byte(strings.TrimSpace(line)), 2) {
			moves = append(moves, string(square))
		}
		list = append(list, engine.NamedOpening{Name: fmt.Sprintf("xot %d", len(list)+1), Moves: moves})
	}
	return list
}}
