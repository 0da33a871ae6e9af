package chessengine

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/network"
)

// networkFile is the built-in network; docs/training.md says how it was made.
//
//go:embed chess.net
var networkFile []byte

var builtIn = sync.OnceValue(func() *network.Net {
	net, err := network.Parse(networkFile)
	if err != nil {
		panic(err) // built in and tested
	}
	return net
})

// Network returns the built-in network.
func (Evaluation) Network() *network.Net { return builtIn() }

// version identifies the built-in network by the first bytes of its file's checksum.
func version() string { return fmt.Sprintf("%x", sha256.Sum256(networkFile))[:12] }

// PrinciplesGame returns chess with the evaluation by hand instead of the network.
func PrinciplesGame() *engine.Game { return engine.Adapt(Evaluation{}, spec()) }
