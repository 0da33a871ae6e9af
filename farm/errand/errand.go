// Package errand has a farm do what one game can do in parts and others cannot: train
// an evaluation, expand an opening book, build databases of endings; see
// workshop.Task. A part is a job. What all parts need is a file in the queue.
package errand

import (
	"context"
	"errors"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Send has a farm do errands of a kind. What it has done before it answers from its
// archive.
func Send(c *farm.Client, kind job.Kind, g *engine.Game, version string) workshop.Send {
	spec := job.For(kind, g, version)
	there := files{there: map[string]bool{}}
	return func(ctx context.Context, e workshop.Task, take func(part int, data string) error) error {
		if err := there.put(ctx, c.Queue, e.Files); err != nil {
			return err
		}
		its := spec
		its.Plan = e.Plan
		return c.Parts(ctx, ledger.Batch{Spec: its, Lines: e.Parts}, func(n int, r *job.Result) error {
			return take(n, r.Data)
		})
	}
}

// files are those that were put into a queue.
type files struct {
	mu    sync.Mutex
	there map[string]bool
}

// put puts those that are not there.
func (f *files) put(ctx context.Context, q *queue.Queue, list [][]byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, data := range list {
		name := workshop.FileName(data)
		if f.there[name] {
			continue
		}
		if _, err := q.PutFile(ctx, data); err != nil {
			return err
		}
		f.there[name] = true
	}
	return nil
}

// Do returns what does parts of errands of those whom offer names for a game, with the
// files of a queue. It keeps the benches on which it works: a plan takes longer to take
// in than a part of it does.
func Do(q *queue.Queue, offer func(*engine.Game) (workshop.Tasks, bool)) job.Work {
	d := &doer{fetch: q.File, offer: offer}
	return d.do
}

type doer struct {
	fetch workshop.Fetch
	offer func(*engine.Game) (workshop.Tasks, bool)

	mu   sync.Mutex
	idle []bench // those used last at the end
}

// bench is one that nobody works on.
type bench struct {
	game, plan string
	workshop.Worker
}

// mostIdle is how many benches are kept.
const mostIdle = 16

func (d *doer) do(ctx context.Context, g *engine.Game, j *job.Job) (data string, nodes uint64, err error) {
	b, err := d.open(ctx, g, j)
	if err != nil {
		return "", 0, foreign(err)
	}
	data, nodes, err = b.Worker(ctx, j.Part)
	if err == nil {
		d.put(b)
	}
	return data, nodes, foreign(err)
}

// foreign leaves jobs whose files are not there to those who have them.
func foreign(err error) error {
	if errors.Is(err, queue.ErrNoFile) {
		return reason.Errorf("%w: %w", job.ErrForeign, err)
	}
	return err
}

// open returns a bench that is idle, or a new one.
func (d *doer) open(ctx context.Context, g *engine.Game, j *job.Job) (b bench, err error) {
	b = bench{game: j.Game, plan: j.Plan}
	d.mu.Lock()
	for i := len(d.idle) - 1; i >= 0; i-- {
		if d.idle[i].game == b.game && d.idle[i].plan == b.plan {
			b = d.idle[i]
			d.idle = append(d.idle[:i], d.idle[i+1:]...)
			d.mu.Unlock()
			return b, nil
		}
	}
	d.mu.Unlock()
	offered, ok := d.offer(g)
	if !ok {
		return b, reason.Errorf("%s does no such work", j.Game)
	}
	b.Worker, err = offered.Worker(ctx, j.Plan, d.fetch)
	return b, err
}

func (d *doer) put(b bench) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.idle = append(d.idle, b); len(d.idle) > mostIdle {
		d.idle = append(d.idle[:0], d.idle[1:]...)
	}
}
