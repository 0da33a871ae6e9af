package mnkengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// What can be proven of a position without looking ahead. A cell completes a
// row for a side if the side would win by taking it; a fork is a cell after
// which two cells complete a row.
//
//   - Whoever completes a row wins in 1.
//   - Who cannot, but faces two cells that complete a row for the other side,
//     loses in 2; one such cell must be taken.
//   - Who faces none, or takes it with the same move, and has a fork, wins in 3.
//   - Who faces none cannot lose before 4; with nothing to complete one cannot
//     win before 3, and without a fork not before 5. With gravity a move can
//     open a cell, so of all this only what is open now counts.
//   - A side whose rows are all closed cannot win. More: let each of its open
//     rows weigh 2^-e, e being the number of empty cells in it. If all together
//     weigh less than 1 and the other side is to move, or less than 1/2 and the
//     side itself is, the other can always take the cell that weighs most and so
//     spoil every row (Erdős and Selfridge, "On a combinatorial game", Journal of
//     Combinatorial Theory A 14, 1973). That it may win on the way does no harm.
//   - Where stones stay where they are put and longer rows win too, a stone
//     never hurts its owner. So a cell that lies in no open row, which is no
//     better than a pass, need not be tried while there is another: whatever
//     would be done after it can be done with a stone elsewhere as well.

// Exact is a game with what can be proven of its positions, and no evaluation:
// a search of it that ends at its horizon has found nothing. It is for solving.
type Exact struct {
	mnk.Rules
	windows *windows // nil if forks are not looked for
}

var (
	_ game.Bounder[mnk.Position]              = Exact{}
	_ game.Selector[mnk.Position, mnk.Move]   = Exact{}
	_ game.Urgent[mnk.Position]               = Exact{}
	_ game.MoveScorer[mnk.Position, mnk.Move] = Exact{}
	_ game.Noisy[mnk.Position, mnk.Move]      = Exact{}

	_ game.Bounder[mnk.Position]            = Nilsson{}
	_ game.Selector[mnk.Position, mnk.Move] = Nilsson{}
	_ game.Urgent[mnk.Position]             = Nilsson{}
)

// NewExact returns the game of r. It looks for forks unless edges are joined
// or there is gravity.
func NewExact(r mnk.Rules) Exact {
	e := Exact{Rules: r}
	if s := r.Spec(); !s.Wrap && !s.Gravity {
		e.windows = newWindows(s)
	}
	return e
}

// exact is the game without forks, which cost more than they save where the
// horizon is near.
func (n Nilsson) exact() Exact { return Exact{Rules: n.Rules} }

// Bounds is that of [Exact] without forks.
func (n Nilsson) Bounds(p *mnk.Position) (lower, upper game.Score) { return n.exact().Bounds(p) }

// Select is that of [Exact] without forks.
func (n Nilsson) Select(p *mnk.Position, moves []mnk.Move) int {
	return n.exact().Select(p, moves)
}

// Urgent is that of [Exact].
func (n Nilsson) Urgent(p *mnk.Position) bool { return n.exact().Urgent(p) }

// ScoreMoves is that of [Exact].
func (n Nilsson) ScoreMoves(p *mnk.Position, moves []mnk.Move, scores []int32) {
	n.exact().ScoreMoves(p, moves, scores)
}

// Bounds returns what the list above proves.
func (e Exact) Bounds(p *mnk.Position) (lower, upper game.Score) {
	free := e.Free(p)
	if e.Completing(p.Own)&free != 0 {
		return game.WinIn(1), game.WinIn(1)
	}
	threats := e.Completing(p.Opp) &^ (p.Own | p.Opp)
	if bits.OnesCount64(threats&free) > 1 {
		return game.LossIn(2), game.LossIn(2)
	}
	if e.windows != nil {
		return e.boundRows(p, threats)
	}
	lower, upper = game.LossIn(2), game.WinIn(3)
	if threats == 0 {
		lower = game.LossIn(4)
	}
	if e.Open(p.Opp) == 0 {
		upper = 0
	}
	if e.Open(p.Own) == 0 {
		lower = 0
	}
	return lower, upper
}

