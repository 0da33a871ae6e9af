package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

func (l *Ledger) worker(name string) *worker {
	w := l.workers[name]
	if w == nil {
		w = &worker{}
		l.workers[name] = w
	}
	return w
}

// Hello records a greeting of a worker with a number of slots, at most MaxSlots, and the numbers of
// the chunks that it has. Others of its chunks are recalled: they were lost with a message, or with
// the worker if it had them before. Hello returns which of the numbers are no longer wanted, and
// which an earlier ledger may have dispatched; see Restore.
func (l *Ledger) Hello(name string, slots int, held ...uint64) (unwanted, unknown []uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.worker(name)
	w.Slots, w.Seen, w.heard = min(max(slots, 1), l.MaxSlots), l.Now(), time.Now()
	for _, c := range slices.Clone(w.chunks) {
		if !slices.Contains(held, c.Number) {
			l.mourn(c)
			l.recall(c)
		}
	}
	for _, n := range held {
		c := l.chunks[n]
		switch {
		case c == nil && !l.issued(n):
			unknown = append(unknown, n)
		case c == nil || c.worker != name || !l.wants(c):
			unwanted = append(unwanted, n)
		default:
			c.begun = true
		}
	}
	return unwanted, unknown
}

// wants reports whether any job of a chunk is still to be done.
func (l *Ledger) wants(c *Chunk) bool {
	return len(c.tasks) == 0 || slices.ContainsFunc(c.tasks, func(t *task) bool { return l.tasks[t.key] == t })
}

// Received records that a worker has sent bytes.
func (l *Ledger) Received(name string, bytes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.worker(name).Bytes += uint64(bytes)
}

// Bye records that a worker leaves, and recalls its chunks.
func (l *Ledger) Bye(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.worker(name)
	w.heard = time.Time{}
	for _, c := range slices.Clone(w.chunks) {
		l.recall(c)
	}
}

// silent recalls chunks from workers that are no longer present or are distrusted.
func (l *Ledger) silent() {
	for _, w := range l.workers {
		if l.present(w) {
			continue
		}
		for _, c := range slices.Clone(w.chunks) {
			l.mourn(c)
			l.recall(c)
		}
	}
}

// mostSilent is the number of workers that may fall silent during a job before it is done
// alone, and again before it fails.
const mostSilent = 3

// mourn records that a worker fell silent during a chunk. Jobs that are given up fail.
func (l *Ledger) mourn(c *Chunk) {
	if !c.begun || l.worker(c.worker).Distrusted {
		return
	}
	for _, t := range c.tasks {
		t.silent = append(t.silent, c.worker)
		if len(t.silent) < mostSilent || l.tasks[t.key] != t || !t.waited() || len(t.votes) > 0 {
			continue
		}
		if t.alone && len(l.othersThan(t.silent)) > 0 {
			continue // another worker may come back
		}
		if t.silent = nil; t.alone {
			l.combined = append(l.combined, l.dead(t.key, fmt.Sprintf("begun %d times, and no worker came back", mostSilent)))
		}
		t.alone = true
	}
}

// present reports whether a worker is present and trusted.
func (l *Ledger) present(w *worker) bool { return !w.Distrusted && time.Since(w.heard) < l.Lease }

// slots returns the number of slots of all workers that are present and trusted.
func (l *Ledger) slots() (slots int) {
	for _, w := range l.workers {
		if l.present(w) {
			slots += w.Slots
		}
	}
	return slots
}

// perSlot is the number of chunks that a worker has for each slot: one is done while the results of
// another are on their way.
const perSlot = 2

// Free returns the workers with room for another chunk, those with most room first.
func (l *Ledger) Free() (names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, w := range l.workers {
		if l.present(w) && len(w.chunks) < perSlot*w.Slots {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		v, w := l.workers[a], l.workers[b]
		return cmp.Or(cmp.Compare(len(v.chunks)*w.Slots, len(w.chunks)*v.Slots), cmp.Compare(a, b))
	})
	return names
}

// others returns the present workers that may do a task.
func (l *Ledger) others(t *task) []string {
	return l.othersThan(slices.Concat(t.votes, t.returned))
}

