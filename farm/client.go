package farm

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/internal/wire"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Client submits batches to a farm and reads their results.
type Client struct {
	Queue queue.Client // connects it to the farm
}

// ask asks the coordinator a question about a topic and stores the answer in body.
func (c *Client) ask(ctx context.Context, topic string, q, body any) error {
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	data, err := c.Queue.Ask(ctx, topic, text)
	if err != nil {
		return err
	}
	var a wire.Answer
	if err := json.Unmarshal(data, &a); err != nil {
		return err
	}
	switch {
	case a.Unknown:
		return reason.Errorf("%w: %s", job.ErrNoBatch, a.Error)
	case a.Error != "":
		return errors.New(a.Error)
	}
	return json.Unmarshal(a.Body, body)
}

// submissionBytes is about the size of a part of a submission, in bytes. Servers of others may limit
// messages to 1 MiB.
const submissionBytes = 400 << 10

// Submit submits a batch and returns its name. It waits for a coordinator. The batch is in the
// archive and in the queue when Submit returns.
func (c *Client) Submit(ctx context.Context, b job.Batch) (name string, err error) {
	return b.Name(), c.SubmitLines(ctx, b.Name(), b, len(b.Lines), slices.Values(b.Lines))
}

// ErrChanged is the error for lines that were not the same whenever they were read.
var ErrChanged = reason.New("the positions have changed while they were submitted: submit them again")

// SubmitLines is Submit for lines that are not in memory: a number of them, which make up the named
// batch. It may read them several times. If they differ, it fails with [ErrChanged], or the farm
// does.
func (c *Client) SubmitLines(ctx context.Context, name string, b job.Batch, size int, lines iter.Seq[string]) error {
	s := wire.Submission{Name: name, Batch: b, Size: size}
	if size == 0 {
		return c.part(ctx, &s)
	}
	for s.From < size {
		at, bytes, sent := 0, 0, false
		for line := range lines {
			if at++; at <= s.From {
				continue
			}
			s.Lines = append(s.Lines, line)
			if bytes += len(line) + len(`"",`); bytes < submissionBytes && at < size {
				continue
			}
			if err := c.part(ctx, &s); err != nil {
				return err
			}
			bytes, sent = 0, true
			if s.From != at || at == size { // the coordinator has lost the part before, or has all
				break
			}
		}
		if !sent || len(s.Lines) > 0 {
			return ErrChanged
		}
	}
	return nil
}

// part sends a part of a submission, and sets s to the beginning of the next one.
func (c *Client) part(ctx context.Context, s *wire.Submission) error {
	for {
		next := 0
		within, stop := context.WithTimeout(ctx, submitTime)
		err := c.ask(within, wire.AskSubmit, s, &next)
		late := within.Err() != nil
		stop()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case late, errors.Is(err, queue.ErrAway):
			queue.Rest(ctx, time.Second)
		default:
			s.From, s.Lines = min(next, s.Size), s.Lines[:0]
			return err
		}
	}
}

// State reports whether no coordinator runs, and what the farm waits for; see Status.Trouble.
func (c *Client) State(ctx context.Context) (away bool, trouble string) {
	within, stop := context.WithTimeout(ctx, lookTime)
	defer stop()
	s, err := c.Status(within)
	return errors.Is(err, queue.ErrAway), s.Trouble
}

// submitTime is how long a coordinator may take for a part of a submission.
const submitTime = 10 * time.Second

// Batch returns the progress of a batch.
func (c *Client) Batch(ctx context.Context, name string) (s job.BatchStatus, err error) {
	err = c.ask(ctx, wire.AskBatch, wire.Question{Batch: name}, &s)
	return s, err
}

// Status returns the status of the farm.
func (c *Client) Status(ctx context.Context) (s Status, err error) {
	err = c.ask(ctx, wire.AskStatus, wire.Question{}, &s)
	return s, err
}

// Cancel cancels a batch.
func (c *Client) Cancel(ctx context.Context, name string) error {
	return c.ask(ctx, wire.AskCancel, wire.Question{Batch: name}, &struct{}{})
}

// Retry makes the farm do the failed jobs of a batch again, and returns their number.
func (c *Client) Retry(ctx context.Context, name string) (jobs int, err error) {
	err = c.ask(ctx, wire.AskRetry, wire.Question{Batch: name}, &jobs)
	return jobs, err
}

