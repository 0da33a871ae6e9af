package prover

import (
	"context"
	"time"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// farewell is how long to wait until a farm acknowledges that a job was cancelled. Otherwise it
// does the job in vain.
const farewell = 5 * time.Second

// Remote returns a Do that sends each job to a farm as a batch. The farm answers jobs that
// it has done before, for any client, from its archive.
func Remote(c *farm.Client, priority int) Do {
	return func(ctx context.Context, j job.Job) (r job.Result, err error) {
		name, err := c.Submit(ctx, job.Batch{Spec: j.Spec, Priority: priority, Lines: []string{j.Position}})
		if err != nil {
			return r, err
		}
		_, err = c.Wait(ctx, name, nil)
		if ctx.Err() != nil {
			last, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
			defer stop()
			_ = c.Cancel(last, name)
			return r, context.Cause(ctx)
		}
		if err != nil {
			return r, err
		}
		err = c.Rows(ctx, name, func(_ *job.Page, row *job.Row) (err error) {
			if row.Fault != "" || row.Result == "" {
				return reason.Errorf("batch %s: %w: %s", name, errNoResult, row.Fault)
			}
			r, err = job.ReadResult([]byte(row.Result))
			return err
		})
		if err == nil && r.Job != j.Key() {
			err = reason.Errorf("batch %s: %w: it is of job %v", name, errNoResult, r.Job)
		}
		return r, err
	}
}

var errNoResult = reason.New("no result")
