package catalog

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/othello"
)

// newOthello returns Othello without books: there are no files to map.
func newOthello(size string) (engine.Game, error) { return othello.Game(size) }
