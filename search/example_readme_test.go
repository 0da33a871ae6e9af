package search_test

import (
	"context"
	"fmt"
	"log"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// The example of the README.
func Example_readme() {
	rules := connect4.Rules{}
	pos, err := rules.ParsePosition("4433")
	if err != nil {
		log.Fatal(err)
	}
	searcher := search.New(rules, search.Options{})
	result := searcher.Search(context.Background(), &pos, search.Query{}, search.Control{}, nil)
	best, _ := result.Best()
	fmt.Printf("column %s: %v\n", rules.FormatMove(&pos, best), result.Score())
	// Output: column 2: win in 3
}
