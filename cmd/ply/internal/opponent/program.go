package opponent

import (
	"context"
	"maps"
	"os/exec"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/gomocup"
	"github.com/plywood-go/plywood/protocol/gtp"
	"github.com/plywood-go/plywood/protocol/hub"
	"github.com/plywood-go/plywood/protocol/jsonl"
	"github.com/plywood-go/plywood/protocol/nboard"
	"github.com/plywood-go/plywood/protocol/uci"
)

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
		return nil, exit.Failure(err)
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
		return how, flags.NotAmong("protocol", speaks, Protocols()...)
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
	f := flags.Limits{Request: *r}
	x, ok := setting.Find(&f, name)
	if !ok || !slices.Contains(names, name) {
		return flags.Meant(reason.Errorf("%s: no such setting of a program", name), name, names)
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
