package web

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/engine"
)

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
	Schema   string          `json:"schema"`
	Move     string          `json:"move"`
	Analysis engine.Document `json:"analysis"`
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
	return moveReply{"ply.move/1", chosen.Move, a.Describe(algorithm)}, ctx.Err()
}
