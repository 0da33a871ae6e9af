package dxp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/squares"
)

// Settings configure the games of a player.
type Settings struct {
	// Name is sent as the name of the initiator.
	Name string
	// Minutes is the player's time for a game without a clock, and Moves the most moves of each
	// side, after which a game is a draw. Zero Moves means no limit.
	Minutes, Moves int
	// Patience is the longest silence during a move. Zero means ten minutes.
	Patience time.Duration
}

const (
	usualPatience = 10 * time.Minute
	readiness     = 10 * time.Second // for answers that need no thought
)

// Dial connects to the program that listens at address, and returns it as a player. Games begin
// at its first move: the protocol has no moves before it, only a position.
func Dial(ctx context.Context, address string, s Settings) (client.Player, error) {
	var d net.Dialer
	ctx, stop := context.WithTimeout(ctx, readiness)
	defer stop()
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, &client.Fault{Kind: client.NoStart, Err: err}
	}
	s.Patience = cmp.Or(s.Patience, usualPatience)
	return &remote{link: newLink(conn), settings: s, name: address}, nil
}

// remote is the program at the far end, which follows.
type remote struct {
	*link
	settings Settings
	name     string
	at       *engine.Position // after its last move; nil without a game
	limit    int              // the most moves of each side in the game; 0 means no limit
	made     int              // moves of its own in the game
}

func (r *remote) Name() string { return r.name }

// Close ends the game and the connection.
func (r *remote) Close() error {
	if r.at != nil {
		_ = r.send("%c%c1", end, noReason)
	}
	return r.conn.Close()
}

// fault returns the error of the connection as a fault of the player.
func fault(ctx context.Context, err error) error {
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &client.Fault{Kind: client.Silence, Err: reason.New("no answer in time")}
	case errors.Is(err, errLong):
		return &client.Fault{Kind: client.Flood, Err: err}
	}
	return &client.Fault{Kind: client.Exit, Err: reason.New("it has ended")}
}

// await returns the next message of one of two kinds. Any other is a fault.
func (r *remote) await(ctx context.Context, patience time.Duration, kind, other byte) (string, error) {
	text, err := r.receive(ctx, patience)
	if err != nil {
		return "", fault(ctx, err)
	}
	if text[0] != kind && text[0] != other {
		return "", client.Strange("dxp", text)
	}
	return text, nil
}

// Begin ends the previous game if it is still open.
func (r *remote) Begin(ctx context.Context, next client.Round) error {
	if n, err := squares.Size(next.Start.Game()); err != nil || n != dark {
		return fmt.Errorf("dxp: %s: want a game on %d dark squares", next.Start.Game().About().Name, dark)
	}
	if r.at == nil {
		return nil
	}
	_, err := r.finish(ctx)
	return err
}

// finish ends the game and returns the confirmation.
func (r *remote) finish(ctx context.Context) (string, error) {
	r.at = nil
	if err := r.send("%c%c0", end, noReason); err != nil {
		return "", fault(ctx, err)
	}
	return r.await(ctx, readiness, end, end)
}

// Move sends the opponent's move, or the game if it is the first, and waits for the answer.
func (r *remote) Move(ctx context.Context, t *client.Turn) (client.Reply, error) {
	patience := r.settings.Patience
	if t.Wait > 0 {
		patience = t.Wait
	}
	var err error
	if r.at == nil {
		err = r.request(ctx, t)
	} else {
		err = r.tell(ctx, t)
	}
	if err != nil {
		return client.Reply{}, err
	}
	text, err := r.await(ctx, patience, move, end)
	if err != nil {
		return client.Reply{}, err
	}
	atLimit := r.limit > 0 && r.made >= r.limit // both sides have made these moves
	switch {
	case text[0] == end:
		r.at = nil
		if err := r.send("%c%c0", end, noReason); err != nil {
			return client.Reply{}, fault(ctx, err)
		}
		if resigns := len(text) > 1 && text[1] == lost; atLimit || resigns {
			return client.Reply{Ends: atLimit, Resigns: !atLimit}, nil
		}
		return client.Reply{}, &client.Fault{Kind: client.Claim, Err: reason.Errorf("it ends the game: %s", client.Quote(text))}
	case atLimit: // it would play on
		_, err := r.finish(ctx)
		return client.Reply{Ends: true}, err
	}
	m, err := parseMove(t.Now, text)
	if err != nil {
		return client.Reply{}, &client.Fault{Kind: client.Foreign, Err: err}
	}
	if next, err := t.Now.Play(m); err == nil {
		r.at = next
		r.made++
	}
	return client.Reply{Move: m}, nil
}

// request asks for a game from the position of t, in which the follower is to move.
func (r *remote) request(ctx context.Context, t *client.Turn) error {
	g := round{initiator: r.settings.Name, follower: colour(t.Now), minutes: r.settings.Minutes, moves: r.settings.Moves, at: t.Now}
	if c := t.Clock(); c != nil {
		g.minutes = int(max(c.Left, 0) / time.Minute)
	}
	const most = 999
	g.minutes, g.moves = min(max(g.minutes, 1), most), min(g.moves, most)
	text, err := g.format()
	if err != nil {
		return err
	}
	if err := r.send("%s", text); err != nil {
		return fault(ctx, err)
	}
	answer, err := r.await(ctx, readiness, accept, accept)
	if err != nil {
		return err
	}
	if len(answer) < 2 || answer[len(answer)-1] != '0' {
		return &client.Fault{Kind: client.Foreign, Err: reason.Errorf("it refuses: %s", client.Quote(answer))}
	}
	if name := client.Quote(strings.TrimSpace(answer[1 : len(answer)-1])); name != "" {
		r.name = name
	}
	r.at, r.limit, r.made = t.Now, g.moves, 0
	return nil
}

// tell sends the last move of t.
func (r *remote) tell(ctx context.Context, t *client.Turn) error {
	text, err := formatMove(r.at, t.Moves[len(t.Moves)-1], 0)
	if err != nil {
		return err
	}
	return fault(ctx, r.send("%s", text))
}

// Claim ends the game. The program says who has won if it ends the game itself, because it is to
// move.
func (r *remote) Claim(ctx context.Context, t *client.Turn) (outcome int, ok bool, err error) {
	if r.at == nil {
		return 0, false, nil
	}
	if r.at.String() == t.Now.String() { // it has made the last move
		_, err := r.finish(ctx)
		return 0, false, err
	}
	if err := r.tell(ctx, t); err != nil {
		return 0, false, err
	}
	text, err := r.await(ctx, readiness, end, move)
	if err != nil {
		return 0, false, err
	}
	if text[0] == move { // it would play on
		_, err := r.finish(ctx)
		return 0, false, err
	}
	r.at = nil
	if err := r.send("%c%c0", end, noReason); err != nil || len(text) < 2 {
		return 0, false, fault(ctx, err)
	}
	sign := 1
	if t.Now.ToMove() != 0 {
		sign = -1
	}
	switch text[1] {
	case lost:
		return -sign, true, nil
	case won:
		return sign, true, nil
	}
	return 0, text[1] == drawn, nil
}
