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
	t, err := opened.open(dir, d.rules)
	if err != nil {
		return workshop.EndgameStats{}, err
	}
	return t.Stats(), nil
}

func (d databases) Build(ctx context.Context, b workshop.EndgameBuilding) error {
	defer opened.forget(b.Dir, d.rules)
	return endgame.Build(ctx, d.rules, b)
}

// Worker implements workshop.Tasks.
func (d databases) Worker(_ context.Context, plan string, fetch workshop.Fetch) (workshop.Worker, error) {
	return endgame.Worker(d.rules, plan, fetch)
}

func (d databases) Check(ctx context.Context, dir string, progress func(done, total int)) error {
	t, err := opened.open(dir, d.rules)
	if err != nil {
		return err
	}
	return t.Check(ctx, progress)
}

// opened caches the databases in use, so that all engines share one copy.
var opened shelf

type shelf struct {
	mu   sync.Mutex
	held map[place]*endgame.Tables
}

// place identifies databases by directory and game.
type place struct {
	dir   string
	rules draughts.Rules
}

// open returns the databases of a game in a directory.
func (s *shelf) open(dir string, r draughts.Rules) (*endgame.Tables, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.held[place{dir, r}]; t != nil {
		return t, nil
	}
	t, err := endgame.Open(dir, r, 0)
	if err != nil {
		return nil, err
	}
	if s.held == nil {
		s.held = map[place]*endgame.Tables{}
	}
	s.held[place{dir, r}] = t
	return t, nil
}

// forget drops the databases, so that the next open reads the files again.
func (s *shelf) forget(dir string, r draughts.Rules) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, place{dir, r})
}

// tablesIn returns the databases of a game in a directory. It returns nil if there are none or they
// are damaged: callers report problems by calling Held first.
func tablesIn(dir string, r draughts.Rules) *endgame.Tables {
	if dir == "" {
		return nil
	}
	t, err := opened.open(dir, r)
	if err != nil || t.Pieces() < 2 {
		return nil
	}
	return t
}
