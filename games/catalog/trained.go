//go:build !js

package catalog

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessengine"
	"github.com/plywood-go/plywood/games/chess/chessengine/polyglot"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/draughtsbook"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/draughtstrain"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/othellobook"
	"github.com/plywood-go/plywood/games/othello/othelloengine/othellotrain"
	"github.com/plywood-go/plywood/train"
)

// newOthello returns Othello with opening books and the trainer of its evaluation.
func newOthello(size string) (*engine.Game, error) {
	return othelloengine.Game(size, othellobook.Offer, othellotrain.Offer)
}

// newCheckers and newDraughts return draughts with opening books and the trainer of the evaluation.
func newCheckers(size string) (*engine.Game, error) {
	return draughtsengine.Checkers(size, draughtsbook.Offer, draughtstrain.Offer)
}

func newDraughts(variant string) (*engine.Game, error) {
	return draughtsengine.Game(variant, draughtsbook.Offer, draughtstrain.Offer)
}

// newChess returns chess with opening books and the trainer of its networks.
func newChess(size string) (*engine.Game, error) {
	return chessengine.Game(size, polyglot.Offer, func(s *engine.Spec[chess.Position, chess.Move]) {
		t := train.Trainer[chess.Position, chess.Move, chessengine.Evaluation]{Game: "chess", Teaches: true}
		s.Offers = append(s.Offers, workshop.Trainer(t))
	})
}
