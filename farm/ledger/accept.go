package ledger

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
)

// verdict is the decision on a result.
type verdict uint8

const (
	first     verdict = iota // becomes the result of its job
	duplicate                // equals the result
	pending                  // other workers must agree
	owed                     // becomes the result, and other workers must confirm it once present
	decided                  // enough workers agree
	confirmed                // the unconfirmed result is right
	refused                  // does not count
)

// received is a result with its job as dispatched to the worker. job is nil for results that
// the ledger itself makes.
type received struct {
	job.Result
	job      *job.Job
	doubtful bool // another worker must confirm it
}

// judged is a result with its verdict.
type judged struct {
	received
	verdict
	split    *splitRecord // set if the job is to be split
	votes    *votes
	outvoted []string
	conflict bool // differs from another result
	reopen   bool // replaces another result, on which others may rest
}

// opinion reports whether a result is a worker's claim that others can confirm.
func (r *received) opinion() bool { return r.job != nil && !r.job.Timed }

// Accept accepts deliveries of workers. When it returns, their results are in the archive and
// may be acknowledged. Only results of jobs that were dispatched to the worker count. A result that
// contradicts itself counts as a failure of its job. The jobs of a returned chunk are dispatched
// again. If Accept fails, nothing has changed.
func (l *Ledger) Accept(deliveries ...job.Delivery) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var results []received
	seen := map[claim]bool{}
	for i := range deliveries {
		results = append(results, l.receive(&deliveries[i], seen)...)
	}
	if err := l.settle(results); err != nil {
		return err
	}
	for i := range deliveries {
		l.clear(&deliveries[i])
	}
	return nil
}

// chunkOf returns the chunk of a delivery, or nil if it was not dispatched to the worker.
func (l *Ledger) chunkOf(d *job.Delivery) *Chunk {
	if c := l.chunks[d.Chunk]; c != nil && c.worker == d.Worker {
		return c
	}
	return nil
}

// claim names a worker's result of a job.
type claim struct {
	worker string
	job    job.Key
}

// receive returns the results of a delivery that count: the first about each job. seen holds
// those of earlier deliveries.
func (l *Ledger) receive(d *job.Delivery, seen map[claim]bool) (results []received) {
	c := l.chunkOf(d)
	if c == nil {
		l.counts.Refused += uint64(len(d.Results))
		return nil
	}
	for _, r := range d.Results {
		at, ok := c.open[r.Job]
		about := claim{d.Worker, r.Job}
		if !ok || seen[about] {
			l.counts.Refused++
			continue
		}
		seen[about] = true
		j := &c.Jobs[at]
		r.Worker, r.Witnesses, r.Timed, r.Micros = d.Worker, nil, j.Timed, max(r.Micros, 0)
		g, err := l.find(j.Game)
		if err == nil {
			err = j.Accepts(g, &r)
		}
		doubtful := errors.Is(err, job.ErrDoubtful)
		if err != nil && !doubtful {
			l.counts.Invalid++
			r = job.Result{
				Job: r.Job, Status: job.Failed, Interval: job.Anything(), Timed: j.Timed, Worker: d.Worker, Engine: j.Engine,
				Error: fmt.Sprintf("not a result of this job: %v", err),
			}
		}
		results = append(results, received{r, j, doubtful})
	}
	return append(results, l.giveUp(c, d, seen)...)
}

// giveUp returns failures for the jobs that were returned too often.
func (l *Ledger) giveUp(c *Chunk, d *job.Delivery, seen map[claim]bool) (results []received) {
	for _, key := range d.Returned {
		t := l.tasks[key]
		about := claim{d.Worker, key}
		if _, ok := c.open[key]; !ok || seen[about] || t == nil || !t.waited() || len(t.votes) > 0 {
			continue
		}
		seen[about] = true
		l.worker(d.Worker).Returned++
		if l.attempts(t, d.Worker).hopeless(max(l.Quorum, 1)) {
			results = append(results, l.dead(key, d.Why[:min(len(d.Why), job.MostError)]))
		}
	}
	return results
}

// attempts returns how a job came back undone, now by a worker.
func (l *Ledger) attempts(t *task, worker string) attempts {
	names := with(t.returners, worker)
	a := attempts{tries: t.returns + 1, returners: len(names), others: len(l.othersThan(names))}
	for _, name := range names {
		if l.good(name) {
			a.good++
		}
	}
	return a
}

