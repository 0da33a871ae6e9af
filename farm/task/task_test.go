package task_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/task"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// crew counts its workers. They return the part and the length of the file that the plan
// names.
type crew struct{ workers atomic.Int32 }

func (c *crew) Worker(ctx context.Context, plan string, fetch workshop.Fetch) (workshop.Worker, error) {
	c.workers.Add(1)
	file, err := fetch(ctx, plan)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, part string) (string, uint64, error) {
		if part == "bad" {
			return "", 0, errors.New("broken")
		}
		return fmt.Sprintf("%s of %d", part, len(file)), 1, nil
	}, nil
}

// TestSend makes a farm do tasks with a file of megabytes. The results must come in the
// order of the parts, from at most one worker for each plan and worker of the farm.
func TestSend(t *testing.T) {
	all := &crew{}
	offer := func(*engine.Game) (workshop.Tasks, bool) { return all, true }
	f := farmtest.Start(t, farmtest.Config{
		Find: catalog.Find, Workers: 2,
		Work: func(q queue.Queue) map[job.Kind]job.Work {
			return map[job.Kind]job.Work{job.Train: task.Do(q, offer)}
		},
	})
	send := task.Send(&f.Client, job.Train, catalogtest.Find(t, "othello"), farmtest.Version)
	file := make([]byte, 3<<20)
	e := workshop.Task{Plan: workshop.FileName(file), Files: [][]byte{file}}
	for i := range 50 {
		e.Parts = append(e.Parts, fmt.Sprint("part ", i))
	}
	n := 0
	err := send(t.Context(), e, func(part int, data string) error {
		if want := fmt.Sprintf("part %d of %d", part, len(file)); part != n || data != want {
			t.Errorf("part %d: %q, want %q", part, data, want)
		}
		n++
		return nil
	})
	if err != nil || n != len(e.Parts) || all.workers.Load() > 2 {
		t.Errorf("%d parts by %d workers: %v", n, all.workers.Load(), err)
	}
	e.Parts = []string{"bad"}
	if err := send(t.Context(), e, func(int, string) error { return nil }); err == nil {
		t.Error("a part that fails")
	}
	failure := errors.New("enough")
	e.Parts = []string{"last"}
	if err := send(t.Context(), e, func(int, string) error { return failure }); !errors.Is(err, failure) {
		t.Errorf("%v, want %v", err, failure)
	}
}

// TestNoFile checks that a job whose file is missing is left to other workers.
func TestNoFile(t *testing.T) {
	f := farmtest.Start(t, farmtest.Config{Find: catalog.Find})
	g := catalogtest.Find(t, "othello")
	do := task.Do(f.Queue, func(*engine.Game) (workshop.Tasks, bool) { return &crew{}, true })
	j := job.Job{Spec: job.For(job.Train, g, farmtest.Version), Part: "x"}
	j.Plan = workshop.FileName([]byte("nowhere"))
	if _, _, err := do(t.Context(), g, &j); !errors.Is(err, job.ErrForeign) {
		t.Errorf("no file: %v, want %v", err, job.ErrForeign)
	}
	none := task.Do(f.Queue, func(*engine.Game) (workshop.Tasks, bool) { return nil, false })
	if _, _, err := none(t.Context(), g, &j); err == nil || errors.Is(err, job.ErrForeign) {
		t.Errorf("a game without tasks: %v", err)
	}
}
