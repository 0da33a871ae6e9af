package sessiontest

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/engine"
)

// Engine is an engine that prefers the first legal moves and reports the requested depth.
// Without a depth it thinks until it is stopped.
type Engine struct{}

// Clear does nothing.
func (Engine) Clear() {}

// Analyze implements engine.Engine.
func (Engine) Analyze(ctx context.Context, p *engine.Position, q engine.Query, _ engine.Control, report func(engine.Analysis)) engine.Analysis {
	a := engine.Analysis{Position: p, Depth: q.Depth}
	a.Stats.Nodes = 42
	for i, m := range p.Moves() {
		v := engine.Value{Number: float64(2 - i), Unit: "discs", Plies: -1}
		a.Lines = append(a.Lines, engine.Line{Move: m, PV: []string{m}, Value: v, Depth: max(1, q.Depth)})
	}
	a.Lines = a.Lines[:min(len(a.Lines), max(1, q.Lines))]
	if len(a.Lines) == 0 {
		v := p.Measure(p.Status().Score())
		a.Lines = []engine.Line{{Value: v}}
	}
	if report != nil {
		report(a)
	}
	if q.Depth == 0 {
		<-ctx.Done()
	}
	return a
}

// Hurried is an Engine that ends at once if it has any limit. It expects the first legal
// reply to each move.
type Hurried struct{ Engine }

// Analyze implements engine.Engine.
func (e Hurried) Analyze(ctx context.Context, p *engine.Position, q engine.Query, c engine.Control, report func(engine.Analysis)) engine.Analysis {
	if q.Depth == 0 && (c.Time > 0 || q.Nodes > 0) {
		q.Depth = 1
	}
	a := e.Engine.Analyze(ctx, p, q, c, report)
	a.Lines = slices.Clone(a.Lines) // report may have kept them
	for i := range a.Lines {
		if next, err := p.Play(a.Lines[i].Move); err == nil && !next.Status().Over() {
			a.Lines[i].PV = append(a.Lines[i].PV, next.Moves()[0])
		}
	}
	return a
}
