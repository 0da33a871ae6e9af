package connect4

import (
	"context"
	"sync"
	"time"

	"github.com/plywood-go/plywood/game"
	rules "github.com/plywood-go/plywood/games/connect4"
)

// Options choose the means of a Solver, never its answers. The zero Options are
// full strength on one thread.
type Options struct {
	// TableBytes is the size of the table. Boards of more than 49 bits have at
	// least 32 MiB. Zero means 64 MiB.
	TableBytes int64
	// Threads is the number of threads that search a hard position together.
	// Zero means 1, which also makes the number of nodes reproducible.
	Threads int
}

// Mode says how much is asked of a position.
type Mode int

// Strong asks for the score, Weak only for its sign, which takes half the time.
const (
	Strong Mode = iota
	Weak
)

// Limits end a solve before its time. The zero Limits do not.
type Limits struct {
	Nodes int64         // Zero means any number.
	Time  time.Duration // Zero means as long as it takes.
	// Pulse is that of search.Limits. Nil means none.
	Pulse func(nodes uint64)
}

// Result is what a solve has found out about a position, seen from the side to
// move.
//
// The score of a win is the number of discs that the winner has left when it
// makes its four, the last one played included: more is quicker. A loss is the
// opposite of the opponent's win, and a draw is 0. So the best score is the
// shortest win or the longest defence. A weak solve knows only 1, 0 and -1.
type Result struct {
	Lower, Upper int          // proven: Lower <= score <= Upper
	Best         rules.Move   // a move that keeps the score, if Solved; else a guess
	HasMove      bool         // false if the game is over
	PV           []rules.Move // best play, to the end of the game if solved strongly
	Plies        int          // to the end of the game, if solved strongly
	Nodes        int64
	Time         time.Duration
	Stopped      bool // by a limit or the context
}

// Solved reports whether the score is known.
func (r *Result) Solved() bool { return r.Lower == r.Upper }

// Score returns the score, or the bound that is nearest to 0.
func (r *Result) Score() int { return min(max(r.Lower, 0), r.Upper) }

// Bound says what Score means.
func (r *Result) Bound() game.Bound {
	switch {
	case r.Solved():
		return game.Exact
	case r.Lower >= 0:
		return game.Lower
	case r.Upper <= 0:
		return game.Upper
	}
	return game.NoBound
}

// Outcome returns 1, 0 or -1 for a win, a draw or a loss, and whether that much
// is known.
func (r *Result) Outcome() (sign int, known bool) {
	switch {
	case r.Lower > 0:
		return 1, true
	case r.Upper < 0:
		return -1, true
	}
	return 0, r.Solved()
}

// Value returns the score as a distance to the win or loss. It holds only for
// a strong solve.
func (r *Result) Value() game.Score {
	switch {
	case r.Lower > 0:
		return game.WinIn(r.Plies)
	case r.Upper < 0:
		return game.LossIn(r.Plies)
	}
	return 0
}

// Solver finds the values of positions on a board of one size. It may be used
// by several goroutines, which wait for one another; each solve begins with an
// empty table.
type Solver struct {
	rules   rules.Rules
	board   *board
	mutex   sync.Mutex
	workers []*worker
}

// defaultTableBytes holds 8 million entries.
const defaultTableBytes = 64 << 20

// NewSolver returns a solver for the board of r.
func NewSolver(r rules.Rules, o Options) *Solver {
	if o.TableBytes <= 0 {
		o.TableBytes = defaultTableBytes
	}
	b := newBoard(r)
	t := newTable(o.TableBytes, uint(b.width)*b.stride)
	s := &Solver{rules: r, board: b}
	for range max(o.Threads, 1) {
		s.workers = append(s.workers, &worker{board: b, table: t})
	}
	return s
}

// Evaluate returns what Solve does, but for the best move and the PV, which
// take some time of their own.
func (s *Solver) Evaluate(ctx context.Context, p rules.State, mode Mode, limits Limits) Result {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	q, end := s.begin(ctx, limits)
	defer end()
	return q.evaluate(p, mode)
}

// Solve finds the score of p, or with Weak its sign, a move that keeps it and
// the line of best play.
func (s *Solver) Solve(ctx context.Context, p rules.State, mode Mode, limits Limits) Result {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	q, end := s.begin(ctx, limits)
	defer end()
	r := q.evaluate(p, mode)
	q.findBest(p, mode, &r)
	return r
}

// MoveResult is the result of a move, seen from the side that makes it. Plies
// and PV begin with the move.
type MoveResult struct {
	Move rules.Move
	Result
}

// Moves solves every move of p, from left to right, with the work of one
// helping the next. The limits are for all of them together.
func (s *Solver) Moves(ctx context.Context, p rules.State, mode Mode, limits Limits) []MoveResult {
	return s.moves(ctx, p, mode, limits, func(MoveResult) {})
}

// moves is Moves, which tells what it finds as it goes on.
func (s *Solver) moves(ctx context.Context, p rules.State, mode Mode, limits Limits, found func(MoveResult)) []MoveResult {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	q, end := s.begin(ctx, limits)
	defer end()
	moves, _ := s.rules.Moves(&p, nil)
	results := make([]MoveResult, len(moves))
	for i, m := range moves {
		var after rules.State
		s.rules.Play(&after, &p, m)
		r := q.evaluate(after, mode)
		q.findBest(after, mode, &r)
		results[i] = MoveResult{m, r.after(m, mode)}
		found(results[i])
	}
	return results
}

// after returns the result of the move m that leads to the position of r, seen
// from the side that makes it.
func (r *Result) after(m rules.Move, mode Mode) Result {
	t := *r
	t.Lower, t.Upper = -r.Upper, -r.Lower
	t.Best, t.HasMove = m, true
	t.PV = append([]rules.Move{m}, r.PV...)
	if r.Solved() && mode == Strong {
		t.Plies++
	}
	return t
}
