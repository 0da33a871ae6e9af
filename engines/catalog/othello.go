//go:build !js

package catalog

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/othello"
	"github.com/plywood-go/plywood/engines/othello/book"
	"github.com/plywood-go/plywood/engines/othello/train"
)

// newOthello returns Othello with books and the trainer of its evaluation.
func newOthello(size string) (engine.Game, error) {
	return othello.Game(size, book.Offer, train.Offer)
}
