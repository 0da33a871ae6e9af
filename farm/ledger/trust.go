package ledger

import (
	"maps"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
)

// trustedMark is the mark of a trusted worker in the archive. A worker with another mark is
// distrusted: it was outvoted on the job that the mark names.
const trustedMark = "trusted"

// Trust records that the operator trusts a worker: it settles disputes alone, also those in
// which it has voted, and a conviction of it is undone. It returns the jobs that are settled.
func (l *Ledger) Trust(name string) (jobs []job.Key, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := *l.worker(name)
	l.worker(name).trusted, l.worker(name).distrusted = true, false
	err = l.commit(func(tx *archive.Tx) (cases []judged, err error) {
		jobs = nil
		for _, key := range l.quarantined() {
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
			if err := tx.Delete(archive.Votes, key[:]); err != nil {
				return nil, err
			}
			if err := l.write(tx, &c, l.tasks[key]); err != nil {
				return nil, err
			}
			jobs, cases = append(jobs, key), append(cases, c)
		}
		return cases, tx.Put(archive.Workers, []byte(name), []byte(trustedMark))
	}, func() {}, func(*judged) {})
	if err != nil {
		l.worker(name).trusted, l.worker(name).distrusted = before.trusted, before.distrusted
		return nil, err
	}
	return jobs, l.settle(nil)
}

// Distrust records that the operator distrusts a worker, as if it had been outvoted. It returns
// the jobs whose results rested on it, which are done again.
func (l *Ledger) Distrust(name string) (jobs []job.Key, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.worker(name).trusted = false
	taken := map[job.Key]bool{}
	err = l.Archive.Update(func(tx *archive.Tx) error {
		clear(taken)
		return l.convict(tx, map[string]job.Key{name: {}}, taken)
	})
	if err != nil {
		return nil, err
	}
	return slices.SortedFunc(maps.Keys(taken), func(a, b job.Key) int { return slices.Compare(a[:], b[:]) }), l.reload()
}

// quarantined returns the jobs in dispute, in order.
func (l *Ledger) quarantined() (keys []job.Key) {
	for key, t := range l.tasks {
		if t.disputed {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b job.Key) int { return slices.Compare(a[:], b[:]) })
	return keys
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
	return slices.ContainsFunc(branchesAt(g, s.Job), func(b branch) bool {
		next := l.result(tx, b.key)
		return next != nil && l.unconfirmed(tx, g, next, undecided)
	})
}
