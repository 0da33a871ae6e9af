package tiles

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Instance is one of the hundred 4×4 arrangements on which Korf (1985) tested IDA*.
type Instance struct {
	Number    int    // from 1
	Position  string // as ParsePosition reads it
	Manhattan int    // distance of the position
	Moves     int    // length of a shortest solution
	// Nodes is the number of positions, including the first, that IDA* with Manhattan distance
	// generates when the blank tries up, left, right and down and never moves back.
	Nodes uint64
}

//go:embed korf100.txt
var korf100 string

// Korf returns the instances in Korf's order.
func Korf() (all []Instance) {
	for line := range strings.Lines(korf100) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		var numbers []int64 // node counts exceed 2^32
		for _, w := range words {
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil {
				panic(reason.Errorf("tiles: korf100.txt: %w", err)) // the file is embedded: this is a bug
			}
			numbers = append(numbers, n)
		}
		const tiles = packedSize * packedSize
		rest := numbers[1+tiles:]
		all = append(all, Instance{int(numbers[0]), strings.Join(words[1:1+tiles], " "), int(rest[0]), int(rest[1]), uint64(rest[2])})
	}
	return all
}
