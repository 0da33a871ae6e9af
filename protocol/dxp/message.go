// Package dxp speaks DamExchange (DXP), version 01 (Mesander), by which two programs play
// international draughts over a connection: as the follower, and as the initiator, which requests
// the games.
package dxp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/protocol/squares"
)

// A message begins with a letter for its kind and ends with a zero byte.
const (
	request  = 'R' // of a game, by the initiator
	accept   = 'A' // of the request, by the follower
	move     = 'M'
	end      = 'E' // of a game, by the side to move; the other side confirms it
	chat     = 'C'
	takeBack = 'B'
)

// Reasons for the end of a game, from the sender's view.
const (
	noReason = '0'
	lost     = '1'
	drawn    = '2'
	won      = '3'
)

// Address is the usual address of a follower on the same machine.
const Address = "127.0.0.1:27531"

const (
	protocolVersion = "01"
	nameLength      = 32
	longest         = 1 << 10 // of a message; the protocol allows 127 bytes
	dark            = 50      // squares of the board
)

// link exchanges messages over a connection. It answers requests to take back moves, which it
// refuses, and drops chat.
type link struct {
	conn net.Conn
	in   *bufio.Reader
}

func newLink(conn net.Conn) *link { return &link{conn, bufio.NewReaderSize(conn, longest)} }

func (l *link) send(format string, args ...any) error {
	_, err := fmt.Fprintf(l.conn, format+"\x00", args...)
	return err
}

var errLong = errors.New("dxp: message too long")

// receive returns the next message. It waits at most patience; zero means forever.
func (l *link) receive(ctx context.Context, patience time.Duration) (string, error) {
	late := time.Time{}
	if patience > 0 {
		late = time.Now().Add(patience)
	}
	if err := l.conn.SetReadDeadline(late); err != nil {
		return "", err
	}
	detach := context.AfterFunc(ctx, func() { _ = l.conn.SetReadDeadline(time.Unix(1, 0)) })
	defer detach()
	for {
		data, err := l.in.ReadSlice(0)
		switch {
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		case errors.Is(err, bufio.ErrBufferFull):
			return "", errLong
		case err != nil:
			return "", err
		}
		text := string(data[:len(data)-1])
		switch {
		case text == "" || text[0] == chat:
		case text[0] == takeBack:
			if err := l.send("K1"); err != nil { // not supported
				return "", err
			}
		default:
			return text, nil
		}
	}
}

// padded returns a program's name in the form of the protocol, in ASCII.
func padded(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, strings.TrimSpace(name))
	return fmt.Sprintf("%-*.*s", nameLength, nameLength, ascii)
}

// round is the request for a game.
type round struct {
	initiator string // the program's name
	// follower is the follower's colour, W or B.
	follower byte
	minutes  int // for all moves of a side
	moves    int // of each side, the most; 0 means no limit
	at       *engine.Position
}

// toBlack replaces the protocol's letters for Black, Z and z, by those of package squares, B and b.
// fromBlack does the opposite.
var toBlack, fromBlack = strings.NewReplacer("z", "b", "Z", "B"), strings.NewReplacer("b", "z", "B", "Z")

// format returns the message for the game.
func (g *round) format() (string, error) {
	place := "A"
	if start := g.at.Game().Start(); g.at.String() != start.String() {
		b, err := squares.Read(g.at, dark)
		if err != nil {
			return "", err
		}
		place = "B" + fromBlack.Replace(string(b.Side)+string(b.Letters[1:]))
	}
	return fmt.Sprintf("%c%s%s%s%03d%03d%s", request, protocolVersion, padded(g.initiator), fromBlack.Replace(string(g.follower)), g.minutes, g.moves, place), nil
}

var (
	errVersion = errors.New("dxp: another version of the protocol")
	errGame    = errors.New("dxp: no such game")
)

// parseGame reads the request for a game that begins at start or at the position that it contains.
func parseGame(text string, start *engine.Position) (g round, err error) {
	const version, name, colour, minutes, moves, place = 1, 3, 35, 36, 39, 42 // where the fields begin
	if len(text) <= place {
		return g, errGame
	}
	if text[version:name] != protocolVersion {
		return g, errVersion
	}
	g = round{initiator: strings.TrimSpace(text[name:colour]), follower: toBlack.Replace(text[colour:minutes])[0], at: start}
	var err1, err2 error
	g.minutes, err1 = strconv.Atoi(text[minutes:moves])
	g.moves, err2 = strconv.Atoi(text[moves:place])
	if err1 != nil || err2 != nil || g.minutes < 0 || g.moves < 0 || g.follower != 'W' && g.follower != 'B' {
		return g, errGame
	}
	switch rest := toBlack.Replace(text[place:]); {
	case rest == "A":
		return g, nil
	case len(rest) != 2+dark || rest[0] != 'B' || rest[1] != 'W' && rest[1] != 'B' || strings.Trim(rest[2:], "wbWBe") != "":
		return g, errGame
	default:
		b := squares.Board{Side: rest[1], Letters: []byte("e" + rest[2:])}
		g.at, err = start.Game().Parse(b.Text(false))
		return g, err
	}
}

// formatMove returns the message for a legal move that took some time.
func formatMove(at *engine.Position, text string, took time.Duration) (string, error) {
	written, err := squares.Write(at, text, dark)
	if err != nil {
		return "", err
	}
	list, err := squares.Parse(written)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	const mostSeconds = 9999
	fmt.Fprintf(&out, "%c%04d%02d%02d%02d", move, min(int(took.Round(time.Second).Seconds()), mostSeconds), list[0], list[1], len(list)-2)
	for _, n := range list[2:] {
		fmt.Fprintf(&out, "%02d", n)
	}
	return out.String(), nil
}

// parseMove returns the move of a message as the game writes it. It is not legal if the message
// has no legal move.
func parseMove(at *engine.Position, text string) (string, error) {
	const from, digits = 5, 2 // where the squares begin
	var numbers []string
	for i := from; i+digits <= len(text); i += digits {
		if _, err := strconv.ParseUint(text[i:i+digits], 10, 8); err != nil {
			return "", fmt.Errorf("dxp: move %.40q", text)
		}
		numbers = append(numbers, text[i:i+digits])
	}
	if len(numbers) < 3 || numbers[2] != fmt.Sprintf("%02d", len(numbers)-3) {
		return "", fmt.Errorf("dxp: move %.40q", text)
	}
	return squares.Legal(at, strings.Join(slices.Delete(numbers, 2, 3), "x"), dark), nil
}

// colour returns the colour of the side to move.
func colour(at *engine.Position) byte { return at.String()[0] }

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
