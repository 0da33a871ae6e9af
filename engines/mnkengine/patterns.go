package mnkengine

import (
	"fmt"
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// Patterns is a game on a board of any size, for the rows that [Threats] does not
// know: exact ones, and longer ones than five. It has an evaluation by the stones in
// open rows, and the laws of threats. A cell completes a
// row for a side that has all the others; a fork is a cell after which two
// cells complete a row: next to an open three, or where two threes cross.
//
//   - Whoever completes a row wins in 1.
//   - Who cannot, but faces two cells that complete rows, loses in 2.
//   - Who faces one must take it.
//   - Who faces none, or takes it with the same move, and has a fork, wins in 3.
//   - Else no one loses before 4 or wins before 5, and a side whose open rows
//     weigh too little cannot win; see [Exact].
//
// With gravity a cell may be out of reach, so the laws are not used there.
type Patterns struct {
	mnk.LargeRules
	windows *windows
}

var (
	_ game.Evaluator[mnk.LargePosition]            = Patterns{}
	_ game.MoveScorer[mnk.LargePosition, mnk.Move] = Patterns{}
	_ game.Noisy[mnk.LargePosition, mnk.Move]      = Patterns{}
	_ game.Bounder[mnk.LargePosition]              = Patterns{}
	_ game.Selector[mnk.LargePosition, mnk.Move]   = Patterns{}
	_ game.Urgent[mnk.LargePosition]               = Patterns{}
)

// NewPatterns returns the game of r, whose edges must not be joined.
func NewPatterns(r mnk.LargeRules) (Patterns, error) {
	if r.Spec().Wrap {
		return Patterns{}, fmt.Errorf("mnk: %v: no patterns on boards with joined edges", r.Spec())
	}
	return Patterns{r, newWindows(r.Spec())}, nil
}

// near is what the laws of threats add to an estimate.
const near = 1_000_000

// weights are what the evaluation and the order of moves weigh rows by; only
// ratios matter.
type weights struct {
	rows     [5]int // the worth of an open row that lacks 1, 2, 3, 4 stones, and more
	own, opp int    // what a row of one's own and of the other's counts to a move
}

// tuned are the weights in use. A row is worth four times one that lacks a stone
// more. Of 120 games of five in a row on 11×11 at 1000 nodes a move, 2, 3, 6 and 8
// times won 41, 52, 40 and 43 %, each ± 7: 3 and 4 are alike. They were
// played before [Threats] took over plain rows of five; TestWeights plays such games
// with exact ones: go test ./engines/mnkengine -run TestWeights -measure -v.
//
// Rows of one's own count twice in the order of moves. With other ratios in place
// of 2 : 1 positions after random moves take more nodes, in percent,
//
//	                    2:3   1:1   5:4   3:2   3:1
//	5,6,4, solved      +184   +56   +32   +11    −4
//	6,6,5, solved       −20   −13    −4    −9   +22
//	11,11,5, 4 plies     +3    +9    +5    +6   +14
//
// TestOrder measures them anew.
var tuned = weights{rows: [5]int{256, 64, 16, 4, 1}, own: 2, opp: 1}

// worth returns the value of an open row that lacks so many stones.
func worth(lacking int) int { return tuned.rows[min(lacking-1, 4)] }

// facts are what the laws of threats speak of.
type facts struct {
	own, opp            census
	wins, blocks, forks mnk.Set
	value               game.Score // WinIn or LossIn, 0 if the laws do not tell
}

// look finds the facts, of forks only where they can matter.
func (t Patterns) look(p *mnk.LargePosition, f *facts) {
	w, side := t.windows, t.ToMove(p)
	own, opp := &p.Stones[side], &p.Stones[side.Other()]
	w.take(&f.own, &f.opp, own, opp)
	if t.Spec().Gravity {
		return
	}
	f.wins, f.blocks = w.empties(&f.own.lackOne, own), w.empties(&f.opp.lackOne, opp)
	blocks := size(&f.blocks)
	switch {
	case f.wins != mnk.Set{}:
		f.value = game.WinIn(1)
		return
	case blocks > 1:
		f.value = game.LossIn(2)
		return
	}
	f.forks = w.forks(&f.own, own)
	if blocks == 1 {
		f.forks = intersection(&f.forks, &f.blocks)
	}
	if f.forks != (mnk.Set{}) {
		f.value = game.WinIn(3)
	}
}

// named returns the cells of which one is best by the laws, or none.
func (f *facts) named() mnk.Set {
	switch {
	case f.wins != mnk.Set{}:
		return f.wins
	case f.forks != mnk.Set{}:
		return f.forks
	}
	return f.blocks
}

// Evaluate sums the worth of the rows open to the side to move less those open
// to the other. Where the laws name the winner it says so.
func (t Patterns) Evaluate(p *mnk.LargePosition) game.Score {
	var f facts
	t.look(p, &f)
	return game.Score(near*f.value.Outcome() + t.windows.balance(&f.own, &f.opp))
}

// Bounds returns what the laws of threats prove.
func (t Patterns) Bounds(p *mnk.LargePosition) (lower, upper game.Score) {
	var f facts
	t.look(p, &f)
	switch {
	case t.Spec().Gravity:
		return game.LossIn(2), game.WinIn(1)
	case f.value != 0:
		return f.value, f.value
	}
	return t.windows.bounds(&f.own, &f.opp)
}

// bounds returns what is proven of a side that completes nothing, has no fork
// and faces one threat at most; see forced.go for the weight of rows.
func (w *windows) bounds(mine, theirs *census) (lower, upper game.Score) {
	lower, upper = game.LossIn(4), game.WinIn(5)
	whole := int64(1) << w.k
	if w.weight(mine) < whole/2 {
		upper = 0
	}
	if w.weight(theirs) < whole {
		lower = 0
	}
	return lower, upper
}

// Select keeps what the laws of threats leave: a move that wins, a fork, the
// one that blocks, or all.
func (t Patterns) Select(p *mnk.LargePosition, moves []mnk.Move) int {
	var f facts
	t.look(p, &f)
	named := f.named()
	k := 0
	for i, m := range moves {
		if named.Has(m) {
			moves[k], moves[i] = m, moves[k]
			k++
		}
	}
	if k == 0 {
		return len(moves)
	}
	return k
}

// Urgent reports whether the other side threatens to complete a row.
func (t Patterns) Urgent(p *mnk.LargePosition) bool {
	var own, opp census
	side := t.ToMove(p)
	t.windows.take(&own, &opp, &p.Stones[side], &p.Stones[side.Other()])
	return opp.rows[t.windows.k-1] > 0
}

// NoisyMoves appends the moves that the laws of threats name or, if they name
// none, those after which one cell completes a row: threats, each with one
// answer.
func (t Patterns) NoisyMoves(p *mnk.LargePosition, buf []mnk.Move) []mnk.Move {
	var f facts
	t.look(p, &f)
	cells := f.named()
	if cells == (mnk.Set{}) && !t.Spec().Gravity {
		cells = t.windows.empties(&f.own.lackTwo, &p.Stones[t.ToMove(p)])
	}
	for i, word := range cells {
		for ; word != 0; word &= word - 1 {
			buf = append(buf, mnk.Move(64*i+bits.TrailingZeros64(word)))
		}
	}
	return buf
}

// ScoreMoves rates a cell by the worth of the rows through it that are open to
// either side, those of the side to move twice, and among equals by its nearness to
// the centre.
func (t Patterns) ScoreMoves(p *mnk.LargePosition, moves []mnk.Move, scores []int32) {
	side := t.ToMove(p)
	t.windows.scoreMoves(&p.Stones[side], &p.Stones[side.Other()], moves, scores)
}

// What rows count to a move is kept below what a search can rate by, 2^21, and
// above nearness to the centre: on the largest board that differs by 40.
const (
	mostRows = 1 << 13
	tie      = 64
)

// scoreMoves rates cells for the side of own.
func (w *windows) scoreMoves(own, opp *mnk.Set, moves []mnk.Move, scores []int32) {
	var through [64 * 6]int32
	var ownStarts, oppStarts [mnk.MaxSide][4]mnk.Set
	mine, theirs := census{starts: &ownStarts}, census{starts: &oppStarts}
	w.take(&mine, &theirs, own, opp)
	w.spread(&through, &ownStarts, tuned.own)
	w.spread(&through, &oppStarts, tuned.opp)
	for i, m := range moves {
		scores[i] = tie*min(through[m], mostRows) + w.central[m]
	}
}

// spread adds to each cell the worth of the rows through it, times weight.
func (w *windows) spread(through *[64 * 6]int32, starts *[mnk.MaxSide][4]mnk.Set, weight int) {
	for n := 1; n < w.k; n++ {
		gain := int32(weight * worth(w.k-n))
		w.each(&starts[n], func(first, d int) {
			for i := range w.k {
				through[first+i*w.steps[d]] += gain
			}
		})
	}
}
