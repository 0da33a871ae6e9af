package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// TestShares divides the remaining jobs among the workers: chunks become smaller towards
// the end, and no worker gets most of the rest.
func TestShares(t *testing.T) {
	s := spec(t, job.Book, "othello")
	lines := make([]string, 3000)
	for i := range lines {
		lines[i] = fmt.Sprint(i)
	}
	d := newDesk(t, ledger.Config{Chunk: time.Hour})
	name := d.submit(job.Batch{Spec: s, Lines: lines})
	d.Hello("one", 1)
	d.Hello("two", 2)
	if n := d.Slots(); n != 3 {
		t.Errorf("%d at once, want 3", n)
	}
	w := by("one")
	w.Work = map[job.Kind]job.Work{job.Book: func(context.Context, *engine.Game, *job.Job) (string, uint64, error) { return "x", 1, nil }}
	first := d.dispatchTo("one")
	d.accept(first, do(t, w, first)...)
	for left := len(lines) - len(first.Jobs); ; {
		c := d.dispatchTo("one")
		if c == nil {
			break
		}
		if n := len(c.Jobs); n > max(left/6, 1) {
			t.Errorf("%d jobs of %d left", n, left)
		}
		left -= len(c.Jobs)
		d.accept(c, do(t, w, c)...)
	}
	d.work(w)
	if st := d.status(name); st.Solved != len(lines) {
		t.Errorf("%+v", st)
	}
}

// TestAbsent checks that workers count as present if they were heard of recently, whatever
// Config.Now returns.
func TestAbsent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, ledger.Config{Lease: time.Minute, Now: func() time.Time { return time.Unix(0, 0) }})
		d.Hello("one", 1)
		time.Sleep(50 * time.Second)
		d.Hello("two", 2)
		if n := d.Slots(); n != 3 {
			t.Errorf("%d at once, want 3", n)
		}
		time.Sleep(50 * time.Second)
		if n := d.Slots(); n != 2 {
			t.Errorf("%d at once after 100 s, want 2", n)
		}
	})
}

// TestRetry repeats failed jobs, and no others, with and without reopening the ledger.
func TestRetry(t *testing.T) {
	for _, anew := range []bool{false, true} {
		s := spec(t, job.Book, "othello")
		lines := make([]string, 1200) // one of the pages has no failed jobs
		for i := range lines {
			lines[i] = fmt.Sprint("part ", i)
		}
		lines[700], lines[701], lines[1100] = "bad 1", "bad 2", "bad 1"
		d := newDesk(t, ledger.Config{})
		name := d.submit(job.Batch{Spec: s, Lines: lines})
		bad, done := true, 0
		w := by("w")
		w.Work = map[job.Kind]job.Work{job.Book: func(_ context.Context, _ *engine.Game, j *job.Job) (string, uint64, error) {
			done++
			if bad && strings.HasPrefix(j.Part, "bad") {
				return "", 0, errors.New("out of order")
			}
			return "fine", 1, nil
		}}
		d.work(w)
		if st := d.status(name); st.Failed != 3 || st.Solved != len(lines)-3 || !st.Finished {
			t.Fatalf("%+v", st)
		}
		if anew {
			d.open()
		}
		if n, err := d.Retry(name); n != 3 || err != nil {
			t.Errorf("%d jobs, want 3: %v", n, err)
		}
		if st := d.status(name); st.Finished || st.Failed != 0 {
			t.Errorf("%+v", st)
		}
		bad, done = false, 0
		d.work(w)
		if st := d.status(name); st.Solved != len(lines) || !st.Finished || done != 2 {
			t.Errorf("%+v after %d jobs, want 2", st, done)
		}
		if n, err := d.Retry(name); n != 0 || err != nil || !d.status(name).Finished {
			t.Errorf("%d jobs left: %v", n, err)
		}
		if _, err := d.Retry("none"); !errors.Is(err, job.ErrNoBatch) {
			t.Errorf("no batch: %v", err)
		}
	}
}

// TestBacklog does many small jobs in chunks, across several pages, and reopens the ledger in
// between.
func TestBacklog(t *testing.T) {
	s := spec(t, job.Label, "tictactoe")
	s.Request.Depth = 1
	lines := catalogtest.Positions(t, "tictactoe", seeded.Rand(t, 151), 1700, 7)
	d := newDesk(t, ledger.Config{})
	name := d.submit(job.Batch{Spec: s, Lines: lines})
	most := 0
	for n := 0; ; n++ {
		c := d.dispatch()
		if c == nil {
			break
		}
		most = max(most, len(c.Jobs))
		if n%3 == 2 {
			d.open() // the chunk is forgotten
			continue
		}
		d.accept(c, do(t, by("w"), c)...)
	}
	if st := d.status(name); st.Solved != len(lines) || !st.Finished {
		t.Errorf("%+v", st)
	}
	if most < 100 {
		t.Errorf("at most %d jobs of some microseconds were handed out together", most)
	}
	if all := d.results(name); len(all) != len(lines) || slices.ContainsFunc(all, func(r job.Result) bool { return r.Status != job.Solved }) {
		t.Errorf("%d results of %d", len(all), len(lines))
	}
	if again := d.submit(job.Batch{Spec: s, Lines: lines}); again != name || d.dispatch() != nil {
		t.Errorf("submitted again it is %s, and there is something to do", again)
	}
	d.submit(job.Batch{Spec: s, Lines: lines[100:]})
	if c := d.dispatch(); c != nil {
		t.Errorf("jobs that others have asked for are done again: %d", len(c.Jobs))
	}
}

