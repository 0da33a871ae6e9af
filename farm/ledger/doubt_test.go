package ledger_test

import (
	"slices"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/game"
)

// TestContradiction has a worker that lies. Its result and the right one are put
// aside, a third worker decides, and what the liar says then is refused.
func TestContradiction(t *testing.T) {
	for _, liarFirst := range []bool{true, false} {
		s := spec(t, job.Solve, "tictactoe")
		d := newDesk(t, ledger.Config{})
		name := d.submit(ledger.Batch{Spec: s, Lines: []string{"3/3/3 X"}})
		c := d.feed()
		honest := do(t, by("honest"), c)[0]
		lie := honest
		lie.Worker, lie.Value, lie.Interval = "liar", game.WinIn(5), job.Interval{Lower: game.WinIn(5), Upper: game.WinIn(5)}
		said := []job.Result{honest, lie}
		if liarFirst {
			slices.Reverse(said)
		}
		d.take(c, said[0])
		if st := d.status(name); st.Solved != 1 {
			t.Errorf("after the first: %+v", st)
		}
		d.take(c, said[1])
		if page, err := d.Rows(name, 0); err != nil || page.Rows[0].Result != "" || page.Rows[0].Fault == "" || d.Counts().Quarantined != 1 {
			t.Errorf("in quarantine: %+v, %v", page.Rows, err)
		}
		d.open()
		third := d.feed()
		if third == nil || !slices.Contains(third.Not, "liar") || !slices.Contains(third.Not, "honest") {
			t.Fatalf("no third worker is asked: %+v", third)
		}
		d.take(third, said[0]) // nobody votes twice
		if d.Counts().Quarantined != 1 {
			t.Error("a worker has voted twice")
		}
		third = d.feed()
		d.take(third, do(t, by("third"), third)...)
		if r := d.results(name)[0]; r.Value != honest.Value || d.Counts().Quarantined != 0 {
			t.Errorf("decided: %+v", r)
		}
		d.open()
		if !slices.ContainsFunc(d.Workers(), func(w ledger.Worker) bool { return w.Name == "liar" && w.Distrusted }) {
			t.Errorf("the liar is trusted: %+v", d.Workers())
		}
		other := d.submit(ledger.Batch{Spec: s, Lines: []string{"X2/3/3 O"}})
		c = d.feed()
		d.take(c, do(t, by("liar"), c)...)
		if st := d.status(other); st.Done() != 0 || d.Counts().Refused != 1 {
			t.Errorf("what the liar says is taken: %+v", st)
		}
		d.work(by("honest"))
		if st := d.status(other); st.Solved != 1 {
			t.Errorf("nobody else was asked: %+v", st)
		}
	}
}

// TestPoison returns jobs of which no worker comes back: a chunk is taken apart, and
// the one that is to blame is a dead letter.
func TestPoison(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	lines := []string{"3/3/3 X", "X2/3/3 O", "XO1/3/3 X", "1X1/3/3 O"}
	d := newDesk(t, ledger.Config{})
	name := d.submit(ledger.Batch{Spec: s, Lines: lines})
	g, _ := catalog.Find("tictactoe")
	p, _ := g.Parse(lines[2])
	poison := s.At(p)
	chunks := 0
	for c := d.feed(); c != nil; c = d.feed() {
		if slices.ContainsFunc(c.Jobs, func(j job.Job) bool { return j.Key() == poison.Key() }) {
			d.giveBack(c)
		} else {
			d.take(c, do(t, by("w"), c)...)
		}
		if chunks++; chunks > 20 {
			t.Fatal("it is handed out for ever")
		}
	}
	if st := d.status(name); st.Solved != 3 || st.Failed != 1 || !st.Finished || d.Counts().DeadLetters != 1 {
		t.Errorf("%+v", st)
	}
	if r := d.results(name)[2]; r.Status != job.Failed || r.Error != "nobody came back" {
		t.Errorf("%+v", r)
	}
}

