package farm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Client asks a farm.
type Client struct{ Queue *queue.Queue }

// question asks the coordinator something.
func question(ctx context.Context, q *queue.Queue, what string, text []byte, body any) error {
	data, err := q.Ask(ctx, what, text)
	if err != nil {
		return err
	}
	var a answer
	if err := json.Unmarshal(data, &a); err != nil {
		return err
	}
	switch {
	case a.Unknown:
		return reason.Errorf("%w: %s", ledger.ErrUnknown, a.Error)
	case a.Error != "":
		return errors.New(a.Error)
	}
	return json.Unmarshal(a.Body, body)
}

func (c *Client) ask(ctx context.Context, what string, a ask, body any) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return question(ctx, c.Queue, what, text, body)
}

// submissionBytes is about how much of the lines of a batch goes into a page: a message
// may have a MiB.
const submissionBytes = 400 << 10

// Submit submits a batch and returns its name. It is queued when it returns, whether or
// not a coordinator is there.
func (c *Client) Submit(ctx context.Context, b ledger.Batch) (name string, err error) {
	name = b.Name()
	var pages []*submission
	size := submissionBytes
	for _, line := range b.Lines {
		if size += len(line) + len(`"",`); size > submissionBytes {
			pages = append(pages, &submission{Schema: submissionSchema, Name: name, Batch: b, Page: len(pages)})
			size = 0
		}
		last := pages[len(pages)-1]
		last.Lines = append(last.Lines, line)
	}
	texts := make([][]byte, len(pages))
	for i, p := range pages {
		p.Pages = len(pages)
		if texts[i], err = json.Marshal(p); err != nil {
			return "", err
		}
	}
	within, stop := context.WithTimeout(ctx, submitTime)
	defer stop()
	err = c.Queue.Submit(within, texts)
	if err != nil && ctx.Err() == nil && !errors.Is(err, queue.ErrFull) {
		err = c.why(ctx, err)
	}
	return name, err
}

// Away reports whether no coordinator answers.
func (c *Client) Away(ctx context.Context) bool {
	within, stop := context.WithTimeout(ctx, lookTime)
	defer stop()
	_, err := c.Status(within)
	return errors.Is(err, queue.ErrAway)
}

// submitTime is how long the queue may take to acknowledge a submission.
const submitTime = 30 * time.Second

// why returns the trouble that the coordinator tells of as the reason of an error, if
// there is one.
func (c *Client) why(ctx context.Context, err error) error {
	within, stop := context.WithTimeout(ctx, lookTime)
	defer stop()
	if s, err2 := c.Status(within); err2 == nil && s.Trouble != "" {
		return reason.Errorf("the farm does not go on: %s: %w", s.Trouble, err)
	}
	return err
}

// Batch returns how a batch stands.
func (c *Client) Batch(ctx context.Context, name string) (s ledger.Status, err error) {
	err = c.ask(ctx, askBatch, ask{Batch: name}, &s)
	return s, err
}

// Status returns how the farm stands.
func (c *Client) Status(ctx context.Context) (s Status, err error) {
	err = c.ask(ctx, askStatus, ask{}, &s)
	return s, err
}

// Cancel ends a batch.
func (c *Client) Cancel(ctx context.Context, name string) error {
	return c.ask(ctx, askCancel, ask{Batch: name}, &struct{}{})
}

// Retry has the jobs of a batch that failed done once more, and returns how many.
func (c *Client) Retry(ctx context.Context, name string) (jobs int, err error) {
	var r retried
	err = c.ask(ctx, askRetry, ask{Batch: name}, &r)
	return r.Jobs, err
}

// Rows hands the rows of a batch to take, in their order.
func (c *Client) Rows(ctx context.Context, name string, take func(*ledger.Page, *ledger.Row) error) error {
	for from := 0; ; {
		var page ledger.Page
		if err := c.ask(ctx, askRows, ask{name, from}, &page); err != nil {
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

// Wait waits until nothing is left to be done of a batch. A coordinator that is away is
// waited for. tell, which may be nil, is told how it stands.
func (c *Client) Wait(ctx context.Context, name string, tell func(ledger.Status)) (ledger.Status, error) {
	pause := 20 * time.Millisecond
	for {
		within, stop := context.WithTimeout(ctx, lookTime)
		s, err := c.Batch(within, name)
		stop()
		if err == nil {
			if tell != nil {
				tell(s)
			}
			if s.Finished {
				return s, nil
			}
		}
		if ctx.Err() != nil {
			return s, context.Cause(ctx)
		}
		rest(ctx, pause)
		pause = min(2*pause, time.Second)
	}
}

// lookTime is how long an answer is waited for by who asks again: a question is lost with
// the node of a cluster that had it.
const lookTime = 3 * time.Second

// Each hands the rows of a batch to take, each as soon as it is done and those before it
// are, until all are. A coordinator that is away is waited for. An error of take ends it.
func (c *Client) Each(ctx context.Context, name string, take func(*ledger.Row, *job.Result) error) error {
	const least, most = 5 * time.Millisecond, 500 * time.Millisecond
	for from, pause := 0, least; ; {
		page, err := c.page(ctx, name, from)
		done := from
		for i := range page.Rows {
			if page.Rows[i].Disputed {
				break
			}
			r, err := page.Rows[i].Read()
			if err != nil {
				return reason.Errorf("batch %s, job %d: %w", name, page.Rows[i].Index, err)
			}
			if r == nil {
				break
			}
			if err := take(&page.Rows[i], r); err != nil {
				return err
			}
			done++
		}
		switch {
		case err == nil && done >= page.Size:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case done > from:
			from, pause = done, least
		default:
			rest(ctx, pause)
			pause = min(2*pause, most)
		}
	}
}

// page returns rows of a batch; none if nobody answers in time.
func (c *Client) page(ctx context.Context, name string, from int) (page ledger.Page, err error) {
	within, stop := context.WithTimeout(ctx, lookTime)
	defer stop()
	err = c.ask(within, askRows, ask{name, from}, &page)
	return page, err
}

// Parts has the farm do the parts of a plan and hands over what came of each, in their
// order. If ctx is done, or take fails, what is left is cancelled.
func (c *Client) Parts(ctx context.Context, b ledger.Batch, take func(part int, r *job.Result) error) error {
	name, err := c.Submit(ctx, b)
	if err != nil {
		return err
	}
	err = c.Each(ctx, name, func(row *ledger.Row, r *job.Result) error {
		if r.Status != job.Solved {
			return reason.Errorf("batch %s, job %d: %s: %s", name, row.Index, r.Status, r.Error)
		}
		return take(row.Index, r)
	})
	if err != nil {
		last, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer stop()
		_ = c.Cancel(last, name) // it is done for nothing if the farm does not hear that
	}
	return err
}

// farewell is how long to wait for a farm to hear that a batch is of no use any more.
const farewell = 5 * time.Second
