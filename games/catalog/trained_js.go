package catalog

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/chess/chessengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
)

// newOthello returns Othello without books and trainer, which need files and
// long runs.
func newOthello(size string) (*engine.Game, error) { return othelloengine.Game(size) }

func newCheckers(size string) (*engine.Game, error) { return draughtsengine.Checkers(size) }

func newDraughts(variant string) (*engine.Game, error) { return draughtsengine.Game(variant) }

func newChess(size string) (*engine.Game, error) { return chessengine.Game(size) }