// othersThan returns the present workers except some.
func (l *Ledger) othersThan(some []string) (names []string) {
	for name, w := range l.workers {
		if l.present(w) && !slices.Contains(some, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// choose returns an unpredictable random name of the list; "" if it is empty.
func (l *Ledger) choose(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[int(l.Random()*float64(len(names)))]
}

// auditor returns a worker that must confirm a task, chosen at random: a trusted one in a
// dispute, and any without a quorum; "" means any.
func (l *Ledger) auditor(t *task) string {
	others := l.others(t)
	if t.disputed {
		trusted := slices.DeleteFunc(slices.Clone(others), func(name string) bool { return !l.trusts(name) })
		if len(trusted) > 0 {
			return l.choose(trusted)
		}
	} else if l.Quorum > 1 {
		return ""
	}
	return l.choose(others)
}

// A worker is new until it has had probation audits, and audited newRate times as often.
const (
	probation = 8
	newRate   = 4
)

// audits decides whether another worker must confirm a worker's result: its first, and then 1
// in Audit, more of a worker's that is new or was contradicted.
func (l *Ledger) audits(name string) bool {
	w := l.worker(name)
	rate := 1 / float64(l.Audit)
	switch {
	case w.Audited == 0:
		rate = 1
	case w.Audited < probation, w.Disputed > 0:
		rate *= newRate
	}
	if l.Random() >= rate {
		return false
	}
	w.Audited++
	return true
}

// Workers returns the status of the workers that greeted or sent results, by name.
func (l *Ledger) Workers() []job.WorkerStatus {
	l.mu.Lock()
	defer l.mu.Unlock()
	list, undecided := []job.WorkerStatus{}, l.undecided()
	for name, w := range l.workers {
		s := w.WorkerStatus
		s.Name, s.Trusted, s.Undecided = name, l.trusts(name), undecided[name]
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b job.WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Batches returns the status of all batches, the latest first.
func (l *Ledger) Batches() []job.BatchStatus {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []job.BatchStatus{}
	for _, b := range l.batches {
		list = append(list, b.status())
	}
	slices.SortFunc(list, func(a, b job.BatchStatus) int {
		return cmp.Or(b.Submitted.Compare(a.Submitted), cmp.Compare(a.Batch, b.Batch))
	})
	return list
}

// Batch returns the status of a batch.
func (l *Ledger) Batch(name string) (job.BatchStatus, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.batches[name]
	if b == nil {
		return job.BatchStatus{}, reason.Errorf("%w: %s", job.ErrNoBatch, name)
	}
	return b.status(), nil
}

// mostName is the longest name of a game in the status of a batch, in bytes.
const mostName = 64

func (b *batch) status() job.BatchStatus {
	t, name := b.tally(), b.Spec.Game
	if len(name) > mostName {
		name = b.game.About().Title
	}
	return job.BatchStatus{
		Batch: b.name, Kind: b.Spec.Kind, Game: name, Priority: b.Priority, Jobs: b.Size, Tally: t,
		Finished: b.Cancelled || t.Done() == b.Size, Cancelled: b.Cancelled, Submitted: b.Submitted,
	}
}

// Counts returns the counters since the ledger was opened.
func (l *Ledger) Counts() job.Counters {
	l.mu.Lock()
	defer l.mu.Unlock()
	counts := l.counts
	for _, t := range l.tasks {
		switch {
		case t.disputed:
			counts.Quarantined++
		case len(t.votes) > 0 && !t.owed:
			counts.Confirming++
		}
	}
	return counts
}

// trustedMark is the mark of a trusted worker in the archive. A worker with another mark is
// distrusted: it was outvoted on the job that the mark names.
const trustedMark = "trusted"

// Trust records that the operator trusts a worker: it settles disputes alone, also those in
// which it has voted, and a conviction of it is undone. It returns the jobs that are settled.
func (l *Ledger) Trust(name string) (jobs []job.Key, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := *l.worker(name)
	l.worker(name).Trusted, l.worker(name).Distrusted = true, false
	_, err = l.commit(func(tx *archive.Tx) (cases []judged, err error) {
		jobs = nil
		for _, key := range inOrder(l.tasks) {
			if !l.tasks[key].disputed {
				continue
			}
			c := judged{verdict: decided}
			v, err := readVotes(tx, key)
			if err != nil {
				return nil, err
			}
			if v == nil || !slices.Contains(v.voters(), name) {
				continue
			}
			ok := false
			if c.Result, c.outvoted, ok = l.winner(v); !ok {
				continue
			}
			if err := errors.Join(tx.Delete(archive.Votes, key[:]), l.write(tx, &c, l.tasks[key])); err != nil {
				return nil, err
			}
			jobs, cases = append(jobs, key), append(cases, c)
		}
		return cases, tx.Put(archive.Workers, []byte(name), []byte(trustedMark))
	})
	if err != nil {
		l.worker(name).Trusted, l.worker(name).Distrusted = before.Trusted, before.Distrusted
		return nil, err
	}
	return jobs, l.settle(nil)
}

// Distrust records that the operator distrusts a worker, as if it had been outvoted. It returns
// the jobs whose results rested on it, which are done again.
func (l *Ledger) Distrust(name string) (jobs []job.Key, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.worker(name).Trusted = false
	taken := map[job.Key]bool{}
	err = l.Archive.Update(func(tx *archive.Tx) error {
		clear(taken)
		return l.convict(tx, map[string]job.Key{name: {}}, taken)
	})
	if err != nil {
		return nil, err
	}
	return inOrder(taken), l.reload()
}

// inOrder returns the keys of a map, in order.
func inOrder[T any](jobs map[job.Key]T) []job.Key {
	return slices.SortedFunc(maps.Keys(jobs), func(a, b job.Key) int { return slices.Compare(a[:], b[:]) })
}

// undecided returns the workers in an unsettled dispute, except trusted ones: one side of each
// computes wrongly or lies, and the ledger does not know which.
func (l *Ledger) undecided() map[string]bool {
	names := map[string]bool{}
	for _, t := range l.tasks {
		for _, name := range t.votes {
			if t.disputed && !l.trusts(name) {
				names[name] = true
			}
		}
	}
	return names
}

// unconfirmed reports whether a result rests on undecided workers alone. A combined result
// rests on those of its branches.
func (l *Ledger) unconfirmed(tx *archive.Tx, g *engine.Game, r *job.Result, undecided map[string]bool) bool {
	switch {
	case len(undecided) == 0 || r.Worker == "":
		return false
	case r.Worker != job.Combiner:
		return undecided[r.Worker] && !slices.ContainsFunc(r.Witnesses, func(name string) bool { return !undecided[name] })
	}
	s, err := readSplit(tx, r.Job)
	if err != nil || s == nil || l.unconfirmed(tx, g, &s.Result, undecided) {
		return true
	}
	return slices.ContainsFunc(branches(g, s.Job), func(b branch) bool {
		next := l.result(tx, b.key)
		return next != nil && l.unconfirmed(tx, g, next, undecided)
	})
}
