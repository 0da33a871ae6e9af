package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
)

const version = "test"

// desk is a ledger with its archive, which can be opened anew.
type desk struct {
	*ledger.Ledger
	t    testing.TB
	path string
	c    ledger.Config
}

func newDesk(t testing.TB, c ledger.Config) *desk {
	d := &desk{t: t, path: filepath.Join(t.TempDir(), "archive"), c: c}
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

func (d *desk) submit(b ledger.Batch) string {
	d.t.Helper()
	name, err := d.Submit(b)
	if err != nil {
		d.t.Fatal(err)
	}
	return name
}

func (d *desk) feed() *ledger.Chunk {
	d.t.Helper()
	c, err := d.Feed()
	if err != nil {
		d.t.Fatal(err)
	}
	return c
}

func (d *desk) take(c *ledger.Chunk, results ...job.Result) {
	d.t.Helper()
	if err := d.Take(job.Delivery{Chunk: c.Number, Results: results}); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) status(name string) ledger.Status {
	d.t.Helper()
	s, err := d.Batch(name)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// results returns what came of all lines of a batch.
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
			if row.Result != "" {
				if r, err = job.ReadResult([]byte(row.Result)); err != nil {
					d.t.Fatal(err)
				}
			}
			all = append(all, r)
		}
		if len(page.Rows) == 0 {
			return all
		}
	}
}

// by returns a worker of a name.
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

// work does all that is handed out.
func (d *desk) work(w *job.Doer) {
	d.t.Helper()
	for c := d.feed(); c != nil; c = d.feed() {
		d.take(c, do(d.t, w, c)...)
	}
}

func spec(t testing.TB, kind job.Kind, name string) job.Spec {
	t.Helper()
	return job.For(kind, catalogtest.Find(t, name), version)
}

