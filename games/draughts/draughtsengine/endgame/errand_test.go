package endgame

import (
	"context"
	"encoding/base64"
	"errors"
	"os"
	"testing"

	"github.com/plywood-go/plywood/kit/enginetest"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
)

// workers creates workers for a game.
type workers struct{ rules draughts.Rules }

func (b workers) Worker(_ context.Context, plan string, fetch workshop.Fetch) (workshop.Worker, error) {
	return Worker(b.rules, plan, fetch)
}

// TestErrand builds with pairs solved elsewhere, some of them already present,
// and compares the files with a local build.
func TestErrand(t *testing.T) {
	r := draughts.Rules{}
	want, dir := build(t, r, 3), build(t, r, 2)
	sent := 0
	here := enginetest.Here(workers{r})
	b := workshop.EndgameBuilding{Dir: dir, Pieces: 3, Send: func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
		sent++
		return here(ctx, e, take)
	}}
	if err := Build(t.Context(), r, b); err != nil {
		t.Fatal(err)
	}
	if pairs := len(Pairs(3)); sent != pairs {
		t.Errorf("%d pairs sent, want %d", sent, pairs)
	}
	sameFiles(t, r, dir, want)
}

// TestErrandDamaged returns invalid or wrong pairs and checks that nothing is
// stored.
func TestErrandDamaged(t *testing.T) {
	r := draughts.Rules{}
	dir := build(t, r, 2)
	before := len(files(t, dir, r))
	other, err := os.ReadFile(fileName(dir, r, Pairs(2)[0], values))
	if err != nil {
		t.Fatal(err)
	}
	failure := errors.New("it is away")
	for what, send := range map[string]workshop.Send{
		"nothing":  func(context.Context, workshop.Task, func(int, string) error) error { return nil },
		"an error": func(context.Context, workshop.Task, func(int, string) error) error { return failure },
		"no file": func(_ context.Context, _ workshop.Task, take func(int, string) error) error {
			return take(0, base64.StdEncoding.EncodeToString([]byte("x")))
		},
		"another pair": func(_ context.Context, _ workshop.Task, take func(int, string) error) error {
			return take(0, base64.StdEncoding.EncodeToString(other))
		},
	} {
		if err := Build(t.Context(), r, workshop.EndgameBuilding{Dir: dir, Pieces: 3, Send: send}); err == nil {
			t.Errorf("%s is taken", what)
		}
		if after := len(files(t, dir, r)); after != before {
			t.Errorf("%s: %d files, before it %d", what, after, before)
		}
	}
}

// TestBenchRefuses checks that a worker refuses invalid plans, invalid parts
// and files of other pairs.
func TestBenchRefuses(t *testing.T) {
	r := draughts.Rules{}
	other, err := os.ReadFile(fileName(build(t, r, 2), r, Pairs(2)[1], values))
	if err != nil {
		t.Fatal(err)
	}
	fetch := func(context.Context, string) ([]byte, error) { return other, nil }
	for _, text := range []string{"", `{"schema":"ply.endgameplan/2","game":"checkers"}`, `{"schema":"ply.endgameplan/1","game":"chess"}`} {
		if _, err := Worker(r, text, fetch); err == nil {
			t.Errorf("plan %q", text)
		}
	}
	bench, err := Worker(r, `{"schema":"ply.endgameplan/1","game":"`+r.String()+`"}`, fetch)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", `{"material":"MvK"}`, `{"material":"KKvK","before":{"KvK":"x"}}`} {
		if data, _, err := bench(t.Context(), text); err == nil {
			t.Errorf("part %s: %d bytes", text, len(data))
		}
	}
}

// TestFetch checks that databases restored from a task's files equal those in
// the directory.
func TestFetch(t *testing.T) {
	r := draughts.Rules{}
	dir := build(t, r, 3)
	want := open(t, dir, r)
	var e workshop.Task
	names, err := want.Attach(&e)
	if err != nil {
		t.Fatal(err)
	}
	held := map[string][]byte{}
	for _, data := range e.Files {
		held[workshop.FileName(data)] = data
	}
	absent := errors.New("absent")
	fetch := func(_ context.Context, name string) ([]byte, error) {
		if data := held[name]; data != nil {
			return data, nil
		}
		return nil, absent
	}
	got, err := Fetch(t.Context(), r, names, fetch)
	if err != nil || got.Pieces() != 3 {
		t.Fatalf("%v: databases of %d pieces, want 3", err, got.Pieces())
	}
	for base, data := range files(t, dir, r) {
		if string(held[names[base]]) != string(data) {
			t.Errorf("%s is not sent as it is", base)
		}
	}
	longest, at, err := want.Longest(3)
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := got.Value(&at); !ok || v != longest {
		t.Errorf("value %v, %v, want %v", v, ok, longest)
	}
	held[names["KvK.plies"]] = []byte("x")
	if _, err := Fetch(t.Context(), r, names, fetch); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v, want %v", err, ErrDamaged)
	}
	delete(held, names["KvK.plies"])
	if _, err := Fetch(t.Context(), r, names, fetch); !errors.Is(err, absent) {
		t.Errorf("%v, want %v", err, absent)
	}
}
