package mnkengine

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// Threats is a game of plain rows of 2 to 5 on a board of any size, such as gomoku, with an
// evaluation by shapes and with threat rules. In gomoku terms, a five completes a row, a four lacks
// one stone, and a fork is a cell whose stone makes two fours or an open four:
//
// # Threat rules
//
//   - A side that can make a five wins in 1.
//   - Otherwise, a side that faces two fives loses in 2.
//   - A side that faces one five must stop it.
//   - A side that faces none, or stops it with the same move, and has a fork wins
//     in 3.
//   - A side without a fork that faces no five, but forks, must make a four or stop
//     every fork: by taking its cell or, if it makes only two fives, one of those.
//     After any other move, or without such a move, it loses in 4.
//   - A sequence of fours, each with a single answer, may end in a fork: see
//     continuousFours.
//   - Otherwise no side loses before 4 or wins before 5, and a side without room
//     for a row cannot win.
type Threats struct {
	mnk.LargeRules
	lattice *lattice
	won     map[uint64]bool // by hash: the side to move is proven to win, or to lose
}

// ThreatPosition is a position with the shapes on its empty cells.
type ThreatPosition struct {
	mnk.LargePosition
	survey survey
}

var (
	_ game.Rules[ThreatPosition, mnk.Move]      = Threats{}
	_ game.Evaluator[ThreatPosition]            = Threats{}
	_ game.MoveScorer[ThreatPosition, mnk.Move] = Threats{}
	_ game.Bounder[ThreatPosition]              = Threats{}
	_ game.Selector[ThreatPosition, mnk.Move]   = Threats{}
	_ game.Prospector[ThreatPosition, mnk.Move] = Threats{}
	_ game.Urgent[ThreatPosition]               = Threats{}
	_ game.Nuller[ThreatPosition]               = Threats{}
	_ game.Gainer[ThreatPosition, mnk.Move]     = Threats{}
)

// NewThreats returns the game of r. It supports plain rows of at most 5: no
// joined edges, no gravity, and longer rows win too.
func NewThreats(r mnk.LargeRules) (Threats, error) {
	l, err := newLattice(r.Spec())
	return Threats{r, l, nil}, err
}

// Start returns the empty board.
func (t Threats) Start() ThreatPosition {
	return ThreatPosition{t.LargeRules.Start(), t.lattice.empty}
}

// Moves appends the cells that can be taken.
func (t Threats) Moves(p *ThreatPosition, buf []mnk.Move) ([]mnk.Move, game.Status) {
	return t.LargeRules.Moves(&p.LargePosition, buf)
}

// Status returns the state of the game without generating moves.
func (t Threats) Status(p *ThreatPosition) game.Status { return t.LargeRules.Status(&p.LargePosition) }

// ToMove returns First, who plays X, if the number of stones is even.
func (t Threats) ToMove(p *ThreatPosition) game.Player { return t.LargeRules.ToMove(&p.LargePosition) }

// Hash returns the hash of the stones.
func (t Threats) Hash(p *ThreatPosition) uint64 { return t.LargeRules.Hash(&p.LargePosition) }

// Play puts a stone of the side to move on m.
func (t Threats) Play(dst, src *ThreatPosition, m mnk.Move) {
	if dst != src {
		t.lattice.copyTo(&dst.survey, &src.survey)
	}
	side := t.ToMove(src)
	t.LargeRules.Play(&dst.LargePosition, &src.LargePosition, m)
	dst.survey.put(t.lattice, int(m), int(side))
}

// Null lets the other side move. A stone never hurts its owner.
func (t Threats) Null(dst, src *ThreatPosition) bool {
	t.lattice.copyTo(&dst.survey, &src.survey)
	return t.Pass(&dst.LargePosition, &src.LargePosition)
}

// surveyed returns a position with its shapes.
func (t Threats) surveyed(p mnk.LargePosition) ThreatPosition {
	s := ThreatPosition{p, t.lattice.empty}
	for side := range p.Stones {
		for c := range each(&p.Stones[side]) {
			s.survey.put(t.lattice, int(c), side)
		}
	}
	return s
}

// decide returns the value that the threat rules prove, or 0, and the cells of which one
// is best, empty if the rules select none. It ignores sequences of fours.
func (t Threats) decide(p *ThreatPosition) (value game.Score, best mnk.Set) {
	side, v := t.ToMove(p), &p.survey
	other := side.Other()
	if v.fives[side] != (mnk.Set{}) {
		return game.WinIn(1), v.fives[side]
	}
	switch blocks := &v.fives[other]; size(blocks) {
	case 0:
	case 1:
		if v.forks[side].Has(first(blocks)) {
			return game.WinIn(3), *blocks
		}
		return 0, *blocks
	default:
		return game.LossIn(2), *blocks
	}
	if v.forks[side] != (mnk.Set{}) {
		return game.WinIn(3), v.forks[side]
	}
	if v.forks[other] == (mnk.Set{}) {
		return 0, mnk.Set{}
	}
	stops := t.stops(v, int(other))
	best = union(&v.fours[side], &stops)
	if best == (mnk.Set{}) {
		return game.LossIn(4), best
	}
	return 0, best
}

