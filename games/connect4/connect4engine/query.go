package connect4engine

import (
	"context"
	"math/bits"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
	"github.com/plywood-go/plywood/search"
)

// asking is one call of a Solver with the workers that take part.
type asking struct {
	*Solver
	workers []*worker
}

// begin clears the table and prepares the workers for the limits of q and c.
func (s *Solver) begin(ctx context.Context, q search.Query, c search.Control) (a *asking, end func()) {
	end = s.budget.Begin(ctx, q.Nodes, search.Control{Time: c.Time, Ponder: c.Ponder, Pulse: c.Pulse}, len(s.workers), lookUpNodes, nil)
	for _, w := range s.workers {
		w.budget, w.meter, w.nodes, w.pause, w.stop = &s.budget, s.budget.Meter(), 0, 0, false
	}
	s.workers[0].table.reset()
	return &asking{s, s.workers}, end
}

// nodes returns the number of nodes visited by all workers.
func (a *asking) nodes() (n uint64) {
	for _, w := range a.workers {
		n += uint64(w.nodes)
	}
	return n
}

// evaluate finds the score of p within a scope, without a best move.
func (a *asking) evaluate(p connect4.State, sc scope) (f finding) {
	root, discs := a.board.node(&p), p.Plies()
	f.scope = sc
	f.lower, f.upper = a.known(&p, &root, discs)
	f.lower, f.upper = sc.clamp(f.lower), sc.clamp(f.upper)
	a.narrow(&f, root, discs)
	if f.exact() && !a.rules.Status(&p).Over() {
		f.plies = a.board.plies(f.lower, discs)
	}
	return f
}

// clamp limits a score to the scope.
func (sc scope) clamp(score int) int { return min(max(score, sc.low), sc.high) }

// known returns the bounds of the score that follow without a search, from the board and
// the openings.
func (a *asking) known(p *connect4.State, root *node, discs int) (lower, upper int) {
	b := a.board
	if score, ok := a.opening(p); ok {
		return score, score
	}
	switch status := a.rules.Status(p); {
	case status.Over():
		v := -status.Score().Outcome()
		return -v * b.score(discs), -v * b.score(discs)
	case root.wins&b.next(root.all()) != 0:
		return b.score(discs + 1), b.score(discs + 1)
	}
	return -b.score(discs + 2), b.score(discs + 3)
}

// opening returns the score of p if it is in the openings and they are enabled.
func (a *asking) opening(p *connect4.State) (score int, ok bool) {
	if !a.openings || !a.board.standard {
		return 0, false
	}
	return openings.Score(p)
}

// narrow searches with null windows until the bounds of f meet.
//
// Windows far from 0 are cheap to answer, because they ask for short wins or losses. So
// they come first and halve the bounds. Then the guesses start at 0, and each answer is
// the next guess. (If all started at 0, positions with a short win would take twenty
// times the nodes; halving down to 0, hard ones would take an eighth more.)
func (a *asking) narrow(f *finding, root node, discs int) {
	far := a.board.size / farFraction
	guess := 0
	for f.lower < f.upper {
		at := guess
		switch {
		case f.lower < -far:
			at = f.lower / 2
		case f.upper > far:
			at = f.upper / 2
		}
		beta := min(max(at, f.lower), f.upper-1) + 1
		v, ok := a.test(root, discs, beta)
		if !ok {
			return
		}
		if v >= beta {
			f.lower = min(v, f.upper)
		} else {
			f.upper = max(v, f.lower)
		}
		if at == guess {
			guess = v
		}
	}
}

// farFraction sets which windows are cheap: those beyond a score of the number of cells
// divided by farFraction (8 stones on the standard board).
var farFraction = 5

// test returns a bound of root's value that decides whether the value is at least beta.
// The side to move must not have an immediate win. ok is false after a stop.
func (a *asking) test(root node, discs, beta int) (v int, ok bool) {
	w := a.workers[0]
	w.solo = len(a.workers) > 1 && !w.table.grown()
	if len(a.workers) == 1 || w.solo {
		w.stop, w.crew = false, nil
		v = w.test(root, discs, beta)
		if !w.stop || a.budget.Halted() {
			return v, !w.stop
		}
		w.solo = false
	}
	return ask(a.workers, root, discs, beta)
}

// test is negamax for any position without an immediate win.
func (w *worker) test(root node, discs, beta int) int {
	c := child{node: root, discs: discs, same: true}
	if v, settled := w.settle(&c, 1-beta); settled {
		return -v
	}
	if c.same {
		return w.negamax(&c, 0, beta)
	}
	return -w.negamax(&c, 0, 1-beta)
}

// lookUpNodes is the number of nodes between two checks for a stop, about a third of a millisecond.
const lookUpNodes = 1024

// lookUp decides whether w stops, and sets the next check.
func (w *worker) lookUp() (stop bool) {
	if nodes := uint64(w.nodes); nodes >= w.meter.Limit {
		w.meter.Attend(nodes)
	}
	w.pause = int(min(w.meter.Limit, uint64(w.nodes)+lookUpNodes))
	w.stop = w.budget.Halted() || w.crew.finished() || w.solo && w.table.grown()
	return w.stop
}

