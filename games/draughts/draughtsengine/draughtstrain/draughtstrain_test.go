package draughtstrain

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/kit/enginetest"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/search/network"
	"github.com/plywood-go/plywood/train"
)

// TestTrain trains a network with databases, here and elsewhere, and goes on from it.
func TestTrain(t *testing.T) {
	w := workshop.Training{Work: t.TempDir(), Seed: 1, Settings: map[string]int{
		"selfplay": 4, pieces: 2, "network": network.Step, "nodes": 20, "passes": 1, "epochs": 1,
	}}
	tr := trainer(draughts.Rules{})
	want, err := tr.Train(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if knows := want.Manifest.(train.Manifest).Knowledge; knows != "databases of 2 pieces" {
		t.Errorf("the players know %q", knows)
	}
	net, err := network.Parse(want.Files[0].Data)
	if err == nil {
		err = net.Fits("checkers", draughtsengine.Fitted{})
	}
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	w.Work = t.TempDir()
	w.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
		files = len(e.Files)
		return enginetest.Here(tr)(ctx, e, take)
	}
	if got, err := tr.Train(t.Context(), w); err != nil || !reflect.DeepEqual(got, want) || files == 0 {
		t.Errorf("%v: another model elsewhere, with %d files", err, files)
	}
	w.Work, w.Send, w.From = t.TempDir(), nil, filepath.Join(t.TempDir(), "net")
	if err := os.WriteFile(w.From, want.Files[0].Data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := tr.Train(t.Context(), w); err != nil {
		t.Error(err)
	}
	if _, err := trainer(draughts.Rules{Variant: draughts.Russian}).Train(t.Context(), w); err == nil {
		t.Error("a network of another game is taken")
	}
}
