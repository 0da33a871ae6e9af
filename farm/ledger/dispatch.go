package ledger

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
)

// Chunk is a list of jobs that are dispatched together: one that takes long, or many small ones.
type Chunk struct {
	job.Chunk
	worker   string
	begun    bool // the worker has said that it has it
	recalled bool // its jobs may be dispatched again
	tasks    []*task
	open     map[job.Key]int // the indices in Jobs of the jobs that did not come back
}

// maxChunk is the largest number of jobs of a chunk, which must fit into a message. The jobs
// share the cost of a chunk, about 10 ms of CPU time in queue and archive.
const maxChunk = 4000

// shares is the least number of chunks for each slot into which the rest of a batch is divided,
// so that all workers finish at about the same time (guided self-scheduling; Polychronopoulos
// and Kuck 1987).
const shares = 2

// firstChunk is the size of chunks while no job of the batch is done.
const firstChunk = 4

// maxReady is the number of waiting tasks for a worker from which on no further page is opened.
const maxReady = 20_000

// Dispatch returns a chunk for a worker, or nil if there is nothing for it now. It releases the
// ledger's lock between the pages that it opens.
func (l *Ledger) Dispatch(worker string) (*Chunk, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	first, more, err := l.next(worker)
	for ; more && err == nil; first, more, err = l.next(worker) {
		l.mu.Unlock() // for others
		l.mu.Lock()
	}
	if first == nil || err != nil {
		return nil, err
	}
	l.last++
	c := &Chunk{Chunk: job.Chunk{Number: l.last}, worker: worker, open: map[job.Key]int{}}
	most := l.size(first.of)
	for t := first; t != nil; {
		t.dispatched, t.chunk = true, c.Number
		c.open[t.key] = len(c.Jobs)
		c.Jobs, c.tasks = append(c.Jobs, t.job), append(c.tasks, t)
		if t.alone || len(c.Jobs) >= most {
			break
		}
		if t, err = l.nextOf(first, worker); err != nil {
			return nil, err
		}
	}
	l.add(c)
	return c, nil
}

// size returns the number of jobs of b in a chunk: as many as take Config.Chunk together, but
// no more than one worker's share of the rest, if the workers are known.
func (l *Ledger) size(b *batch) int {
	slots := l.slots()
	if slots == 0 {
		return b.chunk(l.Chunk)
	}
	left := b.Size - b.tally().Done()
	for _, t := range l.tasks {
		if t.of == b && t.dispatched {
			left--
		}
	}
	return min(b.chunk(l.Chunk), max(left/(shares*slots), 1))
}

// chunk returns how many jobs of b take the time d together, judging by those done.
func (b *batch) chunk(d time.Duration) int {
	if b.taken == 0 {
		return firstChunk
	}
	mean := max(b.spent/time.Duration(b.taken), time.Microsecond)
	return int(min(max(d/mean, 1), maxChunk))
}

// next returns the next task for a worker. more means that a page was opened instead.
func (l *Ledger) next(worker string) (t *task, more bool, err error) {
	if l.distrusts(worker) {
		return nil, false, nil
	}
	best := -1
	for i, t := range l.ready {
		if (best < 0 || t.of.Priority > l.ready[best].of.Priority) && l.suits(t, worker) {
			best = i
		}
	}
	b := l.unopened()
	if len(l.ready) >= maxReady {
		b = nil
	}
	if best >= 0 && (b == nil || l.ready[best].of.Priority >= b.Priority) {
		return l.pick(best), false, nil
	}
	if b == nil {
		return nil, false, nil
	}
	return nil, true, l.openPage(b)
}

// nextOf returns a task that can be in one chunk with first, or nil.
func (l *Ledger) nextOf(first *task, worker string) (*task, error) {
	b := first.of
	for {
		for i, t := range l.ready {
			if t.of == b && t.job.Spec == first.job.Spec && !t.alone && l.suits(t, worker) {
				return l.pick(i), nil
			}
		}
		if b.Cancelled || !b.unopened() || b.chunk(l.Chunk) == 1 || len(l.ready) >= maxReady {
			return nil, nil
		}
		if err := l.openPage(b); err != nil {
			return nil, err
		}
	}
}

