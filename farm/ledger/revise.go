package ledger

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
)

// revise distrusts the workers that were outvoted, and takes back the results that rest on
// them or were withdrawn. It reports whether the archive has changed in ways that the ledger in
// memory does not reflect; see reload.
func (l *Ledger) revise(tx *archive.Tx, cases []judged) (revised bool, err error) {
	taken, convicted := map[job.Key]bool{}, map[string]job.Key{}
	for i := range cases {
		c := &cases[i]
		if c.reopen {
			taken[c.Job] = true
		}
		for _, name := range c.outvoted {
			convicted[name] = c.Job
		}
	}
	if len(convicted)+len(taken) == 0 {
		return false, nil
	}
	return true, l.convict(tx, convicted, taken)
}

// convict distrusts workers, each for a job. It deletes all results that rest on them or on a
// job in taken: results with too few other witnesses, and combinations of such results. It adds
// their jobs to taken.
func (l *Ledger) convict(tx *archive.Tx, workers map[string]job.Key, taken map[job.Key]bool) error {
	for name, key := range workers {
		l.worker(name).Distrusted = true
		if err := tx.Put(archive.Workers, []byte(name), []byte(key.String())); err != nil {
			return err
		}
	}
	if len(workers) > 0 {
		if err := errors.Join(l.unfounded(tx, taken), l.dropVotes(tx)); err != nil {
			return err
		}
	}
	if len(taken) == 0 {
		return nil
	}
	l.counts.Reopened += uint64(len(taken))
	return l.takeBack(tx, taken)
}

