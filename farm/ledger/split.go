package ledger

import (
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/game"
)

// splitRecord is the stored form of a split, the document "ply.split/2".
type splitRecord struct {
	Schema string     `json:"schema"`
	Job    job.Job    `json:"job"`
	Result job.Result `json:"result"` // the unfinished one
}

const splitSchema = "ply.split/2"

// readSplit returns the split of a job, or nil if it was not split.
func readSplit(tx *archive.Tx, key job.Key) (*splitRecord, error) {
	return archive.GetJSON[splitRecord](tx, archive.Splits, key[:])
}

// split is a job that waits for the jobs about the positions after its moves.
type split struct {
	of       *task
	raw      job.Result // of the job itself, unfinished
	moves    []branch
	interval job.Interval // of the branches known, seen from the job
	best     int          // the index of the branch with the highest lower bound or value
	counts   game.Counts
	nodes    uint64
	micros   int64
	left     int
	over     bool
}

// branch is a move of a split job, with what is known about the position after it.
type branch struct {
	move   string
	to     *engine.Position
	key    job.Key
	same   bool // the same side moves again
	result *job.Result
	seen   job.Interval // in the view of the split position
}

// divides reports whether one of the batches that wait for t asks for splits.
func (t *task) divides() bool {
	return len(t.splits) > 0 || slices.ContainsFunc(t.pages, func(p *page) bool { return p.of.Split })
}

// splittable reports whether a job with an unfinished result can be split. The value of its
// position must not depend on earlier positions.
func (l *Ledger) splittable(j *job.Job, r *job.Result) bool {
	if r.Status != job.Unfinished || j.Kind != job.Solve && j.Kind != job.Perft {
		return false
	}
	g, err := l.find(j.Game)
	return err == nil && (j.Kind == job.Perft || !g.Remembers())
}

// begin splits the job of a task. It does nothing if the position cannot be parsed, which does
// not happen: the job was done.
func (l *Ledger) begin(t *task, record *splitRecord) {
	g, err := l.find(t.job.Game)
	if err != nil {
		return
	}
	moves := branches(g, t.job)
	if len(moves) == 0 {
		return
	}
	l.counts.Splits++
	raw := record.Result
	s := &split{
		of: t, raw: raw, moves: moves, left: len(moves), nodes: raw.Nodes, micros: raw.Micros,
		interval: job.Interval{Lower: -game.Infinity, Upper: -game.Infinity},
	}
	l.splits[t.key] = s
	t.dispatched, t.chunk = true, 0
	l.descend(s)
	if t.owed && l.tasks[t.key] == t {
		l.again(t) // another worker must confirm the job's own result
	}
}

// branches returns the branches of a job of game g; none if it has no position.
func branches(g *engine.Game, j job.Job) (all []branch) {
	p, err := g.Parse(j.Position)
	if err != nil {
		return nil
	}
	for _, m := range p.Moves() {
		to, err := p.Play(m)
		if err != nil {
			continue // cannot be played
		}
		same := to.ToMove() == p.ToMove()
		next := behind(j, same).At(to)
		all = append(all, branch{move: m, to: to, key: next.Key(), same: same})
	}
	return all
}

// behind returns the spec of the jobs about the positions after the moves of a job.
func behind(j job.Job, same bool) job.Spec {
	spec := j.Spec
	if spec.Kind == job.Perft {
		spec.Request.Depth--
	}
	if spec.Window != nil {
		w := game.Window{Alpha: spec.Window.Alpha.Sooner(1), Beta: spec.Window.Beta.Sooner(1)}
		if !same {
			w = w.Negate()
		}
		within := job.Window(w)
		spec.Window = &within
	}
	return spec
}

