package book

import (
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
)

// Offer lets the game on the board of r open and build books. Their database
// needs a file system that can map files.
func Offer(r othello.Rules, spec *engine.Spec[othello.Position, othello.Move]) {
	spec.Offers = append(spec.Offers, workshop.Books(books{}))
	spec.OpenBook = func(path string) (engine.BookOf[othello.Position, othello.Move], error) {
		b, err := Open(path, false)
		if err != nil {
			return nil, err
		}
		if b.Rules() != r {
			b.Close()
			return nil, fmt.Errorf("book %s: for a board of size %d, want %d", path, b.Rules().Size(), r.Size())
		}
		return b, nil
	}
}
