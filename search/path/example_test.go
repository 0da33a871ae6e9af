package path_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// jugs is a puzzle: measure four litres with a jug of three litres and one of
// five.
type jugs struct{}

// litres is the water in the two jugs.
type litres [2]int

var capacity = litres{3, 5}

// pour is a move: from a jug to the other, or to or from the river.
type pour struct{ from, to int }

const river = 2

func (jugs) Moves(s *litres, buf []pour) ([]pour, game.Status) {
	for jug := range s {
		if s[jug] < capacity[jug] {
			buf = append(buf, pour{river, jug})
		}
		if s[jug] > 0 {
			buf = append(buf, pour{jug, river})
		}
		if s[jug] > 0 && s[1-jug] < capacity[1-jug] {
			buf = append(buf, pour{jug, 1 - jug})
		}
	}
	return buf, game.Ongoing
}

func (jugs) Play(dst, src *litres, m pour) {
	*dst = *src
	switch {
	case m.from == river:
		dst[m.to] = capacity[m.to]
	case m.to == river:
		dst[m.from] = 0
	default:
		n := min(src[m.from], capacity[m.to]-src[m.to])
		dst[m.from] -= n
		dst[m.to] += n
	}
}

func (jugs) ToMove(*litres) game.Player { return game.First }
func (jugs) Hash(s *litres) uint64      { return uint64(s[0]*8 + s[1]) }
func (jugs) Goal(s *litres) bool        { return s[1] == 4 }

// A puzzle needs the four methods of a game, and Goal.
func Example() {
	searcher, err := path.New(jugs{}, path.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var at litres
	result := searcher.Search(context.Background(), &at, path.Query{}, search.Control{}, nil)
	fmt.Println(&result)
	for _, m := range result.Moves {
		jugs{}.Play(&at, &at, m)
		fmt.Println(at)
	}
	// Output:
	// cost 6, optimality optimal
	// [0 5]
	// [3 2]
	// [0 2]
	// [2 0]
	// [2 5]
	// [3 4]
}
