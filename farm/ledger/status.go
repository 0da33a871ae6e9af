package ledger

import (
	"cmp"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// Status is how a batch stands.
type Status struct {
	Batch    string   `json:"batch"`
	Kind     job.Kind `json:"kind"`
	Game     string   `json:"game"`
	Priority int      `json:"priority"`
	Jobs     int      `json:"jobs"`
	Tally
	Finished  bool      `json:"finished"` // nothing is left to be done
	Cancelled bool      `json:"cancelled"`
	Submitted time.Time `json:"submitted"`
}

// Batches returns how all batches stand, the latest first.
func (l *Ledger) Batches() []Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []Status{}
	for _, b := range l.batches {
		list = append(list, b.status())
	}
	slices.SortFunc(list, func(a, b Status) int {
		return cmp.Or(b.Submitted.Compare(a.Submitted), cmp.Compare(a.Batch, b.Batch))
	})
	return list
}

// Batch returns how a batch stands.
func (l *Ledger) Batch(name string) (Status, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.batches[name]
	if b == nil {
		return Status{}, reason.Errorf("%w: %s", ErrUnknown, name)
	}
	return b.status(), nil
}

func (b *batch) status() Status {
	t := b.tally()
	return Status{
		Batch: b.name, Kind: b.Spec.Kind, Game: b.Spec.Game, Priority: b.Priority, Jobs: b.Size, Tally: t,
		Finished: b.Cancelled || t.Done() == b.Size, Cancelled: b.Cancelled, Submitted: b.Submitted,
	}
}

// Counts returns what has happened since the ledger was opened.
func (l *Ledger) Counts() Counters {
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
