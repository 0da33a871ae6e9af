package engine

import (
	"time"

	"github.com/plywood-go/plywood/game"
)

// Census is the document "ply.perft/1": the result of [Position.Perft].
type Census struct {
	Schema   string `json:"schema"`
	Index    *int   `json:"index,omitempty"` // of a batch
	Game     string `json:"game"`
	Position string `json:"position"`
	Depth    int    `json:"depth"`
	game.Counts
	TimeMS  float64 `json:"time_ms"`
	Stopped string  `json:"stopped,omitempty"` // "signal" if the counts are incomplete
	Divide  []Share `json:"divide,omitempty"`
}

// Census returns the document of a perft of p that took some time.
func (p *Position) Census(depth int, c game.Counts, took time.Duration) Census {
	return Census{Schema: "ply.perft/1", Game: p.game.About().Name, Position: p.String(), Depth: depth, Counts: c, TimeMS: Milliseconds(took)}
}
