package draughtstrain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
)

// TestErrand trains with self-play sent away, for players with and without
// weights, and checks that weights, manifest and games are identical.
func TestErrand(t *testing.T) {
	r := draughts.Rules{Variant: draughts.Russian}
	tr := trainer{r, 2}
	dir := t.TempDir()
	some := &draughtspatterns.Weights{Blocks: make([][2]int16, draughtspatterns.Count(r))}
	some.Terms[draughtspatterns.Lead] = [2]int32{1600, 1600}
	from := filepath.Join(dir, "from.bin")
	if err := os.WriteFile(from, draughtspatterns.FormatWeights(r, some), 0o666); err != nil {
		t.Fatal(err)
	}
	var models []string
	for _, name := range []string{"", from} {
		w := training(t.TempDir(), 2)
		w.Settings["selfplay"], w.From = gamesOfBlock+10, name
		want, err := tr.Train(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		away, parts := w, 0
		away.Work = t.TempDir()
		here := workshop.Here(tr)
		away.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
			parts += len(e.Parts)
			return here(ctx, e, take)
		}
		got, err := tr.Train(t.Context(), away)
		if err != nil || !reflect.DeepEqual(got, want) || parts != 2 {
			t.Errorf("from %q: %v: another model, of %d parts, want 2", name, err, parts)
		}
		models = append(models, want.SHA256)
		played, _ := os.ReadFile(filepath.Join(away.Work, "games-000000.txt"))
		if local, err := os.ReadFile(filepath.Join(w.Work, "games-000000.txt")); err != nil || string(played) != string(local) {
			t.Errorf("from %q: %v: other games", name, err)
		}
	}
	if models[0] == models[1] {
		t.Error("the weights of the players make no difference")
	}
}

// sender answers parts and records them.
type sender struct {
	asked  []string
	answer func(b block) (string, error) // nil means games of one move
}

func (s *sender) send(_ context.Context, e workshop.Task, take func(int, string) error) error {
	s.asked = nil
	for i, part := range e.Parts {
		b, err := parseBlock(part)
		if err != nil {
			return err
		}
		s.asked = append(s.asked, part)
		data := strings.Repeat("1 11-15\n", b.count)
		if s.answer != nil {
			if data, err = s.answer(b); err != nil {
				return err
			}
		}
		if err := take(i, data); err != nil {
			return err
		}
	}
	return nil
}

// TestSendGames checks that only missing games are sent and that finished files
// survive a failure of the farm.
func TestSendGames(t *testing.T) {
	s := &sender{}
	w := &run{
		options:  options{Game: "checkers", SelfPlay: 2*batch + 50, Plies: 1, Pieces: 2},
		Training: training(t.TempDir(), 1),
	}
	w.Send, w.Progress = s.send, func(workshop.Progress) {}
	if err := w.equip(t.Context()); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("it is away")
	s.answer = func(b block) (string, error) {
		if b.first == batch+gamesOfBlock {
			return "", failure
		}
		return strings.Repeat("0.5 11-15\n", b.count), nil
	}
	if err := w.sendGames(t.Context()); !errors.Is(err, failure) {
		t.Fatalf("%v, want %v", err, failure)
	}
	s.answer = nil
	want := []string{"1000+100", "2000+50"}
	if err := w.sendGames(t.Context()); err != nil || len(s.asked) != batch/gamesOfBlock+1 || s.asked[0] != want[0] || s.asked[len(s.asked)-1] != want[1] {
		t.Fatalf("%v: asked for %v, want %v to %v", err, s.asked, want[0], want[1])
	}
	results := 0.0
	if err := w.games(t.Context(), func(_ int, g played) { results += g.result }); err != nil || results != batch/2+batch+50 {
		t.Errorf("%v: results of %v, want %d", err, results, batch/2+batch+50)
	}
}

// TestSendDamaged returns invalid or missing games and checks that nothing is
// stored.
func TestSendDamaged(t *testing.T) {
	tr := trainer{draughts.Rules{}, 2}
	w := training(t.TempDir(), 1)
	for _, data := range []string{"", "1 11-15\n", strings.Repeat("1 1-2\n", 30), strings.Repeat("2 11-15\n", 30)} {
		s := &sender{answer: func(block) (string, error) { return data, nil }}
		w.Send = s.send
		if _, err := tr.Train(t.Context(), w); err == nil {
			t.Errorf("%q is taken", data)
		}
		if kept, _ := filepath.Glob(filepath.Join(w.Work, "games-*")); kept != nil {
			t.Errorf("%q: %v", data, kept)
		}
	}
}

// TestBenchRefuses checks that a worker refuses invalid plans and invalid
// parts.
func TestBenchRefuses(t *testing.T) {
	tr := trainer{draughts.Rules{}, 2}
	none := func(context.Context, string) ([]byte, error) { return []byte("no file"), nil }
	for _, text := range []string{
		"", `{"schema":"ply.draughts-trainplan/2","game":"checkers","plies":1,"pieces":1}`,
		`{"schema":"ply.draughts-trainplan/1","game":"draughts:russian","plies":1,"pieces":1}`,
		`{"schema":"ply.draughts-trainplan/1","game":"checkers","pieces":1}`,
		`{"schema":"ply.draughts-trainplan/1","game":"checkers","plies":1,"pieces":1,"weights":"x"}`,
		`{"schema":"ply.draughts-trainplan/1","game":"checkers","plies":1,"pieces":2}`,
		`{"schema":"ply.draughts-trainplan/1","game":"checkers","plies":1,"pieces":1,"endgames":{"KvK.outcomes":"x"}}`,
	} {
		if _, err := tr.Worker(t.Context(), text, none); err == nil {
			t.Errorf("plan %s", text)
		}
	}
	bench, err := tr.Worker(t.Context(), `{"schema":"ply.draughts-trainplan/1","game":"checkers","plies":1,"pieces":1}`, none)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"", "0", "0+0", "0+101", "-1+1", "x+1"} {
		if data, _, err := bench(t.Context(), part); err == nil {
			t.Errorf("part %q: %s", part, data)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := bench(stopped, "0+1"); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped worker: %v", err)
	}
}