// boundRows is the rest of Bounds where the windows tell more.
func (e Exact) boundRows(p *mnk.Position, threats uint64) (lower, upper game.Score) {
	own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
	var mine, theirs census
	e.windows.take(&mine, &theirs, &own, &opp)
	if e.windows.forkCells(&mine, &own, threats) != 0 {
		return game.WinIn(3), game.WinIn(3)
	}
	return e.windows.bounds(&mine, &theirs)
}

// weight returns the weight of the open rows of c in units of 2^-k.
func (w *windows) weight(c *census) (sum int64) {
	for n := range w.k {
		sum += int64(c.rows[n]) << n
	}
	return sum
}

// forkCells returns the forks of c, own, who completes nothing and faces
// threats, one cell at most.
func (w *windows) forkCells(c *census, own *mnk.Set, threats uint64) uint64 {
	forks := w.forks(c, own)
	if threats != 0 {
		return forks[0] & threats
	}
	return forks[0]
}

// forks returns the forks of the side to move, who completes nothing and faces
// threats, one cell at most.
func (e Exact) forks(p *mnk.Position, threats uint64) uint64 {
	own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
	var mine, theirs census
	e.windows.take(&mine, &theirs, &own, &opp)
	return e.windows.forkCells(&mine, &own, threats)
}

// Select keeps a move that wins, or else a fork, or else those that stop a win,
// or else those in open rows.
func (e Exact) Select(p *mnk.Position, moves []mnk.Move) int {
	if k := keep(moves, e.Completing(p.Own)); k > 0 {
		return 1
	}
	threats := e.Completing(p.Opp) & e.Free(p)
	if e.windows != nil && bits.OnesCount64(threats) < 2 {
		if k := keep(moves, e.forks(p, threats)); k > 0 {
			return 1
		}
	}
	if k := keep(moves, threats); k > 0 {
		return k
	}
	if s := e.Spec(); s.Gravity || s.Exact {
		return len(moves)
	}
	if k := keep(moves, e.InOpenRow(p.Own)|e.InOpenRow(p.Opp)); k > 0 {
		return k
	}
	return 1
}

// keep moves the moves to cells to the front and returns how many they are.
func keep(moves []mnk.Move, cells uint64) (k int) {
	if cells == 0 {
		return 0
	}
	for i, m := range moves {
		if cells>>m&1 != 0 {
			moves[k], moves[i] = m, moves[k]
			k++
		}
	}
	return k
}

// NoisyMoves appends the moves that win or stop a win or, if there are none,
// those after which one cell completes a row: threats, each with one answer.
// Without windows it knows of none of these last.
func (e Exact) NoisyMoves(p *mnk.Position, buf []mnk.Move) []mnk.Move {
	free := e.Free(p)
	cells := e.Completing(p.Own) & free
	if cells == 0 {
		cells = e.Completing(p.Opp) & free
	}
	if cells == 0 && e.windows != nil {
		own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
		var mine, theirs census
		e.windows.take(&mine, &theirs, &own, &opp)
		cells = e.windows.empties(&mine.lackTwo, &own)[0]
	}
	for ; cells != 0; cells &= cells - 1 {
		buf = append(buf, mnk.Move(bits.TrailingZeros64(cells)))
	}
	return buf
}

// Urgent reports whether the other side threatens to win at once.
func (e Exact) Urgent(p *mnk.Position) bool {
	return e.Completing(p.Opp)&e.Free(p) != 0
}

// What a move is worth to ScoreMoves if it wins, and if it takes a cell where
// the other side would win. Rows through a cell are far fewer.
const (
	winning  = 1 << 20
	blocking = 1 << 19
)

// ScoreMoves puts a winning move first, then one that stops a win, then those
// through whose cell most rows are still open to either side.
func (e Exact) ScoreMoves(p *mnk.Position, moves []mnk.Move, scores []int32) {
	if e.windows != nil {
		own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
		e.windows.scoreMoves(&own, &opp, moves, scores)
		return
	}
	wins, blocks := e.Completing(p.Own), e.Completing(p.Opp)
	open := e.Open(p.Own) + e.Open(p.Opp)
	for i, m := range moves {
		bit := uint64(1) << m
		switch {
		case wins&bit != 0:
			scores[i] = winning
		case blocks&bit != 0:
			scores[i] = blocking
		default:
			scores[i] = int32(open - e.Open(p.Own|bit) - e.Open(p.Opp|bit))
		}
	}
}
