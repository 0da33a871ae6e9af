package ledger_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

const version = "test"

// desk is a ledger with its archive. It can be reopened.
type desk struct {
	*ledger.Ledger
	t       testing.TB
	path    string
	c       ledger.Config
	workers map[uint64]string // of chunks
}

func newDesk(t testing.TB, c ledger.Config) *desk {
	d := &desk{workers: map[uint64]string{}, t: t, path: filepath.Join(t.TempDir(), "archive"), c: c}
	d.open()
	t.Cleanup(func() { d.c.Archive.Close() })
	return d
}

func (d *desk) open() {
	d.t.Helper()
	if d.c.Archive != nil {
		if err := d.c.Archive.Close(); err != nil {
			d.t.Fatal(err)
		}
	}
	var err error
	if d.c.Archive, err = archive.Open(d.path); err != nil {
		d.t.Fatal(err)
	}
	d.c.Find = catalog.Find
	if d.Ledger, err = ledger.Open(d.c); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) submit(b job.Batch) string {
	d.t.Helper()
	name, err := d.Submit(b)
	if err != nil {
		d.t.Fatal(err)
	}
	return name
}

// dispatch returns a chunk for the worker w.
func (d *desk) dispatch() *ledger.Chunk {
	d.t.Helper()
	return d.dispatchTo("w")
}

func (d *desk) dispatchTo(worker string) *ledger.Chunk {
	d.t.Helper()
	d.hello(worker)
	c, err := d.Dispatch(worker)
	if err != nil {
		d.t.Fatal(err)
	}
	if c != nil {
		d.workers[c.Number] = worker
	}
	return c
}

// hello greets as a worker that has all chunks that were dispatched to it.
func (d *desk) hello(worker string) {
	var held []uint64
	for n, of := range d.workers {
		if of == worker {
			held = append(held, n)
		}
	}
	d.Hello(worker, 1, held...)
}

// lose makes the worker of a chunk lose it.
func (d *desk) lose(c *ledger.Chunk) {
	worker := d.workers[c.Number]
	delete(d.workers, c.Number)
	d.hello(worker)
}

// accept accepts results from the worker of a chunk.
func (d *desk) accept(c *ledger.Chunk, results ...job.Result) {
	d.t.Helper()
	d.deliver(job.Delivery{Chunk: c.Number, Worker: d.workers[c.Number], Results: results})
}

func (d *desk) deliver(all ...job.Delivery) {
	d.t.Helper()
	if err := d.Accept(all...); err != nil {
		d.t.Fatal(err)
	}
}

// giveBack returns a chunk undone.
func (d *desk) giveBack(c *ledger.Chunk) {
	d.t.Helper()
	back := job.Delivery{Chunk: c.Number, Worker: d.workers[c.Number], Why: "no file"}
	for i := range c.Jobs {
		back.Returned = append(back.Returned, c.Jobs[i].Key())
	}
	d.deliver(back)
}

