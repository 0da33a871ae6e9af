package ledger_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/games/catalog"
)

// TestPoison kills the worker of a chunk again and again. It must be divided, and the job that kills
// workers must fail.
func TestPoison(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	lines := []string{"3/3/3 X", "X2/3/3 O", "XO1/3/3 X", "1X1/3/3 O"}
	d := newDesk(t, ledger.Config{})
	name := d.submit(job.Batch{Spec: s, Lines: lines})
	g, _ := catalog.Find("tictactoe")
	p, _ := g.Parse(lines[2])
	poison := s.At(p)
	chunks := 0
	for c := d.dispatch(); c != nil; c = d.dispatch() {
		if slices.ContainsFunc(c.Jobs, func(j job.Job) bool { return j.Key() == poison.Key() }) {
			d.hello("w") // it has the chunk
			d.lose(c)
			if err := d.Review(); err != nil {
				t.Fatal(err)
			}
		} else {
			d.accept(c, do(t, by("w"), c)...)
		}
		if chunks++; chunks > 20 {
			t.Fatal("it is handed out for ever")
		}
	}
	if st := d.status(name); st.Solved != 3 || st.Failed != 1 || !st.Finished || d.Counts().DeadLetters != 1 {
		t.Errorf("%+v", st)
	}
	if r := d.results(name)[2]; r.Status != job.Failed || !strings.Contains(r.Error, "no worker came back") {
		t.Errorf("%+v", r)
	}
}

// TestReturned makes a worker return jobs. Another worker must do them. A job that no worker
// can do must fail after three attempts.
func TestReturned(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	d := newDesk(t, ledger.Config{})
	name := d.submit(job.Batch{Spec: s, Lines: []string{"3/3/3 X"}})
	d.Hello("other", 1)
	d.giveBack(d.dispatch())
	if c := d.dispatch(); c != nil || d.status(name).Failed > 0 {
		t.Fatalf("%+v, %+v", c, d.status(name))
	}
	d.work(by("other"))
	if st := d.status(name); st.Solved != 1 {
		t.Errorf("%+v", st)
	}

	d = newDesk(t, ledger.Config{Lease: time.Nanosecond})
	name = d.submit(job.Batch{Spec: s, Lines: []string{"3/3/3 X"}})
	for range 3 {
		if st := d.status(name); st.Failed > 0 {
			t.Fatalf("%+v", st)
		}
		c := d.dispatch()
		d.deliver(job.Delivery{Chunk: c.Number, Worker: "w", Returned: []job.Key{c.Jobs[0].Key()}, Why: "no file"})
	}
	if r := d.results(name)[0]; r.Status != job.Failed || r.Error != "no file" {
		t.Errorf("%+v", r)
	}
}

// TestReturnedToBetter checks that a job that was returned does not go to another worker that
// returns jobs while a better one is present.
func TestReturnedToBetter(t *testing.T) {
	d := newDesk(t, ledger.Config{Chunk: 1})
	d.submit(job.Batch{Spec: spec(t, job.Solve, "tictactoe"), Lines: []string{"3/3/3 X", "X2/3/3 O"}})
	for _, name := range []string{"bad", "worse", "good"} {
		d.Hello(name, 1)
	}
	giveBack := func(name string) {
		t.Helper()
		c, err := d.Dispatch(name)
		if c == nil || err != nil {
			t.Fatalf("%s: %+v, %v", name, c, err)
		}
		for i, j := range c.Jobs {
			d.deliver(job.Delivery{Chunk: c.Number, Worker: name, Returned: []job.Key{j.Key()}, Why: "cannot", More: i+1 < len(c.Jobs)})
		}
	}
	giveBack("bad")
	giveBack("worse")
	giveBack("bad")
	if c, err := d.Dispatch("worse"); c != nil || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
	d.Bye("good")
	giveBack("worse")
}

// TestDamaged checks that a job with a damaged result is done again.
func TestDamaged(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	d := newDesk(t, ledger.Config{})
	name := d.submit(job.Batch{Spec: s, Lines: []string{"3/3/3 X"}})
	c := d.dispatch()
	r := do(t, by("w"), c)[0]
	d.accept(c, r)
	err := d.c.Archive.Update(func(tx *archive.Tx) error { return tx.Put(archive.Results, r.Job[:], []byte("{}")) })
	if err != nil {
		t.Fatal(err)
	}
	if page, err := d.Rows(name, 0); err != nil || page.Rows[0].Fault == "" {
		t.Errorf("%+v, %v", page, err)
	}
	other := d.submit(job.Batch{Spec: s, Lines: []string{"3/3/3 X", "X2/3/3 O"}})
	d.work(by("w"))
	if got := d.results(name)[0]; !got.Agrees(&r) || d.status(other).Solved != 2 {
		t.Errorf("%+v", got)
	}
}
