package ledger

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
)

// verdict is what becomes of a result.
type verdict uint8

const (
	first     verdict = iota // there was none
	duplicate                // it says what the first said
	conflict                 // it says something else
	pending                  // there were contradictions, and there still are
	decided                  // there were, and it says which is right
	refused                  // its worker is not trusted
)

// judged is a result with what becomes of it.
type judged struct {
	job.Result
	verdict
	split *splitRecord // the job is to be split
	knows []string     // workers that have done the job, of a contradiction
	liars []string     // those that were outvoted
}

// Take takes what workers send: when it returns their results are in the archive, and
// may be acknowledged. The first result of a job wins. A second one that says something
// else puts both aside, until a third worker says which of them is right. The jobs of a
// chunk that was returned are handed out again, each alone; one that is alone already is
// a dead letter: its result says why. An error leaves all as it was.
func (l *Ledger) Take(deliveries ...job.Delivery) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var results []job.Result
	for _, d := range deliveries {
		results = append(results, d.Results...)
		results = append(results, l.dead(&d)...)
	}
	if err := l.settle(results); err != nil {
		return err
	}
	for _, d := range deliveries {
		l.clear(&d)
	}
	return nil
}

// dead returns the result of a job that was returned alone.
func (l *Ledger) dead(d *job.Delivery) []job.Result {
	if len(d.Returned) != 1 {
		return nil
	}
	key := d.Returned[0]
	if t := l.tasks[key]; t == nil || !t.waited() {
		return nil
	}
	l.counts.DeadLetters++
	return []job.Result{{Job: key, Status: job.Failed, Interval: job.Anything(), Error: d.Why}}
}

// clear does away with the chunk of a delivery, and hands out again what is still to be
// done of it: its result was refused, or is missing.
func (l *Ledger) clear(d *job.Delivery) {
	if len(d.Returned) > 0 {
		l.counts.Returned++
	}
	for _, key := range d.Returned {
		if t := l.tasks[key]; t != nil {
			t.alone = true
			l.again(t)
		}
	}
	l.lost(d.Chunk)
}

