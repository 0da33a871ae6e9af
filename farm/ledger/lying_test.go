package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// lie returns a false result of a job, the same for every liar. Nothing in it shows that it is
// false.
func lie(r job.Result) job.Result {
	r.Value += 3
	r.Nodes++
	return r
}

// crook is a worker that lies: it returns the deliveries of a chunk, given the honest results.
type crook func(c *ledger.Chunk, honest []job.Result) []job.Delivery

// lying is a farm with some lying workers.
type lying struct {
	*desk
	rng    *rand.Rand
	spec   job.Spec
	lines  []string
	truth  map[job.Key]job.Result
	crooks map[string]crook
	done   int // jobs
}

// newLying returns a farm with honest workers, named a to z, and others.
func newLying(t *testing.T, jobs int, c ledger.Config, crooks map[string]crook) *lying {
	rng := seeded.Rand(t, 155)
	c.Random = rng.Float64
	f := &lying{desk: newDesk(t, c), rng: rng, spec: spec(t, job.Label, "othello"), truth: map[job.Key]job.Result{}, crooks: crooks}
	f.spec.Request.Depth, f.spec.Options.TableBytes = 1, 16<<10
	g, seen := catalogtest.Find(t, "othello"), map[string]bool{}
	for _, line := range catalogtest.Positions(t, "othello", rng, jobs, 40) {
		if p, err := g.Parse(line); err == nil && !seen[p.Canonical().String()] {
			seen[p.Canonical().String()] = true
			f.lines = append(f.lines, line)
		}
	}
	return f
}

// honest returns a worker's true results for a chunk.
func (f *lying) honest(worker string, c *ledger.Chunk) (all []job.Result) {
	for _, j := range c.Jobs {
		r, ok := f.truth[j.Key()]
		if !ok {
			r = do(f.t, by("truth"), &ledger.Chunk{Chunk: job.Chunk{Jobs: []job.Job{j}}})[0]
			r.Micros = 200 // on every machine, because the sizes of chunks follow from it
			f.truth[j.Key()] = r
		}
		r.Worker = worker
		all = append(all, r)
	}
	return all
}

// run makes the workers do a batch, and returns the number of false results, and the number of
// jobs done for each job of the batch.
func (f *lying) run(honest int) (name string, false int, cost float64) {
	f.t.Helper()
	name = f.submit(job.Batch{Spec: f.spec, Lines: f.lines})
	names := make([]string, honest)
	for i := range names {
		names[i] = string(rune('a' + i))
	}
	for crooked := range f.crooks {
		names = append(names, crooked)
	}
	slices.Sort(names)
	for round := 0; !f.status(name).Finished; round++ {
		if round > 2000 {
			f.t.Fatalf("it never ends: %+v %+v", f.status(name), f.Counts())
		}
		f.round(names)
	}
	for i, r := range f.results(name) {
		if truth := f.truth[r.Job]; !r.Agrees(&truth) {
			false++
			if false < 4 {
				f.t.Logf("line %d: %+v, want %+v", i, r, truth)
			}
		}
	}
	return name, false, float64(f.done) / float64(len(f.lines))
}

// round makes every worker do a chunk, in random order.
func (f *lying) round(names []string) {
	f.t.Helper()
	for _, worker := range names {
		f.Hello(worker, 1)
	}
	f.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, worker := range names {
		f.turn(worker)
	}
	if err := f.Review(); err != nil {
		f.t.Fatal(err)
	}
}

// turn makes a worker do a chunk.
func (f *lying) turn(worker string) {
	c := f.dispatchTo(worker)
	if c == nil {
		return
	}
	f.done += len(c.Jobs)
	results := f.honest(worker, c)
	deliveries := []job.Delivery{{Chunk: c.Number, Worker: worker, Results: results}}
	if crooked := f.crooks[worker]; crooked != nil {
		deliveries = crooked(c, results)
		for i := range deliveries {
			deliveries[i].Worker = worker // it cannot send under another name
		}
	}
	f.deliver(deliveries...)
}

// plain returns a crook that sends its chunk with some results changed.
func plain(change func(r job.Result) job.Result) crook {
	return func(c *ledger.Chunk, results []job.Result) []job.Delivery {
		for i := range results {
			results[i] = change(results[i])
		}
		return []job.Delivery{{Chunk: c.Number, Results: results}}
	}
}

// distrusted returns the distrusted workers.
func (d *desk) distrusted() (names []string) {
	for _, w := range d.Workers() {
		if w.Distrusted {
			names = append(names, w.Name)
		}
	}
	return names
}

