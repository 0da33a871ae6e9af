package ledger

import (
	"errors"
	"slices"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// Retry repeats the failed jobs of a batch and returns their number. Other results remain. A
// cancelled batch stays cancelled until it is submitted again.
func (l *Ledger) Retry(name string) (jobs int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.batches[name]
	if b == nil {
		return 0, reason.Errorf("%w: %s", job.ErrNoBatch, name)
	}
	err = l.Archive.Update(func(tx *archive.Tx) error {
		jobs = 0
		failed := map[job.Key]bool{}
		for n := range b.pages() {
			n, err := l.forgetFailed(tx, b, n, failed)
			if err != nil {
				return err
			}
			jobs += n
		}
		return nil
	})
	if err != nil || jobs == 0 {
		return 0, err
	}
	l.close(b)
	return jobs, l.Archive.View(func(tx *archive.Tx) error { return tx.Each(archive.Done, []byte(b.name+"/"), l.loadDone) })
}

// forgetFailed deletes the results of a page's failed jobs, unless they are in gone already,
// and the mark that the page is finished.
func (l *Ledger) forgetFailed(tx *archive.Tx, b *batch, page int, gone map[job.Key]bool) (failed int, err error) {
	lines, err := b.lines(tx, page)
	if err != nil {
		return 0, err
	}
	for _, line := range lines {
		j := b.Spec.OfLine(b.game, line)
		key := b.names.Key(&j)
		if r := l.result(tx, key); !gone[key] && (r == nil || r.Status != job.Failed) {
			continue
		}
		failed++
		gone[key] = true
		if err := errors.Join(forgetResult(tx, key), tx.Delete(archive.Votes, key[:])); err != nil {
			return 0, err
		}
	}
	if failed == 0 {
		return 0, nil
	}
	return failed, tx.Delete(archive.Done, b.pageName(page))
}

// close closes the pages of a batch. They are opened again when they are needed.
func (l *Ledger) close(b *batch) {
	for _, t := range l.tasks {
		t.pages = slices.DeleteFunc(t.pages, func(p *page) bool { return p.of == b })
	}
	b.open, b.done, b.next = map[int]*page{}, job.Tally{}, 0
	l.drop()
}
