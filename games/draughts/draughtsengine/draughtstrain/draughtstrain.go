// Package draughtstrain lets draughts train networks. In self-play, endgame databases prove the
// results of endings.
package draughtstrain

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/train"
)

// pieces is the setting of the databases.
const pieces = "pieces"

// Offer lets a game train its evaluation, with databases that take seconds to build.
func Offer(r draughts.Rules, spec *engine.Spec[draughts.Position, draughts.Move]) {
	spec.Offers = append(spec.Offers, workshop.Trainer(trainer(r)))
}

func trainer(r draughts.Rules) train.Trainer[draughts.Position, draughts.Move, draughtsengine.Fitted] {
	usual := 4
	if r.Size() > 8 {
		usual = 3
	}
	player := draughtsengine.Fitted{Rules: r}
	return train.Trainer[draughts.Position, draughts.Move, draughtsengine.Fitted]{
		Game: r.String(), Rules: player,
		Own: []workshop.Setting{
			{Name: pieces, Usage: "pieces of the databases that prove endings in self-play of checkers and draughts", Default: usual, Low: 2, High: endgame.MostPieces},
		},
		Equip: func(ctx context.Context, t workshop.Training) (e train.Equipment[draughtsengine.Fitted], err error) {
			dir := filepath.Join(t.Work, "endgames")
			building := workshop.EndgameBuilding{Dir: dir, Pieces: t.Settings[pieces], Threads: t.Settings["threads"]}
			if t.Progress != nil {
				building.Progress = func(done, total int, _ string) {
					t.Progress(workshop.Progress{Pass: 1, Passes: t.Settings["passes"], Stage: "databases", Done: done, Total: total})
				}
			}
			if err := endgame.Build(ctx, r, building); err != nil {
				return e, err
			}
			tables, err := endgame.Open(dir, r, 0)
			if err != nil {
				return e, err
			}
			return train.Equipment[draughtsengine.Fitted]{
				Rules: player.With(tables), Knowledge: fmt.Sprintf("databases of %d pieces", building.Pieces), Attach: tables.Attach,
			}, nil
		},
		Fetch: func(ctx context.Context, files map[string]string, fetch workshop.Fetch) (draughtsengine.Fitted, error) {
			tables, err := endgame.Fetch(ctx, r, files, fetch)
			return player.With(tables), err
		},
	}
}
