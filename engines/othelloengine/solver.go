package othelloengine

import (
	"context"
	"fmt"
	"math/bits"
	"time"

	"github.com/plywood-go/plywood/engines/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/brothers"
	"github.com/plywood-go/plywood/search"
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
	Evaluation *patterns.Evaluation
	// Without lists devices not to use. Zero means all are used.
	Without Devices
	// Threads is the number of threads that search a position together, sharing
	// the table. The nodes of several vary from run to run. Zero means 1.
	Threads int
}

// widest is beyond every value.
const widest = 65

const defaultTableBytes = 256 << 20

// question is a search.Query in discs.
type question struct {
	alpha, beta int // the open window: (-65, 65) for the score, (-1, 1) for win, draw or loss alone
	lines       int // at least 1
	depth       int // in plies; 0 to the end of the game
	percent     int // the confidence asked for; 0 for 100, and for the lowest if the depth is short of the end
	nodes       uint64
}

// questionOf puts q in terms of discs, at a position with so many moves.
func questionOf(q search.Query, moves int) question {
	alpha, beta := -widest, widest
	if q.Window != (game.Window{}) {
		beta = max(discsOf(q.Window.Beta), -widest+1)
		alpha = min(discsOf(q.Window.Alpha), beta-1)
	}
	return question{alpha, beta, max(1, min(q.Lines, moves)), max(0, q.Depth), q.Confidence, q.Nodes}
}

// discsOf returns the bound of a window in discs.
func discsOf(v game.Score) int {
	if n, ok := v.Points(); ok {
		return n
	}
	return int(min(max(v, -widest), widest))
}

// foundLine is a move of the position asked about with its value and the play that
// follows. bound tells how the value, in discs for the side to move, bounds the
// true one. depth, in plies, and percent, the confidence, are of the search for
// it; both 0 for a move that has not been searched.
type foundLine struct {
	value          int
	bound          game.Bound
	depth, percent int
	moves          []othello.Move
}

// finding is the answer to a question, as far as the search got. lines are the
// moves asked for, best first; there is none if the game is over. Each iteration
// searches all of them: amid one, the first may have been searched further than
// the others. value and bound are those of the position. depth and percent are of
// the last iteration: before one to the end of the game with 100 %, value is an
// estimate and bound is NoBound.
type finding struct {
	value          int
	bound          game.Bound
	depth, percent int
	lines          []foundLine
	nodes          uint64
	elapsed        time.Duration
	done           bool // nothing ended the search early
}

// best returns the best move found; ok is false if the game is over.
func (f *finding) best() (m othello.Move, ok bool) {
	if len(f.lines) == 0 {
		return 0, false
	}
	return f.lines[0].moves[0], true
}

// Solver solves positions of one board size exactly. It is to be used by one
// goroutine at a time; what it learns about one position helps with the next.
type Solver struct {
	rules   othello.Rules
	worker  *worker // the first of workers, which searches the root
	workers []*worker
	table   table
	crew    *brothers.Crew[siblings] // nil for one thread
	budget  search.Budget
}