// Lines is Connect Four with an evaluation by open lines, as in Nilsson's evaluation of
// tic-tac-toe: the number of fours without an opponent's disc minus the number of fours
// without a disc of the side to move. The zero Lines is the game on the standard board.
type Lines struct {
	connect4.Rules
	other *board // nil for the standard board
}

// NewLines returns the game on the board of r.
func NewLines(r connect4.Rules) Lines {
	if r == (connect4.Rules{}) {
		return Lines{}
	}
	return Lines{r, newBoard(r)}
}

var (
	_ game.Rules[connect4.State, connect4.Move]      = Lines{}
	_ game.Evaluator[connect4.State]                 = Lines{}
	_ game.LastPlyer[connect4.State]                 = Lines{}
	_ game.MoveScorer[connect4.State, connect4.Move] = Lines{}
)

func (l Lines) board() *board {
	if l.other == nil {
		return standard
	}
	return l.other
}

// Evaluate returns the number of lines open to the side to move minus the number open to
// its opponent.
func (l Lines) Evaluate(s *connect4.State) game.Score {
	b := l.board()
	own, all := s.Own(), s.All()
	return game.Score(b.open(own|b.cells&^all) - b.open(b.cells&^own))
}

// open returns the number of fours within cells.
func (b *board) open(cells uint64) int {
	s := b.stride
	return bits.OnesCount64(fours(cells, 1)) + bits.OnesCount64(fours(cells, s-1)) +
		bits.OnesCount64(fours(cells, s)) + bits.OnesCount64(fours(cells, s+1))
}

// LastPly returns the best evaluation after one move. A move closes only the opponent's
// open lines through its cell, so the best quiet move is on the cell with most of them.
func (l Lines) LastPly(s *connect4.State) (v game.Score, children int) {
	b := l.board()
	own, all := s.Own(), s.All()
	next := b.next(all)
	children = bits.OnesCount64(next)
	if b.threats(own)&next != 0 {
		return game.WinIn(1), children
	}
	if all|next == b.cells && children == 1 {
		return 0, children
	}
	theirs := b.cells &^ own
	open := b.open(own|b.cells&^all) - b.open(theirs)
	return game.Score(open + b.busiest(theirs, next)), children
}

// busiest returns the largest number of fours in cells that pass through one cell of at.
//
// It counts for all cells at once, bit-sliced: one bitboard holds the ones of all counts,
// another the twos, and so on. A cell lies on at most four fours in each of four
// directions, so the counts are at most sixteen.
func (b *board) busiest(cells, at uint64) int {
	s := b.stride
	a1, a2, a4 := covered(cells, 1)
	b1, b2, b4 := covered(cells, s-1)
	c1, c2, c4 := covered(cells, s)
	d1, d2, d4 := covered(cells, s+1)

	sum, carry2 := add(a1, b1, c1)
	ones, more2 := add(sum, d1, 0)

	sum, carry4 := add(a2, b2, c2)
	sum, more4 := add(sum, d2, carry2)
	twos, most4 := add(sum, more2, 0)

	sum, carry8 := add(a4, b4, c4)
	sum, more8 := add(sum, d4, carry4)
	quads, most8 := add(sum, more4, most4)

	eights, sixteens := add(carry8, more8, most8)

	n := 0
	for i, bit := range [...]uint64{sixteens, eights, quads, twos, ones} {
		if at&bit != 0 {
			at &= bit
			n += 16 >> i
		}
	}
	return n
}

// covered returns, bit-sliced for all cells, how many fours in cells pass through each
// cell in the direction in which neighbours are s bits apart.
func covered(cells uint64, s uint) (ones, twos, quads uint64) {
	first := fours(cells, s)
	sum, carry := add(first, first<<s, first<<(2*s))
	ones, more := add(sum, first<<(3*s), 0)
	twos, quads = add(carry, more, 0)
	return ones, twos, quads
}

// add adds three bits at each position.
func add(a, b, c uint64) (sum, carry uint64) {
	return a ^ b ^ c, a&b | (a^b)&c
}

// A winning move rates above a move that prevents a win, which rates above all others: a
// cell is on at most 16 fours.
const (
	winning    = 2 * preventing
	preventing = 1 << 8
)

// ScoreMoves rates wins highest, then moves that prevent a win, then moves by
// the number of fours through their cell on the empty board.
func (l Lines) ScoreMoves(s *connect4.State, moves []connect4.Move, scores []int32) {
	b := l.board()
	all := s.All()
	next := b.next(all)
	wins := b.threats(s.Own()) & next
	saves := b.threats(s.Own()^all) & next
	for i, m := range moves {
		cell := next & b.column(int(m))
		scores[i] = int32(b.worth[bits.TrailingZeros64(cell)&63])
		if cell&(wins|saves) != 0 {
			scores[i] += preventing
		}
		if cell&wins != 0 {
			scores[i] += winning
		}
	}
}

// Generic returns the generic search over rules. It is not inlined because other packages
// would then compile the search again.
//
//go:noinline
func Generic(rules game.Rules[connect4.State, connect4.Move], o search.Options) engine.Searcher[connect4.State, connect4.Move] {
	return search.New(rules, o)
}
