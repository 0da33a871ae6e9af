package connect4engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// Options configure a Solver without affecting its answers. The zero Options
// mean full strength on one thread.
type Options struct {
	// TableBytes is the size of the table. Boards of more than 49 bits use at
	// least 32 MiB. Zero means 64 MiB.
	TableBytes int64
	// Threads is the number of threads that search a hard position together.
	// Zero means 1, which makes node counts reproducible.
	Threads int
	// Openings looks up positions in package openings instead of searching them.
	Openings bool
}

// scope is the range of scores to distinguish: all scores up to low count as low, all
// from high upwards as high. atLow and atHigh are the values reported for them.
type scope struct {
	low, high     int
	atLow, atHigh game.Score
}

// strong distinguishes all scores.
var strong = scope{low: -unbounded, high: unbounded}

// scopeOf returns the scope for a window of values at a position with the given number of
// discs. If a bound of the window has no distance, a win or loss beyond it is reported
// without one, as a margin of one.
func (b *board) scopeOf(w game.Window, discs int) scope {
	if w == (game.Window{}) || w == game.FullWindow() {
		return strong
	}
	sc := strong
	for score := -b.score(discs + 2); score <= b.score(discs+1); score++ {
		v := b.value(score, discs)
		if v <= w.Alpha {
			sc.low, sc.atLow = score, v
		}
		if v >= w.Beta {
			sc.high, sc.atHigh = score, v
			break
		}
	}
	if _, _, distant := w.Alpha.Plies(); !distant && sc.low < 0 {
		sc.atLow = game.Margin(-1)
	}
	if _, _, distant := w.Beta.Plies(); !distant && sc.high > 0 {
		sc.atHigh = game.Margin(1)
	}
	return sc
}

// finding is the result of solving a position, from the view of the side to move.
//
// The score of a win is the number of discs that the winner has left when it completes its four,
// including the last one played: larger is faster. A loss is the negated score of the opponent's
// win, a draw is 0. So the best score is the fastest win or the longest defence.
type finding struct {
	scope
	lower, upper int             // proven: lower <= score <= upper, within the scope
	best         connect4.Move   // a move that keeps the score if kept, otherwise a guess
	hasMove      bool            // false if the game is over
	kept         bool            // best is proven to keep the score
	pv           []connect4.Move // principal variation, to the end of the game if exact
	plies        int             // plies to the end of the game, if exact
}

// solved reports whether the score is known as far as the scope requires.
func (f *finding) solved() bool { return f.lower == f.upper }

// exact reports whether the score itself is known.
func (f *finding) exact() bool { return f.solved() && f.lower > f.low && f.upper < f.high }

// answered reports whether the score is known, and a move that keeps it.
func (f *finding) answered() bool { return f.solved() && (f.kept || !f.hasMove) }

// score returns the score, or the bound nearest to 0.
func (f *finding) score() int { return min(max(f.lower, 0), f.upper) }

// proof returns how score bounds the true score. A lower bound needs a move that is
// proven to keep it.
func (f *finding) proof() (proof game.Bound) {
	if v := f.score(); v == f.lower && v > f.low && (f.kept || !f.hasMove) {
		proof = game.Lower
	}
	if v := f.score(); v == f.upper && v < f.high {
		proof |= game.Upper
	}
	return proof
}

// Solver solves positions on a board of one size. It is safe for concurrent
// use, but handles one call at a time. Each call starts with an empty table.
type Solver struct {
	rules    connect4.Rules
	board    *board
	openings bool
	mutex    sync.Mutex
	budget   search.Budget
	workers  []*worker
}

// defaultTableBytes has room for 8 million entries.
const defaultTableBytes = 64 << 20

// NewSolver returns a solver for the board of r.
func NewSolver(r connect4.Rules, o Options) *Solver {
	if o.TableBytes <= 0 {
		o.TableBytes = defaultTableBytes
	}
	b := newBoard(r)
	t := newTable(o.TableBytes, uint(b.width)*b.stride)
	s := &Solver{rules: r, board: b, openings: o.Openings}
	for range max(o.Threads, 1) {
		s.workers = append(s.workers, &worker{board: b, table: t})
	}
	return s
}

// Search solves pos. The query's Window selects the values to distinguish, and Lines the
// number of moves to solve, from left to right; each uses the table of the earlier ones.
// The solver ignores Depth, Confidence and History.
//
// With several lines it calls report, if not nil, with all solved moves after each move.
func (s *Solver) Search(ctx context.Context, pos *connect4.State, q search.Query, c search.Control, report func(search.Result[connect4.Move])) search.Result[connect4.Move] {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	began := time.Now()
	a, end := s.begin(ctx, q, c)
	defer end()
	sc := s.board.scopeOf(q.Window, pos.Plies())
	if moves, _ := s.rules.Moves(pos, nil); min(q.Lines, len(moves)) > 1 {
		return a.answerAll(pos, moves, sc, q.Lines, began, report)
	}
	f := a.solve(*pos, sc)
	return a.answer(pos, []finding{f}, 1, began)
}