// NewSolver returns a solver for the rules.
func NewSolver(rules othello.Rules, o Options) *Solver {
	if o.TableBytes <= 0 {
		o.TableBytes = defaultTableBytes
	}
	s := &Solver{rules: rules, table: newTable(tableShare(o.TableBytes, max(1, o.Threads)))}
	if o.Evaluation == nil {
		o.Evaluation = patterns.Default(rules)
	}
	if o.Without&Evaluated != 0 {
		o.Evaluation = nil
	}
	for range max(1, o.Threads) {
		s.workers = append(s.workers, &worker{
			geometry: geometryOf(rules), stability: *stability.Of(rules), without: o.Without, eval: o.Evaluation,
			table: &s.table, near: newTable(nearTableBytes), splitFrom: splitFrom,
		})
	}
	s.worker = s.workers[0]
	if o.Without&Remembered != 0 {
		s.forgetful()
	}
	if len(s.workers) > 1 {
		s.crew = s.assemble()
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

// Search implements engine.Searcher. A Depth short of the end of the game takes
// an evaluation; without one the position is solved. Confidence is a place on
// the ladder of gambles, 72, 88, 96, 99, 100. Zero means the lowest for a
// search short of the end, else 100: no gamble cuts anything off.
//
// report is called whenever there is something better to tell, amid iterations
// too. A proven value is a margin, an estimate a number of discs.
//
// Search panics if pos is not of the solver's board.
func (s *Solver) Search(ctx context.Context, pos *othello.Position, q search.Query, c search.Control, report func(search.Result[othello.Move])) search.Result[othello.Move] {
	moves, _ := s.rules.Moves(pos, nil)
	easy := noMove
	if c.SoftTime > 0 {
		switch {
		case len(moves) == 1:
			q.Depth = 1 // on a clock, a forced move is made at once
		case s.rules.Empties(pos) > easyFrom && q.Depth != 1:
			easy = s.easyMove(ctx, *pos, c)
			c = s.budget.Rest(c)
		}
	}
	last := noMove
	f := s.ask(ctx, *pos, questionOf(q, len(moves)), c, func(f *finding) {
		if best, ok := f.best(); ok && f.bound == game.NoBound { // an iteration is complete, and a further one to come
			if s.budget.Enough(decision(best, last, easy)) {
				s.budget.Halt(search.TimeLimit)
			}
			last = best
		}
		if report != nil && len(f.lines) > 0 {
			report(s.result(f, search.Running))
		}
	})
	stopped := s.budget.Stopped()
	switch {
	case f.done && f.bound == game.NoBound:
		stopped = search.DepthLimit
	case f.done:
		stopped = search.Solved
	}
	return s.result(&f, stopped)
}

// result writes f as package search does. The confidence is that of the least
// sure line.
func (s *Solver) result(f *finding, stopped search.Stop) search.Result[othello.Move] {
	r := search.Result[othello.Move]{
		Proof: f.bound, Depth: f.depth, SelDepth: f.depth, Confidence: f.percent, Threads: len(s.workers),
		Stats: search.Stats{Nodes: f.nodes}, Elapsed: f.elapsed, Stopped: stopped,
	}
	for _, l := range f.lines {
		r.Confidence = min(r.Confidence, l.percent)
		r.Lines = append(r.Lines, l.line())
	}
	if len(r.Lines) == 0 { // the game is over
		r.Lines = []search.Line[othello.Move]{{Score: game.Margin(f.value), Bound: game.Exact, Proof: game.Exact}}
	}
	return r
}

// line writes l as package search does.
func (l *foundLine) line() search.Line[othello.Move] {
	score, bound := game.Margin(l.value), l.bound
	if l.bound == game.NoBound {
		score, bound = game.Score(l.value), game.Exact // of the search to this depth
	}
	return search.Line[othello.Move]{Score: score, Bound: bound, Proof: l.bound, Depth: l.depth, PV: l.moves}
}

// ask answers a question about p. Whenever it has something better to tell it
// calls info, if not nil, with what it knows so far.
func (s *Solver) ask(ctx context.Context, p othello.Position, q question, c search.Control, info func(*finding)) finding {
	if p.Own&p.Opp != 0 || (p.Own|p.Opp)&^s.worker.board != 0 {
		panic(fmt.Sprintf("othello: discs outside the board of %d×%d squares or of both colours", s.rules.Size(), s.rules.Size()))
	}
	r := root{Solver: s, own: p.Own, opp: p.Opp, question: q, info: info, began: time.Now()}
	for _, w := range s.workers {
		w.member.Ready()
	}
	defer s.budget.Begin(ctx, q.nodes, c, len(s.workers), pulseNodes, s.stopAll)()
	s.prepare(bits.OnesCount64(s.worker.board &^ (p.Own | p.Opp)))
	dismiss := func() {}
	if s.crew != nil {
		dismiss = s.crew.Begin()
	}
	r.run()
	dismiss()
	return r.snapshot()
}

// pulseNodes is the number of nodes between two pulses of a thread, a third of a
// millisecond.
const pulseNodes = 1 << 12

// prepare makes the tables and workers ready for a question about a position of n
// empty squares.
func (s *Solver) prepare(n int) {
	s.table.fit(n)
	s.table.nextAge()
	for _, w := range s.workers {
		w.near.fit(s.worker.squares)
		w.near.nextAge()
		w.nodes, w.meter, w.sure = 0, s.budget.Meter(), certain
	}
}

// nodes returns the nodes that all workers have visited.
func (s *Solver) nodes() (n uint64) {
	for _, w := range s.workers {
		n += w.nodes
	}
	return n
}
