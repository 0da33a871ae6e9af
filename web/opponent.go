package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

type gameDoc struct {
	Name      string      `json:"name"`
	Title     string      `json:"title"`
	Sizes     string      `json:"sizes"`
	Positions string      `json:"positions"`
	Moves     string      `json:"moves"`
	Solved    string      `json:"solved"`
	Sides     [2]string   `json:"sides"`
	Unit      string      `json:"unit"`
	Levels    []string    `json:"levels"`
	Formats   []formatDoc `json:"formats"`
}

type formatDoc struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

type gamesDoc struct {
	Schema  string    `json:"schema"`
	Version string    `json:"version"`
	Threads int       `json:"threads"`
	Games   []gameDoc `json:"games"`
}

// games lists what can be played here.
func (s *Server) games(w http.ResponseWriter, _ *http.Request) {
	out := gamesDoc{Schema: "ply.games/1", Version: s.config.Version, Threads: s.config.Threads}
	for _, g := range s.config.Games {
		a := g.About()
		doc := gameDoc{
			Name: a.Name, Title: a.Title, Sizes: a.Sizes, Positions: a.Positions, Moves: a.Moves,
			Solved: a.Solved, Sides: a.Sides, Unit: a.Unit, Levels: g.Levels(),
		}
		for _, f := range g.Formats() {
			doc.Formats = append(doc.Formats, formatDoc{f.Name, f.Title})
		}
		out.Games = append(out.Games, doc)
	}
	writeJSON(w, http.StatusOK, out)
}

// moveTime is how long the engine thinks over a move if it is told neither a
// time nor a clock.
const moveTime = 3 * time.Second

type clockDoc struct {
	LeftMS      int64 `json:"left_ms"`
	IncrementMS int64 `json:"increment_ms,omitempty"`
}

type moveRequest struct {
	placeDoc
	Level  int       `json:"level,omitempty"`
	TimeMS int64     `json:"time_ms,omitempty"`
	Clock  *clockDoc `json:"clock,omitempty"`
	Loss   float64   `json:"loss,omitempty"`
	Random float64   `json:"random,omitempty"`
	Seed   uint64    `json:"seed,omitempty"`
}

func (in *moveRequest) limits(pos engine.Position) (q search.Query, c search.Control, err error) {
	switch longest := maxTime.Milliseconds(); {
	case in.Level < 0 || in.Level > engine.MaxLevel:
		return q, c, fmt.Errorf("level: %d, want 1 to %d", in.Level, engine.MaxLevel)
	case in.TimeMS < 0 || in.TimeMS > longest:
		return q, c, fmt.Errorf("time_ms: %d, want 0 to %d", in.TimeMS, longest)
	case min(in.Loss, in.Random) < 0:
		return q, c, errors.New("loss and random: want 0 or more")
	case in.Clock != nil && min(in.Clock.LeftMS, in.Clock.IncrementMS) < 0,
		in.Clock != nil && max(in.Clock.LeftMS, in.Clock.IncrementMS) > longest:
		return q, c, fmt.Errorf("clock: want times of 0 to %d ms", longest)
	}
	c.Time = cmp.Or(time.Duration(in.TimeMS)*time.Millisecond, moveTime)
	if in.Clock != nil {
		c = pos.OnClock(search.Clock{
			Left:      time.Duration(in.Clock.LeftMS) * time.Millisecond,
			Increment: time.Duration(in.Clock.IncrementMS) * time.Millisecond,
		}, c)
	}
	if in.Level > 0 {
		q = pos.AtLevel(in.Level, q)
	}
	return in.choice().Widen(pos, q), c, nil
}

func (in *moveRequest) choice() engine.Choice {
	return engine.Choice{Loss: in.Loss, Random: in.Random}
}

type moveReply struct {
	Schema   string      `json:"schema"`
	Move     string      `json:"move"`
	Analysis analysisDoc `json:"analysis"`
}

// move lets the engine choose a move.
func (s *Server) move(ctx context.Context, in *moveRequest) (moveReply, error) {
	pos, err := s.place(&in.placeDoc)
	if err != nil {
		return moveReply{}, err
	}
	query, control, err := in.limits(pos)
	if err != nil {
		return moveReply{}, err
	}
	if pos.Status().Over() {
		return moveReply{}, invalid(errors.New("the game is over"))
	}
	lent, err := s.borrow(pos.Game())
	if err != nil {
		return moveReply{}, err
	}
	defer lent.giveBack()
	a := lent.Analyze(ctx, pos, query, control, nil)
	chosen := engine.Choose(&a, in.choice(), rand.New(rand.NewPCG(in.Seed, 0)))
	return moveReply{"ply.move/1", chosen.Move, describeAnalysis(&a)}, ctx.Err()
}