// settle takes results, and then those of split jobs that are complete with them.
func (l *Ledger) settle(results []job.Result) error {
	results = slices.Concat(l.combined, results)
	for len(results) > 0 {
		now, later := apart(results)
		cases := make([]judged, len(now))
		err := l.Archive.Update(func(tx *archive.Tx) error {
			for i := range now {
				cases[i] = judged{Result: now[i]}
				if err := l.judge(tx, &cases[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		l.combined = nil
		for i := range cases {
			l.apply(&cases[i])
		}
		results = slices.Concat(l.combined, later)
	}
	l.writeDone()
	return nil
}

// apart returns the first result of each job, and the others.
func apart(results []job.Result) (now, later []job.Result) {
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

// distrusts reports whether a worker is known to have been wrong.
func (l *Ledger) distrusts(name string) bool {
	w := l.workers[name]
	return w != nil && w.distrusted
}

// judge says what becomes of a result, and writes what follows from it.
func (l *Ledger) judge(tx *archive.Tx, c *judged) error {
	if l.distrusts(c.Worker) {
		c.verdict = refused
		return nil
	}
	d, err := readDoubt(tx, c.Job)
	if err != nil {
		return err
	}
	if d != nil {
		return l.vote(tx, d, c)
	}
	before, err := l.before(tx, c.Job)
	t := l.known(c.Job)
	if t != nil {
		c.Timed = t.job.Timed // it is not for a worker to say
	}
	switch {
	case err != nil:
		return err
	case before == nil, c.Worker == Combiner, l.distrusts(before.Worker):
		return l.write(tx, c, t)
	case before.Worker == "", c.Worker == "", before.Agrees(&c.Result):
		// What no worker has said is no opinion.
		if t == nil || !t.waited() || l.splits[c.Job] != nil {
			c.verdict = duplicate
			return nil
		}
		c.Result = *before // and nobody was told
		return l.write(tx, c, t)
	}
	c.verdict, c.knows = conflict, []string{before.Worker, c.Worker}
	d = &doubt{}
	if t != nil {
		d.Job = string(t.job.Write())
	}
	d.add(before)
	d.add(&c.Result)
	if err := tx.Delete(archive.Results, c.Job[:]); err != nil {
		return err
	}
	if err := tx.Delete(archive.Splits, c.Job[:]); err != nil {
		return err
	}
	return d.write(tx, c.Job)
}

// write writes a result, or that its job is split.
func (l *Ledger) write(tx *archive.Tx, c *judged, t *task) error {
	if t != nil && c.Worker != Combiner && t.divides() && l.splittable(&t.job, &c.Result) {
		c.split = &splitRecord{Job: string(t.job.Write()), Result: string(c.Write())}
		return c.split.write(tx, c.Job)
	}
	return tx.Put(archive.Results, c.Job[:], c.Record())
}

// before returns what a worker, or the ledger itself, has said of a job; nil if
// nothing.
func (l *Ledger) before(tx *archive.Tx, key job.Key) (*job.Result, error) {
	s, err := readSplit(tx, key)
	if err == nil && s != nil {
		return &s.result, nil
	}
	if err != nil {
		return nil, err
	}
	return l.result(tx, key), nil
}

// vote counts a result of a job of which there are several already.
func (l *Ledger) vote(tx *archive.Tx, d *doubt, c *judged) error {
	c.verdict = pending
	agree := false
	for i := range d.results {
		r := &d.results[i]
		switch same := r.Agrees(&c.Result); {
		case r.Worker == c.Worker:
			c.knows = d.knows()
			return nil // nobody votes twice
		case same:
			agree = true
		default:
			c.liars = append(c.liars, r.Worker)
		}
	}
	d.add(&c.Result)
	if !agree && len(d.results) >= maxDoubts {
		c.Result = job.Result{
			Job: c.Job, Status: job.Failed, Interval: job.Anything(),
			Error: fmt.Sprintf("%d workers say as many things: %v", maxDoubts, d.knows()),
		}
		agree, c.liars = true, nil
	}
	if !agree {
		c.liars, c.knows = nil, d.knows()
		return d.write(tx, c.Job)
	}
	c.verdict = decided
	for _, name := range c.liars {
		if err := tx.Put(archive.Workers, []byte(name), []byte(c.Job.String())); err != nil {
			return err
		}
	}
	if err := tx.Delete(archive.Doubts, c.Job[:]); err != nil {
		return err
	}
	return l.write(tx, c, l.known(c.Job))
}

// known returns the task of a job, or one that is done and not forgotten yet; nil if
// there is neither.
func (l *Ledger) known(key job.Key) *task {
	if t := l.tasks[key]; t != nil {
		return t
	}
	return l.late[key]
}

// apply does in memory what was written of a result.
func (l *Ledger) apply(c *judged) {
	l.count(c)
	t := l.known(c.Job)
	if t == nil {
		return
	}
	switch c.verdict {
	case refused:
		return // Take hands it out again
	case conflict, pending:
		t.doubt, t.audit, t.not, t.fed = true, false, c.knows, true
		l.tasks[t.key] = t
		delete(l.splits, t.key) // what it rests on may be wrong
		l.again(t)
		return
	case decided:
		t.doubt = false
	case duplicate:
		if t.audit {
			t.audit = false
			l.forget(t)
		}
		return
	case first:
	}
	if c.split != nil {
		l.begin(t, c.split)
		return
	}
	l.finish(t, &c.Result)
	if c.verdict == first && l.audits(c) {
		l.counts.Audits++
		t.audit, t.not, t.fed = true, []string{c.Worker}, false
		l.tasks[t.key] = t
		l.ready = append(l.ready, t)
		return
	}
	l.forget(t)
}

// audits reports whether a job is to be done once more, to compare.
func (l *Ledger) audits(c *judged) bool {
	return l.Audit > 0 && !c.Timed && c.Worker != "" && c.Worker != Combiner && binary.BigEndian.Uint32(c.Job[:])%uint32(l.Audit) == 0
}

// count counts a result, and what it says of its worker and others.
func (l *Ledger) count(c *judged) {
	l.counts.Results++
	l.counts.Nodes += c.Nodes
	l.counts.Micros += uint64(c.Micros)
	if c.Worker != "" && c.Worker != Combiner {
		l.worker(c.Worker).results++
	}
	switch c.verdict {
	case duplicate:
		l.counts.Duplicates++
	case conflict:
		l.counts.Conflicts++
		l.counts.Quarantined++
	case decided:
		l.counts.Quarantined--
		for _, name := range c.liars {
			l.worker(name).distrusted = true
		}
	case refused:
		l.counts.Refused++
	case first, pending:
	}
}

// finish tells all who wait for a job that it is done.
func (l *Ledger) finish(t *task, r *job.Result) {
	if b := t.of; r.Worker != Combiner {
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
	l.remember(t, r)
}

// forget lets a task go that nobody waits for.
func (l *Ledger) forget(t *task) {
	if t.wanted() {
		return
	}
	delete(l.tasks, t.key)
	if !t.fed {
		l.ready = slices.DeleteFunc(l.ready, func(other *task) bool { return other == t })
	}
	if len(l.late) >= maxLate {
		l.late = map[job.Key]*task{}
	}
	l.late[t.key] = t
}

// maxLate is how many tasks that are done are known still, should a result come that
// contradicts the first.
const maxLate = 4096

// waited reports whether anybody waits for the result of t.
func (t *task) waited() bool { return len(t.pages) > 0 || len(t.splits) > 0 }

// wanted reports whether t is still to be done.
func (t *task) wanted() bool { return t.waited() || t.doubt || t.audit }

// closePage does away with a page that is done, which is still to be written down.
func (l *Ledger) closePage(p *page) {
	p.of.done.plus(p.tally)
	p.of.open[p.number] = nil
	l.done = append(l.done, p)
}

// writeDone writes down which pages are done. If that fails it is found out again when
// the ledger is next opened.
func (l *Ledger) writeDone() {
	if len(l.done) == 0 {
		return
	}
	_ = l.Archive.Update(func(tx *archive.Tx) error {
		for _, p := range l.done {
			text, err := json.Marshal(p.tally)
			if err == nil {
				err = tx.Put(archive.Done, p.of.pageName(p.number), text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	l.done = nil
}

// doubt is what is kept of a job whose results contradict each other, the document
// "ply.doubt/1".
type doubt struct {
	Schema  string   `json:"schema"`
	Job     string   `json:"job,omitempty"` // empty if it is not known any more
	Results []string `json:"results"`

	results []job.Result
}

const doubtSchema = "ply.doubt/1"

// maxDoubts is how many results of a job may all contradict each other before it is
// given up.
const maxDoubts = 4

func (d *doubt) add(r *job.Result) {
	d.Results = append(d.Results, string(r.Write()))
	d.results = append(d.results, *r)
}

// knows returns the workers that have done the job.
func (d *doubt) knows() (names []string) {
	for i := range d.results {
		names = append(names, d.results[i].Worker)
	}
	return names
}

func (d *doubt) write(tx *archive.Tx, key job.Key) error {
	text, err := json.Marshal(doubt{Schema: doubtSchema, Job: d.Job, Results: d.Results})
	if err != nil {
		return err
	}
	return tx.Put(archive.Doubts, key[:], text)
}

// readDoubt returns the doubt about a job; nil if there is none.
func readDoubt(tx *archive.Tx, key job.Key) (*doubt, error) {
	data, err := tx.Get(archive.Doubts, key[:])
	if err != nil || data == nil {
		return nil, err
	}
	return parseDoubt(data)
}

func parseDoubt(data []byte) (*doubt, error) {
	d := &doubt{}
	if err := json.Unmarshal(data, d); err != nil {
		return nil, err
	}
	for _, text := range d.Results {
		r, err := job.ReadResult([]byte(text))
		if err != nil {
			return nil, err
		}
		d.results = append(d.results, r)
	}
	return d, nil
}