// TestLying makes workers lie in many ways, beside honest ones. In the end no result may be
// false, no honest worker distrusted, and the liars must be found. docs/farm.md states the
// settings and their costs.
func TestLying(t *testing.T) {
	for name, tt := range map[string]struct {
		jobs, honest int
		config       ledger.Config
		most         float64 // jobs done for each
		kept         bool    // the crooks only fail, and are not convicted
		crooks       func() map[string]crook
	}{
		"always": {600, 3, ledger.Config{Audit: 256}, 1.4, false, func() map[string]crook {
			return map[string]crook{"liar": plain(lie)}
		}},
		"one in four": {1000, 3, ledger.Config{Audit: 16}, 1.6, false, func() map[string]crook {
			n := 0
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				if n++; n%4 == 0 {
					return lie(r)
				}
				return r
			})}
		}},
		"predicting audits": {1000, 3, ledger.Config{Audit: 16}, 1.4, false, func() map[string]crook {
			n := 0
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				if n++; n < 40 || r.Job[3] == 0 { // honest at first, and where a key would call for an audit
					return r
				}
				return lie(r)
			})}
		}},
		"honest in small chunks": {800, 3, ledger.Config{Audit: 16}, 1.4, false, func() map[string]crook {
			return map[string]crook{"liar": func(c *ledger.Chunk, results []job.Result) []job.Delivery {
				if len(c.Jobs) > 3 { // as if fewer were an audit
					return plain(lie)(c, results)
				}
				return []job.Delivery{{Chunk: c.Number, Results: results}}
			}}
		}},
		"a pair, quorum 3":         {200, 3, ledger.Config{Quorum: 3}, 3.5, false, pair},
		"a pair of nine, quorum 3": {200, 7, ledger.Config{Quorum: 3}, 3.7, false, pair},
		"one, quorum 2":            {200, 3, ledger.Config{Quorum: 2}, 2.8, false, func() map[string]crook { return map[string]crook{"liar": plain(lie)} }},
		"failing": {200, 3, ledger.Config{Audit: 256}, 2.2, true, func() map[string]crook {
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				r.Status, r.Error = job.Failed, "out of order"
				return r
			})}
		}},
		"failing once": {300, 3, ledger.Config{Audit: 1 << 20}, 2.2, true, func() map[string]crook {
			n := 0
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				if n++; n == 20 {
					r.Status, r.Error = job.Failed, "out of order"
				}
				return r
			})}
		}},
		"under other names": {400, 3, ledger.Config{Audit: 256}, 1.8, false, func() map[string]crook {
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				r = lie(r)
				r.Worker, r.Witnesses, r.Timed = "a", []string{"b", "c"}, true
				return r
			})}
		}},
		"another version": {200, 3, ledger.Config{Audit: 256}, 2.2, true, func() map[string]crook {
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				r = lie(r)
				r.Engine = "older"
				return r
			})}
		}},
		"illegal lines": {200, 3, ledger.Config{Audit: 256}, 2.2, true, func() map[string]crook {
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				r = lie(r)
				r.PV = []string{"a0"}
				return r
			})}
		}},
		"intervals from nowhere": {200, 3, ledger.Config{Audit: 256}, 2.2, true, func() map[string]crook {
			return map[string]crook{"liar": plain(func(r job.Result) job.Result {
				r.Interval = job.Interval{Lower: game.Margin(4), Upper: game.Margin(6)}
				return r
			})}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			crooks := tt.crooks()
			f := newLying(t, tt.jobs, tt.config, crooks)
			_, false, cost := f.run(tt.honest)
			t.Logf("%.2f jobs done for each; %+v", cost, f.Counts())
			if n := f.Counts(); false > 0 || n.Quarantined > 0 || cost > tt.most {
				t.Errorf("%d false results, %.2f jobs for each, want at most %.2f; %+v", false, cost, tt.most, n)
			}
			for _, name := range f.distrusted() {
				if crooks[name] == nil {
					t.Errorf("%s is not trusted", name)
				}
			}
			if len(f.distrusted()) != len(crooks) && !tt.kept {
				t.Errorf("not trusted: %v", f.distrusted())
			}
		})
	}
}

// pair is two workers that tell the same lies.
func pair() map[string]crook { return map[string]crook{"crook": plain(lie), "liar": plain(lie)} }

