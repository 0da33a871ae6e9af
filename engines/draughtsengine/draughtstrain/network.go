package draughtstrain

import (
	"cmp"
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/network"
	"github.com/plywood-go/plywood/train"
)

// learn trains a network. The patterns play the games of the first pass, and
// the databases end games correctly.
func (t *run) learn(ctx context.Context) (*workshop.Model, error) {
	if t.Send != nil {
		return nil, reason.Errorf("%w: networks are trained on this machine only", workshop.ErrOptions)
	}
	var from *network.Net
	if name := t.Training.From; name != "" {
		file, err := memory.ReadFile(name, workshop.MaxFile)
		if err == nil {
			from, err = network.Parse(file)
		}
		if err != nil {
			return nil, reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
		}
	}
	t.player = draughtsengine.Learned(t.rules)
	if err := t.equip(ctx); err != nil {
		return nil, err
	}
	net, err := train.Run[draughts.Position, draughts.Move](ctx, t.player, train.Options{
		Game: t.rules.String(), Knowledge: fmt.Sprintf("databases of %d pieces, patterns %q", t.Pieces, draughtspatterns.Version(t.rules)),
		Passes: cmp.Or(t.Settings[passes], 3), Games: t.SelfPlay, Nodes: cmp.Or(t.Settings[nodes], 2000),
		Width: t.Settings[wide], Epochs: cmp.Or(t.Settings[epochs], 20), Seed: t.options.Seed,
	}, train.Work{Folder: t.Work, From: from, Threads: t.threads, Version: t.Version, Progress: t.Progress})
	if err != nil {
		return nil, err
	}
	return train.Model(net)
}
