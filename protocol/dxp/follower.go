// Package dxp speaks DamExchange (DXP), version 01 (Mesander), by which two programs play
// international draughts over a connection: as the follower, and as the initiator, which requests
// the games.
package dxp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/protocol/squares"
)

// Options configure a follower.
type Options struct {
	Name string // sent to the initiator
	// Start is the initial position of international draughts.
	Start *engine.Position
	// Player plays, on the clock of each game.
	Player *engine.Player
	// Log is called with a line for each game that begins or ends. Nil means never.
	Log func(line string)
}

// Serve plays the games that the program at the far end of conn requests, until that program
// wants no more, the connection ends or ctx is done. The error is one of the connection or of a
// game with another board.
func Serve(ctx context.Context, conn net.Conn, o Options) error {
	if n, err := squares.Size(o.Start.Game()); err != nil || n != dark {
		return fmt.Errorf("dxp: %s: want a game on %d dark squares", o.Start.Game().About().Name, dark)
	}
	f := &follower{Options: o, link: newLink(conn)}
	if f.Log == nil {
		f.Log = func(string) {}
	}
	for {
		text, err := f.receive(ctx, 0)
		if err == nil {
			err = f.obey(ctx, text)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// follower plays games.
type follower struct {
	Options
	*link
	playing bool
	ending  bool // it has ended the game, and waits for the confirmation
	game    round
	clock   engine.Clock
	made    int // moves of its own
}

// obey answers a message. It returns io.EOF if the initiator wants no more games.
func (f *follower) obey(ctx context.Context, text string) error {
	switch text[0] {
	case request:
		return f.begin(ctx, text)
	case move:
		if !f.playing || f.ending {
			return nil
		}
		m, err := parseMove(f.game.at, text)
		var next *engine.Position
		if err == nil {
			next, err = f.game.at.Play(m)
		}
		if err != nil || colour(f.game.at) == f.game.follower {
			f.Log(fmt.Sprintf("illegal move %.40q at %s", text, f.game.at))
			return f.finish(noReason)
		}
		f.game.at = next
		return f.answer(ctx)
	case end:
		if f.playing && !f.ending {
			f.Log(fmt.Sprintf("%s ends the game: %s", f.game.initiator, text))
			if err := f.send("%c%c0", end, noReason); err != nil {
				return err
			}
		}
		f.playing, f.ending = false, false
		if len(text) > 2 && text[2] == '1' {
			return io.EOF
		}
	}
	return nil
}

// begin accepts or refuses a game.
func (f *follower) begin(ctx context.Context, text string) error {
	g, err := parseGame(text, f.Start)
	code := '0'
	switch {
	case errors.Is(err, errVersion):
		code = '1'
	case err != nil || g.at.Status().Over():
		code = '2'
	}
	if err := f.send("%c%s%c", accept, padded(f.Name), code); err != nil || code != '0' {
		return err
	}
	f.playing, f.ending, f.game, f.made = true, false, g, 0
	f.clock = engine.Clock{Left: time.Duration(g.minutes) * time.Minute}
	f.Player.Engine.Clear()
	f.Log(fmt.Sprintf("game against %s, %d minutes, %s", g.initiator, g.minutes, g.at))
	if colour(g.at) != g.follower {
		return nil
	}
	return f.answer(ctx)
}

// answer makes a move, or ends the game.
func (f *follower) answer(ctx context.Context) error {
	at := f.game.at
	if status := at.Status(); status.Over() {
		return f.finish(reasonOf(status.Score()))
	}
	if f.game.moves > 0 && f.made >= f.game.moves {
		return f.finish(noReason)
	}
	var clock *engine.Clock
	if f.game.minutes > 0 {
		clock = &f.clock
		if f.game.moves > 0 {
			clock.Moves = f.game.moves - f.made
		}
	}
	began := time.Now()
	chosen, _, _ := f.Player.Move(ctx, at, clock)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	text, err := formatMove(at, chosen.Move, time.Since(began))
	if err != nil {
		return err
	}
	if f.game.at, err = at.Play(chosen.Move); err != nil {
		return err
	}
	f.made++
	return f.send("%s", text)
}

// reasonOf returns the reason for the end of a game with a score for the side to move.
func reasonOf(score game.Score) rune {
	switch {
	case score < 0:
		return lost
	case score > 0:
		return won
	}
	return drawn
}

// finish ends the game.
func (f *follower) finish(why rune) error {
	f.ending = true
	f.Log(fmt.Sprintf("end of the game: %c", why))
	return f.send("%c%c0", end, why)
}
