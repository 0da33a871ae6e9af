// Package qubicengine plays four in a row in a cube. [Threats] is the game with
// an evaluation and threat rules, for generic search.
package qubicengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/qubic"
)

// Threats is the game with an evaluation by lines and threat rules. A cell completes a line for a
// side that has the other three; a fork is a cell that makes two threes at once.
//
// # Threat rules
//
//   - A side that can complete a line wins in 1.
//   - Otherwise, a side that faces two completing cells loses in 2.
//   - A side that faces one must take it.
//   - A side that faces none, or blocks with the same move, and has a fork wins
//     in 3: one move cannot stop two lines.
//   - Otherwise no side loses before 4 or wins before 5.
//   - Weigh each line open to a side by 2^-e for e empty cells. If the sum is
//     below 1 with the opponent to move, or below 1/2 with the side to move, the
//     opponent can block them all by taking the heaviest cell each time (Erdős
//     and Selfridge 1973), so the side cannot win.
type Threats struct{ qubic.Rules }

var (
	_ game.Evaluator[qubic.Position]              = Threats{}
	_ game.MoveScorer[qubic.Position, qubic.Move] = Threats{}
	_ game.Noisy[qubic.Position, qubic.Move]      = Threats{}
	_ game.Bounder[qubic.Position]                = Threats{}
	_ game.Selector[qubic.Position, qubic.Move]   = Threats{}
	_ game.Urgent[qubic.Position]                 = Threats{}
)

// worth holds the values of open lines with 1, 2 and 3 stones. Each stone makes a line worth four
// times as much. Smaller ratios scored 37 to 52 % in 600 games at 2000 nodes a move (go test
// ./games/qubic/qubicengine -run TestWorth -measure -v; docs/measurements.md).
var worth = [4]int{1: 1, 2: 4, 3: 16}

// near is added to an estimate when the threat rules decide the game. It
// exceeds the value of all 76 lines.
const near = 100_000

// Evaluate returns the value of the lines open to the side to move minus the
// opponent's. A win or loss by the threat rules dominates it.
func (t Threats) Evaluate(p *qubic.Position) game.Score {
	own, opp := take(p.Own, p.Opp), take(p.Opp, p.Own)
	sum := t.Glance(p)
	switch theirs := opp.cells[3].any(); {
	case own.lines[3] > 0:
		sum += near
	case theirs&(theirs-1) != 0:
		sum -= near
	case own.forks(theirs) != 0:
		sum += near
	}
	return sum
}

// Glance returns the value of the lines alone.
func (Threats) Glance(p *qubic.Position) (sum game.Score) {
	own, opp := take(p.Own, p.Opp), take(p.Opp, p.Own)
	for n, w := range worth {
		sum += game.Score(w * (own.lines[n] - opp.lines[n]))
	}
	return sum
}

// forks returns the cells that win in 3 for a side that cannot win in 1. theirs holds
// the cells, at most one, where the opponent threatens to complete lines.
func (c *census) forks(theirs uint64) uint64 {
	forks := c.cells[2][1] | c.cells[2][2] // counted more than once
	if theirs != 0 {
		forks &= theirs
	}
	return forks
}

// Bounds returns what the threat rules prove.
func (Threats) Bounds(p *qubic.Position) (lower, upper game.Score) {
	mine, theirs := completing(p)
	switch {
	case mine != 0:
		return game.WinIn(1), game.WinIn(1)
	case theirs&(theirs-1) != 0:
		return game.LossIn(2), game.LossIn(2)
	}
	own, opp := take(p.Own, p.Opp), take(p.Opp, p.Own)
	if own.forks(theirs) != 0 {
		return game.WinIn(3), game.WinIn(3)
	}
	lower, upper = game.LossIn(4), game.WinIn(5)
	if own.weight() < 8 {
		upper = 0
	}
	if opp.weight() < 16 {
		lower = 0
	}
	return lower, upper
}

// completing returns the empty cells that complete a line for the side to move
// and for its opponent.
func completing(p *qubic.Position) (mine, theirs uint64) {
	empty := ^(p.Own | p.Opp)
	return qubic.Completing(p.Own) & empty, qubic.Completing(p.Opp) & empty
}

// Select keeps the moves that the threat rules select (a win, a block or a fork), or
// all moves if they select none.
func (Threats) Select(p *qubic.Position, moves []qubic.Move) int {
	forced := forced(p)
	if forced == 0 {
		return len(moves)
	}
	k := 0
	for i, m := range moves {
		if forced>>m&1 != 0 {
			moves[k], moves[i] = m, moves[k]
			k++
		}
	}
	return k
}

// forced returns the cells of which one is best by the threat rules, or 0.
func forced(p *qubic.Position) uint64 {
	mine, theirs := completing(p)
	switch {
	case mine != 0:
		return mine & -mine
	case theirs&(theirs-1) != 0:
		return theirs
	}
	own := take(p.Own, p.Opp)
	if forks := own.forks(theirs); forks != 0 {
		return forks & -forks
	}
	return theirs
}