// TestSplit solves positions with so few nodes that jobs are split, and their jobs
// again, and holds the values to those found at once. Between the chunks the ledger
// is opened anew, chunks get lost, and results come twice.
func TestSplit(t *testing.T) {
	rng := seeded.Rand(t, 150)
	for _, tt := range []struct {
		game   string
		window bool
		nodes  uint64
		plies  int
	}{{"othello:4", false, 60, 6}, {"othello:4", true, 40, 6}, {"mnk:4,3,3", false, 40, 4}, {"tictactoe", true, 10, 3}, {"connect4:4x4", false, 150, 6}} {
		s := spec(t, job.Solve, tt.game)
		full := s
		if tt.window {
			s.Window = &job.Window{Alpha: -1, Beta: 1}
		}
		s.Request.Nodes = tt.nodes
		lines := catalogtest.Positions(t, tt.game, rng, 5, tt.plies)
		d := newDesk(t, ledger.Config{Audit: 3})
		name := d.submit(ledger.Batch{Spec: s, Split: true, Lines: lines})
		w := by("w")
		splits := uint64(0)
		for c := d.feed(); c != nil; c = d.feed() {
			switch results := do(t, w, c); rng.IntN(8) {
			case 0:
				splits += d.Counts().Splits
				d.open()
			case 1:
				d.Lost(c.Number)
			case 2:
				d.take(c, results...)
				d.take(c, results...)
			default:
				d.take(c, results...)
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

// TestSplitPerft adds up the counts behind the moves.
func TestSplitPerft(t *testing.T) {
	for _, name := range []string{"othello", "checkers", "tictactoe"} {
		s := spec(t, job.Perft, name)
		s.Request.Depth = 6
		g, _ := catalog.Find(name)
		want := g.Start().Perft(context.Background(), 6)
		s.Request.Nodes = want.Nodes / 20
		d := newDesk(t, ledger.Config{})
		b := d.submit(ledger.Batch{Spec: s, Split: true, Lines: []string{g.Start().String()}})
		d.work(by("w"))
		r := d.results(b)[0]
		if r.Counts == nil || r.Counts.Leaves != want.Leaves || r.Counts.Ended != want.Ended || r.Counts.Nodes != want.Nodes || d.Counts().Splits == 0 {
			t.Errorf("%s: %+v after %d splits, want %+v", name, r.Counts, d.Counts().Splits, want)
		}
	}
}

// TestBacklog does many small jobs in chunks, across several pages, and knows where it
// was when it is opened anew.
func TestBacklog(t *testing.T) {
	s := spec(t, job.Label, "tictactoe")
	s.Request.Depth = 1
	lines := catalogtest.Positions(t, "tictactoe", seeded.Rand(t, 151), 1700, 7)
	d := newDesk(t, ledger.Config{})
	name := d.submit(ledger.Batch{Spec: s, Lines: lines})
	most := 0
	for n := 0; ; n++ {
		c := d.feed()
		if c == nil {
			break
		}
		most = max(most, len(c.Jobs))
		if n%3 == 2 {
			d.open() // the chunk is forgotten
			continue
		}
		d.take(c, do(t, by("w"), c)...)
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
	if again := d.submit(ledger.Batch{Spec: s, Lines: lines}); again != name || d.feed() != nil {
		t.Errorf("submitted again it is %s, and there is something to do", again)
	}
	d.submit(ledger.Batch{Spec: s, Lines: lines[100:]})
	if c := d.feed(); c != nil {
		t.Errorf("jobs that others have asked for are done again: %d", len(c.Jobs))
	}
}

// TestPriority hands out what is urgent first, whenever it comes, and a job of two
// batches once.
func TestPriority(t *testing.T) {
	s := spec(t, job.Label, "othello")
	s.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 152), 30, 20)
	d := newDesk(t, ledger.Config{Chunk: time.Nanosecond})
	d.submit(ledger.Batch{Spec: s, Lines: lines})
	d.take(d.feed())
	urgent := spec(t, job.Label, "othello")
	urgent.Request.Depth = 2
	name := d.submit(ledger.Batch{Spec: urgent, Priority: 1, Lines: lines[:5]})
	for !d.status(name).Finished {
		c := d.feed()
		if c.Jobs[0].Request.Depth != 2 {
			t.Fatal("something else comes first")
		}
		d.take(c, do(t, by("w"), c)...)
	}
	if c := d.feed(); c.Jobs[0].Request.Depth != 1 {
		t.Errorf("%+v comes after all that was urgent", c.Jobs[0])
	}
}

// TestCancel ends a batch in the middle: nothing of it is handed out any more but what
// others wait for, and it goes on where it was when it is wanted again.
func TestCancel(t *testing.T) {
	s := spec(t, job.Label, "tictactoe")
	s.Request.Depth = 1
	lines := []string{"3/3/3 X", "X2/3/3 O", "XO1/3/3 X", "XO1/X2/3 O"}
	d := newDesk(t, ledger.Config{Chunk: time.Nanosecond})
	d.take(&ledger.Chunk{}) // nothing of a chunk that nobody knows
	name := d.submit(ledger.Batch{Spec: s, Lines: lines})
	first := d.feed()
	d.take(first, do(t, by("w"), first)[0])
	running := d.feed()
	if err := d.Cancel(name); err != nil {
		t.Fatal(err)
	}
	if n := d.Unwanted(); len(n) != 1 || n[0] != running.Number {
		t.Errorf("not wanted any more: %v, want %d", n, running.Number)
	}
	if c := d.feed(); c != nil || !d.status(name).Cancelled {
		t.Errorf("handed out: %+v", c)
	}
	other := d.submit(ledger.Batch{Spec: s, Lines: lines[:2]})
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
	d.submit(ledger.Batch{Spec: s, Lines: lines})
	d.work(by("w"))
	if err := d.Cancel(name); err != nil {
		t.Fatal(err)
	}
	if st := d.status(name); st.Cancelled || st.Solved != len(lines) {
		t.Errorf("%+v", st)
	}
	if err := d.Cancel("none"); !errors.Is(err, ledger.ErrUnknown) {
		t.Errorf("no batch: %v", err)
	}
}

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
		var keys []job.Key
		deadly := false
		for _, j := range c.Jobs {
			keys = append(keys, j.Key())
			deadly = deadly || j.Key() == poison.Key()
		}
		if !deadly {
			d.take(c, do(t, by("w"), c)...)
		} else if err := d.Take(job.Delivery{Chunk: c.Number, Returned: keys, Why: "nobody came back"}); err != nil {
			t.Fatal(err)
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

// TestRestore does not hand out what is on its way already.
func TestRestore(t *testing.T) {
	s := spec(t, job.Solve, "tictactoe")
	d := newDesk(t, ledger.Config{Chunk: time.Nanosecond})
	name := d.submit(ledger.Batch{Spec: s, Lines: []string{"3/3/3 X", "X2/3/3 O"}})
	a := d.feed()
	d.open()
	d.Restore(a.Number, a.Jobs)
	if b := d.feed(); b != nil {
		t.Errorf("handed out twice: %+v", b)
	}
	if n := d.Outstanding(); !slices.Equal(n, []uint64{a.Number}) {
		t.Errorf("on their way: %v", n)
	}
	d.take(a, do(t, by("w"), a)...)
	if st := d.status(name); st.Solved != 2 {
		t.Errorf("%+v", st)
	}
}

func TestSubmitRefused(t *testing.T) {
	d := newDesk(t, ledger.Config{})
	good := spec(t, job.Solve, "tictactoe")
	if _, err := d.Submit(ledger.Batch{Spec: good}); err == nil {
		t.Error("a batch without a position is taken")
	}
	for what, s := range map[string]job.Spec{"kind": {Kind: "cook", Game: "othello"}, "game": {Kind: job.Solve, Game: "ludo"}} {
		if _, err := d.Submit(ledger.Batch{Spec: s, Lines: []string{"x"}}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	name := d.submit(ledger.Batch{Spec: good, Lines: []string{"nonsense", "3/3/3 X"}})
	d.work(by("w"))
	if st := d.status(name); st.Failed != 1 || st.Solved != 1 {
		t.Errorf("a line that is no position: %+v", st)
	}
}

// BenchmarkOpen opens a ledger with a backlog of a million jobs and hands out the
// first chunk: 0.25 s.
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
	name := d.submit(ledger.Batch{Spec: s, Lines: lines})
	for range 100 {
		c := d.feed()
		d.take(c, do(b, by("w"), c)...)
	}
	for b.Loop() {
		d.open()
		if c := d.feed(); c == nil || d.status(name).Jobs != len(lines) {
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
