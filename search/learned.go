package search

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search/network"
)

// learned returns an evaluator for one worker.
func learned[S any, M comparable](rules game.Rules[S, M], net *network.Net) game.Evaluator[S] {
	g, ok := rules.(network.Game[S])
	if !ok {
		panic("search: a network for a game without features")
	}
	return network.NewEvaluator(net, g)
}