// answerAll solves all moves of pos. It begins with those that need no search; then comes
// the principal variation of the best of these, then the others.
func (a *asking) answerAll(pos *connect4.State, moves []connect4.Move, sc scope, lines int, began time.Time, report func(search.Result[connect4.Move])) search.Result[connect4.Move] {
	var found []finding
	tell := func() {
		if report != nil && len(found) > 0 {
			r := a.answer(pos, found, len(found), began)
			r.Stopped, r.Proof = search.Running, game.NoBound
			report(r)
		}
	}
	for _, m := range moves {
		after := a.after(pos, m)
		if _, ok := a.opening(&after); ok {
			found = append(found, a.evaluate(after, sc.negate()).of(m, sc))
		}
	}
	tell()
	slices.SortStableFunc(moves, func(m, n connect4.Move) int { return scoreOf(found, n) - scoreOf(found, m) })
	for _, m := range moves {
		f := a.solve(a.after(pos, m), sc.negate()).of(m, sc)
		if i := slices.IndexFunc(found, func(k finding) bool { return k.best == m }); i >= 0 {
			found[i] = f
		} else {
			found = append(found, f)
		}
		if f.solved() {
			tell()
		}
	}
	return a.answer(pos, found, lines, began)
}

// scoreOf returns the score of m in found. If m is missing it returns less than any score.
func scoreOf(found []finding, m connect4.Move) int {
	i := slices.IndexFunc(found, func(f finding) bool { return f.best == m })
	if i < 0 {
		return -unbounded
	}
	return found[i].score()
}

// after returns the position after a move of pos.
func (a *asking) after(pos *connect4.State, m connect4.Move) (after connect4.State) {
	a.rules.Play(&after, pos, m)
	return after
}

// negate returns the scope from the opponent's view, without atLow and atHigh.
func (sc scope) negate() scope { return scope{low: -sc.high, high: -sc.low} }

// of converts the finding of the position after m to a finding of m, within the mover's scope.
func (f finding) of(m connect4.Move, sc scope) finding {
	f.scope = sc
	f.lower, f.upper = -f.upper, -f.lower
	f.best, f.hasMove, f.kept = m, true, true
	f.pv = append([]connect4.Move{m}, f.pv...)
	if f.exact() {
		f.plies++
	}
	return f
}

// solve finds the score of p, a move that keeps it and the principal variation.
func (a *asking) solve(p connect4.State, sc scope) finding {
	f := a.evaluate(p, sc)
	a.findBest(p, &f)
	return f
}

// answer converts findings of pos, or of its moves, to a search.Result. It keeps at most
// the given number of lines, best first.
func (a *asking) answer(pos *connect4.State, found []finding, lines int, began time.Time) (r search.Result[connect4.Move]) {
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(x, y finding) int { return cmp.Compare(y.score(), x.score()) })
	r.Stopped, r.Threads, r.Nodes = search.Solved, len(a.workers), a.nodes()
	for i := range found {
		if !found[i].answered() {
			r.Stopped = a.budget.Stopped()
		}
		if i < lines {
			r.Lines = append(r.Lines, a.line(&found[i], pos.Plies()))
		}
	}
	r.Proof = proofOf(found) & r.Lines[0].Proof
	if r.Stopped == search.Solved {
		r.Depth = a.board.size - pos.Plies()
	}
	r.SelDepth, r.Elapsed = r.Depth, time.Since(began)
	return r
}

// proofOf returns how the value of the best move, which comes first, bounds the
// position's value. It is a bound from above only if every move's value is.
func proofOf(moves []finding) game.Bound {
	best := moves[0].proof()
	for i := range moves {
		if moves[i].upper > moves[0].upper || !moves[i].solved() {
			best &= moves[i].proof()&game.Upper | game.Lower
		}
	}
	return best
}

// line converts a finding to a search.Line, at a position with the given discs.
func (a *asking) line(f *finding, discs int) search.Line[connect4.Move] {
	l := search.Line[connect4.Move]{Bound: f.proof(), Proof: f.proof(), Depth: f.plies, PV: f.pv}
	switch v := f.score(); {
	case f.exact():
		l.Score = distance(v, f.plies)
	case v <= f.low:
		l.Score = f.atLow
	case v >= f.high:
		l.Score = f.atHigh
	default:
		l.Score = a.board.value(v, discs)
	}
	if len(l.PV) == 0 && f.hasMove {
		l.PV = []connect4.Move{f.best}
	}
	return l
}