// Trust makes the farm trust or distrust a worker. It returns the first thousand jobs that this
// settles or reopens, and their total.
func (c *Client) Trust(ctx context.Context, worker string, trusted bool) (jobs []job.Key, total int, err error) {
	var r wire.Reopened
	err = c.ask(ctx, wire.AskTrust, wire.Question{Worker: worker, Trust: trusted}, &r)
	return r.Jobs, r.Total, err
}

// Rows calls take with the rows of a batch, in order.
func (c *Client) Rows(ctx context.Context, name string, take func(*job.Page, *job.Row) error) error {
	return job.EachRow(func(from int) (job.Page, error) { return c.page(ctx, name, from) }, take)
}

// page returns the page of a batch that begins with a row.
func (c *Client) page(ctx context.Context, name string, from int) (page job.Page, err error) {
	err = c.ask(ctx, wire.AskRows, wire.Question{Batch: name, From: from}, &page)
	return page, err
}

// Wait waits until a batch is finished, also while no coordinator runs. It calls show, which
// may be nil, with the progress.
func (c *Client) Wait(ctx context.Context, name string, show func(job.BatchStatus)) (job.BatchStatus, error) {
	pause := 20 * time.Millisecond
	for {
		within, stop := context.WithTimeout(ctx, lookTime)
		s, err := c.Batch(within, name)
		stop()
		if err == nil {
			if show != nil {
				show(s)
			}
			if s.Finished {
				return s, nil
			}
		}
		if ctx.Err() != nil {
			return s, context.Cause(ctx)
		}
		queue.Rest(ctx, pause)
		pause = min(2*pause, time.Second)
	}
}

// lookTime is how long to wait for an answer before the question is asked again: a cluster
// may lose it with a node.
const lookTime = 3 * time.Second

// each calls take with each row of a batch and its result, in order, as soon as it and the
// rows before it are done. It returns when all are done, and waits also while no
// coordinator runs. It returns the first error of take. A batch that was cancelled before
// continues when the coordinator adopts the latest submission, so only one that is cancelled
// while each waits ends it, with [job.ErrCancelled].
func (c *Client) each(ctx context.Context, name string, take func(*job.Row, *job.Result) error) error {
	const least, most = 5 * time.Millisecond, 500 * time.Millisecond
	running := false // since the submission
	for from, pause := 0, least; ; {
		within, stop := context.WithTimeout(ctx, lookTime)
		page, err := c.page(within, name, from)
		stop()
		taken, err2 := takeRows(name, page.Rows, take)
		done := from + taken
		switch {
		case err2 != nil:
			return err2
		case err == nil && done >= page.Size:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil && page.Cancelled && running:
			return reason.Errorf("%w: %s", job.ErrCancelled, name)
		case done > from:
			from, pause = done, least
		default:
			queue.Rest(ctx, pause)
			pause = min(2*pause, most)
		}
		running = running || err == nil && !page.Cancelled
	}
}

// takeRows calls take with the rows before the first that is not done, and returns their number.
func takeRows(batch string, rows []job.Row, take func(*job.Row, *job.Result) error) (taken int, err error) {
	for i := range rows {
		if rows[i].Disputed || rows[i].Unconfirmed {
			break
		}
		r, err := rows[i].Read()
		if err != nil {
			return i, reason.Errorf("batch %s, job %d: %w", batch, rows[i].Index, err)
		}
		if r == nil {
			return i, nil
		}
		if err := take(&rows[i], r); err != nil {
			return i, err
		}
		taken++
	}
	return taken, nil
}

// Parts makes the farm do the parts of a plan and calls take with each result, in order. It
// fails if a part fails; see Do.
func (c *Client) Parts(ctx context.Context, b job.Batch, take func(part int, r *job.Result) error) error {
	return c.Do(ctx, b, func(row *job.Row, r *job.Result) error {
		if r.Status != job.Solved {
			return reason.Errorf("batch %s, job %d: %s: %s", b.Name(), row.Index, r.Status, r.Error)
		}
		return take(row.Index, r)
	})
}

// Do submits a batch and calls take with each row and its result, in order, as soon as it and
// the rows before it are done. If ctx is done or take fails, it cancels the rest.
func (c *Client) Do(ctx context.Context, b job.Batch, take func(*job.Row, *job.Result) error) error {
	name, err := c.Submit(ctx, b)
	if err != nil {
		return err
	}
	if err = c.each(ctx, name, take); err != nil {
		last, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer stop()
		_ = c.Cancel(last, name) // otherwise the farm does the rest in vain
	}
	return err
}

// farewell is how long a farm may take to cancel a batch.
const farewell = 5 * time.Second
