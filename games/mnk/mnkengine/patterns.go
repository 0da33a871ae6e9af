package mnkengine

import (
	"cmp"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/internal/reason"
)

// Patterns is a game on a board of any size, for rows that [Threats] does not support: exact rows,
// and rows longer than five. It evaluates by the stones in open rows, and applies the threat rules.
// A cell completes a row for a side that has all other cells of the row; after a fork two cells
// complete a row: next to an open three, or where two threes cross.
//
// # Threat rules
//
//   - A side that can complete a row wins in 1.
//   - Otherwise, a side that faces two completing cells loses in 2.
//   - A side that faces one must take it.
//   - A side that faces none, or blocks with the same move, and has a fork wins
//     in 3.
//   - Otherwise no side loses before 4 or wins before 5, and a side whose open
//     rows weigh too little cannot win; see [Exact].
//
// With gravity a cell may be out of reach, so the rules do not apply.
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
		return Patterns{}, reason.Errorf("mnk: %v: no patterns on boards with joined edges", r.Spec())
	}
	return Patterns{r, newWindows(r.Spec())}, nil
}

// near is added to an estimate when the threat rules decide the game.
const near = 1_000_000

// weights are the weights of rows in the evaluation and in move ordering; only ratios matter.
type weights struct {
	rows     [5]int // value of an open row that lacks 1, 2, 3, 4 and more stones
	own, opp int    // value of the mover's and the opponent's rows in move ordering
}

// tuned holds the weights in use. A row counts four times as much as a row that lacks one more
// stone. In 120 games of five in a row on 11×11 at 1000 nodes a move, factor 2 scored 41 %, 3
// 52 %, 6 40 % and 8 43 %, each ± 7 (go test ./games/mnk/mnkengine -run TestWeights -measure
// -v, which now plays exact rows). The mover's rows count twice in move ordering;
// docs/measurements.md has the other ratios (TestOrder).
var tuned = weights{rows: [5]int{256, 64, 16, 4, 1}, own: 2, opp: 1}

// worth returns the value of an open row that lacks the given number of stones.
func worth(lacking int) int { return tuned.rows[min(lacking-1, 4)] }

// facts are the results of applying the threat rules to a position.
type facts struct {
	own, opp            census
	wins, blocks, forks mnk.Set
	value               game.Score // WinIn or LossIn, or 0 if the rules decide nothing
}

// look computes the facts. It looks for forks only where they matter.
func (t Patterns) look(p *mnk.LargePosition, f *facts) {
	w, side := t.windows, t.ToMove(p)
	own, opp := &p.Stones[side], &p.Stones[side.Other()]
	w.take(&f.own, &f.opp, own, opp)
	if t.Spec().Gravity {
		return
	}
	f.wins, f.blocks = w.empties(&f.own.lackOne, own), w.empties(&f.opp.lackOne, opp)
	switch {
	case f.wins != mnk.Set{}:
		f.value = game.WinIn(1)
	case size(&f.blocks) > 1:
		f.value = game.LossIn(2)
	default:
		w.fork(own, f)
	}
}

// fork adds the forks of a side that can complete nothing and faces at most one threat, f.blocks.
func (w *windows) fork(own *mnk.Set, f *facts) {
	f.forks = w.forks(&f.own, own)
	if f.blocks != (mnk.Set{}) {
		f.forks = intersection(&f.forks, &f.blocks)
	}
	if f.forks != (mnk.Set{}) {
		f.value = game.WinIn(3)
	}
}

// named returns the cells of which one is best by the rules, or no cells if the rules select none.
func (f *facts) named() mnk.Set {
	switch {
	case f.wins != mnk.Set{}:
		return f.wins
	case f.forks != mnk.Set{}:
		return f.forks
	}
	return f.blocks
}

// Evaluate returns the value of the rows open to the side to move minus the
// opponent's. A win or loss by the threat rules dominates it.
func (t Patterns) Evaluate(p *mnk.LargePosition) game.Score {
	var f facts
	t.look(p, &f)
	return game.Score(near*f.value.Outcome() + t.windows.balance(&f.own, &f.opp))
}

// Glance returns the value of the rows alone.
func (t Patterns) Glance(p *mnk.LargePosition) game.Score {
	var own, opp census
	side := t.ToMove(p)
	t.windows.take(&own, &opp, &p.Stones[side], &p.Stones[side.Other()])
	return game.Score(t.windows.balance(&own, &opp))
}

// Bounds returns what the threat rules prove.
func (t Patterns) Bounds(p *mnk.LargePosition) (lower, upper game.Score) {
	var f facts
	t.look(p, &f)
	if t.Spec().Gravity {
		return game.LossIn(2), game.WinIn(1)
	}
	return t.windows.bounds(&f)
}

// bounds returns what the facts prove; forced.go explains the weight of rows.
func (w *windows) bounds(f *facts) (lower, upper game.Score) {
	if f.value != 0 {
		return f.value, f.value
	}
	lower, upper = game.LossIn(4), game.WinIn(5)
	whole := int64(1) << w.k
	if w.weight(&f.own) < whole/2 {
		upper = 0
	}
	if w.weight(&f.opp) < whole {
		lower = 0
	}
	return lower, upper
}

// Select keeps the moves that the threat rules select (wins, forks or blocks), or all
// moves if they select none.
func (t Patterns) Select(p *mnk.LargePosition, moves []mnk.Move) int {
	var f facts
	t.look(p, &f)
	named := f.named()
	return cmp.Or(gather(moves, &named), len(moves))
}

// Urgent reports whether the opponent threatens to complete a row.
func (t Patterns) Urgent(p *mnk.LargePosition) bool {
	var own, opp census
	side := t.ToMove(p)
	t.windows.take(&own, &opp, &p.Stones[side], &p.Stones[side.Other()])
	return opp.rows[t.windows.k-1] > 0
}

// NoisyMoves appends the moves that the threat rules select. If they select none, it
// appends moves that make a threat, which has a single answer.
func (t Patterns) NoisyMoves(p *mnk.LargePosition, buf []mnk.Move) []mnk.Move {
	var f facts
	t.look(p, &f)
	cells := f.named()
	if cells == (mnk.Set{}) && !t.Spec().Gravity {
		cells = t.windows.empties(&f.own.lackTwo, &p.Stones[t.ToMove(p)])
	}
	return slices.AppendSeq(buf, each(&cells))
}

// ScoreMoves rates a cell by the value of the open rows through it, with the mover's rows
// counted twice. Ties go to the cell closer to the centre.
func (t Patterns) ScoreMoves(p *mnk.LargePosition, moves []mnk.Move, scores []int32) {
	side := t.ToMove(p)
	t.windows.scoreMoves(&p.Stones[side], &p.Stones[side.Other()], moves, scores)
}

// The score of rows stays below 2^21, the limit of a search's ratings, and above the score of
// closeness to the centre, which differs by 40 on the largest board.
const (
	mostRows = 1 << 13
	tie      = 64
)

// scoreMoves rates cells for the side with the stones own.
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

// spread adds weight times the value of each row to its cells.
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
