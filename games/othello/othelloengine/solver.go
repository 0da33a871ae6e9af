package othelloengine

import (
	"context"
	"fmt"
	"math/bits"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/brothers"
)

// Devices is a set of techniques that make the solver faster without changing its answers.
type Devices uint

// The devices.
const (
	// Stability bounds values by discs that can no longer be turned.
	Stability Devices = 1 << iota
	// Enhanced looks up all children in the table before it searches one.
	Enhanced
	// ProbCut finds good moves by selective searches before the exact one.
	ProbCut
	// Evaluated orders moves by the evaluation.
	Evaluated
	// Remembered stores results in the transposition tables.
	Remembered
)

// Options configure a solver.
type Options struct {
	// TableBytes is the memory for the transposition tables and, unless it is
	// small, for everything else the solver allocates. Zero means 256 MiB.
	TableBytes int
	// Evaluation orders moves and estimates positions in searches that stop before the end of the
	// game. Nil means the built-in evaluation, which exists for 8×8 and 6×6 boards.
	Evaluation *patterns.Evaluation
	// Without lists devices to switch off. Zero means that all are used.
	Without Devices
	// Threads is the number of threads that search a position together, sharing
	// the table. With several, node counts vary from run to run. Zero means 1.
	Threads int
}

// widest lies beyond every value.
const widest = 65

const defaultTableBytes = 256 << 20

// question is a search.Query in discs.
type question struct {
	alpha, beta int // the open window: (-65, 65) for the score, (-1, 1) for win, draw or loss alone
	lines       int // at least 1
	depth       int // in plies; 0 means to the end of the game
	percent     int // the confidence asked for; 0 means 100 for solving, and the lowest step for a shorter search
	nodes       uint64
}

// questionOf converts q to discs, for a position with the given number of moves.
func questionOf(q search.Query, moves int) question {
	alpha, beta := -widest, widest
	if q.Window != (game.Window{}) {
		beta = max(discsOf(q.Window.Beta), -widest+1)
		alpha = min(discsOf(q.Window.Alpha), beta-1)
	}
	return question{alpha, beta, max(1, min(q.Lines, moves)), max(0, q.Depth), q.Confidence, q.Nodes}
}

// discsOf converts a window's bound to discs.
func discsOf(v game.Score) int {
	if n, ok := v.Points(); ok {
		return n
	}
	return int(min(max(v, -widest), widest))
}

// foundLine is a root move with its value and the line that follows. bound says how value, in discs
// for the side to move, relates to the true value. depth (in plies) and percent (the confidence)
// describe the search behind it; both are 0 for a move not yet searched.
type foundLine struct {
	value          int
	bound          game.Bound
	depth, percent int
	moves          []othello.Move
}

// finding is the answer so far. lines are the requested moves, best first, and empty if the game is
// over. In the middle of an iteration the first line may have been searched deeper than the others.
// value and bound belong to the position, depth and percent to the last iteration. Until an
// iteration to the end of the game at 100 %, value is an estimate and bound is NoBound.
type finding struct {
	value          int
	bound          game.Bound
	depth, percent int
	lines          []foundLine
	nodes          uint64
	elapsed        time.Duration
	done           bool // the search was not stopped early
}

// best returns the best move found; ok is false if the game is over.
func (f *finding) best() (m othello.Move, ok bool) {
	if len(f.lines) == 0 {
		return 0, false
	}
	return f.lines[0].moves[0], true
}

// Solver solves positions of one board size exactly. It must not be used by several goroutines at
// once. Results stored for one position speed up the next.
type Solver struct {
	rules   othello.Rules
	worker  *worker // workers[0], which searches the root
	workers []*worker
	table   table
	crew    *brothers.Crew[siblings] // nil with one thread
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
	s.table.closed = o.Without&Remembered != 0
	for range max(1, o.Threads) {
		w := &worker{
			geometry: geometryOf(rules), stability: *stability.Of(rules), without: o.Without, eval: o.Evaluation,
			table: &s.table, near: newTable(nearTableBytes), splitFrom: splitFrom,
		}
		w.near.closed = s.table.closed
		s.workers = append(s.workers, w)
	}
	s.worker = s.workers[0]
	if len(s.workers) > 1 {
		s.crew = s.assemble()
	}
	return s
}

