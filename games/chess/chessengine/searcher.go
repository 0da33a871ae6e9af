package chessengine

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// Generic returns the generic search over rules. It is not inlined because other packages
// would then compile the search again.
//
//go:noinline
func Generic(rules game.Rules[position, move], o search.Options) *search.Searcher[position, move] {
	return search.New(rules, o)
}
