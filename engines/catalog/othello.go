//go:build !js

package catalog

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/othello"
	"github.com/plywood-go/plywood/engines/othello/book"
)

// newOthello returns Othello with books.
func newOthello(size string) (engine.Game, error) { return othello.Game(size, book.Offer) }
