package chessengine

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"io"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/search/network"
)

// packed holds the openings of the collection of lichess.org, which is in the public domain
// (CC0); internal/chessopenings writes it.
//
//go:embed openings.gz
var packed []byte

// opening is a named line of moves from the start.
type opening struct {
	name  string
	moves []move
}

// openings returns all openings, unpacked on first use in about 5 ms.
var openings = sync.OnceValue(func() (all []opening) {
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // built in and tested
	}
	data, err := io.ReadAll(in)
	if err != nil {
		panic(err)
	}
	for len(data) > 0 {
		n, size := binary.Uvarint(data)
		o := opening{name: string(data[size:][:n])}
		data = data[size+int(n):]
		n, size = binary.Uvarint(data)
		data = data[size:]
		for range n {
			o.moves = append(o.moves, move(binary.LittleEndian.Uint16(data)))
			data = data[2:]
		}
		all = append(all, o)
	}
	return all
})

// allOpenings iterates over the openings.
func allOpenings(yield func(name string, moves []move) bool) {
	for _, o := range openings() {
		if !yield(o.name, o.moves) {
			return
		}
	}
}

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
func PrinciplesGame() *engine.Game { return engine.Adapt(Evaluation{}, spec(byHand)) }
