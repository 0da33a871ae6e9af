package job

import (
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Analysis returns a result as an analysis of p, which is the position of its job or a
// symmetric image of it.
func (r *Result) Analysis(p *engine.Position, s *Spec) (engine.Analysis, error) {
	a := engine.Analysis{
		Position: p, Proof: r.Interval.Proves(r.Value), Depth: r.Depth, SelDepth: r.SelDepth, Confidence: r.Confidence,
		Elapsed: time.Duration(r.Micros) * time.Microsecond, Threads: 1,
	}
	a.Stats.Nodes = r.Nodes
	var err error
	if a.Stopped, err = search.ParseStop(r.Stopped); err != nil {
		return a, reason.Errorf("job %v: %w", r.Job, err)
	}
	line, ok := p.Canonical().Line(p, r.PV)
	if !ok {
		return a, reason.Errorf("job %v: line %v is not played from %v", r.Job, r.PV, p)
	}
	l := engine.Line{
		PV: line, Score: r.Value, Value: p.Worth(r.Value, a.Proof == game.Exact, s.Options.Prove),
		Proof: a.Proof, Bound: a.Proof, Depth: r.Depth,
	}
	if len(line) > 0 {
		l.Move = line[0]
	}
	a.Lines = []engine.Line{l}
	return a, nil
}
