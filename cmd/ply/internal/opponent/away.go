package opponent

import (
	"context"
	"net"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/dxp"
)

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
