// Package qubicengine plays four in a row in a cube. [Threats] is the game with an
// evaluation and what can be proven of threats, for the generic search.
package qubicengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/qubic"
)

// Threats is the game with an evaluation by lines and with the laws of threats.
// A cell completes a line for a side that has the other three; a fork is a cell
// that makes two threes at once.
//
//   - Whoever completes a line wins in 1.
//   - Who cannot, but faces two cells that complete lines, loses in 2.
//   - Who faces one must take it.
//   - Who faces none, or blocks with the same move, and has a fork, wins in 3:
//     there is one move to stop two lines.
//   - Else no one loses before 4 or wins before 5.
//   - Let each line open to a side weigh 2^-e, e being its empty cells. If all
//     weigh less than 1 and the other is to move, or less than 1/2 and the side
//     itself is, the other can spoil them all by taking the heaviest cell each
//     time (Erdős and Selfridge 1973): the side cannot win.
type Threats struct{ qubic.Rules }

var (
	_ game.Evaluator[qubic.Position]              = Threats{}
	_ game.MoveScorer[qubic.Position, qubic.Move] = Threats{}
	_ game.Noisy[qubic.Position, qubic.Move]      = Threats{}
	_ game.Bounder[qubic.Position]                = Threats{}
	_ game.Selector[qubic.Position, qubic.Move]   = Threats{}
	_ game.Urgent[qubic.Position]                 = Threats{}
)

// The worth of an open line with 1, 2 and 3 stones, in lines with one. Each stone
// counts four times the last. Others in their place, of 600 games at 2000 nodes a
// move, won in percent:
//
//	1, 2, 4    46 ± 4     1, 3, 9    44 ± 3     1, 3, 16   52 ± 3     1, 4, 8    37 ± 3
//	1, 4, 32   48 ± 3     1, 5, 16   44 ± 3
//
// so that a line with three should count for four with two or more, and one with
// two for three or four with one. TestWorth plays them anew: go test
// ./engines/qubicengine -run TestWorth -measure -v.
var worth = [4]int{1: 1, 2: 4, 3: 16}

// near is what the laws of threats add to an estimate: more than all lines, 76, are
// worth.
const near = 100_000

// Evaluate sums the worth of the lines open to the side to move less those open
// to the other. Where the laws name the winner it says so.
func (Threats) Evaluate(p *qubic.Position) game.Score {
	own, opp := take(p.Own, p.Opp), take(p.Opp, p.Own)
	sum := 0
	for n, w := range worth {
		sum += w * (own.lines[n] - opp.lines[n])
	}
	switch theirs := opp.cells[3].any(); {
	case own.lines[3] > 0:
		sum += near
	case theirs&(theirs-1) != 0:
		sum -= near
	case own.forks(theirs) != 0:
		sum += near
	}
	return game.Score(sum)
}

// forks returns the cells that win in 3 for a side that cannot win in 1 and
// faces lines that theirs, one cell at most, would complete.
func (c *census) forks(theirs uint64) uint64 {
	forks := c.cells[2].several()
	if theirs != 0 {
		forks &= theirs
	}
	return forks
}

// Bounds returns what the laws of threats prove.
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
// and for the other.
func completing(p *qubic.Position) (mine, theirs uint64) {
	empty := ^(p.Own | p.Opp)
	return qubic.Completing(p.Own) & empty, qubic.Completing(p.Opp) & empty
}

// Select keeps what the laws of threats leave: a move that wins, the one that
// blocks, a fork, or all.
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

// forced returns the cells of which one is best by the laws, or none.
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

// Urgent reports whether the other side threatens to complete a line.
func (Threats) Urgent(p *qubic.Position) bool {
	return qubic.Completing(p.Opp)&^p.Own != 0
}

// NoisyMoves appends the moves that the laws of threats name or, if they name
// none, those that make a three: threats, each with one answer.
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

// ScoreMoves counts the open lines through each cell by the stones in them; a
// line of one's own with two, which becomes a threat, counts most.
func (Threats) ScoreMoves(p *qubic.Position, moves []qubic.Move, scores []int32) {
	if len(moves) == 1 {
		scores[0] = 0
		return
	}
	own, opp := take(p.Own, p.Opp), take(p.Opp, p.Own)
	for i, m := range moves {
		scores[i] = promises.own2*own.cells[2].at(m) + promises.opp2*opp.cells[2].at(m) +
			promises.own1*own.cells[1].at(m) + promises.opp1*opp.cells[1].at(m) + promises.central*central(m)
	}
}

// promise weighs what makes a cell promising: the open lines through it. Only
// ratios matter; the unit is a sixteenth of a line of one's own with two stones.
type promise struct {
	own2, opp2 int32 // a line of one's own with two stones, of the other's
	own1, opp1 int32 // with one
	central    int32 // a cell in 7 lines
}

// promises came of a sweep that began at 16, 8, 4, 2 and 1, each half of the one
// before. More nodes with others in their place, in percent, for solving random
// positions and for searching such to depth 5:
//
//	opp2     0: −3 +24   2: −4 +12   8: +5 +11   16: +44 +13
//	own1     0: −1 +14   2: −5  +9   6: +6 +13    8: +20 +15
//	opp1     1:  0  +9   2: −1  +9   4: +6 +25
//	central  0: −4  +9   2:  0   0   4:  0  −3
//
// Differences below a tenth are those of the positions. TestPromises measures
// them anew: go test ./engines/qubicengine -run TestPromises -measure -v.
var promises = promise{own2: 16, opp2: 4, own1: 4, central: 1}

// central returns 1 for the 8 corners and the 8 cells in the middle, which are
// in 7 lines each; all others are in 4.
func central(m qubic.Move) int32 { return int32(uint64(middle) >> m & 1) }

const middle = 0x9009<<48 | 0x0660<<32 | 0x0660<<16 | 0x9009
