package othello

import (
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/othello/book"
	rules "github.com/plywood-go/plywood/games/othello"
)

// openBook opens an opening book for the board of r to read.
func openBook(r rules.Rules, path string) (engine.BookOf[rules.Position, rules.Move], error) {
	b, err := book.Open(path, false)
	if err != nil {
		return nil, err
	}
	if b.Rules() != r {
		b.Close()
		return nil, fmt.Errorf("book %s: for a board of size %d, want %d", path, b.Rules().Size(), r.Size())
	}
	return b, nil
}

// NewSearcher returns the engine of Othello on the board of r.
func NewSearcher(r rules.Rules, o engine.Options) engine.Searcher[rules.Position, rules.Move] {
	return newSearcher(r, o)
}