// TestPriority checks that urgent jobs are dispatched first, whenever they are submitted, and
// that a job of two batches is done once.
func TestPriority(t *testing.T) {
	s := spec(t, job.Label, "othello")
	s.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 152), 30, 20)
	d := newDesk(t, ledger.Config{Chunk: time.Nanosecond})
	d.submit(job.Batch{Spec: s, Lines: lines})
	d.accept(d.dispatch())
	urgent := spec(t, job.Label, "othello")
	urgent.Request.Depth = 2
	name := d.submit(job.Batch{Spec: urgent, Priority: 1, Lines: lines[:5]})
	for !d.status(name).Finished {
		c := d.dispatch()
		if c.Jobs[0].Request.Depth != 2 {
			t.Fatal("something else comes first")
		}
		d.accept(c, do(t, by("w"), c)...)
	}
	if c := d.dispatch(); c.Jobs[0].Request.Depth != 1 {
		t.Errorf("%+v comes after all that was urgent", c.Jobs[0])
	}
}

// TestRestore checks that jobs on their way to a worker are not dispatched again.
func TestRestore(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	d := newDesk(t, ledger.Config{Chunk: time.Nanosecond})
	name := d.submit(job.Batch{Spec: s, Lines: []string{"3/3/3 X"}})
	a := d.dispatch()
	d.open()
	d.restore(a)
	if b := d.dispatch(); b != nil {
		t.Errorf("handed out twice: %+v", b)
	}
	if n := d.InFlight(); n != 1 {
		t.Errorf("on their way: %d", n)
	}
	d.accept(a, do(t, by("w"), a)...)
	if st := d.status(name); st.Solved != 1 {
		t.Errorf("%+v", st)
	}
}

// restore restores a chunk that was dispatched before the ledger was opened.
func (d *desk) restore(c *ledger.Chunk) {
	d.t.Helper()
	if wanted, err := d.Restore(d.workers[c.Number], c.Number, c.Jobs); err != nil || !wanted {
		d.t.Fatal(wanted, err)
	}
}

// TestRestoredAndLost loses all or some jobs of a restored chunk before the page of the jobs is
// opened. They must be dispatched again.
func TestRestoredAndLost(t *testing.T) {
	lines := []string{"3/3/3 X", "X2/3/3 O"}
	for name, lose := range map[string]func(d *desk, c *ledger.Chunk){
		"lost":     func(d *desk, c *ledger.Chunk) { d.lose(c) },
		"returned": func(d *desk, c *ledger.Chunk) { d.giveBack(c) },
		"half":     func(d *desk, c *ledger.Chunk) { d.accept(c, do(t, by("w"), c)[:1]...) },
		"empty":    func(d *desk, c *ledger.Chunk) { d.accept(c) },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, ledger.Config{Chunk: time.Nanosecond})
			batch := d.submit(job.Batch{Spec: spec(t, job.Solve, "tictactoe"), Lines: lines})
			c := d.dispatch()
			d.open()
			d.restore(c)
			lose(d, c)
			d.work(by("w"))
			if st := d.status(batch); st.Solved != len(lines) {
				t.Errorf("%+v", st)
			}
		})
	}
}

// BenchmarkOpen opens a ledger with a backlog of a million jobs and dispatches the first chunk:
// 13 ms.
func BenchmarkOpen(b *testing.B) {
	d := newDesk(b, ledger.Config{})
	s := spec(b, job.Label, "othello")
	s.Request.Depth = 1
	g, err := catalog.Find("othello")
	if err != nil {
		b.Fatal(err)
	}
	lines := make([]string, 1_000_000)
	for i := range lines {
		lines[i] = numbered(g, i)
	}
	name := d.submit(job.Batch{Spec: s, Lines: lines})
	for range 100 {
		c := d.dispatch()
		d.accept(c, do(b, by("w"), c)...)
	}
	for b.Loop() {
		d.open()
		if c := d.dispatch(); c == nil || d.status(name).Jobs != len(lines) {
			b.Fatal("nothing to do")
		}
	}
}

// numbered returns one of 3^20 positions of Othello.
func numbered(g *engine.Game, n int) string {
	text := []byte(strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27))
	for i := range 20 {
		text[i] = "-XO"[n%3]
		n /= 3
	}
	return fmt.Sprintf("%s X", text)
}
