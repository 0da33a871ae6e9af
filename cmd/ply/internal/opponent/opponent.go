// Package opponent creates the players of a match from their descriptions on the command line.
//
// A description is a list of words. A word NAME=VALUE is a setting. Any other word names a
// weak player that the game offers, or starts with a prefix. After cmd: comes the command line
// of a program, quoted if settings follow, and after dxp: the address of a program. In a match
// on a farm cmd: is followed by the name of a program that workers have.
package opponent

import (
	"cmp"
	"context"
	"maps"
	"net"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/dxp"
	"github.com/plywood-go/plywood/protocol/gomocup"
	"github.com/plywood-go/plywood/protocol/gtp"
	"github.com/plywood-go/plywood/protocol/hub"
	"github.com/plywood-go/plywood/protocol/jsonl"
	"github.com/plywood-go/plywood/protocol/nboard"
	"github.com/plywood-go/plywood/protocol/uci"
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
	// File opens the file of Starlark that a player names, with the rules of the game and another
	// evaluation. Nil means none.
	File func(name string) (*engine.Game, error)
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
		c, err := cli.ParseClock(clock)
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
	return cli.Usage(reason.Errorf("player %q: %w", text, why))
}

// unportable refuses a player that would not play the same on every worker.
func unportable(text string) error {
	return cli.Usage(reason.Errorf("player %q: a player on a farm has one core and no book, endgames or options, and a program is given by its name alone: workers run nothing that others choose", text))
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
	address := cmp.Or(strings.TrimPrefix(parts[0], dxpPrefix), dxp.Address)
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
			return nil, refuse(text, cli.Meant(reason.Errorf("%s: no such setting of a program", name), name, []string{"clock", "minutes", "moves", "name"}))
		}
	}
	return func(ctx context.Context) (match.Player, error) { return dxp.Dial(ctx, address, s) }, nil
}

// protocol starts a program that speaks a protocol.
type protocol struct {
	start func(context.Context, client.Program) (client.Player, error)
	// takes are the limits of a move that the protocol can express; options says
	// whether it can set options of the program.
	takes   []string
	options bool
}

func protocols() map[string]protocol {
	return map[string]protocol{
		"gomocup": {gomocup.Start, []string{"time"}, false},
		"gtp":     {gtp.Start, []string{"time"}, false},
		"hub":     {hub.Start, []string{"depth", "nodes", "time"}, true},
		"jsonl":   {jsonl.Start, []string{"depth", "level", "nodes", "time"}, false},
		"nboard":  {nboard.Start, []string{"depth", "level"}, false},
		"uci":     {uci.Start, []string{"depth", "nodes", "time"}, true},
	}
}

// Protocols returns the names of the protocols that programs may speak.
func Protocols() []string { return slices.Sorted(maps.Keys(protocols())) }

// optionPrefix starts a setting that sets an option of the program.
const optionPrefix = "option."

// external returns a function that starts the program that parts describe: a command
// line followed by settings.
func external(g *engine.Game, text string, parts []string, u Usual) (opener, error) {
	command := strings.Fields(strings.TrimPrefix(parts[0], programPrefix))
	if len(command) == 0 {
		return nil, refuse(text, reason.New("cmd: which program?"))
	}
	p := client.Program{Patience: u.Patience}
	if board, ok := engine.Offered[workshop.Board](g); ok && board.Size != board.Usual {
		p.Size = board.Size
	}
	how, err := configure(&p, parts[1:])
	if err != nil {
		return nil, refuse(text, err)
	}
	if u.Portable {
		switch {
		case len(command) > 1 || len(p.Options) > 0:
			return nil, unportable(text)
		case u.Programs == nil:
			return func(context.Context) (match.Player, error) { return nil, ErrNotHere }, nil
		case u.Programs[command[0]] == "":
			return nil, reason.Errorf("%w: %s", ErrNotHere, command[0])
		}
		command = strings.Fields(u.Programs[command[0]])
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, cli.Failure(err)
	}
	p.Path, p.Args = path, command[1:]
	if u.Errors != nil {
		p.Errors = func(line string) { u.Errors(text, line) }
	}
	return func(ctx context.Context) (match.Player, error) { return how.start(ctx, p) }, nil
}

// configure reads the settings of a program and returns the protocol that it speaks.
func configure(p *client.Program, settings []string) (protocol, error) {
	speaks := "gtp"
	var limits []string
	for _, w := range settings {
		name, value, ok := strings.Cut(w, "=")
		if !ok || value == "" {
			return protocol{}, reason.Errorf("%q, want %s", w, "NAME=VALUE")
		}
		if option, ok := strings.CutPrefix(name, optionPrefix); ok {
			p.Options = append(p.Options, client.Option{Name: option, Value: value})
			continue
		}
		if name == "protocol" {
			speaks = value
			continue
		}
		if err := limit(&p.Limits, name, value); err != nil {
			return protocol{}, err
		}
		limits = append(limits, name)
	}
	how, known := protocols()[speaks]
	if !known {
		return how, cli.NotAmong("protocol", speaks, Protocols()...)
	}
	if len(p.Options) > 0 && !how.options {
		limits = append(limits, "option")
	}
	for _, l := range limits {
		if l == "option" || !slices.Contains(how.takes, l) {
			return how, reason.Errorf("%s cannot set %s: want it among the program's arguments", speaks, l)
		}
	}
	return how, nil
}

// limit sets a limit on the program's moves.
func limit(r *engine.Request, name, value string) error {
	names := []string{"clock", "depth", "level", "name", "nodes", "protocol", "time"}
	f := cli.Limits{Request: *r}
	x, ok := setting.Find(&f, name)
	if !ok || !slices.Contains(names, name) {
		return cli.Meant(reason.Errorf("%s: no such setting of a program", name), name, names)
	}
	if x.Set(value) != nil {
		return reason.Errorf("%s: invalid value %q", name, value)
	}
	*r = f.Request
	if name == "time" {
		r.TimeMS = f.Time.Milliseconds()
	}
	return r.Check(engine.Most{})
}
