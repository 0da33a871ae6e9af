package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
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
		return fmt.Errorf("%w: %s", ledger.ErrUnknown, a.Error)
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
	return name, c.Queue.Submit(ctx, texts)
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
		within, stop := context.WithTimeout(ctx, 10*time.Second)
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
