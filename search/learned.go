package search

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/network"
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
	return &remembered[S, M]{rules: rules, inner: network.NewEvaluator(net, g)}
}

// remembered keeps the estimates of positions that were evaluated lately. A search comes to
// many positions again, in deeper iterations and by other orders of moves.
type remembered[S any, M comparable] struct {
	rules     game.Rules[S, M]
	inner     game.Evaluator[S]
	estimates [1 << rememberedBits]struct {
		check    uint32 // the lower half of the mixed hash; odd, so that an empty slot matches no position
		estimate int32
	}
}

// rememberedBits gives each worker room for 65 536 estimates, in 512 KiB.
const rememberedBits = 16

// Evaluate implements game.Evaluator.
func (r *remembered[S, M]) Evaluate(s *S) game.Score {
	hash := r.rules.Hash(s) * 0x9E3779B97F4A7C15
	slot := &r.estimates[hash>>(64-rememberedBits)]
	if check := uint32(hash) | 1; slot.check != check {
		slot.check, slot.estimate = check, int32(r.inner.Evaluate(s))
	}
	return game.Score(slot.estimate)
}
