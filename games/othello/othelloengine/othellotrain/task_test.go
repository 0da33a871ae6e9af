package othellotrain

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/kit/enginetest"

	"github.com/plywood-go/plywood/engine/workshop"
)

// TestSend trains with all distributable work sent away and checks that the
// model is bit-identical.
func TestSend(t *testing.T) {
	tiny := func() workshop.Training {
		return workshop.Training{From: "../patterns/weights6.bin", Work: t.TempDir(), Settings: map[string]int{
			"size": 6, "selfplay": 80, "exact": 6, "depth": 2,
		}}
	}
	want, err := usual.Train(t.Context(), tiny())
	if err != nil {
		t.Fatal(err)
	}
	parts := 0
	w := tiny()
	here := enginetest.Here(usual)
	w.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
		parts += len(e.Parts)
		return here(ctx, e, take)
	}
	got, err := usual.Train(t.Context(), w)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("another model: %v", err)
	}
	if want := 2 + len(want.Phases); parts <= want {
		t.Errorf("%d parts were sent, want more than %d: some in two", parts, want)
	}
	w = tiny()
	failure := errors.New("it is away")
	w.Send = func(context.Context, workshop.Task, func(int, string) error) error { return failure }
	if _, err := usual.Train(t.Context(), w); !errors.Is(err, failure) {
		t.Errorf("%v, want %v", err, failure)
	}
}

// TestWorkerRefuses checks that a worker refuses invalid plans and invalid
// parts.
func TestWorkerRefuses(t *testing.T) {
	none := func(context.Context, string) ([]byte, error) { return []byte("no weights"), nil }
	for _, plan := range []string{
		"", `{"schema":"ply.trainplan/2","size":8}`, `{"schema":"ply.trainplan/1","size":7}`,
		`{"schema":"ply.trainplan/1","size":8,"weights":"x"}`,
	} {
		if _, err := usual.Worker(t.Context(), plan, none); err == nil {
			t.Errorf("plan %q", plan)
		}
	}
	for plan, parts := range map[string][]string{
		`{"schema":"ply.trainplan/1","size":6}`:                      {"", "00 b3", "x"},
		`{"schema":"ply.trainplan/1","size":6,"exact":36,"depth":4}`: {"", "12", "x"},
	} {
		worker, err := usual.Worker(t.Context(), plan, none)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if data, _, err := worker(t.Context(), part); err == nil {
				t.Errorf("%s: part %q: %s", plan, part, data)
			}
		}
	}
}