// evaluationBytes is roughly the memory of an evaluation plus the garbage from unpacking it.
const evaluationBytes = 24 << 20

// tableShare returns the part of the solver's memory that its large table gets:
// at least half. A process that solves a position of 26 empty squares with 256
// MiB occupies 272 MiB, including code and runtime.
func tableShare(memory, threads int) int {
	return max(memory/2, memory-evaluationBytes-threads*nearTableBytes)
}

// Clear forgets all stored positions.
func (s *Solver) Clear() {
	s.table.clear()
	for _, w := range s.workers {
		w.near.clear()
	}
}

// Search implements engine.Searcher. A Depth short of the end of the game needs
// an evaluation; without one Search solves the position. Confidence is one of
// the steps 72, 88, 96, 99 and 100. Zero means the lowest step for a search
// short of the end, and otherwise 100, which allows no selective cutoff.
//
// Search calls report for each improvement, in the middle of iterations as
// well. A proven value is a margin, an estimate a number of discs.
//
// Search panics if pos does not fit the solver's board.
func (s *Solver) Search(ctx context.Context, pos *othello.Position, q search.Query, c search.Control, report func(search.Result[othello.Move])) search.Result[othello.Move] {
	moves, _ := s.rules.Moves(pos, nil)
	easy := noMove
	if c.SoftTime > 0 {
		switch {
		case len(moves) == 1:
			q.Depth = 1 // on a clock, play a forced move at once
		case s.rules.Empties(pos) > easyFrom && q.Depth != 1:
			easy = s.easyMove(ctx, *pos, c)
			c = s.budget.Rest(c)
		}
	}
	last := noMove
	f := s.ask(ctx, *pos, questionOf(q, len(moves)), c, func(f *finding) {
		if best, ok := f.best(); ok && f.bound == game.NoBound { // an iteration is complete and another follows
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

// result converts f to a search.Result. Its confidence is the lowest of its lines.
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

// line converts l to a search.Line.
func (l *foundLine) line() search.Line[othello.Move] {
	score, bound := game.Margin(l.value), l.bound
	if l.bound == game.NoBound {
		score, bound = game.Score(l.value), game.Exact // exact for a search to this depth
	}
	return search.Line[othello.Move]{Score: score, Bound: bound, Proof: l.bound, Depth: l.depth, PV: l.moves}
}

// ask answers question q about p. It calls info, if not nil, with each improvement.
func (s *Solver) ask(ctx context.Context, p othello.Position, q question, c search.Control, info func(*finding)) finding {
	if p.Own&p.Opp != 0 || (p.Own|p.Opp)&^s.worker.board != 0 {
		panic(fmt.Sprintf("othello: discs outside the board of %d×%d squares or of both colours", s.rules.Size(), s.rules.Size()))
	}
	r := root{Solver: s, own: p.Own, opp: p.Opp, question: q, info: info, began: time.Now()}
	for _, w := range s.workers {
		w.member.Ready()
	}
	defer s.budget.Begin(ctx, q.nodes, c, len(s.workers), pulseNodes, s.stopAll)()
	s.prepare(bits.OnesCount64(s.worker.board&^(p.Own|p.Opp)), q)
	dismiss := func() {}
	if s.crew != nil {
		dismiss = s.crew.Begin()
	}
	r.run()
	dismiss()
	return r.snapshot()
}

// pulseNodes is the number of nodes a thread visits between two checks of the
// budget, about a third of a millisecond.
const pulseNodes = 1 << 12

// prepare readies the tables and workers for a question about a position with n empty squares.
func (s *Solver) prepare(n int, q question) {
	// A limited search rarely fills as much as one to the end of the game from n squares. From the
	// initial position, 8, 12 and 18 plies take 1865, 31 846 and 201 573 nodes.
	if q.depth > 0 {
		n = min(n, q.depth+12)
	}
	if q.nodes > 0 {
		n = min(n, bits.Len64(q.nodes)+6) // 64 bytes a node
	}
	s.table.fit(n)
	s.table.nextAge()
	for _, w := range s.workers {
		w.near.fit(s.worker.squares)
		w.near.nextAge()
		w.nodes, w.meter, w.sure = 0, s.budget.Meter(), certain
	}
}

// nodes returns the number of nodes visited by all workers.
func (s *Solver) nodes() (n uint64) {
	for _, w := range s.workers {
		n += w.nodes
	}
	return n
}
