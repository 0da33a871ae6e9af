package draughtsengine

import (
	"embed"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/network"
)

// networks holds the built-in networks. File names are game names with a hyphen instead
// of the colon.
//
//go:embed networks/*.net
var networks embed.FS

// networkFile returns the file of a game's built-in network, or nil if none exists.
func networkFile(r draughts.Rules) []byte {
	file, err := networks.ReadFile("networks/" + strings.ReplaceAll(r.String(), ":", "-") + ".net")
	if err != nil {
		return nil
	}
	return file
}

// builtIn holds the networks of all variants, parsed on first use.
var builtIn = func() (all [4]func() *network.Net) {
	for v := range all {
		r := draughts.Rules{Variant: draughts.Variant(v)}
		all[v] = sync.OnceValue(func() *network.Net {
			file := networkFile(r)
			if file == nil {
				return nil
			}
			net, err := network.Parse(file)
			if err != nil {
				panic(err) // built in and tested
			}
			return net
		})
	}
	return all
}()

// Network returns the built-in network of the game, or nil if none exists.
func (f Fitted) Network() *network.Net { return builtIn[f.Variant&3]() }
