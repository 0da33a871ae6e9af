// Package review computes the cost of each move of a game.
//
// A review goes backwards from the end of the game. Once a position is solved, the value of the
// move that led to it is known, and the engine's table makes the position before it easy.
//
// The loss of a move is the value of the best move minus that of the move played. Both come from
// searches of one depth: both are proven, or both are estimates, with the position searched to a
// depth and the position after the move to one ply less. If that takes too long there is no loss.
// The table is cleared before each estimate; otherwise a move would look worse than others only
// because the table knows it better.
package review

import (
	"context"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// Limits determine the depth of a review. The zero value searches each move until it is solved.
type Limits struct {
	// Query and Control apply to each move. The searches of the best move and
	// of the move played share Time. A Depth below 2 means 2.
	search.Query
	search.Control
	// Level is a level of strength that sets depth and confidence; see AtLevel
	// of [engine.Position]. Zero means none.
	Level int
}

// usualTime is the time of a review for each move if nothing limits it.
const usualTime = time.Second

// Or returns l, or the usual limits of a review of g if l has none: a second for
// each move, or none in a game that the engine solves.
func (l Limits) Or(g *engine.Game) Limits {
	if l.Depth == 0 && l.Nodes == 0 && l.Level == 0 && l.Time == 0 && !g.About().Solver {
		l.Time = usualTime
	}
	return l
}

// Review is a game with the values of its moves.
type Review struct {
	Record *engine.Record // the game reviewed
	// Opening is the name of the opening, or "". OpeningMoves is the number of
	// moves that belong to it.
	Opening      string
	OpeningMoves int
	// Moves are the moves of the record. After an interrupted review the first ones are not Known.
	Moves []Move
	// ExactFrom is the number of the first move, counted from 1, from which on
	// all values are proven; 0 if those of the last move are not.
	ExactFrom int
	Totals    [2]Total      // by player
	Nodes     uint64        // positions visited
	Elapsed   time.Duration // time spent
	// Complete is false if the review was interrupted.
	Complete bool
}

// Move is a move of a game with its cost.
type Move struct {
	Position *engine.Position // before the move
	Move     string           // as played
	// Known is false for a move that the review did not reach.
	Known bool
	// Best is the best move with its line and value, Played the value of the
	// move played, both for the side to move.
	Best   engine.Line
	Played engine.Value
	// Compared means that the two values have the same depth. If it is false,
	// Played is meaningless and there is no loss.
	Compared bool
	// Exact means that both values are proven.
	Exact bool
	// Depth is the depth of the search for Best, in plies. Confidence is the
	// confidence of its selective rules, in percent; 0 if not measured.
	Depth, Confidence int
	// Forced means that there was no other move, such as a pass.
	Forced bool
	// Loss is the value of Best minus that of Played, never negative, in Unit. It is 0 without a
	// Unit if the difference is not meaningful, such as between a quicker and a slower win, or
	// between a proven value and an estimate. Mark may still show that the move cost chances.
	Loss float64
	Unit string
	// Total is the loss of the side up to this move in the same unit.
	Total float64
	Mark  Mark // judgement of the move
	// Turning means that a marked move changed the outcome for the worse: a win
	// or a draw became less. Unless Exact, the outcomes are estimates.
	Turning bool
	Why     []Why // why a marked move was bad, as far as that is certain
}

// Total is the total loss of one side in a game.
type Total struct {
	// Moves is the number of judged moves; forced ones are not judged.
	Moves int
	// Loss is the sum of the losses by unit.
	Loss map[string]float64
	// Marked counts the marks.
	Marked [len(markNames)]int
}

// reviewer is a review in progress.
type reviewer struct {
	ctx       context.Context
	engine    engine.Engine
	limits    Limits
	positions []*engine.Position
	review    *Review
	// after is the proof of the position after the current move. It is not exact if there is no
	// proof.
	after iteration
}

// Game reviews a game with e, which is cleared. It fails if a move of the record is not legal.
//
// report, if not nil, is called when move i, counted from 0, has been
// reviewed, with the review so far: that move and all later ones are Known.
func Game(ctx context.Context, e engine.Engine, record *engine.Record, limits Limits, report func(r *Review, i int)) (*Review, error) {
	started := time.Now()
	positions, err := record.Positions()
	if err != nil {
		return nil, err
	}
	r := reviewer{ctx: ctx, engine: e, limits: limits, positions: positions, review: &Review{
		Record: record, Moves: make([]Move, len(record.Moves)), Complete: true,
	}}
	r.review.Opening, r.review.OpeningMoves = engine.Opening(positions)
	e.Clear()
	if last := positions[len(positions)-1]; last.Status().Over() {
		r.after = iteration{line: engine.Line{Score: last.Status().Score()}, exact: true}
	}
	for i, m := range record.Moves {
		r.review.Moves[i] = Move{Position: positions[i], Move: m}
	}
	for i := len(record.Moves) - 1; i >= 0; i-- {
		if !r.move(i) {
			r.review.Complete = false
			break
		}
		r.review.sum()
		r.review.Elapsed = time.Since(started)
		if report != nil {
			report(r.review, i)
		}
	}
	r.review.sum()
	r.review.Elapsed = time.Since(started)
	return r.review, nil
}

// move reviews the i-th move and reports whether it succeeded.
func (r *reviewer) move(i int) bool {
	m := &r.review.Moves[i]
	moves := m.Position.Moves()
	m.Forced = len(moves) == 1
	if r.after.exact {
		best := r.search(m.Position, r.queryAt(m.Position), r.limits.Time)
		if r.ctx.Err() != nil {
			return false
		}
		if best.final.Exact() {
			r.settle(i, best.last(), r.after)
			r.after = best.last()
			return true
		}
	}
	return r.estimate(i)
}

// estimate reviews the i-th move by separate searches.
func (r *reviewer) estimate(i int) bool {
	m := &r.review.Moves[i]
	r.engine.Clear()
	q, half := r.queryAt(m.Position), r.limits.Time/2
	best := r.search(m.Position, q, half)
	if r.ctx.Err() != nil {
		return false
	}
	r.after = best.last()
	if m.Forced || r.after.line.Move == m.Move {
		r.settle(i, r.after, r.after)
		return true
	}
	if !best.final.Exact() {
		q.Depth = max(1, best.final.Depth-1)
	}
	played := r.search(r.positions[i+1], q, half)
	if r.ctx.Err() != nil {
		return false
	}
	if b, p, ok := match(best, played); ok {
		r.settle(i, b, p)
	} else {
		m.note(best.last())
	}
	return true
}

// queryAt returns the query for p.
func (r *reviewer) queryAt(p *engine.Position) search.Query {
	q := r.limits.Query
	if r.limits.Level > 0 {
		q = p.AtLevel(r.limits.Level, q)
	}
	if q.Depth > 0 {
		q.Depth = max(2, q.Depth)
	}
	q.Lines = 1
	return q
}

// before converts a score of the position after the i-th move to the view of
// the side that makes the move.
func (r *reviewer) before(i int, v game.Score) game.Score {
	if r.positions[i].ToMove() != r.positions[i+1].ToMove() {
		v = -v
	}
	return v.Later(1)
}

// found holds the results of a search after each iteration and at the end.
type found struct {
	iterations []iteration
	final      engine.Analysis
}

// iteration is the result of one iteration.
type iteration struct {
	line              engine.Line
	exact             bool
	depth, confidence int
}

// last returns the last completed iteration, or the proof if there is one.
func (f *found) last() iteration {
	if n := len(f.iterations); n > 0 && !f.final.Exact() {
		return f.iterations[n-1]
	}
	return iterationOf(&f.final)
}

func iterationOf(a *engine.Analysis) iteration {
	return iteration{a.Lines[0], a.Exact(), a.Depth, a.Confidence}
}

// search analyses p within the given time.
func (r *reviewer) search(p *engine.Position, q search.Query, limit time.Duration) *found {
	var f found
	c := r.limits.Control
	c.Time = limit
	f.final = r.engine.Analyze(r.ctx, p, q, c, func(a engine.Analysis) {
		if a.Depth > 0 && a.Lines[0].Bound == game.Exact {
			f.iterations = append(f.iterations, iterationOf(&a))
		}
	})
	if a := &f.final; a.Exact() || len(f.iterations) == 0 && a.Depth > 0 {
		f.iterations = append(f.iterations, iterationOf(a))
	}
	r.review.Nodes += f.final.Stats.Nodes
	return &f
}

// match returns the deepest comparable iterations of the searches of a
// position and of the one a ply later; ok is false if there are none.
func match(best, played *found) (b, p iteration, ok bool) {
	for _, b := range slices.Backward(best.iterations) {
		for _, p := range slices.Backward(played.iterations) {
			if alike(&b, &p) {
				return b, p, true
			}
		}
	}
	return b, p, false
}

// alike reports whether b, of a position, and p, of one a ply later, have the same depth. A win or
// loss at a distance may be compared with an estimate whose search looked as far.
func alike(b, p *iteration) bool {
	_, _, decidedBest := b.line.Score.Plies()
	_, _, decidedPlayed := p.line.Score.Plies()
	switch {
	case b.exact && p.exact:
		return true
	case b.exact:
		return decidedBest && p.depth >= b.depth-1
	case p.exact:
		return decidedPlayed && p.depth <= b.depth-1
	}
	return b.depth == p.depth+1 && b.confidence == p.confidence
}

// note records the best move without a comparison.
func (m *Move) note(best iteration) {
	m.Known = true
	m.Best, m.Depth, m.Confidence = best.line, best.depth, best.confidence
}

// settle compares the best move before the i-th move with that move, whose
// result is p. If the move is at least as good, it becomes the best.
func (r *reviewer) settle(i int, best, p iteration) {
	m := &r.review.Moves[i]
	m.note(best)
	m.Compared, m.Exact = true, best.exact && p.exact
	played := best.line.Score
	if m.Best.Move != m.Move {
		played = r.before(i, p.line.Score)
	}
	sure := p.exact // of the move played
	switch {
	case m.Best.Move == m.Move:
		sure = best.exact
	case played >= m.Best.Score:
		best.exact = sure
		m.Best = engine.Line{
			Move: m.Move, PV: append([]string{m.Move}, p.line.PV...),
			Score: played, Bound: p.line.Bound, Proof: p.line.Proof, Depth: best.depth,
		}
	}
	m.Best.Value = m.Position.Worth(m.Best.Score, best.exact, false)
	m.Played = m.Position.Worth(played, sure, false)
	m.judge(best.exact == sure)
	if m.Mark > Unmarked {
		r.explain(i, best, p)
	}
}