// unfounded deletes the results that rest on distrusted workers, and adds their jobs to taken.
func (l *Ledger) unfounded(tx *archive.Tx, taken map[job.Key]bool) error {
	var found []job.Key
	err := tx.Each(archive.Results, nil, func(name, data []byte, err error) error {
		if err != nil || len(name) != len(job.Key{}) {
			return nil // it is done again when it is needed
		}
		key := job.Key(name)
		if r, err := job.ReadRecord(key, data); err == nil && l.rests(&r) {
			found = append(found, key)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = eachSplit(tx, func(key job.Key, s *splitRecord) {
		if l.rests(&s.Result) {
			found = append(found, key)
		}
	})
	if err != nil {
		return err
	}
	for _, key := range found {
		taken[key] = true
		if err := forgetResult(tx, key); err != nil {
			return err
		}
	}
	return nil
}

// rests reports whether too few of the workers that found a result are trusted.
func (l *Ledger) rests(r *job.Result) bool {
	if r.Worker == "" || r.Worker == job.Combiner {
		return false
	}
	all := append([]string{r.Worker}, r.Witnesses...)
	trusted := slices.DeleteFunc(slices.Clone(all), l.distrusts)
	return len(trusted) < len(all) && len(trusted) < max(l.Quorum, 1)
}

// eachSplit calls take with every split job.
func eachSplit(tx *archive.Tx, take func(job.Key, *splitRecord)) error {
	return archive.EachJSON(tx, archive.Splits, nil, func(name []byte, s *splitRecord, err error) error {
		if err == nil && len(name) == len(job.Key{}) { // it is done again when it is needed
			take(job.Key(name), s)
		}
		return nil
	})
}

// dropVotes deletes the votes of distrusted workers.
func (l *Ledger) dropVotes(tx *archive.Tx) error {
	changed := map[string]*votes{}
	err := archive.EachJSON(tx, archive.Votes, nil, func(name []byte, v *votes, err error) error {
		if err == nil && slices.ContainsFunc(v.voters(), l.distrusts) {
			v.Results = slices.DeleteFunc(v.Results, func(r job.Result) bool { return l.distrusts(r.Worker) })
			changed[string(name)] = v
		}
		return nil
	})
	for name, v := range changed {
		switch {
		case err != nil:
			return err
		case len(v.Results) == 0:
			err = tx.Delete(archive.Votes, []byte(name))
		default:
			v.Owed = v.Owed && tx.Has(archive.Results, []byte(name))
			err = tx.PutJSON(archive.Votes, []byte(name), v)
		}
	}
	return err
}

// takeBack deletes the results that were combined from those of the jobs in taken, and all
// marks of finished pages.
func (l *Ledger) takeBack(tx *archive.Tx, taken map[job.Key]bool) error {
	parents := map[job.Key][]job.Key{}
	err := eachSplit(tx, func(key job.Key, s *splitRecord) {
		g, err := l.find(s.Job.Game)
		if err != nil {
			return
		}
		for _, b := range branches(g, s.Job) {
			parents[b.key] = append(parents[b.key], key)
		}
	})
	if err != nil {
		return err
	}
	for left := slices.Collect(maps.Keys(taken)); len(left) > 0; {
		key := left[len(left)-1]
		left = left[:len(left)-1]
		for _, parent := range parents[key] {
			if taken[parent] {
				continue
			}
			taken[parent] = true
			left = append(left, parent)
			if err := tx.Delete(archive.Results, parent[:]); err != nil {
				return err
			}
		}
	}
	var pages [][]byte
	err = tx.Each(archive.Done, nil, func(name, _ []byte, _ error) error {
		pages = append(pages, slices.Clone(name))
		return nil
	})
	for _, name := range pages {
		if err == nil {
			err = tx.Delete(archive.Done, name)
		}
	}
	return err
}

// reload reads the ledger from its archive again. Dispatched chunks remain dispatched.
func (l *Ledger) reload() error {
	before := l.batches
	l.reset()
	for _, w := range l.workers {
		for _, c := range w.chunks {
			c.tasks = nil
			for key := range c.open {
				l.restored[key] = c
			}
		}
	}
	if err := l.load(); err != nil {
		return err
	}
	for name, b := range l.batches {
		if old := before[name]; old != nil {
			b.taken, b.spent = old.taken, old.spent
		}
	}
	return nil
}

// Follow makes the archive and its journal equal, and reads the ledger from the archive again.
// It returns the number of messages read into the archive.
func (l *Ledger) Follow(ctx context.Context, j queue.Journal) (messages uint64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if messages, err = l.Archive.Follow(ctx, j); err != nil || messages == 0 {
		return messages, err
	}
	return messages, l.reload()
}

// Review recalls chunks from silent workers: a job that several of them began is first done alone
// and finally fails. It also handles jobs that wait for other workers to agree: if none of these is
// present, the result counts unconfirmed. It must be called regularly.
func (l *Ledger) Review() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent()
	alone := l.unattended()
	if len(alone) == 0 {
		return l.settle(nil)
	}
	_, err := l.commit(func(tx *archive.Tx) (cases []judged, err error) {
		for _, t := range alone {
			v, err := readVotes(tx, t.key)
			if err == nil && v != nil && l.owes(v, nil) {
				v.Owed = true
				c := judged{received: received{Result: v.Results[0], job: &t.job}, verdict: owed, votes: v}
				err = errors.Join(l.write(tx, &c, t), tx.PutJSON(archive.Votes, t.key[:], v))
				cases = append(cases, c)
			}
			if err != nil {
				return nil, err
			}
		}
		return cases, nil
	})
	return errors.Join(err, l.settle(nil))
}

// unattended returns the tasks whose first result no present worker can confirm. It chooses
// another auditor where the chosen one has left.
func (l *Ledger) unattended() (alone []*task) {
	for _, t := range l.tasks {
		if len(t.votes) == 0 || t.dispatched {
			continue
		}
		others := l.others(t)
		if t.auditor != "" && (!slices.Contains(others, t.auditor) || t.disputed && !l.trusts(t.auditor)) {
			t.auditor = l.auditor(t)
		}
		if len(others) == 0 && !t.disputed && !t.owed && len(t.votes) >= max(l.Quorum, 1) {
			alone = append(alone, t)
		}
	}
	return alone
}
