package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
)

// Chunk is jobs that are handed out together: one that takes long, or many small
// ones.
type Chunk struct {
	job.Chunk
	tasks []*task
}

// maxChunk is the most jobs of a chunk: what a message may hold. What a chunk costs,
// some 10 ms of processor's time with its queue and archive, is shared by them.
const maxChunk = 4000

// shares is into how many chunks for each that is done at once what is left of a batch
// is divided at least, so that all workers come to their end at about the same time
// (guided self-scheduling; Polychronopoulos and Kuck 1987).
const shares = 2

// firstChunk is the number of jobs of a chunk as long as none of the batch is done.
const firstChunk = 4

// Feed hands out a chunk; nil if nothing is left to be handed out now.
func (l *Ledger) Feed() (*Chunk, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	first, err := l.take()
	if first == nil || err != nil {
		return nil, err
	}
	l.last++
	c := &Chunk{Chunk: job.Chunk{Number: l.last, Not: first.not}}
	most := l.size(first.of)
	for t := first; t != nil; {
		t.fed = true
		c.Jobs, c.tasks = append(c.Jobs, t.job), append(c.tasks, t)
		if t.alone || len(c.Jobs) >= most {
			break
		}
		if t, err = l.takeOf(first); err != nil {
			return nil, err
		}
	}
	l.fed[c.Number] = c
	return c, nil
}

// size returns how many jobs of b make a chunk: as many as take so long together, and no
// more than the share of one worker in what is left, if it is known who there is.
func (l *Ledger) size(b *batch) int {
	slots := l.present()
	if slots == 0 {
		return b.chunk(l.Chunk)
	}
	left := b.Size - b.tally().Done()
	for _, t := range l.tasks {
		if t.of == b && t.fed {
			left--
		}
	}
	return min(b.chunk(l.Chunk), max(left/(shares*slots), 1))
}

// chunk returns how many jobs of b take so long together, going by those done.
func (b *batch) chunk(d time.Duration) int {
	if b.taken == 0 {
		return firstChunk
	}
	mean := max(b.spent/time.Duration(b.taken), time.Microsecond)
	return int(min(max(d/mean, 1), maxChunk))
}

// take returns the task to be handed out next.
func (l *Ledger) take() (*task, error) {
	for {
		best := -1
		for i, t := range l.ready {
			if best < 0 || t.of.Priority > l.ready[best].of.Priority {
				best = i
			}
		}
		b := l.unopened()
		if best >= 0 && (b == nil || l.ready[best].of.Priority >= b.Priority) {
			return l.pick(best), nil
		}
		if b == nil {
			return nil, nil
		}
		if err := l.openPage(b); err != nil {
			return nil, err
		}
	}
}

// takeOf returns a task that may stand in one chunk with another; nil if there is
// none.
func (l *Ledger) takeOf(first *task) (*task, error) {
	b := first.of
	for {
		for i, t := range l.ready {
			if t.of == b && !t.alone && slices.Equal(t.not, first.not) {
				return l.pick(i), nil
			}
		}
		if len(first.not) > 0 || b.Cancelled || !b.unopened() || b.chunk(l.Chunk) == 1 {
			return nil, nil
		}
		if err := l.openPage(b); err != nil {
			return nil, err
		}
	}
}

// pick takes a task from those that are ready. Most are at the front.
func (l *Ledger) pick(i int) *task {
	t := l.ready[i]
	copy(l.ready[1:i+1], l.ready[:i])
	l.ready = l.ready[1:]
	return t
}

// unopened returns the batch, of the highest priority and submitted first, of which a
// page is left to be opened; nil if there is none.
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

// unopened reports whether there is a page to open, and goes to it.
func (b *batch) unopened() bool {
	for ; b.next < b.pages(); b.next++ {
		if _, known := b.open[b.next]; !known {
			return true
		}
	}
	return false
}

