package draughtstrain

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/network"
)

// someRows returns the positions of games between players that search one ply.
func someRows(r draughts.Rules, games int, random *rand.Rand) *rows {
	t, player := &rows{rules: r}, draughtsengine.NewSelfPlay(draughtsengine.Fitted{Rules: r}, 1)
	for range games {
		t.addGame(player.Game(random))
	}
	return t
}

// TestRows compares rows with evaluations that use the same coefficients.
func TestRows(t *testing.T) {
	random := seeded.Rand(t, 1)
	for v := range draughts.Variant(4) {
		r := draughts.Rules{Variant: v}
		list := &rows{rules: r}
		x := make(vector, width(r))
		for i := range x {
			x[i] = [2]float64{random.NormFloat64() / 20, random.NormFloat64() / 20}
			if i < squares(r) {
				x[i][0], x[i][1] = x[i][0]+1, x[i][1]+1.5
			}
		}
		s := r.Start()
		for range 100 {
			moves, status := r.Moves(&s, nil)
			if status.Over() {
				break
			}
			list.add(&s, 0.5)
			r.Play(&s, &s, moves[random.IntN(len(moves))])
		}
		e := draughtspatterns.New(r, list.weightsOf(x))
		scale := 100 / list.man(x)
		for i := range list.list {
			up, down, terms, pieces := list.board(i)
			got, want := float64(e.Evaluate(up, down, &terms, pieces)), scale*list.dot(&list.list[i], x)
			if math.Abs(got-want) > 1.5 {
				t.Fatalf("%s, position %d: evaluated to %v, want %v", r, i, got, want)
			}
		}
	}
}

// board returns the men, terms and number of pieces of a row.
func (t *rows) board(i int) (up, down uint64, terms draughtspatterns.Counts, pieces int32) {
	r := &t.list[i]
	for _, c := range t.columns[r.first:][:r.count] {
		switch column := int(c >> 1); {
		case column >= squares(t.rules):
		case c&1 == 0:
			up |= 1 << t.rules.Square(column+1)
		default:
			down |= t.rules.Turn(1 << t.rules.Square(column+1))
		}
	}
	for k, n := range r.terms {
		terms[k] = int32(n)
	}
	return up, down, terms, int32(math.Round(float64(r.full) * float64(draughtspatterns.FullBoard(t.rules))))
}

// TestFit checks that a fit reaches a minimum.
func TestFit(t *testing.T) {
	r := draughts.Rules{}
	list := someRows(r, 40, seeded.Rand(t, 2))
	f := newFit(list, 3)
	before, _ := list.entropy(f.x)
	x := f.run(t.Context(), func(int) {})
	after, _ := list.entropy(x)
	gradient, _ := f.slope()
	if after > 0.9*before {
		t.Errorf("cross-entropy %v, and %v before", after, before)
	}
	if length := math.Sqrt(product(gradient, gradient)); length > 0.01*float64(len(list.list)) {
		t.Errorf("the slope is %v yet for %d positions", length, len(list.list))
	}
	if man := list.man(x); man < 0.2 {
		t.Errorf("a man more is worth %v", man)
	}
}

// TestSlope compares slope with finite differences of the objective.
func TestSlope(t *testing.T) {
	r, random := draughts.Rules{}, seeded.Rand(t, 3)
	f := newFit(someRows(r, 3, random), 3)
	for i := range f.x {
		f.x[i] = [2]float64{random.NormFloat64() / 50, random.NormFloat64() / 50}
	}
	worth := func() float64 {
		nats, _ := f.entropy(f.x)
		sum := -nats * float64(len(f.list))
		for i, x := range f.x {
			sum -= f.ridgeOf(i) * (x[0]*x[0] + x[1]*x[1]) / 2
		}
		return sum
	}
	gradient, _ := f.slope()
	for _, i := range []int{0, 10, squares(r) + int(draughtspatterns.Turn), base(r) + 40} {
		for k := range 2 {
			const h = 1e-4
			was := f.x[i][k]
			f.x[i][k] = was + h
			more := worth()
			f.x[i][k] = was - h
			if want := (more - worth()) / (2 * h); math.Abs(gradient[i][k]-want) > 1e-3*(1+math.Abs(want)) {
				t.Errorf("column %d, %d: slope %v, want %v", i, k, gradient[i][k], want)
			}
			f.x[i][k] = was
		}
	}
}

