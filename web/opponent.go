package web

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/plywood-go/plywood/engine"
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

type moveRequest struct {
	placeDoc
	engine.Request
	Loss   float64 `json:"loss,omitempty"`
	Random float64 `json:"random,omitempty"`
	Seed   uint64  `json:"seed,omitempty"`
}

func (in *moveRequest) check() error {
	switch {
	case min(in.Loss, in.Random) < 0:
		return errors.New("loss and random: want 0 or more")
	case in.MultiPV > 0:
		return errors.New("multipv: a move is one")
	}
	return in.Check(most)
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
	if err := in.check(); err != nil {
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
	q, c := in.At(pos, moveTime)
	a := lent.Analyze(ctx, pos, in.choice().Widen(pos, q), c, nil)
	chosen := engine.Choose(&a, in.choice(), rand.New(rand.NewPCG(in.Seed, 0)))
	return moveReply{"ply.move/1", chosen.Move, describeAnalysis(&a)}, ctx.Err()
}