// openPage makes tasks of the lines of a page that are not done.
func (l *Ledger) openPage(b *batch) error {
	var lines []string
	p := &page{of: b, number: b.next}
	var jobs []named
	err := l.Archive.View(func(tx *archive.Tx) error {
		text, err := tx.Get(archive.Pages, b.pageName(p.number))
		if err == nil && text == nil {
			err = fmt.Errorf("%w: no page %s", archive.ErrDamaged, b.pageName(p.number))
		}
		if err == nil {
			err = json.Unmarshal(text, &lines)
		}
		if err != nil {
			return err
		}
		for _, line := range lines {
			n := named{job: b.jobOf(line)}
			n.key = b.names.Key(&n.job)
			r := l.result(tx, n.key)
			switch {
			case r != nil && b.Split && l.splittable(&n.job, r):
				n.unfinished = r
				jobs = append(jobs, n)
			case r != nil:
				p.tally.Add(r.Status)
			default:
				jobs = append(jobs, n)
			}
		}
		return nil
	})
	if err == nil {
		err = l.recall(jobs)
	}
	if err != nil {
		return err
	}
	p.size = len(lines)
	b.open[p.number] = p
	b.next++
	for _, n := range jobs {
		t := l.task(n.job, n.key, b)
		t.pages = append(t.pages, p)
		l.resume(t)
	}
	if p.tally.Done() == p.size {
		l.closePage(p)
	}
	return l.settle(nil)
}

// named is a job with its name and, if it is to be split, its unfinished result.
type named struct {
	job        job.Job
	key        job.Key
	unfinished *job.Result
}

// recall writes down that jobs whose unfinished results are known are split.
func (l *Ledger) recall(jobs []named) error {
	if !slices.ContainsFunc(jobs, func(n named) bool { return n.unfinished != nil }) {
		return nil
	}
	return l.Archive.Update(func(tx *archive.Tx) error {
		for _, n := range jobs {
			if n.unfinished == nil {
				continue
			}
			s := splitRecord{Job: string(n.job.Write()), Result: string(n.unfinished.Write())}
			if err := errors.Join(s.write(tx, n.key), tx.Delete(archive.Results, n.key[:])); err != nil {
				return err
			}
		}
		return nil
	})
}

// task returns the task of a job. One that is new has to be handed out, unless it was
// before the ledger was opened.
func (l *Ledger) task(j job.Job, key job.Key, of *batch) *task {
	t := l.tasks[key]
	if t == nil {
		t = &task{job: j, key: key, of: of}
		l.tasks[key] = t
		if c := l.handed[key]; c != nil {
			t.fed = true
			c.tasks = append(c.tasks, t)
			delete(l.handed, key)
		} else {
			l.ready = append(l.ready, t)
		}
	}
	if of.Priority > t.of.Priority {
		t.of = of
	}
	return t
}

// Restore says that a chunk was handed out before the ledger was opened, and is on its
// way.
func (l *Ledger) Restore(number uint64, jobs []job.Job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := &Chunk{Chunk: job.Chunk{Number: number, Jobs: jobs}}
	l.fed[number] = c
	for i := range jobs {
		l.handed[jobs[i].Key()] = c
	}
}

// result returns what the archive holds of a job; nil if nothing. What does not check
// is as good as nothing: the job is done again.
func (l *Ledger) result(tx *archive.Tx, key job.Key) *job.Result {
	data, err := tx.Get(archive.Results, key[:])
	if err != nil || data == nil {
		return nil
	}
	r, err := job.ReadRecord(key, data)
	if err != nil {
		return nil
	}
	return &r
}

// again hands a task out once more, before others.
func (l *Ledger) again(t *task) {
	if !t.fed {
		return
	}
	t.fed = false
	l.ready = append([]*task{t}, l.ready...)
}

// Outstanding returns the numbers of the chunks handed out of which nothing came
// back.
func (l *Ledger) Outstanding() []uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	var numbers []uint64
	for n := range l.fed {
		numbers = append(numbers, n)
	}
	return numbers
}

// Lost hands out again what was in a chunk that has not arrived anywhere.
func (l *Ledger) Lost(number uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost(number)
}

func (l *Ledger) lost(number uint64) {
	c := l.fed[number]
	if c == nil {
		return
	}
	delete(l.fed, number)
	if len(l.handed) > 0 { // of its jobs some may have no task yet: they are not on their way any more
		maps.DeleteFunc(l.handed, func(_ job.Key, of *Chunk) bool { return of == c })
	}
	for _, t := range c.tasks {
		if l.tasks[t.key] == t && l.splits[t.key] == nil {
			l.again(t)
		}
	}
}
