package train_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/train"
)

func TestBreakthrough(t *testing.T) {
	gametest.Test(t, Breakthrough{}, gametest.Config[Men, Step]{Games: 5})
}

var small = train.Options{Game: "breakthrough", Passes: 2, Games: 30, Nodes: 40, Width: 64, Epochs: 3, Seed: 3}

// learn returns the file of the network of a small run.
func learn(t *testing.T, ctx context.Context, work train.Work) ([]byte, error) {
	t.Helper()
	net, err := train.Run(ctx, Breakthrough{}, small, work)
	if err != nil {
		return nil, err
	}
	file, err := net.Format()
	if err != nil {
		t.Fatal(err)
	}
	return file, nil
}

// TestResumes compares a run on one thread with one on three threads that is
// interrupted at each of its steps, and with one that adds a pass to a finished run.
func TestResumes(t *testing.T) {
	want, err := learn(t, context.Background(), train.Work{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		got, err := learn(t, ctx, train.Work{Threads: 3, Folder: folder, Progress: func(p workshop.Progress) {
			if calls++; calls == 3+stops {
				cancel()
			}
		}})
		cancel()
		if errors.Is(err, context.Canceled) && stops < 100 {
			continue
		}
		if err != nil || !bytes.Equal(got, want) || stops < 3 {
			t.Fatalf("after %d stops: %v, %d bytes, want %d bytes; equal: %v", stops, err, len(got), len(want), bytes.Equal(got, want))
		}
		break
	}
	one, other := small, t.TempDir()
	one.Passes = 1
	if _, err := train.Run(t.Context(), Breakthrough{}, one, train.Work{Folder: other}); err != nil {
		t.Fatal(err)
	}
	if got, err := learn(t, t.Context(), train.Work{Folder: other}); err != nil || !bytes.Equal(got, want) {
		t.Errorf("a pass added to one: %v, %d bytes; equal: %v", err, len(got), bytes.Equal(got, want))
	}
	for _, name := range []string{"pass-2.net", "fit-2.bin", "games-1-0000000.bin"} {
		file := filepath.Join(folder, name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := learn(t, context.Background(), train.Work{Folder: folder}); !errors.Is(err, workshop.ErrData) {
			t.Errorf("%s damaged: %v", name, err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	_, err = learn(t, context.Background(), train.Work{Folder: folder})
	if !errors.Is(err, workshop.ErrData) || !strings.Contains(err.Error(), "games-1-0000000.bin: missing") {
		t.Errorf("without games of the first pass: %v", err)
	}
}

// TestShare checks that results are taken in order, and that the first error ends the work.
func TestShare(t *testing.T) {
	failure := errors.New("job")
	for _, tt := range []struct {
		threads, failing int
		want             error
	}{{1, -1, nil}, {3, -1, nil}, {3, 50, failure}} {
		var workers atomic.Int64
		taken := 0
		err := train.Share(t.Context(), 100, tt.threads, func() func(int) (int, error) {
			workers.Add(1)
			return func(i int) (int, error) {
				if i == tt.failing {
					return 0, failure
				}
				return i * i, nil
			}
		}, func(i, square int) error {
			if i != taken || square != i*i {
				t.Errorf("result %d of job %d, want job %d", square, i, taken)
			}
			taken++
			return nil
		})
		if !errors.Is(err, tt.want) || err == nil && taken != 100 || err != nil && taken > tt.failing || workers.Load() != int64(tt.threads) {
			t.Errorf("%+v: %v after %d results of %d workers", tt, err, taken, workers.Load())
		}
	}
	if err := train.Share(t.Context(), 9, 2, func() func(int) (int, error) {
		return func(i int) (int, error) { return i, nil }
	}, func(i, _ int) error {
		if i == 3 {
			return failure
		}
		return nil
	}); !errors.Is(err, failure) {
		t.Errorf("an error of take: %v", err)
	}
}

func TestRefuses(t *testing.T) {
	net, err := train.Run(context.Background(), Breakthrough{}, train.Options{Game: "other", Passes: 1, Games: 1, Nodes: 1, Width: 64, Epochs: 1}, train.Work{})
	if err != nil {
		t.Fatal(err)
	}
	foreign := small
	foreign.Begin = net
	if _, err := train.Run(context.Background(), Breakthrough{}, foreign, train.Work{}); !errors.Is(err, workshop.ErrData) {
		t.Errorf("a network of another game: %v", err)
	}
	for _, change := range []func(o *train.Options){
		func(o *train.Options) { o.Games = 0 }, func(o *train.Options) { o.Width = 65 }, func(o *train.Options) { o.Passes = 0 },
	} {
		o := small
		change(&o)
		if _, err := train.Run(context.Background(), Breakthrough{}, o, train.Work{}); !errors.Is(err, workshop.ErrOptions) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestModel checks that the files of a network are there.
func TestModel(t *testing.T) {
	w := training("")
	w.Settings["passes"] = 1
	m, err := trainer.Train(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	for i, begins := range []string{"{", "{", "<svg", "\x89PNG"} {
		if !bytes.HasPrefix(m.Files[i].Data, []byte(begins)) {
			t.Errorf("%s begins with %.8q", m.Files[i].Extension, m.Files[i].Data)
		}
	}
	if p := m.Phases[0]; p.HeldOut <= 0 || p.HeldOut > 1 || p.Mean <= 0 || p.Mean > 1 || p.Positions < 100 {
		t.Errorf("%+v", p)
	}
}