// training returns the configuration of a small run.
func training(work string, threads int) workshop.Training {
	return workshop.Training{Work: work, Seed: 3, Settings: map[string]int{"selfplay": 30, "plies": 1, "threads": threads}}
}

// TestTrain trains in one go, on several threads, and with an interruption. It
// checks that the weights are equal and that the work directory rejects other
// runs.
func TestTrain(t *testing.T) {
	tr := trainer{draughts.Rules{}, 2}
	w := training(t.TempDir(), 1)
	want, err := tr.Train(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	again := training(t.TempDir(), 3)
	ctx, cancel := context.WithCancel(t.Context())
	again.Progress = func(p workshop.Progress) {
		if p.Stage == "fit" {
			cancel()
		}
	}
	if _, err := tr.Train(ctx, again); !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted run: %v", err)
	}
	got, err := tr.Train(t.Context(), again)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: an interrupted run on three threads made other weights", err)
	}
	other := w
	other.Seed = 4
	if _, err := tr.Train(t.Context(), other); !errors.Is(err, workshop.ErrOptions) {
		t.Errorf("another run in the same folder: %v, want %v", err, workshop.ErrOptions)
	}
	file := filepath.Join(w.Work, "games-000000.txt")
	if err := os.WriteFile(file, []byte("1 11-15\n0 11-16 1-2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := tr.Train(t.Context(), w); !errors.Is(err, workshop.ErrData) {
		t.Errorf("damaged games: %v, want %v", err, workshop.ErrData)
	}
}

// TestFrom starts from another run's weights and checks that the manifest names
// them.
func TestFrom(t *testing.T) {
	tr := trainer{draughts.Rules{}, 2}
	first, err := tr.Train(t.Context(), training(t.TempDir(), 0))
	if err != nil {
		t.Fatal(err)
	}
	w := training(t.TempDir(), 0)
	w.From = filepath.Join(w.Work, first.Name)
	if err := os.WriteFile(w.From, first.Files[0].Data, 0o666); err != nil {
		t.Fatal(err)
	}
	second, err := tr.Train(t.Context(), w)
	if err != nil || second.SHA256 == first.SHA256 || second.Manifest.(Manifest).Options.From != first.SHA256 {
		t.Errorf("%v: the manifest names %v, want %v", err, second.Manifest, first.SHA256)
	}
	w.From += "x"
	if _, err := tr.Train(t.Context(), w); !errors.Is(err, workshop.ErrData) {
		t.Errorf("no file to begin with: %v, want %v", err, workshop.ErrData)
	}
}

// TestNetwork trains a network, reads it, and goes on from it.
func TestNetwork(t *testing.T) {
	work := workshop.Training{Work: t.TempDir(), Seed: 1, Settings: map[string]int{
		selfPlay: 4, pieces: 2, wide: network.Step, nodes: 20, passes: 1, epochs: 1,
	}}
	m, err := trainer{draughts.Rules{}, 2}.Train(context.Background(), work)
	if err != nil {
		t.Fatal(err)
	}
	net, err := network.Parse(m.Files[0].Data)
	if err == nil {
		err = net.Fits("checkers", draughtsengine.Fitted{})
	}
	if err != nil {
		t.Fatal(err)
	}
	work.Work, work.From = t.TempDir(), filepath.Join(t.TempDir(), "net")
	if _, err := (trainer{draughts.Rules{}, 2}).Train(context.Background(), work); !errors.Is(err, workshop.ErrData) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(work.From, m.Files[0].Data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := (trainer{draughts.Rules{}, 2}).Train(context.Background(), work); err != nil {
		t.Error(err)
	}
	if _, err := (trainer{draughts.Rules{Variant: draughts.Russian}, 2}).Train(context.Background(), work); !errors.Is(err, workshop.ErrOptions) && !errors.Is(err, workshop.ErrData) {
		t.Errorf("a network of another game: %v", err)
	}
}