// stops returns the cells that stop all forks of a side at once.
func (t Threats) stops(v *survey, side int) (all mnk.Set) {
	all = v.forks[side]
	for c := range each(&v.forks[side]) {
		stop := v.completing(t.lattice, int(c), side)
		if size(&stop) > 2 {
			stop = mnk.Set{}
		}
		add(&stop, c)
		if c == first(&v.forks[side]) {
			all = stop
		}
		all = intersection(&all, &stop)
	}
	return all
}

// The largest numbers of positions that continuousFours visits: for a proof, and for an
// estimate, of which a search makes many more. They are not tuned.
const (
	proofFours = 64
	guessFours = 16
)

// continuousFours looks for a victory by continuous fours (VCF) of the side to move, which must not
// have a five or a fork. It returns the length of the victory in plies and its first move, or 0 if
// it finds none within budget positions. Each four leaves the opponent a single answer; if the
// answer makes a four in turn, the next move must stop it.
//
// It ignores fours whose stone lies on no second line with room for a row.
func (t Threats) continuousFours(p *ThreatPosition, budget *int) (plies int, by mnk.Move) {
	side, v := t.ToMove(p), &p.survey
	cells := v.fours[side]
	if blocks := &v.fives[side.Other()]; *blocks != (mnk.Set{}) {
		cells = intersection(&cells, blocks)
	}
	for c := range each(&cells) {
		if !t.leads(v, int(c), int(side)) {
			cells[c>>6] &^= 1 << (c & 63)
		}
	}
	if cells == (mnk.Set{}) {
		return 0, 0
	}
	var next ThreatPosition
	for c := range each(&cells) {
		if *budget <= 0 {
			return 0, 0
		}
		*budget--
		t.Play(&next, p, c)
		t.Play(&next, &next, first(&next.survey.fives[side]))
		value, _ := t.decide(&next)
		n, won, decided := value.Plies()
		if !decided {
			n, _ = t.continuousFours(&next, budget)
			won = n > 0
		}
		if won {
			return n + 2, c
		}
	}
	return 0, 0
}

// leads reports whether a four on a cell may lead to more: whether a second line through
// it has room for a row and holds another stone or two.
func (t Threats) leads(v *survey, cell, side int) bool {
	lines := 0
	for _, both := range v.shapes[cell] {
		if both>>(4*side)&15 >= uint8(2*t.lattice.k-7) {
			lines++
		}
	}
	return lines > 1
}

// Bounds returns what the threat rules prove, including wins by fours.
func (t Threats) Bounds(p *ThreatPosition) (lower, upper game.Score) {
	if value, _ := t.decide(p); value != 0 {
		return value, value
	}
	lower, upper = game.LossIn(4), game.WinIn(5)
	side := t.ToMove(p)
	if p.survey.closed(side) {
		return lower, 0
	}
	budget := proofFours
	if n, _ := t.continuousFours(p, &budget); n > 0 {
		lower = game.WinIn(n)
	} else if p.survey.closed(side.Other()) {
		lower = 0
	}
	if won, known := t.won[t.Hash(p)]; won {
		lower = max(lower, game.WinIn(game.MaxPlies))
	} else if known {
		upper = game.LossIn(game.MaxPlies)
	}
	return lower, upper
}

// closed reports whether side has no room for a row.
func (v *survey) closed(side game.Player) bool {
	return !slices.ContainsFunc(v.counts[side][1:], func(n int16) bool { return n > 0 })
}

// Select keeps the cells that the rules select, or all.
func (t Threats) Select(p *ThreatPosition, moves []mnk.Move) int {
	_, best := t.decide(p)
	return cmp.Or(gather(moves, &best), len(moves))
}

// Promising keeps the cells at most two steps along a line from a stone or the centre. It
// gambles that no other cell is best. In 80 games at 4000 nodes a move it scored 58 ± 9 %
// against keeping all cells at most two steps away.
func (t Threats) Promising(p *ThreatPosition, moves []mnk.Move) int {
	return cmp.Or(gather(moves, &p.survey.near), len(moves))
}

// gather moves the moves on cells to the front and returns their number.
func gather(moves []mnk.Move, cells *mnk.Set) (k int) {
	for i, m := range moves {
		if cells.Has(m) {
			moves[k], moves[i] = m, moves[k]
			k++
		}
	}
	return k
}