// with returns a list of names with one more, if it is not there.
func with(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(slices.Clone(names), name)
}

// dead returns the failure of a job that no worker can do.
func (l *Ledger) dead(key job.Key, why string) received {
	l.counts.DeadLetters++
	return received{Result: job.Result{Job: key, Status: job.Failed, Interval: job.Anything(), Error: why}}
}

// clear removes the jobs of a delivery from their chunk. If the chunk is complete, it makes
// missing jobs ready again.
func (l *Ledger) clear(d *job.Delivery) {
	c := l.chunkOf(d)
	if c == nil {
		return
	}
	for i := range d.Results {
		delete(c.open, d.Results[i].Job)
	}
	if len(d.Returned) > 0 {
		l.counts.Returned++
	}
	for _, key := range d.Returned {
		if t := l.tasks[key]; t != nil {
			l.giveBack(t, d.Worker)
		}
	}
	if !d.More {
		if l.strike(c); !c.recalled {
			l.redo(c)
		}
	}
}

// giveBack records that a worker has returned a task.
func (l *Ledger) giveBack(t *task, worker string) {
	t.returns++
	t.returned, t.returners = with(t.returned, worker), with(t.returners, worker)
	if len(l.others(t)) == 0 && len(t.votes) == 0 { // the same worker may try once more later
		t.returned, t.after = nil, time.Now().Add(l.Lease)
	}
}

// settle accepts results, and then those of split jobs that they complete.
func (l *Ledger) settle(results []received) error {
	results = slices.Concat(l.combined, results)
	for len(results) > 0 {
		now, later := apart(results)
		before := l.combined
		l.combined = nil
		cases, err := l.commit(func(tx *archive.Tx) (cases []judged, err error) {
			cases = make([]judged, len(now))
			for i := range now {
				cases[i] = judged{received: now[i]}
				err = errors.Join(err, l.judge(tx, &cases[i]))
			}
			return cases, err
		})
		if err != nil {
			l.combined = before
			return err
		}
		for i := range cases {
			l.count(&cases[i])
		}
		results = slices.Concat(l.combined, later)
	}
	l.writeDone()
	return nil
}

