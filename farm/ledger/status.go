package ledger

import (
	"cmp"
	"slices"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

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

func (b *batch) status() job.BatchStatus {
	t := b.tally()
	return job.BatchStatus{
		Batch: b.name, Kind: b.Spec.Kind, Game: b.Spec.Game, Priority: b.Priority, Jobs: b.Size, Tally: t,
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
