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
			return nil, fmt.Errorf("book %s: %w", path, otherSize(b.Rules(), r))
		}
		return b, nil
	}
}

// otherSize is the error for a book of a board in place of one of another.
func otherSize(is, want othello.Rules) error {
	return fmt.Errorf("for a board of size %d, want %d", is.Size(), want.Size())
}