// commit stores the cases that decide decides and their consequences, in one transaction, and updates
// the state in memory.
func (l *Ledger) commit(decide func(*archive.Tx) ([]judged, error)) (cases []judged, err error) {
	revised := false
	err = l.Archive.Update(func(tx *archive.Tx) (err error) {
		if cases, err = decide(tx); err == nil {
			revised, err = l.revise(tx, cases)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case revised:
		return cases, l.reload()
	}
	for i := range cases {
		l.apply(&cases[i])
	}
	return cases, nil
}

// apart separates the first result of each job from the others.
func apart(results []received) (now, later []received) {
	seen := map[job.Key]bool{}
	for _, r := range results {
		if seen[r.Job] {
			later = append(later, r)
			continue
		}
		seen[r.Job] = true
		now = append(now, r)
	}
	return now, later
}

// distrusts reports whether a worker is distrusted.
func (l *Ledger) distrusts(name string) bool {
	w := l.workers[name]
	return w != nil && w.Distrusted
}

// trusts reports whether a worker is trusted.
func (l *Ledger) trusts(name string) bool {
	w := l.workers[name]
	return w != nil && w.Trusted || slices.Contains(l.Trusted, name) && !l.distrusts(name)
}

// judge decides on a result and stores the consequences.
func (l *Ledger) judge(tx *archive.Tx, c *judged) error {
	if l.distrusts(c.Worker) {
		c.verdict = refused
		return nil
	}
	v, err := readVotes(tx, c.Job)
	if err != nil {
		return err
	}
	if v != nil && c.opinion() {
		return l.vote(tx, v, c)
	}
	before, err := l.before(tx, c.Job)
	t := l.tasks[c.Job]
	switch {
	case err != nil:
		return err
	case before == nil && c.opinion() && l.need(c) > 1:
		v = &votes{Schema: votesSchema, Job: *c.job, Need: max(l.Quorum, 2)}
		return l.vote(tx, v, c)
	case before == nil, c.Worker == job.Combiner, l.distrusts(before.Worker):
		return l.write(tx, c, t)
	case before.Worker == "", !c.opinion(), before.Agrees(&c.Result), supports(before, c.Worker):
		// A result without a worker is no opinion, and a worker does not contradict itself.
		if t == nil || !t.waited() || l.splits[c.Job] != nil {
			c.verdict = duplicate
			return nil
		}
		c.Result = *before // not yet known to the task
		return l.write(tx, c, t)
	}
	v = &votes{Schema: votesSchema, Job: *c.job, Need: max(l.Quorum, 2), Owed: true}
	for _, name := range append([]string{before.Worker}, before.Witnesses...) {
		same := *before
		same.Worker, same.Witnesses = name, nil
		v.Results = append(v.Results, same)
	}
	return l.vote(tx, v, c)
}

// supports reports whether a worker is among those that found a result.
func supports(r *job.Result, worker string) bool {
	return r.Worker == worker || slices.Contains(r.Witnesses, worker)
}

// need returns how many workers must agree with the first result of a job.
func (l *Ledger) need(c *judged) int {
	switch {
	case l.Quorum > 1:
		return l.Quorum
	case c.doubtful, l.Audit > 0 && (c.Status == job.Failed || l.audits(c.Worker)):
		return 2
	}
	return 1
}

// write stores a result, or the split of its job.
func (l *Ledger) write(tx *archive.Tx, c *judged, t *task) error {
	if t != nil && c.Worker != job.Combiner && t.divides() && l.splittable(&t.job, &c.Result) {
		c.split = &splitRecord{splitSchema, t.job, c.Result}
		return tx.PutJSON(archive.Splits, c.Job[:], c.split)
	}
	return tx.Put(archive.Results, c.Job[:], c.Record())
}

// before returns the stored result of a job, or nil.
func (l *Ledger) before(tx *archive.Tx, key job.Key) (*job.Result, error) {
	s, err := readSplit(tx, key)
	if err == nil && s != nil {
		return &s.Result, nil
	}
	if err != nil {
		return nil, err
	}
	return l.result(tx, key), nil
}

// vote counts a result that other workers must confirm.
func (l *Ledger) vote(tx *archive.Tx, v *votes, c *judged) error {
	c.votes = v
	if slices.Contains(v.voters(), c.Worker) {
		c.verdict = refused
		return nil
	}
	stood := v.Owed // the first of them counted unconfirmed
	v.Results = append(v.Results, c.Result)
	c.conflict = slices.ContainsFunc(v.Results, func(r job.Result) bool { return !r.Agrees(&c.Result) })
	r, outvoted, ok := l.winner(v)
	if c.reopen = stood && v.answers() > 1 && (!ok || !r.Agrees(&v.Results[0])); c.reopen {
		v.Owed = false
		if err := forgetResult(tx, c.Job); err != nil {
			return err
		}
	}
	if !ok && v.answers() >= mostAnswers {
		r = job.Result{
			Job: c.Job, Status: job.Failed, Interval: job.Anything(),
			Error: fmt.Sprintf("%d workers say as many things: %v", mostAnswers, v.voters()),
		}
		ok, outvoted = true, nil
	}
	t := l.tasks[c.Job]
	if ok {
		c.verdict, c.Result, c.outvoted = decided, r, outvoted
		if err := tx.Delete(archive.Votes, c.Job[:]); err != nil {
			return err
		}
		if stood && !c.reopen {
			c.verdict = confirmed
			return bearOut(tx, &r)
		}
		return l.write(tx, c, t)
	}
	c.verdict = pending
	if l.owes(v, l.othersThan(v.voters())) {
		v.Owed, c.verdict = true, owed
		if err := l.write(tx, c, t); err != nil {
			return err
		}
	}
	return tx.PutJSON(archive.Votes, c.Job[:], v)
}

// bearOut stores the witnesses of a confirmed result.
func bearOut(tx *archive.Tx, r *job.Result) error {
	s, err := readSplit(tx, r.Job)
	switch {
	case err != nil:
		return err
	case s != nil:
		s.Result = *r
		return tx.PutJSON(archive.Splits, r.Job[:], s)
	}
	return tx.Put(archive.Results, r.Job[:], r.Record())
}

// forgetResult deletes the result of a job.
func forgetResult(tx *archive.Tx, key job.Key) error {
	return errors.Join(tx.Delete(archive.Results, key[:]), tx.Delete(archive.Splits, key[:]))
}

// owes reports whether a result counts although too few workers agree with it: none disagrees,
// the quorum is met, and no other worker is present to confirm it.
func (l *Ledger) owes(v *votes, others []string) bool {
	return !v.Owed && len(others) == 0 && v.answers() == 1 && len(v.Results) >= max(l.Quorum, 1)
}

// apply updates the state in memory after judge.
func (l *Ledger) apply(c *judged) {
	t := l.tasks[c.Job]
	if t == nil && (c.verdict == pending || c.verdict == owed) {
		t = l.orphan(*c.job)
	}
	if t == nil {
		return
	}
	switch c.verdict {
	case refused:
		if c.votes != nil {
			t.follow(c.votes) // Accept makes it ready again
		}
	case duplicate:
	case pending, owed:
		if c.verdict == owed {
			l.conclude(t, c)
		}
		l.confirm(t, c.votes)
	case confirmed, decided, first:
		t.follow(&votes{})
		if c.verdict != confirmed {
			l.conclude(t, c)
		}
		l.forget(t)
	}
}

// conclude finishes a task and informs those who wait for it.
func (l *Ledger) conclude(t *task, c *judged) {
	switch {
	case c.split == nil:
		l.finish(t, &c.Result)
	case l.splits[t.key] == nil && t.waited():
		l.begin(t, c.split)
	}
}

// confirm makes a task ready for another present worker, chosen at random.
func (l *Ledger) confirm(t *task, v *votes) {
	t.follow(v)
	t.auditor = l.auditor(t)
	if c := l.chunks[t.chunk]; c != nil && !c.recalled && t.mayGoTo(c.worker) {
		return // it is there already
	}
	t.dispatched = true
	l.tasks[t.key] = t
	l.ready = slices.DeleteFunc(l.ready, func(other *task) bool { return other == t })
	l.again(t)
}

// count updates the counters of a result and of its worker.
func (l *Ledger) count(c *judged) {
	l.counts.Results++
	l.counts.Nodes += c.Nodes
	l.counts.Micros += uint64(c.Micros)
	if c.Worker != "" && c.Worker != job.Combiner {
		w := l.worker(c.Worker)
		w.Results++
		if c.Status == job.Failed {
			w.Failed++
		}
		if c.conflict {
			w.Disputed++
		}
	}
	switch c.verdict {
	case duplicate:
		l.counts.Duplicates++
	case refused:
		l.counts.Refused++
	case decided:
		l.counts.Duplicates += uint64(len(c.Witnesses))
	case pending, owed, confirmed:
		switch {
		case c.conflict:
			l.counts.Conflicts++
		case len(c.votes.Results) == 1:
			l.counts.Audits++
		default:
			l.counts.Duplicates++
		}
	case first:
	}
}

// finish passes the result of a job to the pages and splits that wait for it.
func (l *Ledger) finish(t *task, r *job.Result) {
	if b := t.of; r.Worker != job.Combiner {
		b.taken++
		b.spent += time.Duration(r.Micros) * time.Microsecond
	}
	pages, splits := t.pages, t.splits
	t.pages, t.splits = nil, nil
	for _, p := range pages {
		if p.tally.Add(r.Status); p.tally.Done() == p.size {
			l.closePage(p)
		}
	}
	for _, s := range splits {
		l.resolve(s, t.key, r)
	}
}

// forget deletes a task if nothing waits for it.
func (l *Ledger) forget(t *task) {
	if t.wanted() {
		return
	}
	delete(l.tasks, t.key)
	if !t.dispatched {
		l.ready = slices.DeleteFunc(l.ready, func(other *task) bool { return other == t })
	}
}

// waited reports whether a page or split waits for the result of t.
func (t *task) waited() bool { return len(t.pages) > 0 || len(t.splits) > 0 }

// wanted reports whether t is still to be done.
func (t *task) wanted() bool { return t.waited() || t.disputed || t.owed }

// closePage closes a finished page, whose counts are still to be stored.
func (l *Ledger) closePage(p *page) {
	p.of.done = p.of.done.Plus(p.tally)
	p.of.open[p.number] = nil
	l.done = append(l.done, p)
}

// writeDone stores the counts of finished pages. If that fails, they are counted again when the
// ledger is next opened.
func (l *Ledger) writeDone() {
	if len(l.done) == 0 {
		return
	}
	_ = l.Archive.Update(func(tx *archive.Tx) error {
		for _, p := range l.done {
			if err := tx.PutJSON(archive.Done, p.of.pageName(p.number), p.tally); err != nil {
				return err
			}
		}
		return nil
	})
	l.done = nil
}