// descend creates tasks for the branches without results.
func (l *Ledger) descend(s *split) {
	known := make([]*job.Result, len(s.moves))
	_ = l.Archive.View(func(tx *archive.Tx) error {
		for i := range s.moves {
			known[i] = l.result(tx, s.moves[i].key)
		}
		return nil
	})
	for i := range s.moves {
		b := &s.moves[i]
		if s.over {
			return
		}
		j := behind(s.of.job, b.same).At(b.to)
		switch r := known[i]; {
		case b.result != nil:
			continue // a symmetric image of an earlier one
		case r != nil && !l.splittable(&j, r):
			l.resolve(s, b.key, r)
			continue
		case r != nil:
			if l.divide([]named{{job: j, key: b.key, unfinished: r}}) != nil {
				s.over = true // the split begins again when the ledger is next opened
				return
			}
		}
		if t := l.task(j, b.key, s.of.of); !slices.Contains(t.splits, s) {
			t.splits = append(t.splits, s)
			l.resume(t)
		}
	}
}

// resume continues with a job that was split before the ledger was opened, or whose unfinished
// result is known.
func (l *Ledger) resume(t *task) {
	if l.splits[t.key] != nil || t.dispatched {
		return
	}
	var record *splitRecord
	err := l.Archive.View(func(tx *archive.Tx) (err error) {
		record, err = readSplit(tx, t.key)
		return err
	})
	if err != nil || record == nil {
		return
	}
	if i := slices.Index(l.ready, t); i >= 0 {
		l.pick(i)
	}
	l.begin(t, record)
}

// resolve records the result of a branch.
func (l *Ledger) resolve(s *split, key job.Key, r *job.Result) {
	if s.over {
		return
	}
	for i := range s.moves {
		b := &s.moves[i]
		if b.key != key || b.result != nil {
			continue
		}
		b.result = r
		s.left--
		b.seen = seen(r.Interval, b.same)
		if b.seen.Lower > s.interval.Lower || s.moves[s.best].result == nil {
			s.best = i
		}
		s.interval.Lower = max(s.interval.Lower, b.seen.Lower)
		s.interval.Upper = max(s.interval.Upper, b.seen.Upper)
		if c := r.Counts; c != nil {
			s.counts.Leaves += c.Leaves
			s.counts.Ended += c.Ended
			s.counts.Nodes += c.Nodes
		}
	}
	s.nodes += r.Nodes
	s.micros += r.Micros
	if out, done := s.outcome(r); done {
		s.over = true
		delete(l.splits, s.of.key)
		l.combined = append(l.combined, received{Result: out})
		l.drop()
	}
}

// seen converts the interval of a position to the view of the position before it.
func seen(i job.Interval, same bool) job.Interval {
	if !same {
		i = job.Interval{Lower: -i.Upper, Upper: -i.Lower}
	}
	return job.Interval{Lower: i.Lower.Later(1), Upper: i.Upper.Later(1)}
}

// outcome returns the result of a split job once its branches determine it. r is the latest
// result of a branch.
func (s *split) outcome(r *job.Result) (out job.Result, done bool) {
	out = s.raw
	out.Worker, out.Nodes, out.Micros = job.Combiner, s.nodes, s.micros
	if r.Status == job.Failed {
		out.Status, out.Error = job.Failed, fmt.Sprintf("behind a move: %s", r.Error)
		return out, true
	}
	if s.of.job.Kind == job.Perft {
		if s.left > 0 {
			return out, false
		}
		s.counts.Nodes++
		out.Status, out.Counts, out.Depth, out.Stopped = job.Solved, &s.counts, s.of.job.Request.Depth, ""
		return out, true
	}
	known := s.interval
	if s.left > 0 {
		known.Upper = game.Infinity
	}
	known, consistent := known.Meet(s.raw.Interval)
	switch answered := known.Answers(s.of.job.Asked()); {
	case !consistent:
		out.Status, out.Error = job.Failed, "the positions behind the moves contradict it"
		return out, true
	case !answered && s.left > 0:
		return out, false
	case answered:
		out.Status, out.Stopped = job.Solved, "solved"
	}
	out.Interval = known
	best := &s.moves[s.best]
	out.PV = []string{best.move}
	if line, ok := best.to.Canonical().Line(best.to, best.result.PV); ok {
		out.PV = append(out.PV, line...)
	}
	switch {
	case known.Lower > -game.Infinity:
		out.Value = known.Lower
	case known.Upper < game.Infinity:
		out.Value = known.Upper
	}
	return out, true
}