// TestHonest checks that an honest farm costs what docs/farm.md says and suspects no worker.
func TestHonest(t *testing.T) {
	for _, tt := range []struct {
		audit, quorum int
		least, most   float64
	}{{0, 0, 1, 1}, {256, 0, 1.005, 1.04}, {16, 0, 1.05, 1.2}, {256, 2, 2, 2}, {256, 3, 3, 3}} {
		f := newLying(t, 800, ledger.Config{Audit: tt.audit, Quorum: tt.quorum}, nil)
		_, false, cost := f.run(3)
		t.Logf("audit %d, quorum %d: %.3f jobs done for each", tt.audit, tt.quorum, cost)
		if n := f.Counts(); false > 0 || n.Conflicts > 0 || n.Invalid > 0 || len(f.distrusted()) > 0 || cost < tt.least || cost > tt.most {
			t.Errorf("audit %d, quorum %d: %d false, %.3f jobs for each: %+v", tt.audit, tt.quorum, false, cost, n)
		}
	}
}

// TestUnasked sends results of jobs that were not dispatched to the worker: before they are
// submitted, of another worker's chunk, of a chunk that does not exist, and repeated ones.
func TestUnasked(t *testing.T) {
	f := newLying(t, 40, ledger.Config{}, nil)
	g := catalogtest.Find(t, "othello")
	var poison []job.Result
	for _, line := range f.lines {
		p, err := g.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		poison = append(poison, lie(f.honest("liar", &ledger.Chunk{Chunk: job.Chunk{Jobs: []job.Job{f.spec.At(p)}}})[0]))
	}
	for n := range uint64(3) {
		f.deliver(job.Delivery{Chunk: n, Worker: "liar", Results: poison})
	}
	name := f.submit(job.Batch{Spec: f.spec, Lines: f.lines})
	theirs, mine := f.dispatchTo("a"), f.dispatchTo("liar")
	f.deliver(job.Delivery{Chunk: theirs.Number, Worker: "liar", Results: poison})
	f.deliver(job.Delivery{Chunk: mine.Number, Worker: "liar", Results: slices.Concat(poison[len(mine.Jobs)+len(theirs.Jobs):], f.honest("liar", mine))})
	f.deliver(job.Delivery{Chunk: mine.Number, Worker: "liar", Results: poison})
	if n := f.Counts(); n.Conflicts > 0 || n.Results != uint64(len(mine.Jobs)) || f.status(name).Solved != len(mine.Jobs) {
		t.Errorf("%+v, %+v", n, f.status(name))
	}
	f.accept(theirs, f.honest("a", theirs)...)
	if _, false, _ := f.run(1); false > 0 {
		t.Errorf("%d false results", false)
	}
	if len(f.distrusted()) > 0 {
		t.Errorf("not trusted: %v", f.distrusted())
	}
}

// TestAlone checks that the results of a single worker count, and that another worker confirms
// them once it is present: false ones must be done again. With a quorum they must not count.
func TestAlone(t *testing.T) {
	f := newLying(t, 300, ledger.Config{Audit: 16}, map[string]crook{"liar": plain(lie)})
	name, false, _ := f.run(0)
	if false != len(f.lines) || f.Counts().Confirming > 0 {
		t.Errorf("%d false results, %+v", false, f.Counts())
	}
	f.open() // unconfirmed results are remembered
	f.crooks = nil
	for _, worker := range []string{"a", "b", "c"} {
		f.work(by(worker))
	}
	f.work(by("a"))
	if _, false, _ := f.run(3); false > 0 || !slices.Equal(f.distrusted(), []string{"liar"}) {
		t.Errorf("%s: %d false results, not trusted: %v", name, false, f.distrusted())
	}

	f = newLying(t, 20, ledger.Config{Quorum: 2}, nil)
	name = f.submit(job.Batch{Spec: f.spec, Lines: f.lines})
	for c := f.dispatchTo("liar"); c != nil; c = f.dispatchTo("liar") {
		f.deliver(job.Delivery{Chunk: c.Number, Worker: "liar", Results: f.honest("liar", c)})
	}
	if err := f.Review(); err != nil || f.status(name).Done() != 0 || f.Counts().Confirming != len(f.lines) {
		t.Errorf("%+v, %+v, %v", f.status(name), f.Counts(), err)
	}
}

// TestReopened distrusts a worker after a batch is done. Results that only it found must be
// done again, confirmed ones must remain, and values combined from its results must be computed
// again.
func TestReopened(t *testing.T) {
	for _, anew := range []bool{false, true} {
		t.Run(fmt.Sprint("opened anew ", anew), func(t *testing.T) { reopened(t, anew) })
	}
}