// TestAudit does some jobs twice, by another worker, and finds one that lies.
func TestAudit(t *testing.T) {
	s := spec(t, job.Label, "tictactoe")
	s.Request.Depth = 2
	d := newDesk(t, ledger.Config{Audit: 1, Chunk: time.Nanosecond})
	name := d.submit(ledger.Batch{Spec: s, Lines: []string{"3/3/3 X", "X2/3/3 O"}})
	c := d.feed()
	lies := do(t, by("liar"), c)
	for i := range lies {
		lies[i].Nodes++
	}
	d.take(c, lies...)
	if st := d.status(name); st.Solved != 2 {
		t.Fatalf("%+v", st)
	}
	c = d.feed()
	if c == nil || !slices.Equal(c.Not, []string{"liar"}) {
		t.Fatalf("no audit: %+v", c)
	}
	d.take(c, do(t, by("honest"), c)...)
	d.work(by("third"))
	if n := d.Counts(); n.Conflicts == 0 || n.Quarantined != 0 {
		t.Errorf("%+v", n)
	}
	for _, r := range d.results(name) {
		if r.Worker == "liar" {
			t.Errorf("%+v", r)
		}
	}
}

// TestProbe asks a worker what is known.
func TestProbe(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	d := newDesk(t, ledger.Config{})
	if _, ok := d.Probe("w"); ok {
		t.Error("something is known before anything is done")
	}
	d.submit(ledger.Batch{Spec: s, Lines: []string{"3/3/3 X"}})
	d.work(by("w"))
	if _, ok := d.Probe("w"); ok {
		t.Error("a worker is asked what it has said itself")
	}
	p, ok := d.Probe("other")
	if !ok {
		t.Fatal("nothing is known")
	}
	said := do(t, by("other"), &ledger.Chunk{Chunk: job.Chunk{Jobs: []job.Job{p.Job}}})[0]
	if err := d.Take(job.Delivery{Worker: "other", Results: []job.Result{said}}); err != nil || d.Counts().Conflicts != 0 {
		t.Errorf("the same: %v, %+v", err, d.Counts())
	}
	said.Value++
	if err := d.Take(job.Delivery{Worker: "other", Results: []job.Result{said}}); err != nil || d.Counts().Conflicts != 1 {
		t.Errorf("something else: %v, %+v", err, d.Counts())
	}
}

// TestTimed takes two results of a match with a clock that say different things: the first
// counts, neither worker is suspected, and no worker says by itself that a job is such.
func TestTimed(t *testing.T) {
	for _, timed := range []bool{true, false} {
		s := spec(t, job.Match, "tictactoe")
		s.Timed = timed
		d := newDesk(t, ledger.Config{Audit: 1})
		name := d.submit(ledger.Batch{Spec: s, Lines: []string{"1"}})
		c := d.feed()
		one := job.Result{Job: c.Jobs[0].Key(), Status: job.Solved, Interval: job.Anything(), Data: "one", Worker: "one", Timed: true}
		two := one
		two.Data, two.Worker = "two", "two"
		d.take(c, one)
		if n := d.Counts(); (n.Audits == 0) != timed {
			t.Errorf("timed %t: %+v", timed, n)
		}
		if err := d.Take(job.Delivery{Worker: "two", Results: []job.Result{two}}); err != nil {
			t.Fatal(err)
		}
		if n := d.Counts(); (n.Conflicts == 0) != timed || (n.Duplicates > 0) != timed {
			t.Errorf("timed %t: %+v", timed, n)
		}
		if timed {
			if got := d.results(name)[0]; got.Data != "one" {
				t.Errorf("%+v", got)
			}
			if _, ok := d.Probe("three"); ok {
				t.Error("asked of a worker as if it were known")
			}
		}
	}
}

// TestDamaged does a job again whose result does not check.
func TestDamaged(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	d := newDesk(t, ledger.Config{})
	name := d.submit(ledger.Batch{Spec: s, Lines: []string{"3/3/3 X"}})
	c := d.feed()
	r := do(t, by("w"), c)[0]
	d.take(c, r)
	err := d.c.Archive.Update(func(tx *archive.Tx) error { return tx.Put(archive.Results, r.Job[:], []byte("{}")) })
	if err != nil {
		t.Fatal(err)
	}
	if page, err := d.Rows(name, 0); err != nil || page.Rows[0].Fault == "" {
		t.Errorf("%+v, %v", page, err)
	}
	other := d.submit(ledger.Batch{Spec: s, Lines: []string{"3/3/3 X", "X2/3/3 O"}})
	d.work(by("w"))
	if got := d.results(name)[0]; !got.Agrees(&r) || d.status(other).Solved != 2 {
		t.Errorf("%+v", got)
	}
}
