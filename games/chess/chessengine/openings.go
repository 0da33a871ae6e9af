package chessengine

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"io"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/search/network"
)

// packed holds the openings of the collection of lichess.org, which is in the public domain
// (CC0), with their codes in the Encyclopaedia of Chess Openings. TestOpeningsFile -update writes it.
//
//go:embed openings.gz
var packed []byte

// openings returns the names and moves of all openings, unpacked on first use in about 5 ms.
var openings = sync.OnceValues(func() (names []string, moves [][]move) {
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
		names = append(names, string(data[size:][:n]))
		data = data[size+int(n):]
		n, size = binary.Uvarint(data)
		line := make([]move, n)
		for i := range line {
			line[i] = move(binary.LittleEndian.Uint16(data[size+2*i:]))
		}
		moves, data = append(moves, line), data[size+2*int(n):]
	}
	return names, moves
})

// allOpenings iterates over the openings.
func allOpenings(yield func(name string, moves []move) bool) {
	names, moves := openings()
	for i, name := range names {
		if !yield(name, moves[i]) {
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
	_, moves := openings()
	return moves
}

// odds are the pieces that are missing at odds, by their squares.
var odds = [...]string{"d2", "e2", "f2", "b1", "g1", "c1", "f1", "a1", "h1", "b1g1", "b1f1", "c1g1", "c1f1", "d1", "a1b8", "a1c8", "d1a8"}

// Odds returns initial positions without a pawn, a minor piece, a rook, two minor pieces or the
// queen of one side, with a minor piece for a rook, and with a rook for the queen.
func (Evaluation) Odds() (all []position) {
	start := chess.Rules{}.Start()
	for _, missing := range odds {
		for _, flip := range []int{0, 56} { // for White and for Black
			cells := []byte(pieces(&start))
			for i := 0; i < len(missing); i += 2 {
				cells[(int('8'-missing[i+1])<<3|int(missing[i]-'a'))^flip] = boards.Empty
			}
			s, _ := chess.Rules{}.ParsePosition(arranged(boards.Arrangement{Pieces: string(cells)})) // a legal position
			all = append(all, s)
		}
	}
	return all
}

// PrinciplesGame returns chess with the evaluation by hand instead of the network.
func PrinciplesGame() *engine.Game { return engine.Adapt(Evaluation{}, spec(byHand)) }
