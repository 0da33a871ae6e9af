package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/job"
)

func (l *Ledger) worker(name string) *worker {
	w := l.workers[name]
	if w == nil {
		w = &worker{}
		l.workers[name] = w
	}
	return w
}

// Hello notes that a worker is there, and reports whether it was not before. It counts for
// at most MaxSlots jobs at once.
func (l *Ledger) Hello(name string, slots int) (came bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.worker(name)
	came = time.Since(w.heard) >= l.Lease
	w.slots, w.seen, w.heard = min(max(slots, 1), l.MaxSlots), l.Now(), time.Now()
	return came
}

// Bye notes that a worker has gone, and returns the chunks that are recalled from it.
func (l *Ledger) Bye(name string) []uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.worker(name).heard = time.Time{}
	return l.recallAll(name)
}

// Silent returns the chunks that are recalled from workers that are not there any more, or
// are not trusted. A job that was begun by several workers of which none came back is done
// alone, and then given up.
func (l *Ledger) Silent() ([]uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var numbers []uint64
	var dead []received
	for name, w := range l.workers {
		if l.present(w) {
			continue
		}
		if !w.distrusted {
			for _, number := range w.chunks[:min(w.slots, len(w.chunks))] {
				dead = append(dead, l.mourn(l.dispatched[number])...)
			}
		}
		numbers = append(numbers, l.recallAll(name)...)
	}
	return numbers, l.settle(dead)
}

// mostSilent is how many workers may fall silent over a job before it is done alone, and
// how many then before it is given up.
const mostSilent = 3

// mourn notes that a worker has fallen silent over a chunk, and returns the results of
// jobs that are given up.
func (l *Ledger) mourn(c *Chunk) (dead []received) {
	for _, t := range c.tasks {
		if t.silent++; t.silent < mostSilent || l.tasks[t.key] != t || !t.waited() || len(t.votes) > 0 {
			continue
		}
		if t.silent = 0; t.alone {
			dead = append(dead, l.dead(t.key, fmt.Sprintf("begun by %d workers, of which none came back", mostSilent)))
		}
		t.alone = true
	}
	return dead
}

func (l *Ledger) recallAll(name string) []uint64 {
	numbers := slices.Clone(l.worker(name).chunks)
	for _, number := range numbers {
		l.recall(number)
	}
	return numbers
}

// present reports whether a worker is there and trusted.
func (l *Ledger) present(w *worker) bool { return !w.distrusted && time.Since(w.heard) < l.Lease }

// Slots returns how many chunks are done at once by the workers that are there and
// trusted.
func (l *Ledger) Slots() (slots int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.slots()
}

func (l *Ledger) slots() (slots int) {
	for _, w := range l.workers {
		if l.present(w) {
			slots += w.slots
		}
	}
	return slots
}

// perSlot is how many chunks a worker has for each that it does at once: one waits, so
// that the worker does not.
const perSlot = 2

// Free returns the workers that have room for another chunk, those with most room first.
func (l *Ledger) Free() (names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, w := range l.workers {
		if l.present(w) && len(w.chunks) < perSlot*w.slots {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		v, w := l.workers[a], l.workers[b]
		return cmp.Or(cmp.Compare(len(v.chunks)*w.slots, len(w.chunks)*v.slots), cmp.Compare(a, b))
	})
	return names
}

// Steal recalls for an idle worker a chunk that waits at another; ok is false if there is
// none that it may do.
func (l *Ledger) Steal(worker string) (number uint64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.workers[worker]; w == nil || !l.present(w) || len(w.chunks) >= w.slots {
		return 0, false
	}
	for name, w := range l.workers {
		if name == worker || len(w.chunks) <= w.slots {
			continue
		}
		last := l.dispatched[w.chunks[len(w.chunks)-1]]
		if slices.ContainsFunc(last.tasks, func(t *task) bool { return l.tasks[t.key] == t && t.mayGoTo(worker) }) {
			l.recall(last.Number)
			return last.Number, true
		}
	}
	return 0, false
}

// others returns the workers that are there and may do a task.
func (l *Ledger) others(t *task) []string {
	return l.othersThan(slices.Concat(t.votes, t.returned))
}

// othersThan returns the workers that are there, but for some.
func (l *Ledger) othersThan(some []string) (names []string) {
	for name, w := range l.workers {
		if l.present(w) && !slices.Contains(some, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// choose returns one of the names at random, unpredictably; "" if the list is empty.
func (l *Ledger) choose(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[int(l.Random()*float64(len(names)))]
}

// A worker is new until it has had probation audits, and audited newRate times as often.
const (
	probation = 8
	newRate   = 4
)

// audits decides whether another worker must confirm a result of a worker: the first, and
// then 1 in Audit, of a new worker more.
func (l *Ledger) audits(name string) bool {
	w := l.worker(name)
	rate := 1 / float64(l.Audit)
	switch {
	case w.audits == 0:
		rate = 1
	case w.audits < probation:
		rate *= newRate
	}
	if l.Random() >= rate {
		return false
	}
	w.audits++
	return true
}

// Workers returns the workers that were seen or have sent results, by name.
func (l *Ledger) Workers() []job.WorkerStatus {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []job.WorkerStatus{}
	for name, w := range l.workers {
		list = append(list, job.WorkerStatus{Name: name, Slots: w.slots, Results: w.results, Seen: w.seen, Distrusted: w.distrusted})
	}
	slices.SortFunc(list, func(a, b job.WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
