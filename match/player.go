package match

import (
	"context"

	"github.com/plywood-go/plywood/engine"
)

// Player plays one side of games, one game at a time.
type Player interface {
	// Name tells players apart in reports.
	Name() string
	// Begin tells that a game begins at the initial position.
	Begin(ctx context.Context) error
	// Move returns the move to be played at now, the position after moves.
	Move(ctx context.Context, moves []string, now *engine.Position) (string, error)
	// Close ends the player.
	Close() error
}

// Local returns a player in this process. Its engine forgets everything at the
// beginning of a game, so that games do not depend on each other.
func Local(name string, pl *engine.Player) Player { return &local{name, pl} }

type local struct {
	name   string
	player *engine.Player
}

func (l *local) Name() string { return l.name }

func (l *local) Begin(context.Context) error {
	l.player.Engine.Clear()
	return nil
}

func (l *local) Move(ctx context.Context, _ []string, now *engine.Position) (string, error) {
	chosen, _, _ := l.player.Move(ctx, now, nil)
	return chosen.Move, ctx.Err()
}

func (l *local) Close() error { return nil }
