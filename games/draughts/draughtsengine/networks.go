package draughtsengine

import (
	_ "embed"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/search/network"
)

// The built-in networks. As slices they need no copies.
var (
	//go:embed networks/checkers.net
	englishNetwork []byte
	//go:embed networks/draughts-russian.net
	russianNetwork []byte
	//go:embed networks/draughts-international.net
	internationalNetwork []byte
	//go:embed networks/draughts-brazilian.net
	brazilianNetwork []byte
)

// networkFile returns the file of a variant's built-in network.
func networkFile(v draughts.Variant) []byte {
	switch v {
	case draughts.Russian:
		return asset.Load("games/draughts/draughtsengine/networks/draughts-russian.net", russianNetwork)
	case draughts.International:
		return asset.Load("games/draughts/draughtsengine/networks/draughts-international.net", internationalNetwork)
	case draughts.Brazilian:
		return asset.Load("games/draughts/draughtsengine/networks/draughts-brazilian.net", brazilianNetwork)
	}
	return asset.Load("games/draughts/draughtsengine/networks/checkers.net", englishNetwork)
}

// builtIn holds the networks of all variants, parsed on first use.
var builtIn = func() (all [4]func() *network.Net) {
	for v := range all {
		all[v] = sync.OnceValue(func() *network.Net {
			net, err := network.Parse(networkFile(draughts.Variant(v)))
			if err != nil {
				panic(err) // built in and tested
			}
			return net
		})
	}
	return all
}()

// Network returns the built-in network of the game.
func (f Fitted) Network() *network.Net { return builtIn[f.Variant&3]() }
