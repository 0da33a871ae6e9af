package web

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
)

// moveTime is the engine's time for a move if the request has neither a time nor a clock.
const moveTime = 3 * time.Second

type moveRequest struct {
	placeDoc
	engine.Request
	Loss   float64 `json:"loss,omitempty"`
	Random float64 `json:"random,omitempty"`
	Slip   float64 `json:"slip,omitempty"`
	Seed   uint64  `json:"seed,omitempty"`
	// Opponent names one of workshop.Opponents, which sets everything but the time.
	Opponent string `json:"opponent,omitempty"`
}

func (in *moveRequest) check() error {
	switch {
	case min(in.Loss, in.Random) < 0:
		return reason.New("loss and random: want 0 or more")
	case in.Slip < 0 || in.Slip > 1:
		return reason.New("slip: want 0 to 1")
	case in.Opponent != "" && (in.choice() != engine.Choice{} || in.Level+in.Depth+in.Confidence > 0 || in.Nodes > 0):
		return reason.New("opponent: it says how strong, want times alone beside it")
	case in.MultiPV > 0:
		return reason.New("multipv: a move is one")
	}
	return in.Check(most)
}

func (in *moveRequest) choice() engine.Choice {
	return engine.Choice{Loss: in.Loss, Random: in.Random, Slip: in.Slip}
}

// become applies the strength of the named opponent, if there is one. It returns the
// default time of a move. A named opponent thinks without a time limit, so that it is as
// strong as advertised.
func (in *moveRequest) become(g *engine.Game) (time.Duration, error) {
	if in.Opponent == "" {
		return moveTime, nil
	}
	o, err := workshop.OpponentsOf(g).Find(in.Opponent)
	in.Level, in.Random, in.Slip = o.Level, o.Random, o.Slip
	return maxTime, err
}

type moveReply struct {
	Schema   string          `json:"schema"`
	Move     string          `json:"move"`
	Analysis engine.Document `json:"analysis"`
}

// move has the engine choose a move.
func (s *Server) move(ctx context.Context, in *moveRequest) (moveReply, error) {
	pos, err := s.place(ctx, &in.placeDoc)
	if err != nil {
		return moveReply{}, err
	}
	if err := in.check(); err != nil {
		return moveReply{}, err
	}
	if pos.Status().Over() {
		return moveReply{}, invalid(reason.New("the game is over"))
	}
	otherwise, err := in.become(pos.Game())
	if err != nil {
		return moveReply{}, invalid(err)
	}
	lent, err := s.borrow(pos.Game())
	if err != nil {
		return moveReply{}, err
	}
	defer lent.giveBack()
	player := engine.Engine(lent)
	if book := s.config.Books[pos.Game().About().Name]; in.Opponent != "" {
		lent.Clear() // other searches must not make it stronger
	} else if book != nil {
		player = engine.WithBook(player, book)
	}
	q, c := in.At(pos, otherwise)
	a := player.Analyze(ctx, pos, in.choice().Widen(pos, q), c, nil)
	chosen := engine.Choose(&a, in.choice(), rand.New(rand.NewPCG(in.Seed, 0)))
	return moveReply{"ply.move/1", chosen.Move, a.Describe(algorithm)}, ctx.Err()
}
