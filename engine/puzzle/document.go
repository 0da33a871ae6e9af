package puzzle

import (
	"time"

	"github.com/plywood-go/plywood/search/path"
)

// Document is the result of a search as JSON, "ply.path/1".
type Document struct {
	Schema    string `json:"schema"`          // "ply.path/1"
	Index     *int   `json:"index,omitempty"` // in a batch
	Puzzle    string `json:"puzzle"`          // its name
	Position  string `json:"position"`        // as text
	Goal      string `json:"goal,omitempty"`  // its name, where there are several
	Algorithm string `json:"algo"`            // its name
	Heuristic string `json:"heuristic"`       // the name of the lower bound
	// Moves and Cost describe the solution; null if none was found.
	Moves   []string `json:"moves"`
	Cost    *int     `json:"cost"`
	Optimal bool     `json:"optimal"` // the cost is proven to be the least
	// Optimality is "optimal", "bounded" (at most Factor times the least cost) or "unknown".
	Optimality string  `json:"optimality"`
	Factor     float64 `json:"factor,omitempty"`
	// Lower is a lower bound on the cost of every solution, or null.
	Lower     *int    `json:"lower_bound"`
	Expanded  uint64  `json:"expanded"`           // positions whose moves were generated
	Generated uint64  `json:"generated"`          // positions met, repetitions included
	Bytes     int     `json:"bytes"`              // peak memory of positions
	TimeMS    float64 `json:"time_ms"`            // duration in milliseconds
	Stopped   string  `json:"stopped"`            // the reason of the end; see Stopped
	Reason    string  `json:"reason,omitempty"`   // why there is no solution
	Expected  *int    `json:"expected,omitempty"` // the cost stated in the problem file
}

// Describe returns the result of searching p with s as a Document.
func (s *Solver) Describe(p *Position, r *Result) Document {
	d := Document{
		Schema: "ply.path/1", Puzzle: s.puzzle.about.Name, Position: p.String(), Goal: p.Goal().Name,
		Algorithm: string(r.Algorithm), Heuristic: s.heuristic,
		Optimal: r.Optimality() == path.Optimal, Optimality: r.Optimality().String(), Factor: r.Factor(),
		Expanded: r.Expanded, Generated: r.Generated, Bytes: r.Bytes,
		TimeMS: float64(r.Elapsed.Round(time.Microsecond)) / float64(time.Millisecond), Stopped: Stopped(r),
	}
	if r.Found {
		d.Moves, d.Cost = append([]string{}, r.Moves...), &r.Cost
	}
	if !r.Unsolvable() {
		d.Lower = &r.Lower
	}
	if r.Reason != nil {
		d.Reason = r.Reason.Error()
	}
	return d
}

// Stopped names the reason why a search ended: a search.Stop, or "unsolvable".
func Stopped(r *Result) string {
	if r.Unsolvable() {
		return "unsolvable"
	}
	return r.Stopped.String()
}
