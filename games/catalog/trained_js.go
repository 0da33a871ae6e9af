package catalog

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/chess/chessengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/draughtsbook"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/othellobook"
)

// newOthello returns Othello with the built-in book, without the trainer, which needs files and
// long runs.
func newOthello(size string) (*engine.Game, error) {
	return othelloengine.Game(size, othellobook.Offer)
}

func newCheckers(size string) (*engine.Game, error) {
	return draughtsengine.Checkers(size, draughtsbook.Offer)
}

func newDraughts(variant string) (*engine.Game, error) {
	return draughtsengine.Game(variant, draughtsbook.Offer)
}

func newChess(size string) (*engine.Game, error) { return chessengine.Game(size) }
