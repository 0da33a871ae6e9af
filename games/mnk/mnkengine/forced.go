package mnkengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// # Static proofs
//
// The following can be proven without search. A cell completes a row for a side if taking
// it wins. After a fork two cells complete a row.
//
//  - A side that can complete a row wins in 1.
//  - Otherwise, a side that faces two completing cells loses in 2; one such
//    cell must be taken.
//  - A side that faces none, or blocks with the same move, and has a fork wins
//    in 3.
//  - A side that faces none cannot lose before 4. With nothing to complete it
//    cannot win before 3, and without a fork not before 5. With gravity a move
//    can open a cell, so only cells that are open now count.
//  - A side whose rows are all blocked cannot win. More generally, weigh each of
//    its open rows by 2^-e for e empty cells. If the sum is below 1 with the
//    opponent to move, or below 1/2 with the side to move, the opponent can block
//    every row by taking the heaviest cell each time (Erdős and Selfridge, "On a
//    combinatorial game", Journal of Combinatorial Theory A 14, 1973).
//  - Without gravity and with longer rows winning, a stone never hurts its owner.
//    So a cell in no open row, which is no better than a pass, need not be tried
//    while there is another.

// Exact is a game with static proofs and without an evaluation, for solving: a
// search that ends at its horizon finds nothing.
type Exact struct {
	mnk.Rules
	windows *windows // nil if forks are not searched for
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

// NewExact returns the game with the rules r. It detects forks unless edges are joined or
// there is gravity.
func NewExact(r mnk.Rules) Exact {
	e := Exact{Rules: r}
	if s := r.Spec(); !s.Wrap && !s.Gravity {
		e.windows = newWindows(s)
	}
	return e
}

// exact is the game without forks, which cost more than they save in shallow searches.
func (n Nilsson) exact() Exact { return Exact{Rules: n.Rules} }

// Bounds is Bounds of [Exact] without forks.
func (n Nilsson) Bounds(p *mnk.Position) (lower, upper game.Score) { return n.exact().Bounds(p) }

// Select is Select of [Exact] without forks.
func (n Nilsson) Select(p *mnk.Position, moves []mnk.Move) int {
	return n.exact().Select(p, moves)
}

// Urgent is Urgent of [Exact].
func (n Nilsson) Urgent(p *mnk.Position) bool { return n.exact().Urgent(p) }

// ScoreMoves is ScoreMoves of [Exact].
func (n Nilsson) ScoreMoves(p *mnk.Position, moves []mnk.Move, scores []int32) {
	n.exact().ScoreMoves(p, moves, scores)
}

// look computes the facts about a side that can complete nothing; threats holds what it faces, at
// most one cell. There must be windows.
func (e Exact) look(p *mnk.Position, threats uint64, f *facts) {
	own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
	e.windows.take(&f.own, &f.opp, &own, &opp)
	f.blocks[0] = threats
	e.windows.fork(&own, f)
}

// Bounds returns what the static proofs give.
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
		var f facts
		e.look(p, threats, &f)
		return e.windows.bounds(&f)
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

// weight returns the total weight of the open rows in c, in units of 2^-k.
func (w *windows) weight(c *census) (sum int64) {
	for n := range w.k {
		sum += int64(c.rows[n]) << n
	}
	return sum
}

// Select keeps one winning move. Without one it keeps a fork, else the moves that stop a
// win, else the moves in open rows.
func (e Exact) Select(p *mnk.Position, moves []mnk.Move) int {
	if keep(moves, e.Completing(p.Own)) > 0 {
		return 1
	}
	threats := e.Completing(p.Opp) & e.Free(p)
	if e.windows != nil && bits.OnesCount64(threats) < 2 {
		var f facts
		if e.look(p, threats, &f); keep(moves, f.forks[0]) > 0 {
			return 1
		}
	}
	if k := keep(moves, threats); k > 0 {
		return k
	}
	if s := e.Spec(); s.Gravity || s.Exact {
		return len(moves)
	}
	return max(keep(moves, e.InOpenRow(p.Own)|e.InOpenRow(p.Opp)), 1)
}

// keep is gather for a board of at most 64 cells.
func keep(moves []mnk.Move, cells uint64) (k int) {
	if cells == 0 {
		return 0
	}
	return gather(moves, &mnk.Set{cells})
}

// NoisyMoves appends the moves that win or stop a win. If there are none and the game has
// windows, it appends moves that make a threat, which has a single answer.
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

// Urgent reports whether the opponent threatens to win at once.
func (e Exact) Urgent(p *mnk.Position) bool {
	return e.Completing(p.Opp)&e.Free(p) != 0
}

// The scores of a winning move and of a block in ScoreMoves, far above the number of rows
// through a cell.
const (
	winning  = 1 << 20
	blocking = 1 << 19
)

// ScoreMoves rates a winning move highest, then one that stops a win, then
// moves by the number of open rows of either side through their cell.
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
