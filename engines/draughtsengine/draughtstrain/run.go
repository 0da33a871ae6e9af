package draughtstrain

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/engines/draughtsengine/endgame"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// options say what to train and on which data. Equal options give equal
// weights.
type options struct {
	Game string `json:"game"`
	// SelfPlay is the number of games.
	SelfPlay int `json:"selfplay"`
	// Plies is the search depth of the players.
	Plies int `json:"plies"`
	// Pieces is the number of pieces in the databases.
	Pieces int `json:"pieces"`
	// Seed seeds the random numbers.
	Seed uint64 `json:"seed"`
	// From is the SHA-256 sum of the players' weights. Empty means that they
	// evaluate features alone.
	From string `json:"from,omitempty"`
}

// run is the state of a training run.
type run struct {
	options
	workshop.Training
	rules   draughts.Rules
	threads int
	weights []byte // the initial weights file, or nil
	tables  *endgame.Tables
	player  draughtsengine.Fitted // uses weights and tables
}

// holdOut is the divisor of held-out games, with all their positions.
const holdOut = 20

// train fits the weights; see workshop.Trainer.
func (t *run) train(ctx context.Context) (*workshop.Model, error) {
	if err := t.open(); err != nil {
		return nil, err
	}
	if err := t.equip(ctx); err != nil {
		return nil, err
	}
	fitted, held := &rows{rules: t.rules}, &rows{rules: t.rules}
	err := t.games(ctx, func(i int, g played) {
		if i%holdOut == 0 {
			held.addGame(g.moves, g.result)
		} else {
			fitted.addGame(g.moves, g.result)
		}
	})
	if err != nil {
		return nil, err
	}
	f := newFit(fitted, ridge)
	x := f.run(ctx, func(done int) { t.tell("fit", done, newtons) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return t.model(x, fitted, held)
}

// open reads the initial weights and claims the work directory.
func (t *run) open() error {
	t.player = draughtsengine.Fitted{Rules: t.rules}
	if name := t.Training.From; name != "" {
		file, err := memory.ReadFile(name, workshop.MaxFile)
		if err != nil {
			return reason.Errorf("%w: %w", workshop.ErrData, err)
		}
		w, err := draughtspatterns.ParseWeights(t.rules, file)
		if err != nil {
			return reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
		}
		t.player = t.player.Weighing(draughtspatterns.New(t.rules, w))
		t.weights = file
		t.options.From = fmt.Sprintf("%x", sha256.Sum256(file))
	}
	return workshop.Claim(t.Work, t.options)
}

// equip builds the players' databases.
func (t *run) equip(ctx context.Context) error {
	dir := filepath.Join(t.Work, "endgames")
	err := endgame.Build(ctx, t.rules, endgame.Building{
		Dir: dir, Pieces: t.Pieces, Threads: t.threads,
		Progress: func(p endgame.Progress) { t.tell("databases", p.Done, p.Total) },
	})
	if err != nil {
		return err
	}
	t.tables, err = endgame.Open(dir, t.rules, 0)
	t.player = t.player.With(t.tables)
	return err
}

func (t *run) tell(stage string, done, total int) {
	t.Progress(workshop.Progress{Pass: 1, Passes: 1, Stage: stage, Done: done, Total: total})
}
