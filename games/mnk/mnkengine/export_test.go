package mnkengine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search"
)

// Storm returns the game with the moves of a victory by continuous threats.
func Storm(t Threats) game.Rules[ThreatPosition, mnk.Move] { return storm{t} }

// NewThreatSearcher returns the searcher of large boards.
func NewThreatSearcher(t Threats, tableBytes int) engine.Searcher[mnk.LargePosition, mnk.Move] {
	return newThreatSearcher(t, engine.Options{Options: search.Options{TableBytes: tableBytes}})
}
