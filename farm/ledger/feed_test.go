package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
)

// TestShares divides what is left among those who are there: the chunks become smaller
// to the end, and nobody has most of the rest.
func TestShares(t *testing.T) {
	s := spec(t, job.Book, "othello")
	lines := make([]string, 3000)
	for i := range lines {
		lines[i] = fmt.Sprint(i)
	}
	d := newDesk(t, ledger.Config{Chunk: time.Hour})
	name := d.submit(ledger.Batch{Spec: s, Lines: lines})
	d.Hello("one", 1)
	d.Hello("two", 2)
	if n := d.Slots(); n != 3 {
		t.Errorf("%d at once, want 3", n)
	}
	w := by("one")
	w.Work = map[job.Kind]job.Work{job.Book: func(context.Context, *engine.Game, *job.Job) (string, uint64, error) { return "x", 1, nil }}
	first := d.feed()
	d.take(first, do(t, w, first)...)
	for left := len(lines) - len(first.Jobs); ; {
		c := d.feed()
		if c == nil {
			break
		}
		if n := len(c.Jobs); n > max(left/6, 1) {
			t.Errorf("%d jobs of %d left", n, left)
		}
		left -= len(c.Jobs)
		d.take(c, do(t, w, c)...)
	}
	d.work(w)
	if st := d.status(name); st.Solved != len(lines) {
		t.Errorf("%+v", st)
	}
}

// TestAbsent counts on workers that were heard of lately, whatever the clock says that
// people read.
func TestAbsent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, ledger.Config{Now: func() time.Time { return time.Unix(0, 0) }})
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

// TestRetry does what has failed once more, and nothing else, with and without opening
// the ledger anew before.
func TestRetry(t *testing.T) {
	for _, anew := range []bool{false, true} {
		s := spec(t, job.Book, "othello")
		lines := make([]string, 1200) // pages of which one has none that failed
		for i := range lines {
			lines[i] = fmt.Sprint("part ", i)
		}
		lines[700], lines[701], lines[1100] = "bad 1", "bad 2", "bad 1"
		d := newDesk(t, ledger.Config{})
		name := d.submit(ledger.Batch{Spec: s, Lines: lines})
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
		if _, err := d.Retry("none"); !errors.Is(err, ledger.ErrUnknown) {
			t.Errorf("no batch: %v", err)
		}
	}
}