// pick removes task i from those that are ready. Most are near the front.
func (l *Ledger) pick(i int) *task {
	t := l.ready[i]
	copy(l.ready[1:i+1], l.ready[:i])
	l.ready = l.ready[1:]
	return t
}

// unopened returns the batch with pages to open that has the highest priority and was submitted
// first, or nil.
func (l *Ledger) unopened() (first *batch) {
	for _, b := range l.batches {
		if b.Cancelled || !b.unopened() {
			continue
		}
		if first == nil || b.Priority > first.Priority || b.Priority == first.Priority && b.Submitted.Before(first.Submitted) {
			first = b
		}
	}
	return first
}

// unopened reports whether there is a page to open, and sets b.next to it.
func (b *batch) unopened() bool {
	for ; b.next < b.pages(); b.next++ {
		if _, known := b.open[b.next]; !known {
			return true
		}
	}
	return false
}

// openPage creates tasks for the unfinished lines of a page.
func (l *Ledger) openPage(b *batch) error {
	p := &page{of: b, number: b.next}
	var jobs []named
	err := l.Archive.View(func(tx *archive.Tx) (err error) {
		jobs, err = l.unfinished(tx, p)
		return err
	})
	if err == nil {
		err = l.divide(jobs)
	}
	if err != nil {
		return err
	}
	b.open[p.number] = p
	b.next++
	for _, n := range jobs {
		t := l.task(n.job, n.key, b)
		t.pages = append(t.pages, p)
		if n.votes != nil {
			t.follow(n.votes)
		}
		l.resume(t)
	}
	if p.tally.Done() == p.size {
		l.closePage(p)
	}
	return l.settle(nil)
}

// unfinished returns the jobs of a page that are still to be done. It sets the size of the page
// and counts its other jobs.
func (l *Ledger) unfinished(tx *archive.Tx, p *page) (jobs []named, err error) {
	lines, err := p.of.lines(tx, p.number)
	p.size = len(lines)
	for _, line := range lines {
		n := named{job: p.of.Spec.OfLine(p.of.game, line)}
		n.key = p.of.names.Key(&n.job)
		r := l.result(tx, n.key)
		if r != nil && (!p.of.Split || !l.splittable(&n.job, r)) {
			p.tally.Add(r.Status)
			continue
		}
		if n.unfinished = r; r == nil {
			if n.votes, err = readVotes(tx, n.key); err != nil {
				return nil, err
			}
		}
		jobs = append(jobs, n)
	}
	return jobs, err
}

// named is a job with its key, its unfinished result if it must be split, and its votes.
type named struct {
	job        job.Job
	key        job.Key
	unfinished *job.Result
	votes      *votes
}

// divide stores the splits of jobs with unfinished results.
func (l *Ledger) divide(jobs []named) error {
	if !slices.ContainsFunc(jobs, func(n named) bool { return n.unfinished != nil }) {
		return nil
	}
	return l.Archive.Update(func(tx *archive.Tx) error {
		for _, n := range jobs {
			if n.unfinished == nil {
				continue
			}
			s := splitRecord{splitSchema, n.job, *n.unfinished}
			if err := errors.Join(tx.PutJSON(archive.Splits, n.key[:], s), tx.Delete(archive.Results, n.key[:])); err != nil {
				return err
			}
		}
		return nil
	})
}

// task returns the task of a job. It creates the task if needed, and makes it ready unless the
// job was dispatched before the ledger was read.
func (l *Ledger) task(j job.Job, key job.Key, of *batch) *task {
	t := l.tasks[key]
	if t == nil {
		t = &task{job: j, key: key, of: of}
		l.tasks[key] = t
		if c := l.restored[key]; c != nil {
			t.dispatched, t.chunk = true, c.Number
			c.tasks = append(c.tasks, t)
			delete(l.restored, key)
		} else {
			l.ready = append(l.ready, t)
		}
	}
	if of.Priority > t.of.Priority || t.of.name == "" {
		t.of = of
	}
	return t
}

