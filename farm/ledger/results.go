package ledger

import (
	"encoding/json"
	"errors"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// Row is a line of a batch with what came of it.
type Row struct {
	Index int    `json:"index"` // from 0
	Line  string `json:"line"`  // as it was given
	// Result is the document of the job.Result in the archive; empty if there is none.
	Result string `json:"result,omitempty"`
	// Fault says what is wrong with it; empty if nothing is.
	Fault string `json:"fault,omitempty"`
	// Disputed says that workers contradict each other: it is not done until others decide.
	Disputed bool `json:"disputed,omitempty"`
}

// Page is some rows of a batch.
type Page struct {
	Spec job.Spec `json:"spec"`
	Size int      `json:"size"` // of the batch
	Rows []Row    `json:"rows"`
}

// A Page has so many rows, and so many bytes of results but for its last row, so that it
// fits into a message.
const (
	rowsAtOnce = 250
	rowBytes   = 400 << 10
)

// Rows returns rows of a batch from one on, and no rows behind its end. What is damaged
// is told of and not returned.
func (l *Ledger) Rows(name string, from int) (Page, error) {
	l.mu.Lock()
	known := l.batches[name]
	if known == nil {
		l.mu.Unlock()
		return Page{}, reason.Errorf("%w: %s", ErrUnknown, name)
	}
	b := &batch{head: known.head, name: name, game: known.game}
	l.mu.Unlock()
	out := Page{Spec: b.Spec, Size: b.Size, Rows: []Row{}}
	if from < 0 || from >= b.Size {
		return out, nil
	}
	err := l.Archive.View(func(tx *archive.Tx) error {
		text, err := tx.Get(archive.Pages, b.pageName(from/pageSize))
		if err != nil {
			return err
		}
		var lines []string
		if err := json.Unmarshal(text, &lines); err != nil {
			return err
		}
		at, size := from%pageSize, 0
		for i, line := range lines[min(at, len(lines)):min(at+rowsAtOnce, len(lines))] {
			r := row(tx, b, from+i, line)
			out.Rows = append(out.Rows, r)
			if size += len(r.Line) + len(r.Result); size > rowBytes {
				break
			}
		}
		return nil
	})
	return out, err
}

// row looks up what came of a line.
func row(tx *archive.Tx, b *batch, index int, line string) Row {
	r := Row{Index: index, Line: line}
	j := b.jobOf(line)
	key := b.names.Key(&j)
	data, err := tx.Get(archive.Results, key[:])
	if err == nil && data != nil {
		var result job.Result
		result, err = job.ReadRecord(key, data)
		r.Result = string(result.Write())
	}
	var v *votes
	if err == nil {
		v, err = readVotes(tx, key)
	}
	if err != nil {
		r.Result, r.Fault = "", err.Error()
	} else if v != nil && v.answers() > 1 {
		r.Result, r.Fault, r.Disputed = "", "results contradict each other", true
	}
	return r
}

// EachRow hands the rows of a batch to take, in their order.
func (l *Ledger) EachRow(name string, take func(*Page, *Row) error) error {
	for from := 0; ; {
		page, err := l.Rows(name, from)
		if err != nil {
			return err
		}
		for i := range page.Rows {
			if err := take(&page, &page.Rows[i]); err != nil {
				return err
			}
		}
		if from += len(page.Rows); from >= page.Size || len(page.Rows) == 0 {
			return nil
		}
	}
}

// Read returns the result of a row; nil if there is none yet. The error says what is
// wrong with it.
func (r *Row) Read() (*job.Result, error) {
	if r.Fault != "" {
		return nil, errors.New(r.Fault)
	}
	if r.Result == "" {
		return nil, nil
	}
	result, err := job.ReadResult([]byte(r.Result))
	return &result, err
}

// Job returns the job of a row.
func (p *Page) Job(find func(string) (*engine.Game, error), r *Row) (job.Job, error) {
	g, err := find(p.Spec.Game)
	if err != nil {
		return job.Job{}, err
	}
	return (&batch{head: head{Batch: Batch{Spec: p.Spec}}, game: g}).jobOf(r.Line), nil
}
