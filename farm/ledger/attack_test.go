package ledger_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
)

// returner returns all jobs undone, as if it lacked a file.
func returner() crook {
	return func(c *ledger.Chunk, _ []job.Result) (all []job.Delivery) {
		for i, j := range c.Jobs {
			all = append(all, job.Delivery{
				Chunk: c.Number, Returned: []job.Key{j.Key()}, Why: "cannot", More: i+1 < len(c.Jobs),
			})
		}
		return all
	}
}

// flooder sends every lie a hundred times.
func flooder(c *ledger.Chunk, honest []job.Result) []job.Delivery {
	d := job.Delivery{Chunk: c.Number}
	for _, r := range honest {
		d.Results = append(d.Results, slices.Repeat([]job.Result{lie(r)}, 100)...)
	}
	return slices.Repeat([]job.Delivery{d}, 3)
}

// honestAtFirst is a crook that lies from its twelfth result on.
func honestAtFirst() crook {
	n := 0
	return plain(func(r job.Result) job.Result {
		if n++; n < 12 {
			return r
		}
		return lie(r)
	})
}

// TestAttacks puts attackers beside one, two and three honest workers, with and without a
// trusted one. No result may be false unless it is unconfirmed, no job may fail, and no honest
// worker may be convicted. With a trusted worker, or three honest ones, all jobs must be done.
// Two attackers that agree are caught only where an honest worker audits them, so they get a
// quorum. docs/farm.md states the settings and their costs.
func TestAttacks(t *testing.T) {
	for name, tt := range map[string]struct {
		config ledger.Config
		crooks func() map[string]crook
	}{
		"one against": {ledger.Config{Audit: 16}, func() map[string]crook { return map[string]crook{"liar": plain(lie)} }},
		"framing":     {ledger.Config{Quorum: 3}, pair},
		"returning": {ledger.Config{Audit: 256}, func() map[string]crook {
			return map[string]crook{"crook": returner(), "liar": returner()}
		}},
		"returning, quorum 2": {ledger.Config{Quorum: 2}, func() map[string]crook {
			return map[string]crook{"crook": returner(), "liar": returner()}
		}},
		"flooding":        {ledger.Config{Audit: 16}, func() map[string]crook { return map[string]crook{"liar": flooder} }},
		"honest at first": {ledger.Config{Audit: 16}, func() map[string]crook { return map[string]crook{"liar": honestAtFirst()} }},
	} {
		for honest := 1; honest <= 3; honest++ {
			for _, trusted := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, %d honest, trusted %t", name, honest, trusted), func(t *testing.T) {
					config := tt.config
					if trusted {
						config.Trusted = []string{"a"}
					}
					f := newLying(t, 80, config, tt.crooks())
					f.attacked(honest, trusted && honest >= config.Quorum || honest == 3)
				})
			}
		}
	}
}

// attacked runs a batch until it is finished or nothing moves any more, and checks it.
func (f *lying) attacked(honest int, finishes bool) {
	f.t.Helper()
	name := f.submit(job.Batch{Spec: f.spec, Lines: f.lines})
	names := []string{"a", "b", "c"}[:honest]
	for crooked := range f.crooks {
		names = append(names, crooked)
	}
	slices.Sort(names)
	for idle, before := 0, f.done; idle < 20 && !f.status(name).Finished; before = f.done {
		f.round(names)
		if idle++; f.done > before && f.done < 20*len(f.lines) {
			idle = 0
		}
	}
	unconfirmed, false := 0, 0
	err := f.EachRow(name, func(p *job.Page, row *job.Row) error {
		j, r, err := p.Read(f.c.Find, row)
		if found, none := f.Result(&j); (none == nil) != (r != nil && !row.Unconfirmed) || none == nil && !found.Agrees(r) {
			f.t.Errorf("row %+v: for a proof %+v, %v", row, found, none)
		}
		if row.Disputed || r == nil {
			return nil
		}
		truth := f.truth[r.Job]
		switch {
		case row.Unconfirmed:
			unconfirmed++
		case !r.Agrees(&truth):
			false++
		}
		return err
	})
	st := f.status(name)
	cost := float64(f.done) / float64(len(f.lines))
	f.t.Logf("%d of %d done, %d unconfirmed, %.2f jobs done for each, not trusted: %v", st.Done(), st.Jobs, unconfirmed, cost, f.distrusted())
	if err != nil || false > 0 || st.Failed > 0 || finishes && !st.Finished {
		f.t.Errorf("%d false results, %+v, %+v, %v", false, st, f.Counts(), err)
	}
	for _, name := range f.distrusted() {
		if f.crooks[name] == nil {
			f.t.Errorf("%s is not trusted", name)
		}
	}
}

// TestCopies sends thousands of copies of one result in a delivery, and returns the same job in
// the next: the first counts, and each other is refused.
func TestCopies(t *testing.T) {
	f := newLying(t, 2, ledger.Config{Chunk: 1}, nil)
	name := f.submit(job.Batch{Spec: f.spec, Lines: f.lines})
	c := f.dispatchTo("a")
	one := f.honest("a", c)[:1]
	f.deliver(job.Delivery{Chunk: c.Number, Worker: "a", Results: slices.Repeat(one, 3276), More: true},
		job.Delivery{Chunk: c.Number, Worker: "a", Returned: []job.Key{one[0].Job}, Why: "cannot"})
	if n := f.Counts(); n.Results != 1 || n.Refused != 3275 || n.DeadLetters != 0 || f.status(name).Solved != 1 {
		t.Errorf("%+v, %+v", n, f.status(name))
	}
}

// TestTrust settles one against one by hand: trust in the honest worker must settle all their
// disputes for it and convict the liar, and confirm its other results. Distrust must reopen the
// results of a worker.
func TestTrust(t *testing.T) {
	f := newLying(t, 60, ledger.Config{Audit: 4}, map[string]crook{"liar": plain(lie)})
	f.attacked(1, false)
	if f.Counts().Quarantined == 0 {
		t.Fatal("no dispute")
	}
	for _, w := range f.Workers() {
		if !w.Undecided || w.Disputed == 0 {
			t.Errorf("%+v", w)
		}
	}
	jobs, err := f.Trust("a")
	if err != nil || len(jobs) == 0 || f.Counts().Quarantined > 0 || !slices.Equal(f.distrusted(), []string{"liar"}) {
		t.Fatalf("%d jobs, %v, %+v, not trusted: %v", len(jobs), err, f.Counts(), f.distrusted())
	}
	f.open() // it is remembered
	name, false, _ := f.run(1)
	if false > 0 {
		t.Errorf("%d false results", false)
	}
	if jobs, err := f.Distrust("a"); err != nil || len(jobs) != len(f.lines) || f.status(name).Done() != 0 {
		t.Errorf("%d jobs reopened, %v, %+v", len(jobs), err, f.status(name))
	}
}
