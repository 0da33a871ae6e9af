package search

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search/network"
)

// withoutEstimates returns the capabilities without those that a network
// replaces: the game's estimates, and what rests on them. A network may rate
// the images of a position differently, so they share no table entries.
func (c capabilities[S, M]) withoutEstimates() capabilities[S, M] {
	c.Evaluator, c.InMargins, c.LastPlyer = nil, false, nil
	c.Folder, c.Symmetric = nil, nil
	return c
}

// learned returns an evaluator for one worker.
func learned[S any, M comparable](rules game.Rules[S, M], net *network.Net) game.Evaluator[S] {
	g, ok := rules.(network.Game[S])
	if !ok {
		panic("search: a network for a game without features")
	}
	return network.NewEvaluator(net, g)
}
