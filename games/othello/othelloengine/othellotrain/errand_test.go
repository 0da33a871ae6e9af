package othellotrain

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
)

// TestErrand trains with all distributable work sent away and checks that the
// model is bit-identical.
func TestErrand(t *testing.T) {
	tiny := func() Config {
		return Config{Options: Options{Size: 6, SelfPlay: 80, Exact: 6, Depth: 2}, Begin: "../patterns/weights6.bin", Work: t.TempDir()}
	}
	want, err := Run(t.Context(), tiny())
	if err != nil {
		t.Fatal(err)
	}
	parts := 0
	c := tiny()
	here := workshop.Here(trainers{})
	c.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
		parts += len(e.Parts)
		return here(ctx, e, take)
	}
	got, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := got.Files()
	ours, err2 := want.Files()
	if err != nil || err2 != nil || !bytes.Equal(theirs.Weights, ours.Weights) || !reflect.DeepEqual(got.manifest.Passes, want.manifest.Passes) {
		t.Errorf("another model: %v, %v", err, err2)
	}
	if want := 2 + len(want.manifest.Passes[0].Phases); parts <= want {
		t.Errorf("%d parts were sent, want more than %d: some in two", parts, want)
	}
	c = tiny()
	failure := errors.New("it is away")
	c.Send = func(context.Context, workshop.Task, func(int, string) error) error { return failure }
	if _, err := Run(t.Context(), c); !errors.Is(err, failure) {
		t.Errorf("%v, want %v", err, failure)
	}
}

// TestBenchRefuses checks that a worker refuses invalid plans and invalid
// parts.
func TestBenchRefuses(t *testing.T) {
	none := func(context.Context, string) ([]byte, error) { return []byte("no weights"), nil }
	for _, plan := range []string{
		"", `{"schema":"ply.trainplan/2","size":8}`, `{"schema":"ply.trainplan/1","size":7}`,
		`{"schema":"ply.trainplan/1","size":8,"weights":"x"}`,
	} {
		if _, err := (trainers{}).Worker(t.Context(), plan, none); err == nil {
			t.Errorf("plan %q", plan)
		}
	}
	for plan, parts := range map[string][]string{
		`{"schema":"ply.trainplan/1","size":6}`:                      {"", "00 b3", "x"},
		`{"schema":"ply.trainplan/1","size":6,"exact":36,"depth":4}`: {"", "12", "x"},
	} {
		bench, err := (trainers{}).Worker(t.Context(), plan, none)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if data, _, err := bench(t.Context(), part); err == nil {
				t.Errorf("%s: part %q: %s", plan, part, data)
			}
		}
	}
}
