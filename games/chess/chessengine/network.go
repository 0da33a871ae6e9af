package chessengine

import (
	_ "embed"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/search/network"
)

// networkFile is the built-in network; docs/training.md says how it was made.
//
//go:embed chess.net
var embedded []byte

func networkFile() []byte { return asset.Load("games/chess/chessengine/chess.net", embedded) }

var builtIn = sync.OnceValue(func() *network.Net {
	net, err := network.Parse(networkFile())
	if err != nil {
		panic(err) // built in and tested
	}
	return net
})

// Network returns the built-in network.
func (Evaluation) Network() *network.Net { return builtIn() }

// Openings returns the moves of the named openings.
func (Evaluation) Openings() [][]move {
	var list [][]move
	for _, o := range openings() {
		list = append(list, o.moves)
	}
	return list
}

// PrinciplesGame returns chess with the evaluation by hand instead of the network.
func PrinciplesGame() *engine.Game { return engine.Adapt(Evaluation{}, spec()) }
