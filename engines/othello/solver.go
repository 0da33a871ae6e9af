package othello

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
)

// Devices is a set of means that make the solver faster and leave its answers
// the same.
type Devices uint

// The devices.
const (
	// Stability bounds values by discs that cannot be turned any more.
	Stability Devices = 1 << iota
	// Enhanced looks all children up before one is searched.
	Enhanced
	// ProbCut finds good moves by selective searches before the exact one.
	ProbCut
	// Evaluated orders moves by an evaluation.
	Evaluated
	// Remembered keeps in tables what was found about positions.
	Remembered
)

// Options set a solver up.
type Options struct {
	// TableBytes is the memory of the transposition tables and, unless it is
	// small, of all else that a solver needs. Zero means 256 MiB.
	TableBytes int
	// Evaluation orders moves and finds the good ones of searches short of the
	// end. Nil means the package's own, which boards of 8×8 and 6×6 have.
	Evaluation *Evaluation
	// Without lists devices not to use. Zero means all are used.
	Without Devices
	// Threads is the number of threads that search a position together, sharing
	// the table. The nodes of several vary from run to run. Zero means 1.
	Threads int
}

// widest is beyond every value.
const widest = 65

const defaultTableBytes = 256 << 20

// Query says what is asked about a position and how much it may cost.
type Query struct {
	// Alpha and Beta are the open window, in discs, in which the value must be
	// exact: (-65, 65) for the score, (-1, 1) for win, draw or loss alone. Both
	// zero means the former.
	Alpha, Beta int
	// Lines is the number of best moves to find values for. Zero means 1.
	Lines int
	// Depth in plies and Confidence in percent are how far the search shall go.
	// Zero means to the end of the game and 100, a proof. A smaller depth takes
	// an evaluation; without one the position is solved. With it a confidence of
	// zero means the lowest of the ladder, 72, 88, 96, 99, 100, and 100 that
	// nothing is cut off by a gamble.
	Depth, Confidence int
	// Nodes and Time end the search early. Zero means no limit.
	Nodes uint64
	Time  time.Duration
	// Pulse is that of search.Limits. Nil means none.
	Pulse func(nodes uint64)
}

// Reason says why a search ended.
type Reason uint8

// The reasons for the end of a search.
const (
	Solved Reason = iota
	NodesSpent
	TimeSpent
	Cancelled
)

// String returns "solved", "nodes", "time" or "signal".
func (r Reason) String() string {
	return [...]string{"solved", "nodes", "time", "signal"}[r&3]
}

// Line is a move of the position asked about with its value and the play that
// follows. Bound tells how the value, in discs for the side to move, is meant.
// Depth, in plies, and Confidence, in percent, are of the search for it; both 0
// for a move that has not been searched.
type Line struct {
	Value             int
	Bound             game.Bound
	Depth, Confidence int
	Moves             []othello.Move
}

// Result is the answer to a query, as far as the search got. Lines are the
// moves asked for, best first; there is none if the game is over. Each iteration
// searches all of them: amid one, the first may have been searched further than
// the others. Value and Bound are those of the position. Depth, in plies, and
// Confidence, in percent, are of the last iteration: before one to the end of the
// game with 100 %, Value is an estimate and Bound is NoBound.
type Result struct {
	Value      int
	Bound      game.Bound
	Depth      int
	Confidence int
	Lines      []Line
	Nodes      uint64
	Time       time.Duration
	Threads    int
	Stopped    Reason
}

// Best returns the best move found; ok is false if the game is over.
func (r *Result) Best() (m othello.Move, ok bool) {
	if len(r.Lines) == 0 {
		return 0, false
	}
	return r.Lines[0].Moves[0], true
}

// Solver solves positions of one board size exactly. It is to be used by one
// goroutine at a time; what it learns about one position helps with the next.
type Solver struct {
	rules   othello.Rules
	worker  *worker // the first of workers, which searches the root
	workers []*worker
	table   table
	stop    atomic.Bool
	budget  budget
}