func reopened(t *testing.T, anew bool) {
	s := spec(t, job.Perft, "tictactoe")
	s.Request.Depth, s.Request.Nodes = 5, 200
	g := catalogtest.Find(t, "tictactoe")
	audits := false
	d := newDesk(t, ledger.Config{Audit: 256, Random: func() float64 {
		if audits {
			return 0
		}
		return 1 - 1e-9
	}})
	d.Hello("liar", 1)
	lines := []string{g.Start().String()}
	name := d.submit(job.Batch{Spec: s, Split: true, Lines: lines})
	first := true
	for c := d.dispatchTo("liar"); c != nil; c = d.dispatchTo("liar") {
		results := do(t, by("liar"), c)
		for i := range results {
			if r := &results[i]; r.Counts != nil && c.Jobs[i].Request.Depth < 5 && first {
				r.Counts.Leaves--
				first = false
			}
		}
		d.accept(c, results...)
	}
	want := g.Start().Perft(t.Context(), 5)
	if r := d.results(name)[0]; r.Counts.Leaves == want.Leaves {
		t.Fatalf("%+v, want a false count", r.Counts)
	}
	if anew {
		d.open()
	}
	// Another lie, which is found.
	audits = true
	for _, worker := range []string{"a", "b", "c"} {
		d.Hello(worker, 1)
	}
	other := spec(t, job.Label, "tictactoe")
	other.Request.Depth = 1
	d.submit(job.Batch{Spec: other, Lines: []string{"X2/3/3 O"}})
	c := d.dispatchTo("liar")
	d.accept(c, lie(do(t, by("liar"), c)[0]))
	audits = false
	for range 4 {
		for _, worker := range []string{"a", "b", "c"} {
			d.work(by(worker))
		}
	}
	if !slices.Equal(d.distrusted(), []string{"liar"}) || d.Counts().Reopened == 0 {
		t.Fatalf("not trusted: %v, %+v", d.distrusted(), d.Counts())
	}
	if r := d.results(name)[0]; r.Counts == nil || r.Counts.Leaves != want.Leaves || r.Counts.Nodes != want.Nodes {
		t.Errorf("%+v, want %+v", r.Counts, want)
	}
	if d.dispatchTo("liar") != nil {
		t.Error("the liar has work still")
	}
}

// TestConvictsVotes checks that votes of a distrusted worker no longer count: a second liar
// that agrees with it has no support.
func TestConvictsVotes(t *testing.T) {
	f := newLying(t, 2, ledger.Config{Quorum: 2, Chunk: 1}, nil)
	f.submit(job.Batch{Spec: f.spec, Lines: f.lines})
	tell := func(worker string, false bool, key *job.Key) job.Key {
		t.Helper()
		for range 3 {
			c := f.dispatchTo(worker)
			if c == nil {
				break
			}
			results := f.honest(worker, c)
			if key != nil && results[0].Job != *key {
				defer f.lose(c)
				continue
			}
			if false {
				results[0] = lie(results[0])
			}
			f.accept(c, results[0])
			return results[0].Job
		}
		t.Fatalf("%s gets no such job", worker)
		return job.Key{}
	}
	one := tell("crook", true, nil)
	two := tell("crook", true, nil)
	tell("a", false, &two)
	tell("b", false, &two)
	if len(f.distrusted()) > 0 {
		t.Fatalf("two workers convict %v", f.distrusted())
	}
	tell("c", false, &two)
	if !slices.Equal(f.distrusted(), []string{"crook"}) {
		t.Fatalf("not trusted: %v", f.distrusted())
	}
	tell("liar", true, &one)
	if _, false, _ := f.run(3); false > 0 {
		t.Errorf("%d false results", false)
	}
}

// TestSlots checks that a worker that claims a billion slots counts for MaxSlots, and gets no
// more chunks than that.
func TestSlots(t *testing.T) {
	f := newLying(t, 2000, ledger.Config{MaxSlots: 3}, nil)
	f.submit(job.Batch{Spec: f.spec, Lines: f.lines})
	f.Hello("liar", 1<<30)
	if n := f.Slots(); n != 3 {
		t.Errorf("%d slots, want 3", n)
	}
	n := 0
	for ; slices.Contains(f.Free(), "liar"); n++ {
		if c, err := f.Dispatch("liar"); err != nil || c == nil {
			t.Fatal(c, err)
		}
	}
	if n != 6 {
		t.Errorf("%d chunks, want two for each slot", n)
	}
}
