package web

import (
	"cmp"
	"context"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

// Limits of a match.
const (
	maxPairs  = 50
	maxRandom = 20 // moves before each pair
)

// matchRequest asks for a match of two players of a script.
type matchRequest struct {
	Game    string        `json:"game"`
	Players [2]entrantDoc `json:"players"`
	Pairs   int           `json:"pairs"` // of games with the same beginning and sides swapped
	Plies   int           `json:"plies"` // random moves at the beginning
	Seed    uint64        `json:"seed"`
}

// entrantDoc is a player: its depth, and the word of workshop.Sparring for another evaluation.
type entrantDoc struct {
	Depth int    `json:"depth"`
	Word  string `json:"word,omitempty"`
}

func (in *matchRequest) check() error {
	return cmp.Or(
		within("depth", in.Players[0].Depth, 1, maxLabDepth), within("depth", in.Players[1].Depth, 1, maxLabDepth),
		within("pairs", in.Pairs, 1, maxPairs), within("plies", in.Plies, 0, maxRandom),
	)
}

// match plays a match of two players of a script. If the time is over, the result is that of the games
// so far.
func (s *Server) match(ctx context.Context, in *matchRequest) (out match.Document, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	if !s.isScript(in.Game) {
		return out, invalid(reason.New("matches of games of the program are for the command line: ply match"))
	}
	g, err := s.find(ctx, in.Game)
	if err == nil && g.Chance() {
		err = invalid(engine.ErrChance)
	}
	var entrants [2]match.Entrant
	for i := 0; err == nil && i < len(entrants); i++ {
		entrants[i].Open, err = s.entrant(g, in.Players[i])
	}
	if err != nil {
		return out, err
	}
	playing, cancel := context.WithTimeout(ctx, 2*s.scriptSearch)
	defer cancel()
	score, err := match.Play(playing, match.Config{Start: g.Start(), Pairs: in.Pairs, Plies: in.Plies, Seed: in.Seed}, entrants[0], entrants[1])
	switch {
	case err != nil && playing.Err() == nil:
		return out, invalid(err)
	case score.Games() == 0:
		return out, invalid(reason.Errorf("no game ends within %v; search less deep", 2*s.scriptSearch))
	}
	out = score.Describe(nil)
	out.Game, out.Plies, out.Seed, out.Unit = in.Game, in.Plies, in.Seed, g.About().Unit
	return out, ctx.Err()
}

// entrant returns a function that opens a player of g.
func (s *Server) entrant(g *engine.Game, p entrantDoc) (open func(context.Context) (match.Player, error), err error) {
	if p.Word != "" {
		all := engine.AllOffered[workshop.Sparring](g)
		i := slices.IndexFunc(all, func(s workshop.Sparring) bool { return s.Word == p.Word })
		if i < 0 {
			return nil, invalid(reason.Errorf("the game has no function %s", p.Word))
		}
		g = all[i].Game()
	}
	return func(context.Context) (match.Player, error) {
		lent, err := s.borrow(g)
		return match.Local("", &engine.Player{Engine: lent, Query: search.Query{Depth: p.Depth}}), err
	}, nil
}
