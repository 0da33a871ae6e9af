package train_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/kit/enginetest"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/search/network"
	"github.com/plywood-go/plywood/train"
)

// opened is Breakthrough with the first of all moves as its recorded opening.
type opened struct{ Breakthrough }

func (o opened) Openings() [][]Step {
	s := o.Start()
	moves, _ := o.Moves(&s, nil)
	return [][]Step{moves[:1]}
}

// Odds returns the start without one man of either side.
func (o opened) Odds() []Men {
	first, second := o.Start(), o.Start()
	first.Own &^= 1 << 8
	second.Opp &^= 1 << 28
	return []Men{first, second}
}

var trainer = train.Trainer[Men, Step, opened]{Game: "breakthrough"}

// training returns the configuration of a small run.
func training(work string) workshop.Training {
	return workshop.Training{Work: work, Seed: 3, Settings: map[string]int{
		"selfplay": 210, "network": network.Step, "nodes": 10, "passes": 2, "epochs": 1, "openings": 50, "odds": 30, "late": 25, "threads": 2,
	}}
}

// TestSend trains here and with games played elsewhere, from nothing and from a network:
// the models and the files of games are equal. After a failure elsewhere, only missing
// games are sent.
func TestSend(t *testing.T) {
	from := ""
	for range 2 {
		w := training(t.TempDir())
		w.From = from
		want, err := trainer.Train(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		away := w
		away.Work = t.TempDir()
		parts, failAt := 0, 0
		here, failure := enginetest.Here(trainer), errors.New("it is away")
		away.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
			return here(ctx, e, func(part int, data string) error {
				if parts++; parts == failAt {
					return failure
				}
				return take(part, data)
			})
		}
		failAt = 11 // the part after the first file
		if _, err := trainer.Train(t.Context(), away); !errors.Is(err, failure) {
			t.Fatalf("%v, want %v", err, failure)
		}
		got, err := trainer.Train(t.Context(), away)
		if err != nil || !reflect.DeepEqual(got, want) || parts != 11+1+11 {
			t.Errorf("from %q: %v: another model, of %d parts, want 23", from, err, parts)
		}
		for _, name := range []string{"games-1-0000000.bin", "games-2-0000200.bin"} {
			a, _ := os.ReadFile(filepath.Join(w.Work, name))
			if b, err := os.ReadFile(filepath.Join(away.Work, name)); err != nil || string(a) != string(b) {
				t.Errorf("from %q: %v: other games in %s", from, err, name)
			}
		}
		if command := want.Manifest.(train.Manifest).Command; from == "" &&
			command != "ply train breakthrough --epochs 1 --late 25 --network 64 --nodes 10 --odds 30 --openings 50 --passes 2 --selfplay 210 --trust 70 --seed 3 --work WORK" {
			t.Errorf("the manifest says %q", command)
		}
		from = filepath.Join(t.TempDir(), "from.net")
		if err := os.WriteFile(from, want.Files[0].Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSendDamaged returns invalid games: nothing is stored.
func TestSendDamaged(t *testing.T) {
	w := training(t.TempDir())
	w.Settings["selfplay"] = 20
	var good string
	w.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
		return enginetest.Here(trainer)(ctx, e, func(part int, data string) error {
			good = data
			return context.Canceled
		})
	}
	if _, err := trainer.Train(t.Context(), w); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for _, data := range []string{"", "AAAA", good[:len(good)/2/4*4], strings.ToUpper(good)} {
		w.Send = func(_ context.Context, _ workshop.Task, take func(int, string) error) error { return take(0, data) }
		if _, err := trainer.Train(t.Context(), w); err == nil {
			t.Errorf("%.20q… is taken", data)
		}
		if kept, _ := filepath.Glob(filepath.Join(w.Work, "games-*")); kept != nil {
			t.Errorf("%.20q…: %v", data, kept)
		}
	}
}

// TestWorkerRefuses checks that a worker refuses invalid plans and parts.
func TestWorkerRefuses(t *testing.T) {
	none := func(context.Context, string) ([]byte, error) { return []byte("no file"), nil }
	for _, text := range []string{
		"", `{"schema":"ply.network-trainplan/2","game":"breakthrough","nodes":1}`,
		`{"schema":"ply.network-trainplan/1","game":"checkers","nodes":1}`,
		`{"schema":"ply.network-trainplan/1","game":"breakthrough"}`,
		`{"schema":"ply.network-trainplan/1","game":"breakthrough","nodes":1,"network":"x"}`,
		`{"schema":"ply.network-trainplan/1","game":"breakthrough","nodes":1,"files":{"a":"b"}}`,
	} {
		if _, err := trainer.Worker(t.Context(), text, none); err == nil {
			t.Errorf("plan %s", text)
		}
	}
	worker, err := trainer.Worker(t.Context(), `{"schema":"ply.network-trainplan/1","game":"breakthrough","nodes":1}`, none)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"", "0", "0+0", "0+21", "-1+1", "x+1", "0+1 "} {
		if data, _, err := worker(t.Context(), part); err == nil {
			t.Errorf("part %q: %s", part, data)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := worker(stopped, "0+1"); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped worker: %v", err)
	}
}

// TestTrainerRefuses checks options that do not fit, and networks that cannot be read.
func TestTrainerRefuses(t *testing.T) {
	for want, change := range map[error]func(w *workshop.Training){
		workshop.ErrOptions: func(w *workshop.Training) { w.Games = "games" },
		workshop.ErrData:    func(w *workshop.Training) { w.From = filepath.Join(t.TempDir(), "missing") },
	} {
		w := training(t.TempDir())
		change(&w)
		if _, err := trainer.Train(t.Context(), w); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := trainer.Train(t.Context(), workshop.Training{Work: t.TempDir()}); !errors.Is(err, workshop.ErrOptions) {
		t.Errorf("no games: %v", err)
	}
}
