package job_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/seeded"
)

const version = "test"

func find(t testing.TB, name string) *engine.Game {
	t.Helper()
	g, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func doer() *job.Doer { return &job.Doer{Find: catalog.Find, Worker: "w", Engine: version} }

func do(t *testing.T, d *job.Doer, j job.Job) job.Result {
	t.Helper()
	r, err := d.Do(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// example returns a job with all fields set.
func example(t *testing.T) job.Job {
	s := job.For(job.Solve, find(t, "mnk:4,4,3"), version)
	s.Window, s.Request.Nodes = null(game.WinIn(20)), 1000
	s.Options = job.Options{TableBytes: 1 << 16, Without: "history"}
	return s.At(find(t, "mnk:4,4,3").Start())
}

// TestSameNodes does jobs of every game twice: by a fresh doer and by one that did other jobs
// before. The results must be equal, node counts included.
func TestSameNodes(t *testing.T) {
	used := doer()
	for _, g := range catalog.Games() {
		for _, kind := range []job.Kind{job.Solve, job.Label, job.Perft} {
			s := job.For(kind, g, version)
			s.Request.Nodes = 2000
			if kind != job.Solve {
				s.Request.Depth = 3
			}
			j := s.At(g.Start())
			first, again := do(t, doer(), j), do(t, used, j)
			if !first.Agrees(&again) || first.Status == job.Failed || first.Nodes == 0 {
				t.Errorf("%s, %s: first\n%+v\nthen\n%+v", g.About().Name, kind, first, again)
			}
			again = do(t, used, j)
			if !first.Agrees(&again) {
				t.Errorf("%s, %s: first\n%+v\nat once again\n%+v", g.About().Name, kind, first, again)
			}
		}
	}
}

// TestNullWindows solves a position of known value with each null window near that value.
func TestNullWindows(t *testing.T) {
	g := find(t, "othello:4")
	exact := do(t, doer(), job.For(job.Solve, g, version).At(g.Start()))
	value := exact.Value
	if exact.Status != job.Solved || !exact.Interval.Exact() || value != game.Margin(-10) {
		t.Fatalf("4×4 Othello: %+v, want a loss by 3 to 11, the empty squares counted for the winner", exact)
	}
	for claim := -14; claim <= -6; claim += 2 {
		s := job.For(job.Solve, g, version)
		s.Window = null(game.Margin(claim))
		r := do(t, doer(), s.At(g.Start()))
		holds := game.Margin(claim) <= value
		if r.Status != job.Solved || holds != (r.Interval.Lower >= game.Margin(claim)) {
			t.Errorf("claim %+d: %+v", claim, r)
		}
		if value < r.Interval.Lower || value > r.Interval.Upper {
			t.Errorf("claim %+d: %v is not in %+v", claim, value, r.Interval)
		}
	}
}

// TestUnfinished lets jobs use up their nodes. Proven bounds must hold, and estimates must not
// count as proven.
func TestUnfinished(t *testing.T) {
	g := find(t, "othello:6")
	s := job.For(job.Solve, g, version)
	s.Request.Nodes = 10_000
	if r := do(t, doer(), s.At(g.Start())); r.Status != job.Unfinished || r.Interval != job.Anything() || r.Interval.Proves(r.Value) != game.NoBound {
		t.Errorf("%+v", r)
	}
	s = job.For(job.Label, g, version)
	s.Request.Depth = 4
	if r := do(t, doer(), s.At(g.Start())); r.Status != job.Solved || r.Interval != job.Anything() || r.Depth != 4 {
		t.Errorf("a label: %+v", r)
	}
}

func TestPerft(t *testing.T) {
	g := find(t, "othello")
	s := job.For(job.Perft, g, version)
	s.Request.Depth = 6
	want := game.Counts{Leaves: 8200, Nodes: 1 + 4 + 12 + 56 + 244 + 1396 + 8200}
	if r := do(t, doer(), s.At(g.Start())); r.Status != job.Solved || r.Counts == nil || *r.Counts != want {
		t.Errorf("got %+v, want %+v", r.Counts, want)
	}
	s.Request.Nodes = 5000
	if r := do(t, doer(), s.At(g.Start())); r.Status != job.Unfinished || r.Counts != nil || r.Nodes > 5000 {
		t.Errorf("beyond its nodes: %+v", r)
	}
}

// TestKeys checks that symmetric images share a key, and that similar jobs do not.
func TestKeys(t *testing.T) {
	g := find(t, "othello")
	s := job.For(job.Label, g, version)
	s.Request.Depth = 4
	seen := map[job.Key]bool{}
	for _, m := range g.Start().Moves() {
		p, err := g.Start().Play(m)
		if err != nil {
			t.Fatal(err)
		}
		j := s.At(p)
		seen[j.Key()] = true
	}
	if len(seen) != 1 {
		t.Errorf("the four first moves are %d jobs, want 1", len(seen))
	}
	base := example(t)
	for what, change := range map[string]func(*job.Job){
		"kind":     func(j *job.Job) { j.Kind = job.Book },
		"game":     func(j *job.Job) { j.Game = "othello:6" },
		"rules":    func(j *job.Job) { j.Rules++ },
		"engine":   func(j *job.Job) { j.Engine += "+" },
		"weights":  func(j *job.Job) { j.Weights = "w" },
		"window":   func(j *job.Job) { j.Window = null(0) },
		"request":  func(j *job.Job) { j.Request.Nodes++ },
		"options":  func(j *job.Job) { j.Options.TableBytes *= 2 },
		"plan":     func(j *job.Job) { j.Plan = "p" },
		"position": func(j *job.Job) { j.Position += " " },
		"part":     func(j *job.Job) { j.Part = "p" },
	} {
		other := base
		if change(&other); other.Key() == base.Key() {
			t.Errorf("another %s, and the same key", what)
		}
	}
}

// TestNamer compares a Namer's keys with the sums of the documents.
func TestNamer(t *testing.T) {
	var n job.Namer
	base := example(t)
	for i, change := range []func(*job.Job){
		func(*job.Job) {},
		func(j *job.Job) { j.Position = "" },
		func(j *job.Job) { j.Part = "12" },
		func(j *job.Job) { j.Position, j.Part = "", "p" },
		func(j *job.Job) { j.Position = `"quoted" \ ` },
		func(j *job.Job) { j.Part = "<5×6>\n\x7f" },
		func(j *job.Job) { j.Engine += "2" },
		func(j *job.Job) { j.Window = nil },
	} {
		j := base
		change(&j)
		var doc bytes.Buffer
		e := json.NewEncoder(&doc)
		e.SetEscapeHTML(false)
		if err := e.Encode(struct {
			Schema string `json:"schema"`
			*job.Job
		}{"ply.job/1", &j}); err != nil {
			t.Fatal(err)
		}
		want := job.Key(sha256.Sum256(bytes.TrimSpace(doc.Bytes())))
		if got := n.Key(&j); got != want || j.Key() != want {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
}

// TestRecord reads records of results.
func TestRecord(t *testing.T) {
	r := do(t, doer(), example(t))
	r.Counts, r.Data, r.Error, r.Confidence = &game.Counts{Leaves: 1, Ended: 2, Nodes: 1 << 40}, "data", "why", 95
	record := r.Record()
	if back, err := job.ReadRecord(r.Job, record); err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("%+v, %v, want %+v", back, err, r)
	}
	for i := range record {
		if _, err := job.ReadRecord(r.Job, record[:i]); err == nil {
			t.Errorf("cut off at %d, and taken", i)
		}
	}
}

// TestDamaged flips every bit of a delivery, and truncates it and a chunk everywhere.
func TestDamaged(t *testing.T) {
	j := example(t)
	r := do(t, doer(), j)
	chunk := job.Chunk{Number: 7, Jobs: []job.Job{j, {Spec: j.Spec, Position: "4/4/4/4 O"}}}
	delivery := job.Delivery{Chunk: 7, Worker: "w", Results: []job.Result{r}, Returned: []job.Key{j.Key()}, Why: "why", More: true}
	data := delivery.Write()
	for i := range data {
		if _, err := job.ReadDelivery("w", data[:i]); err == nil {
			t.Errorf("cut off at %d, and taken", i)
		}
		for bit := range 8 {
			changed := bytes.Clone(data)
			changed[i] ^= 1 << bit
			if _, err := job.ReadDelivery("w", changed); err == nil {
				t.Errorf("taken as %q", changed)
			}
		}
	}
	if _, err := job.ReadDelivery("w", later(data)); !errors.Is(err, reason.ErrNewer) {
		t.Errorf("a later version: %v", err)
	}
	if _, err := job.ReadDelivery("w", append(bytes.Clone(data), ' ')); err == nil {
		t.Error("taken with a space behind it")
	}
	for i := range chunk.Write() {
		if _, err := job.ReadChunk(chunk.Write()[:i]); err == nil {
			t.Errorf("a chunk that is cut off at %d, and taken", i)
		}
	}
	if _, err := job.ReadChunk([]byte(`{"schema":"ply.chunk/5"}`)); !errors.Is(err, reason.ErrNewer) {
		t.Errorf("a chunk of a later version: %v", err)
	}
	if _, err := job.ReadChunk([]byte(`{"schema":"ply.chunk/4","number":7,"spec":{"kind":"solve"}}`)); !errors.Is(err, job.ErrDamaged) {
		t.Errorf("a chunk without jobs: %v", err)
	}
	if back, err := job.ReadChunk(chunk.Write()); err != nil || !reflect.DeepEqual(back, chunk) {
		t.Errorf("read back as %+v, %v", back, err)
	}
	if back, err := job.ReadDelivery("w", delivery.Write()); err != nil || !reflect.DeepEqual(back, delivery) {
		t.Errorf("read back as %+v, %v", back, err)
	}
}

// later returns a document of the version after that of doc.
func later(doc []byte) []byte {
	doc = bytes.Clone(doc[:len(doc)-sha256.Size])
	doc[bytes.IndexByte(doc, '\n')-1]++
	return framed(doc)
}

// framed completes a packed document.
func framed(doc []byte) []byte {
	sum := sha256.Sum256(doc)
	return append(bytes.Clone(doc), sum[:]...)
}

func TestRefused(t *testing.T) {
	good := example(t)
	for what, change := range map[string]func(*job.Job){
		"kind":     func(j *job.Job) { j.Kind = "cook" },
		"window":   func(j *job.Job) { j.Window = &job.Window{Alpha: 3, Beta: 3} },
		"excludes": func(j *job.Job) { j.Options.Prove = true },
		"a time":   func(j *job.Job) { j.Request.TimeMS = 1 },
		"depth":    func(j *job.Job) { j.Kind, j.Window, j.Request.Depth = job.Perft, nil, -1 },
		"only":     func(j *job.Job) { j.Request.Depth = 3 },
		"label":    func(j *job.Job) { j.Kind, j.Window, j.Request.Nodes = job.Label, nil, 0 },
		"multipv":  func(j *job.Job) { j.Request.MultiPV = 2 },
		"tt":       func(j *job.Job) { j.Options.TableBytes = -1 },
		"without":  func(j *job.Job) { j.Options.Without = "sense" },
		"position": func(j *job.Job) { j.Position = "" },
		"no game":  func(j *job.Job) { j.Game = "" },
		"mnk":      func(j *job.Job) { j.Position = "nonsense" },
	} {
		j := good
		change(&j)
		if r := do(t, doer(), j); r.Status != job.Failed || !strings.Contains(r.Error, what) {
			t.Errorf("%s: %+v", what, r)
		}
	}
	for _, change := range []func(*job.Job){
		func(j *job.Job) { j.Engine = "other" },
		func(j *job.Job) { j.Rules = 7 },
		func(j *job.Job) { j.Weights = "other" },
	} {
		j := good
		change(&j)
		if r, err := doer().Do(context.Background(), j); !errors.Is(err, job.ErrForeign) {
			t.Errorf("of another version: %+v, %v", r, err)
		}
	}
}

// TestWeights checks that boards with different weights have different names of weights.
func TestWeights(t *testing.T) {
	eight, six, four := job.Weights(find(t, "othello")), job.Weights(find(t, "othello:6")), job.Weights(find(t, "othello:4"))
	if len(eight) != 12 || len(six) != 12 || eight == six || four != "" {
		t.Errorf("8×8 %q, 6×6 %q, 4×4 %q", eight, six, four)
	}
}

// TestInterrupted checks that an interrupted job has no result.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	stop(why)
	if r, err := doer().Do(ctx, example(t)); !errors.Is(err, why) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestPanic checks that a doer survives a job that panics.
func TestPanic(t *testing.T) {
	d := doer()
	d.Work = map[job.Kind]job.Work{
		job.Book: func(context.Context, *engine.Game, *job.Job) (string, uint64, error) { panic("oh no") },
		job.Train: func(_ context.Context, g *engine.Game, j *job.Job) (string, uint64, error) {
			return g.About().Name + " " + j.Plan + " " + j.Part, 7, nil
		},
	}
	s := job.For(job.Book, find(t, "othello"), version)
	if r := do(t, d, job.Job{Spec: s}); r.Status != job.Failed || !strings.Contains(r.Error, "oh no") {
		t.Errorf("%+v", r)
	}
	s.Kind, s.Plan = job.Train, "plan"
	if r := do(t, d, job.Job{Spec: s, Part: "3"}); r.Status != job.Solved || r.Data != "othello plan 3" || r.Nodes != 7 {
		t.Errorf("%+v", r)
	}
	s.Kind = job.Slice
	if r := do(t, d, job.Job{Spec: s, Part: "3"}); r.Status != job.Failed {
		t.Errorf("work that nobody does: %+v", r)
	}
}

func TestInterval(t *testing.T) {
	i, j := job.Interval{Lower: 2, Upper: 8}, job.Interval{Lower: 4, Upper: 9}
	if m, ok := i.Meet(j); !ok || m != (job.Interval{Lower: 4, Upper: 8}) {
		t.Errorf("%v, %v", m, ok)
	}
	if _, ok := i.Meet(job.Interval{Lower: 9, Upper: 9}); ok {
		t.Error("two that contradict each other meet")
	}
	rng := seeded.Rand(t, 15)
	for range 1000 {
		lower, upper := game.Score(rng.IntN(9)), game.Score(rng.IntN(9))
		w := game.Window{Alpha: game.Score(rng.IntN(9)), Beta: game.Score(rng.IntN(9))}
		if lower > upper || !w.Valid() {
			continue
		}
		sides := map[any]bool{}
		for v := lower; v <= upper; v++ {
			if w.Contains(v) {
				sides[v] = true
			} else {
				sides[w.Bound(v)] = true
			}
		}
		if got := (job.Interval{Lower: lower, Upper: upper}).Answers(w); got != (len(sides) == 1) {
			t.Errorf("%d to %d answers %v: %v", lower, upper, w, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	g := find(f, "tictactoe")
	s := job.For(job.Solve, g, version)
	j := s.At(g.Start())
	r, err := doer().Do(context.Background(), j)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"schema":"ply.chunk/4","number":7,"spec":{"kind":"solve","game":"tictactoe","engine":"test"},"lines":["a"]}`))
	f.Add(r.Record())
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := job.ReadChunk(data); err == nil {
			if again, err := job.ReadChunk(c.Write()); err != nil || !reflect.DeepEqual(again, c) {
				t.Errorf("%+v is read back as %+v, %v", c, again, err)
			}
		}
		_, _ = job.ReadDelivery("w", framed(data))
		if r, err := job.ReadRecord(job.Key{}, data); err == nil {
			if again, err := job.ReadRecord(job.Key{}, r.Record()); err != nil || !again.Agrees(&r) {
				t.Errorf("%q is kept as %q: %v", data, r.Record(), err)
			}
		}
	})
}

// TestSplitDelivery checks that deliveries do not exceed the limit, that nothing is lost, and
// that only the last one ends the chunk.
func TestSplitDelivery(t *testing.T) {
	d := job.Delivery{Chunk: 7, Worker: "w", Why: "why"}
	for i := range 10 {
		d.Results = append(d.Results, job.Result{Status: job.Solved, Data: strings.Repeat("x", 1000*i), Nodes: uint64(i)})
	}
	all := d.Split(6000)
	n := 0
	for i, part := range all {
		last := i == len(all)-1
		if part.Worker != "w" || part.Chunk != 7 || part.More == last || (part.Why != "") != last || len(part.Results) == 0 {
			t.Errorf("part %d: %+v", i, part)
		}
		if size := len(part.Write()); size > 6500 && len(part.Results) > 1 {
			t.Errorf("part %d has %d bytes", i, size)
		}
		for _, r := range part.Results {
			if r.Nodes != uint64(n) {
				t.Errorf("result %d, want %d", r.Nodes, n)
			}
			n++
		}
	}
	if n != 10 || len(all) < 7 {
		t.Errorf("%d results in %d parts", n, len(all))
	}
	if got := (&job.Delivery{Chunk: 1, Worker: "w", Returned: []job.Key{{}}}).Split(10); len(got) != 1 || len(got[0].Returned) != 1 {
		t.Errorf("%+v", got)
	}
}

// null returns the window that decides whether a position is worth at least v.
func null(v game.Score) *job.Window {
	w := job.Window(game.Null(v - 1))
	return &w
}