// NewSolver returns a solver for the rules.
func NewSolver(rules othello.Rules, o Options) *Solver {
	if o.TableBytes <= 0 {
		o.TableBytes = defaultTableBytes
	}
	s := &Solver{rules: rules, table: newTable(tableShare(o.TableBytes, max(1, o.Threads)))}
	if o.Evaluation == nil {
		o.Evaluation = DefaultEvaluation(rules)
	}
	if o.Without&Evaluated != 0 {
		o.Evaluation = nil
	}
	for range max(1, o.Threads) {
		s.workers = append(s.workers, &worker{
			geometry: *geometryOf(rules), without: o.Without, eval: o.Evaluation,
			table: &s.table, near: newTable(nearTableBytes), stop: &s.stop, budget: &s.budget,
		})
	}
	s.worker = s.workers[0]
	if o.Without&Remembered != 0 {
		s.forgetful()
	}
	if len(s.workers) > 1 {
		crew := newCrew()
		for _, w := range s.workers {
			w.crew = crew
		}
	}
	return s
}

// evaluationBytes is about what an evaluation takes, and unpacking it leaves
// behind.
const evaluationBytes = 24 << 20

// tableShare returns how much of the memory of a solver is left to its large
// table: at least half. A process that solves a position of 26 empty squares
// takes 272 MiB of the 256 asked for, its code and run-time system included.
func tableShare(memory, threads int) int {
	return max(memory/2, memory-evaluationBytes-threads*nearTableBytes)
}

// forgetful keeps the tables empty.
func (s *Solver) forgetful() {
	s.table.closed = true
	for _, w := range s.workers {
		w.near.closed = true
	}
}

// Clear forgets all positions solved before.
func (s *Solver) Clear() {
	s.table.clear()
	for _, w := range s.workers {
		w.near.clear()
	}
}

// Solve answers a query about p. Whenever it has something better to tell it
// calls info, if not nil, with what it knows so far. It returns within a few
// milliseconds of ctx being done, with what it knows then. The error is for a
// window that is none or a position of another board.
func (s *Solver) Solve(ctx context.Context, p othello.Position, q Query, info func(Result)) (Result, error) {
	if q.Alpha == 0 && q.Beta == 0 {
		q.Alpha, q.Beta = -widest, widest
	}
	if err := s.check(p, q); err != nil {
		return Result{}, err
	}
	if q.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, q.Time)
		defer cancel()
	}
	s.stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	s.prepare(bits.OnesCount64(s.worker.board&^(p.Own|p.Opp)), q)
	dismiss := s.gather()
	r := root{Solver: s, own: p.Own, opp: p.Opp, query: q, info: info, began: time.Now()}
	r.run()
	dismiss()
	r.result.Stopped = s.reason(ctx)
	return r.snapshot(), nil
}

// prepare makes the tables and workers ready for a query about a position of n
// empty squares.
func (s *Solver) prepare(n int, q Query) {
	s.table.fit(n)
	s.table.nextAge()
	s.budget.set(q.Nodes, len(s.workers))
	s.budget.pulse = q.Pulse
	for _, w := range s.workers {
		w.near.fit(s.worker.squares)
		w.near.nextAge()
		w.nodes, w.limit, w.granted, w.pulsed, w.sure = 0, 0, 0, 0, certain
	}
}

// nodes returns the nodes that all workers have visited.
func (s *Solver) nodes() (n uint64) {
	for _, w := range s.workers {
		n += w.nodes
	}
	return n
}

func (s *Solver) check(p othello.Position, q Query) error {
	if q.Alpha >= q.Beta || q.Alpha < -widest || q.Beta > widest {
		return fmt.Errorf("othello: window (%d, %d), want alpha < beta within -%d and %d", q.Alpha, q.Beta, widest, widest)
	}
	if p.Own&p.Opp != 0 || (p.Own|p.Opp)&^s.worker.board != 0 {
		return fmt.Errorf("othello: discs outside the board of %d×%d squares or of both colours", s.rules.Size(), s.rules.Size())
	}
	return nil
}

// reason tells why the search ended.
func (s *Solver) reason(ctx context.Context) Reason {
	switch {
	case !s.stop.Load():
		return Solved
	case ctx.Err() == context.DeadlineExceeded:
		return TimeSpent
	case ctx.Err() != nil:
		return Cancelled
	}
	return NodesSpent
}
