package draughtsengine

import (
	"context"
	"sync"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
)

// databases builds and checks the endgame databases of a game.
type databases struct{ rules draughts.Rules }

// Usual returns 4: building databases of four pieces takes seconds, on the large board a minute.
func (databases) Usual() int { return 4 }

// Most returns MostPieces.
func (databases) Most() int { return endgame.MostPieces }

func (d databases) Held(dir string) (workshop.EndgameStats, error) {
	t, err := shared(dir, d.rules)
	if err != nil {
		return workshop.EndgameStats{}, err
	}
	return t.Stats(), nil
}

func (d databases) Build(ctx context.Context, b workshop.EndgameBuilding) error {
	defer func() { // the next use reads the files again
		opened.Lock()
		defer opened.Unlock()
		delete(opened.held, place{b.Dir, d.rules})
	}()
	return endgame.Build(ctx, d.rules, b)
}

// Worker implements workshop.Tasks.
func (d databases) Worker(_ context.Context, plan string, fetch workshop.Fetch) (workshop.Worker, error) {
	return endgame.Worker(d.rules, plan, fetch)
}

func (d databases) Check(ctx context.Context, dir string, progress func(done, total int)) error {
	t, err := shared(dir, d.rules)
	if err != nil {
		return err
	}
	return t.Check(ctx, progress)
}

// opened holds the databases in use, so that all engines share one copy.
var opened = struct {
	sync.Mutex
	held map[place]*endgame.Tables
}{held: map[place]*endgame.Tables{}}

// place identifies databases by directory and game.
type place struct {
	dir   string
	rules draughts.Rules
}

// shared returns the databases of a game in a directory.
func shared(dir string, r draughts.Rules) (t *endgame.Tables, err error) {
	opened.Lock()
	defer opened.Unlock()
	if t = opened.held[place{dir, r}]; t != nil {
		return t, nil
	}
	if t, err = endgame.Open(dir, r, 0); err == nil {
		opened.held[place{dir, r}] = t
	}
	return t, err
}

// tablesIn returns the databases of a game in a directory. It returns nil if there are none or they
// are damaged: callers report problems by calling Held first.
func tablesIn(dir string, r draughts.Rules) *endgame.Tables {
	if dir == "" {
		return nil
	}
	t, err := shared(dir, r)
	if err != nil || t.Pieces() < 2 {
		return nil
	}
	return t
}