func (d *desk) status(name string) job.BatchStatus {
	d.t.Helper()
	s, err := d.Batch(name)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// results returns the results of all lines of a batch.
func (d *desk) results(name string) (all []job.Result) {
	d.t.Helper()
	for {
		page, err := d.Rows(name, len(all))
		if err != nil {
			d.t.Fatal(err)
		}
		for _, row := range page.Rows {
			if row.Fault != "" || row.Index != len(all) {
				d.t.Fatalf("row %d: %+v", len(all), row)
			}
			var r job.Result
			if row.Result != nil {
				r = *row.Result
			}
			all = append(all, r)
		}
		if len(page.Rows) == 0 {
			return all
		}
	}
}

// by returns the named worker.
func by(name string) *job.Doer { return &job.Doer{Find: catalog.Find, Worker: name, Engine: version} }

func do(t testing.TB, w *job.Doer, c *ledger.Chunk) (results []job.Result) {
	t.Helper()
	for _, j := range c.Jobs {
		r, err := w.Do(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	return results
}

// work does all jobs that are dispatched.
func (d *desk) work(w *job.Doer) {
	d.t.Helper()
	for c := d.dispatchTo(w.Worker); c != nil; c = d.dispatchTo(w.Worker) {
		d.accept(c, do(d.t, w, c)...)
	}
}

func spec(t testing.TB, kind job.Kind, name string) job.Spec {
	t.Helper()
	return job.For(kind, catalogtest.Find(t, name), version)
}

// TestSplit solves positions with so few nodes that jobs are split repeatedly, and compares the
// values with those of whole searches. Between chunks the ledger is reopened, chunks are lost,
// and results are delivered twice.
func TestSplit(t *testing.T) {
	rng := seeded.Rand(t, 150)
	for _, tt := range []struct {
		game   string
		window bool
		nodes  uint64
		plies  int
	}{{"othello:4", false, 60, 4}, {"othello:4", true, 20, 4}, {"mnk:4,3,3", false, 30, 3}, {"tictactoe", true, 10, 2}, {"connect4:4x4", false, 60, 5}} {
		s := spec(t, job.Solve, tt.game)
		full := s
		if tt.window {
			s.Window = &job.Window{Alpha: -1, Beta: 1}
		}
		s.Request.Nodes = tt.nodes
		lines := catalogtest.Positions(t, tt.game, rng, 3, tt.plies)
		d := newDesk(t, ledger.Config{Audit: 3})
		name := d.submit(job.Batch{Spec: s, Split: true, Lines: lines})
		w := by("w")
		splits := uint64(0)
		for c := d.dispatch(); c != nil; c = d.dispatch() {
			switch results := do(t, w, c); rng.IntN(8) {
			case 0:
				splits += d.Counts().Splits
				d.open()
			case 1:
				d.lose(c)
			case 2:
				d.accept(c, results...)
				d.accept(c, results...)
			default:
				d.accept(c, results...)
			}
		}
		if splits += d.Counts().Splits; splits == 0 {
			t.Errorf("%s: nothing was split", tt.game)
		}
		if st := d.status(name); st.Solved != len(lines) || !st.Finished {
			t.Errorf("%s: %+v", tt.game, st)
		}
		for i, r := range d.results(name) {
			g, _ := catalog.Find(tt.game)
			p, err := g.Parse(lines[i])
			if err != nil {
				t.Fatal(err)
			}
			want := do(t, w, &ledger.Chunk{Chunk: job.Chunk{Jobs: []job.Job{full.At(p)}}})[0].Value
			if tt.window {
				if r.Status != job.Solved || !r.Interval.Answers(game.Window{Alpha: -1, Beta: 1}) || want < r.Interval.Lower || want > r.Interval.Upper {
					t.Errorf("%s: %+v, want %v", lines[i], r, want)
				}
			} else if r.Status != job.Solved || r.Interval != (job.Interval{Lower: want, Upper: want}) || r.Value != want {
				t.Errorf("%s: %+v, want %v", lines[i], r, want)
			}
			if _, err := p.Canonical().PlayAll(strings.Join(r.PV, " ")); err != nil {
				t.Errorf("%s: line %v: %v", lines[i], r.PV, err)
			}
		}
	}
}

// TestSplitPerft splits perft jobs and compares the sums.
func TestSplitPerft(t *testing.T) {
	for _, name := range []string{"othello", "checkers", "tictactoe"} {
		s := spec(t, job.Perft, name)
		s.Request.Depth = 6
		g, _ := catalog.Find(name)
		want := g.Start().Perft(context.Background(), 6)
		s.Request.Nodes = want.Nodes / 20
		d := newDesk(t, ledger.Config{})
		b := d.submit(job.Batch{Spec: s, Split: true, Lines: []string{g.Start().String()}})
		d.work(by("w"))
		r := d.results(b)[0]
		if r.Counts == nil || r.Counts.Leaves != want.Leaves || r.Counts.Ended != want.Ended || r.Counts.Nodes != want.Nodes || d.Counts().Splits == 0 {
			t.Errorf("%s: %+v after %d splits, want %+v", name, r.Counts, d.Counts().Splits, want)
		}
	}
}

// TestCancel cancels a batch in the middle. Only jobs that other batches wait for may be
// dispatched. The batch must continue when it is submitted again.
func TestCancel(t *testing.T) {
	s := spec(t, job.Label, "tictactoe")
	s.Request.Depth = 1
	lines := []string{"3/3/3 X", "X2/3/3 O", "XO1/3/3 X", "XO1/X2/3 O"}
	d := newDesk(t, ledger.Config{Chunk: time.Nanosecond})
	d.accept(&ledger.Chunk{}) // an unknown chunk
	name := d.submit(job.Batch{Spec: s, Lines: lines})
	first := d.dispatch()
	d.accept(first, do(t, by("w"), first)[0])
	running := d.dispatch()
	if err := d.Cancel(name); err != nil {
		t.Fatal(err)
	}
	if n := d.Unwanted(); len(n) != 1 || !slices.Equal(n["w"], []uint64{running.Number}) {
		t.Errorf("not wanted any more: %v, want %d", n, running.Number)
	}
	if c := d.dispatch(); c != nil || !d.status(name).Cancelled {
		t.Errorf("handed out: %+v", c)
	}
	other := d.submit(job.Batch{Spec: s, Lines: lines[:2]})
	d.open()
	if !d.status(name).Cancelled {
		t.Error("that it was cancelled is forgotten")
	}
	d.work(by("w"))
	if st := d.status(other); st.Solved != 2 {
		t.Errorf("%+v", st)
	}
	if st := d.status(name); st.Done() != 0 {
		t.Errorf("%+v", st)
	}
	d.submit(job.Batch{Spec: s, Lines: lines})
	d.work(by("w"))
	if err := d.Cancel(name); err != nil {
		t.Fatal(err)
	}
	if st := d.status(name); st.Cancelled || st.Solved != len(lines) {
		t.Errorf("%+v", st)
	}
	if err := d.Cancel("none"); !errors.Is(err, job.ErrNoBatch) {
		t.Errorf("no batch: %v", err)
	}
}

func TestSubmitRefused(t *testing.T) {
	d := newDesk(t, ledger.Config{})
	good := spec(t, job.Solve, "tictactoe")
	if _, err := d.Submit(job.Batch{Spec: good}); err == nil {
		t.Error("a batch without a position is taken")
	}
	for what, s := range map[string]job.Spec{"kind": {Kind: "cook", Game: "othello"}, "game": {Kind: job.Solve, Game: "ludo"}} {
		if _, err := d.Submit(job.Batch{Spec: s, Lines: []string{"x"}}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	name := d.submit(job.Batch{Spec: good, Lines: []string{"nonsense", "3/3/3 X"}})
	d.work(by("w"))
	if st := d.status(name); st.Failed != 1 || st.Solved != 1 {
		t.Errorf("a line that is no position: %+v", st)
	}
}
