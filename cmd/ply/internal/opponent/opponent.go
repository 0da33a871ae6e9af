// Package opponent creates the players of a match from their descriptions on the command line.
//
// A description is a list of words. A word NAME=VALUE is a setting. Any other word names a
// weak player that the game offers, or starts with a prefix. After cmd: comes the command line
// of a program, quoted if settings follow, and after dxp: the address of a program. In a match
// on a farm cmd: is followed by the name of a program that workers have.
package opponent

import (
	"context"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/dxp"
)

// Usual are the settings of players whose descriptions do not override them.
type Usual struct {
	// Clock is TIME or TIME+INCREMENT. Empty means none.
	Clock string
	// Patience is how long a program may think over a move.
	Patience time.Duration
	// Errors is called with each line of a program's standard error. Nil discards them.
	Errors func(player, line string)
	// Aids is called with the name of each database and book that a player of this
	// program uses. Nil means no calls.
	Aids func(player, aid string)
	// Portable refuses players whose moves depend on files or on several threads, so
	// that they play the same on every worker of a farm. The text after cmd: is then
	// the name of a program that workers have.
	Portable bool
	// Programs are the command lines of the programs that this worker has, by name.
	// Nil means that no game is played in this process.
	Programs map[string]string
}

// ErrNotHere is wrapped by errors about programs that this worker does not have.
var ErrNotHere = reason.New("no such program here")

// New returns the entrant that a text describes. It refuses a wrong description and a
// missing program, but starts no program.
func New(g *engine.Game, text string, u Usual) (match.Entrant, error) {
	parts, err := split(text, u.Portable)
	if err != nil {
		return match.Entrant{}, refuse(text, err)
	}
	e := match.Entrant{Name: text}
	clock := u.Clock
	var rest []string
	for _, w := range parts {
		switch name, value, _ := strings.Cut(w, "="); name {
		case "clock":
			clock = value
		case "name":
			e.Name = value
		default:
			rest = append(rest, w)
		}
	}
	if clock != "" {
		c, err := flags.ParseClock(clock)
		if err != nil {
			return e, refuse(text, reason.Errorf("clock: %w", err))
		}
		e.Clock = &c
	}
	if len(rest) > 0 && strings.HasPrefix(rest[0], programPrefix) {
		e.Timed = true // for want of better knowledge
		e.Open, err = external(g, text, rest, u)
		return e, err
	}
	if len(rest) > 0 && strings.HasPrefix(rest[0], dxpPrefix) {
		e.Timed = true
		e.Open, err = away(g, text, rest, u)
		return e, err
	}
	err = internal(&e, g, text, rest, u)
	return e, err
}

// refuse returns the error about the player that a text describes.
func refuse(text string, why error) error {
	return exit.Usage(reason.Errorf("player %q: %w", text, why))
}

// unportable refuses a player that would not play the same on every worker.
func unportable(text string) error {
	return exit.Usage(reason.Errorf("player %q: a player on a farm has one core and no book, endgames or options, and a program is given by its name alone: workers run nothing that others choose", text))
}

// programPrefix starts the description of a program.
const programPrefix = "cmd:"

// IsProgram reports whether a text describes a program.
func IsProgram(text string) bool {
	parts, err := split(text, true)
	return err == nil && slices.ContainsFunc(parts, func(w string) bool { return strings.HasPrefix(w, programPrefix) })
}

// split splits a text into words at spaces outside quotes, and removes the quotes. A
// command line without quotes is one word with its arguments, unless named is true.
func split(text string, named bool) (parts []string, err error) {
	if line, ok := strings.CutPrefix(strings.TrimSpace(text), programPrefix); ok && !named && !strings.ContainsAny(line[:min(len(line), 1)], `"'`) {
		return []string{strings.TrimSpace(text)}, nil
	}
	for _, word := range wordPattern.FindAllString(text, -1) {
		parts = append(parts, quotedPattern.ReplaceAllStringFunc(word, func(q string) string { return q[1 : len(q)-1] }))
	}
	if open := strings.TrimLeft(wordPattern.ReplaceAllString(text, ""), " \t\n"); open != "" {
		return nil, reason.Errorf("a %s is not closed", open[:1])
	}
	return parts, nil
}

// A word has no spaces outside quotes.
var (
	quotedPattern = regexp.MustCompile(`"[^"]*"|'[^']*'`)
	wordPattern   = regexp.MustCompile(`(?:"[^"]*"|'[^']*'|[^\s"'])+`)
)

// opener opens a player.
type opener = func(context.Context) (match.Player, error)

// dxpPrefix starts the description of a program that waits for games at an address.
const dxpPrefix = "dxp:"

// The usual game by DXP.
const (
	usualMinutes = 5
	usualMoves   = 75
)

// away returns a function that connects to the program that parts describe: an address followed
// by settings.
func away(g *engine.Game, text string, parts []string, u Usual) (opener, error) {
	address := strings.TrimPrefix(parts[0], dxpPrefix)
	if address == "" {
		address = dxp.Address
	}
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, refuse(text, reason.Errorf("%q, want an address and a port such as %s", address, dxp.Address))
	}
	if _, ok := workshop.Speaks(g, "dxp"); !ok {
		return nil, refuse(text, reason.Errorf("%s has no protocol %s", g.About().Name, "dxp"))
	}
	if u.Portable {
		return nil, unportable(text)
	}
	s := dxp.Settings{Name: "Plywood " + cli.Version(), Minutes: usualMinutes, Moves: usualMoves, Patience: u.Patience}
	for _, w := range parts[1:] {
		name, value, _ := strings.Cut(w, "=")
		n, err := strconv.Atoi(value)
		switch {
		case name == "minutes" && err == nil && n > 0:
			s.Minutes = n
		case name == "moves" && err == nil && n >= 0:
			s.Moves = n
		case name == "minutes" || name == "moves":
			return nil, refuse(text, reason.Errorf("%s: invalid value %q", name, value))
		default:
			return nil, refuse(text, flags.Meant(reason.Errorf("%s: no such setting of a program", name), name, []string{"clock", "minutes", "moves", "name"}))
		}
	}
	return func(ctx context.Context) (match.Player, error) { return dxp.Dial(ctx, address, s) }, nil
}
