package path_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/path"
	"github.com/plywood-go/plywood/search"
)

// Farmer has a boat for himself and one thing more: he, a wolf, a goat and a
// cabbage are to cross the river, and without him the wolf eats the goat, or the
// goat the cabbage. Four methods are those of every game; the fifth is the goal.
type Farmer struct{}

// Across is who has crossed.
type Across uint8

const (
	man Across = 1 << iota
	wolf
	goat
	cabbage
	all = man | wolf | goat | cabbage
)

func (Farmer) Moves(s *Across, buf []Across) ([]Across, game.Status) {
	if *s == all {
		return buf, game.Win
	}
	for _, with := range []Across{0, wolf, goat, cabbage} {
		here := *s&man != 0
		if with != 0 && (*s&with != 0) != here {
			continue // it is on the other bank
		}
		if safe(*s ^ man ^ with) {
			buf = append(buf, man|with)
		}
	}
	return buf, game.Ongoing
}

// safe reports whether nothing is eaten on the bank where the man is not.
func safe(s Across) bool {
	alone := s
	if s&man != 0 {
		alone = all &^ s
	}
	return alone&(wolf|goat) != wolf|goat && alone&(goat|cabbage) != goat|cabbage
}

func (Farmer) Play(dst, src *Across, m Across) { *dst = *src ^ m }
func (Farmer) ToMove(*Across) game.Player      { return game.First }
func (Farmer) Hash(s *Across) uint64           { return uint64(*s) }
func (Farmer) Goal(s *Across) bool             { return *s == all }

// A puzzle of one's own.
func Example_farmer() {
	names := map[Across]string{man: "alone", man | wolf: "with the wolf", man | goat: "with the goat", man | cabbage: "with the cabbage"}
	searcher, err := path.New(Farmer{}, path.Options{Algorithm: path.BreadthFirst})
	if err != nil {
		fmt.Println(err)
		return
	}
	var start Across
	result := searcher.Search(context.Background(), &start, path.Query{}, search.Control{}, nil)
	fmt.Println(&result)
	for i, m := range result.Moves {
		fmt.Println(i+1, names[m])
	}
	// Output:
	// cost 7, optimality optimal
	// 1 with the goat
	// 2 alone
	// 3 with the wolf
	// 4 with the goat
	// 5 with the cabbage
	// 6 alone
	// 7 with the goat
}
