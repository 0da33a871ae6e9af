package draughtsengine

import (
	"context"
	"sync"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine/endgame"
	"github.com/plywood-go/plywood/games/draughts"
)

// databases build and check those of a game.
type databases struct{ rules draughts.Rules }

// Usual returns 4: those take seconds, or on the large board a minute.
func (databases) Usual() int { return 4 }

// Most returns 6.
func (databases) Most() int { return endgame.MostPieces }

func (d databases) Held(dir string) (workshop.EndgameStats, error) {
	t, err := opened.open(dir, d.rules)
	if err != nil {
		return workshop.EndgameStats{}, err
	}
	s := workshop.EndgameStats{Pieces: t.Pieces()}
	s.Positions, s.Outcomes, s.Distances = t.Size()
	return s, nil
}

func (d databases) Build(ctx context.Context, b workshop.EndgameBuilding) error {
	defer opened.forget(b.Dir, d.rules)
	inner := endgame.Building{Dir: b.Dir, Pieces: b.Pieces, Threads: b.Threads, Send: b.Send}
	if b.Progress != nil {
		inner.Progress = func(p endgame.Progress) { b.Progress(p.Done, p.Total, p.Material.String()) }
	}
	return endgame.Build(ctx, d.rules, inner)
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
	var told func(endgame.Progress)
	if progress != nil {
		told = func(p endgame.Progress) { progress(p.Done, p.Total) }
	}
	return t.Check(ctx, told)
}

// opened are the databases in use, so that all engines share one copy.
var opened shelf

type shelf struct {
	mu   sync.Mutex
	held map[place]*endgame.Tables
}

// place is where databases are, and of which game.
type place struct {
	dir   string
	rules draughts.Rules
}

// open returns the databases of a game in a folder.
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

// forget makes the next open read the files again.
func (s *shelf) forget(dir string, r draughts.Rules) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, place{dir, r})
}

// tablesIn returns the databases of a game in a folder; nil if there are none, or
// they are damaged: whoever names the folder asks Held before.
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
