package othelloengine

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
)

// XOT, or extreme Othello, begins after eight plies drawn from a list of balanced
// positions. Our list has all positions of ply 8, up to symmetry, that our search
// values within 6 discs at depth 8 and at 0 at depths 12 and 16, from an empty table.
// TestXOT -update makes it anew. The list is in the order of the moves generated, each
// position by the first moves that lead to it.
//
//go:embed xot.txt
var xotLines string

// xot offers the list of balanced openings.
var xot = workshop.OpeningList{Word: "xot", Openings: func(*engine.Game) (list []engine.NamedOpening) {
	for line := range strings.Lines(xotLines) {
		var moves []string
		for square := range slices.Chunk([]byte(strings.TrimSpace(line)), 2) {
			moves = append(moves, string(square))
		}
		list = append(list, engine.NamedOpening{Name: fmt.Sprintf("xot %d", len(list)+1), Moves: moves})
	}
	return list
}}
