package engine

import (
	"time"

	"github.com/plywood-go/plywood/game"
)

// Census is the document "ply.perft/1": the result of [Position.Perft].
type Census struct {
	Schema   string `json:"schema"`          // "ply.perft/1"
	Index    *int   `json:"index,omitempty"` // of a batch
	Game     string `json:"game"`            // as About.Name
	Position string `json:"position"`        // as Position.String
	Depth    int    `json:"depth"`           // plies
	game.Counts
	TimeMS  float64 `json:"time_ms"`           // milliseconds spent
	Stopped string  `json:"stopped,omitempty"` // "signal" if the counts are incomplete
	Divide  []Share `json:"divide,omitempty"`  // counts by first move, if asked for
}

// Census returns the document of a perft of p that took some time.
func (p *Position) Census(depth int, c game.Counts, took time.Duration) Census {
	return Census{Schema: "ply.perft/1", Game: p.game.About().Name, Position: p.String(), Depth: depth, Counts: c, TimeMS: Milliseconds(took)}
}