// Restore records that a chunk was dispatched to a worker before the ledger was opened. It reports
// whether any of its jobs is still to be done.
func (l *Ledger) Restore(worker string, number uint64, jobs []job.Job) (wanted bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.chunks[number] != nil || l.issued(number) {
		return true, nil // it is known
	}
	c := &Chunk{Chunk: job.Chunk{Number: number, Jobs: jobs}, worker: worker, begun: true, open: map[job.Key]int{}}
	err = l.Archive.View(func(tx *archive.Tx) error { return l.reopen(tx, c) })
	if err != nil || len(c.open) == 0 {
		return false, err
	}
	l.add(c)
	for key := range c.open {
		if t := l.tasks[key]; t != nil && !t.dispatched {
			t.dispatched, t.chunk = true, number
			c.tasks = append(c.tasks, t)
			l.ready = slices.DeleteFunc(l.ready, func(other *task) bool { return other == t })
			continue
		}
		l.restored[key] = c
	}
	return true, nil
}

// issued reports whether l has dispatched a chunk with a number.
func (l *Ledger) issued(number uint64) bool { return number > l.first && number <= l.last }

// reopen finds the jobs of a chunk that its worker may still do.
func (l *Ledger) reopen(tx *archive.Tx, c *Chunk) error {
	for i := range c.Jobs {
		key := c.Jobs[i].Key()
		before, err := l.before(tx, key)
		v, err2 := readVotes(tx, key)
		if err = cmp.Or(err, err2); err != nil {
			return err
		}
		if before == nil && v == nil || v != nil && !slices.Contains(v.voters(), c.worker) {
			c.open[key] = i
		}
	}
	return nil
}

// stored returns the archived result of a job, or nil if there is none.
func stored(tx *archive.Tx, key job.Key) (*job.Result, error) {
	data, err := tx.Get(archive.Results, key[:])
	if err != nil || data == nil {
		return nil, err
	}
	r, err := job.ReadRecord(key, data)
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// result is stored, except that a damaged result counts as missing, so that the job is done
// again.
func (l *Ledger) result(tx *archive.Tx, key job.Key) *job.Result {
	r, _ := stored(tx, key)
	return r
}

// again makes a task ready once more, before others.
func (l *Ledger) again(t *task) {
	if !t.dispatched {
		return
	}
	t.dispatched, t.chunk = false, 0
	l.ready = append([]*task{t}, l.ready...)
}

// InFlight returns the number of the dispatched chunks that did not come back.
func (l *Ledger) InFlight() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, w := range l.workers {
		n += len(w.chunks)
	}
	return n
}

// add adds a chunk to those dispatched.
func (l *Ledger) add(c *Chunk) {
	l.chunks[c.Number] = c
	w := l.worker(c.worker)
	w.chunks = append(w.chunks, c)
}

// mostRecalled is the number of recalled chunks that are remembered.
const mostRecalled = 1024

// recall makes the jobs of a chunk ready again. If its worker comes back, its results still count.
func (l *Ledger) recall(c *Chunk) {
	l.strike(c)
	l.redo(c)
	c.recalled, l.chunks[c.Number], l.recalled = true, c, append(l.recalled, c)
	if len(l.recalled) > mostRecalled {
		l.strike(l.recalled[0])
		l.recalled = l.recalled[1:]
	}
}

// strike removes a chunk that has come back or is recalled.
func (l *Ledger) strike(c *Chunk) {
	if l.chunks[c.Number] == c {
		delete(l.chunks, c.Number)
	}
	w := l.worker(c.worker)
	w.chunks = slices.DeleteFunc(w.chunks, func(other *Chunk) bool { return other == c })
}

// redo makes the jobs of a chunk ready again that did not come back.
func (l *Ledger) redo(c *Chunk) {
	if len(l.restored) > 0 { // some of its jobs may have no task yet
		maps.DeleteFunc(l.restored, func(_ job.Key, of *Chunk) bool { return of == c })
	}
	for _, t := range c.tasks {
		if l.tasks[t.key] == t && t.chunk == c.Number {
			l.again(t)
		}
	}
}