// Urgent reports whether the side to move faces forks that it can stop.
func (t Threats) Urgent(p *ThreatPosition) bool {
	v, side := &p.survey, t.ToMove(p)
	return v.forks[side.Other()] != mnk.Set{} && v.fives[side] == mnk.Set{} && v.forks[side] == mnk.Set{}
}

// Evaluate compares the shapes of both sides. If the threat rules or a few fours decide the game,
// it returns a decided value. Forced answers to fives are played out first.
func (t Threats) Evaluate(p *ThreatPosition) game.Score {
	return t.estimate(p, 4)
}

func (t Threats) estimate(p *ThreatPosition, answers int) game.Score {
	value, best := t.decide(p)
	if n, won, ok := value.Plies(); ok {
		if won {
			return game.Score(near - n)
		}
		return game.Score(n - near)
	}
	budget := guessFours
	if n, _ := t.continuousFours(p, &budget); n > 0 {
		return game.Score(near - n)
	}
	side := t.ToMove(p)
	if answers > 0 && p.survey.fives[side.Other()] != (mnk.Set{}) {
		var next ThreatPosition
		t.Play(&next, p, first(&best))
		if t.Status(&next).Over() {
			return 0
		}
		return -t.estimate(&next, answers-1)
	}
	return p.survey.balance(side)
}

// shapeWorth holds the values of shapes on one empty cell, for the side to move
// and for its opponent, in thousandths of log-odds. They are fitted to 10 504
// positions of 1000 self-play games at 3000 nodes a move; the smallest shapes
// came out near zero (go test ./games/mnk/mnkengine -run TestShapeWorth -measure
// -v -fit-games 1000).
var shapeWorth = [2][2 * maxShapeK]int32{
	{0, 0, 0, 4, 36, 55, 182, 311, 0, 0},
	{0, 0, 0, 4, 32, 45, 170, 314, 538, 1273},
}

// balance returns the estimate by shapes alone.
func (v *survey) balance(side game.Player) (sum game.Score) {
	for s := range v.counts[0] {
		sum += game.Score(shapeWorth[0][s]*int32(v.counts[side][s]) - shapeWorth[1][s]*int32(v.counts[side.Other()][s]))
	}
	return sum / 10
}

// shapePromise holds the ordering score of making a shape, and of taking it from the opponent; only
// ratios matter. They are not fitted: each shape counts about three times the previous. Other
// values change the nodes to 6 plies by −14 to 0 % (go test ./games/mnk/mnkengine -run
// TestShapePromise -measure -v; docs/measurements.md).
var shapePromise = [2][2 * maxShapeK]int32{
	{0, 2, 4, 8, 24, 32, 160, 128, 2000, 8000},
	{0, 1, 2, 4, 12, 16, 100, 80, 1000, 4000},
}

// ScoreMoves rates a cell by the shapes that a stone makes there and takes from the
// opponent; ties go to the cell closer to the centre.
func (t Threats) ScoreMoves(p *ThreatPosition, moves []mnk.Move, scores []int32) {
	side := t.ToMove(p)
	own, opp := 4*side, 4*side.Other()
	for i, m := range moves {
		sum := int32(0)
		for _, both := range p.survey.shapes[m] {
			sum += shapePromise[0][both>>own&15] + shapePromise[1][both>>opp&15]
		}
		scores[i] = tie*min(sum, mostRows) + t.lattice.central[m]
	}
}

// quietGain is the most that a quiet stone is expected to gain, in hundredths of log-odds.
const quietGain = 100

// Gain rates stones that make or stop an open three, a four or a five. All others are quiet.
func (t Threats) Gain(p *ThreatPosition, m mnk.Move) game.Score {
	three := shape(2*t.lattice.k - 4)
	best := max(p.survey.best(m, game.First), p.survey.best(m, game.Second))
	if best < three {
		return 0
	}
	return quietGain * game.Score(best-three+1)
}

// QuietGain returns quietGain.
func (t Threats) QuietGain() game.Score { return quietGain }

// best returns the best shape of a side on an empty cell.
func (v *survey) best(cell mnk.Move, side game.Player) (best shape) {
	for _, both := range v.shapes[cell] {
		best = max(best, both>>(4*side)&15)
	}
	return best
}

// each iterates over the cells of a set.
func each(s *mnk.Set) func(yield func(mnk.Move) bool) {
	return func(yield func(mnk.Move) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(mnk.Move(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// first returns the first cell of a non-empty set.
func first(s *mnk.Set) mnk.Move {
	for i, word := range s {
		if word != 0 {
			return mnk.Move(64*i + bits.TrailingZeros64(word))
		}
	}
	return 0
}

func union(a, b *mnk.Set) (s mnk.Set) {
	for i := range s {
		s[i] = a[i] | b[i]
	}
	return s
}