// Urgent reports whether the opponent threatens to complete a line.
func (Threats) Urgent(p *qubic.Position) bool {
	return qubic.Completing(p.Opp)&^p.Own != 0
}

// NoisyMoves appends the moves that the threat rules select. If they select none, it
// appends the moves that make a three, which has a single answer.
func (Threats) NoisyMoves(p *qubic.Position, buf []qubic.Move) []qubic.Move {
	cells := forced(p)
	if cells == 0 {
		own := take(p.Own, p.Opp)
		cells = own.cells[2].any()
	}
	for ; cells != 0; cells &= cells - 1 {
		buf = append(buf, qubic.Move(bits.TrailingZeros64(cells)))
	}
	return buf
}

// ScoreMoves rates a cell by the open lines through it and their stones. A line of the
// mover with two stones counts most, because it becomes a threat.
func (Threats) ScoreMoves(p *qubic.Position, moves []qubic.Move, scores []int32) {
	if len(moves) == 1 {
		scores[0] = 0
		return
	}
	own, opp := take(p.Own, p.Opp), take(p.Opp, p.Own)
	for i, m := range moves {
		scores[i] = promises.own2*own.cells[2].at(m) + promises.opp2*opp.cells[2].at(m) +
			promises.own1*own.cells[1].at(m) + promises.opp1*opp.cells[1].at(m) + promises.central*int32(uint64(middle)>>m&1)
	}
}

// promise holds the weights of the open lines through a cell. Only their ratios matter. A line
// with two stones of the mover weighs 16.
type promise struct {
	own2, opp2 int32 // a line with two stones of the mover, or of the opponent
	own1, opp1 int32 // a line with one stone
	central    int32 // a cell in 7 lines
}

// promises comes from a sweep that started at 16, 8, 4, 2 and 1. Differences
// below 10 % of the nodes are within the sampling error (go test
// ./games/qubic/qubicengine -run TestPromises -measure -v; docs/measurements.md).
var promises = promise{own2: 16, opp2: 4, own1: 4, central: 1}

// middle holds the 8 corners and the 8 central cells, which are in 7 lines each; the others are in 4.
const middle = 0x9009<<48 | 0x0660<<32 | 0x0660<<16 | 0x9009

// census holds the lines that only one side can still fill, by the number of its stones
// in them, 0 to 3.
type census struct {
	lines [4]int   // number of lines with n stones
	cells [4]tally // for each empty cell, the number of its lines with n stones, 1 to 3
}

// directions is cached for take, which uses it at every node.
var directions = qubic.Directions()

// take returns the census of own against opp.
func take(own, opp uint64) (c census) {
	empty := ^(own | opp)
	for i := range directions {
		d := &directions[i]
		open := d.Starts &^ spread(opp, d.Step)
		odd, two := count(own, d.Step)
		c.lines[0] += bits.OnesCount64(open &^ (odd | two))
		for n, starts := range [4]uint64{1: odd &^ two & open, 2: two &^ odd & open, 3: odd & two & open} {
			if starts != 0 {
				c.lines[n] += bits.OnesCount64(starts)
				c.cells[n].add(unfold(starts, d.Step) & empty)
			}
		}
	}
	return c
}

// spread returns the starts of lines that contain a stone.
func spread(stones uint64, step uint) uint64 {
	return stones | stones>>(step&63) | stones>>(2*step&63) | stones>>(3*step&63)
}

// unfold returns the cells of the lines with the given starts.
func unfold(starts uint64, step uint) uint64 {
	return starts | starts<<(step&63) | starts<<(2*step&63) | starts<<(3*step&63)
}

// count returns the number of stones in each line as two binary digits, at the bit of
// the line's first cell. A full line counts as empty, but then the game is over.
func count(stones uint64, step uint) (odd, two uint64) {
	first, second := stones, stones>>(step&63)
	third, fourth := stones>>(2*step&63), stones>>(3*step&63)
	low, high := first^second, third^fourth
	return low ^ high, first&second ^ third&fourth ^ low&high
}

// tally is a bit-sliced counter up to 7 for 64 cells: digit i of cell c is bit
// c of word i. No cell is in more than 7 lines.
type tally [3]uint64

// add increments the counts of the cells in set.
func (t *tally) add(set uint64) {
	carry := t[0] & set
	t[0] ^= set
	t[2] ^= t[1] & carry
	t[1] ^= carry
}

// at returns the count of cell c.
func (t *tally) at(c qubic.Move) int32 {
	return int32(t[0]>>c&1 | t[1]>>c&1<<1 | t[2]>>c&1<<2)
}

// any returns the cells counted at least once.
func (t *tally) any() uint64 { return t[0] | t[1] | t[2] }

// weight returns the sum of 2^-e over the lines of c, in sixteenths, where e is the
// number of a line's empty cells.
func (c *census) weight() int {
	return c.lines[0] + 2*c.lines[1] + 4*c.lines[2] + 8*c.lines[3]
}
