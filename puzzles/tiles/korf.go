package tiles

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Instance is one of the hundred arrangements of 4×4 squares on which Korf (1985)
// tried IDA*.
type Instance struct {
	Number    int
	Position  string
	Manhattan int
	Moves     int // of a shortest solution
	// Nodes is how many positions IDA* with Manhattan distance generates, the first
	// included, where the blank tries up, left, right and down, and not back.
	Nodes uint64
}

//go:embed korf100.txt
var korf100 string

// Korf returns the instances, in his order.
func Korf() (all []Instance) {
	for line := range strings.Lines(korf100) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		var numbers []int64 // of nodes there are more than 2^32
		for _, w := range words {
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil {
				panic(reason.Errorf("tiles: korf100.txt: %w", err)) // it is part of the program
			}
			numbers = append(numbers, n)
		}
		const tiles = packedSize * packedSize
		rest := numbers[1+tiles:]
		all = append(all, Instance{int(numbers[0]), strings.Join(words[1:1+tiles], " "), int(rest[0]), int(rest[1]), uint64(rest[2])})
	}
	return all
}
