// Package task makes a farm do work that only one game can do and that splits into parts:
// training an evaluation, extending an opening book, building endgame databases; see
// workshop.Task. Each part is a job. The files that all parts need are stored in the queue.
package task

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Send returns a function that makes a farm do tasks of a kind. The farm does not repeat
// parts that it has done before.
func Send(c *farm.Client, kind job.Kind, g *engine.Game, version string) workshop.Send {
	spec := job.For(kind, g, version)
	var sent sync.Map // names of the files that were put into the queue
	return func(ctx context.Context, t workshop.Task, take func(part int, data string) error) error {
		for _, data := range t.Files {
			name := workshop.FileName(data)
			if _, known := sent.Load(name); known {
				continue
			}
			if _, err := c.Queue.PutFile(ctx, data); err != nil {
				return err
			}
			sent.Store(name, true)
		}
		s := spec
		s.Plan = t.Plan
		return c.Parts(ctx, job.Batch{Spec: s, Lines: t.Parts}, func(n int, r *job.Result) error {
			return take(n, r.Data)
		})
	}
}

// Do returns a function that does parts of tasks with the files of a queue; tasks returns
// what a game offers. The function keeps idle workers, because reading a plan takes longer
// than doing a part.
func Do(q queue.Worker, tasks func(*engine.Game) (workshop.Tasks, bool)) job.Work {
	d := &doer{fetch: q.File, tasks: tasks}
	return d.do
}

type doer struct {
	fetch workshop.Fetch
	tasks func(*engine.Game) (workshop.Tasks, bool)

	mu   sync.Mutex
	idle []worker // least recently used first
}

// worker is a worker of a task.
type worker struct {
	game, plan string
	workshop.Worker
}

// maxIdle is how many idle workers are kept.
const maxIdle = 16

func (d *doer) do(ctx context.Context, g *engine.Game, j *job.Job) (data string, nodes uint64, err error) {
	w, err := d.open(ctx, g, j)
	if err == nil {
		data, nodes, err = w.Worker(ctx, j.Part)
	}
	switch {
	case err == nil:
		d.put(w)
	case errors.Is(err, queue.ErrNoFile): // others may have the file
		err = reason.Errorf("%w: %w", job.ErrForeign, err)
	}
	return data, nodes, err
}

// open returns an idle worker or a new one.
func (d *doer) open(ctx context.Context, g *engine.Game, j *job.Job) (w worker, err error) {
	if w, ok := d.reuse(j); ok {
		return w, nil
	}
	offered, ok := d.tasks(g)
	if !ok {
		return w, reason.Errorf("%s does no such work", j.Game)
	}
	w = worker{game: j.Game, plan: j.Plan}
	w.Worker, err = offered.Worker(ctx, j.Plan, d.fetch)
	return w, err
}

// reuse returns an idle worker for a job. ok is false if no idle worker does such jobs.
func (d *doer) reuse(j *job.Job) (w worker, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, w := range slices.Backward(d.idle) {
		if w.game == j.Game && w.plan == j.Plan {
			d.idle = slices.Delete(d.idle, i, i+1)
			return w, true
		}
	}
	return w, false
}

func (d *doer) put(w worker) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.idle = append(d.idle, w); len(d.idle) > maxIdle {
		d.idle = slices.Delete(d.idle, 0, 1)
	}
}
