package book

import (
	"cmp"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// Probe returns the book's knowledge of p in the form of a search result: all
// links and the leaf as lines, best first. ok is false if the book does not
// hold p.
func (b *Book[P, M]) Probe(p *P) (r search.Result[M], ok bool) {
	e, ok := b.Find(*p)
	if !ok {
		return r, false
	}
	edges := e.Links
	if e.HasLeaf {
		edges = append(edges, e.Leaf)
	}
	slices.SortStableFunc(edges, func(x, y Edge[M]) int { return cmp.Compare(y.Value, x.Value) })
	r.Depth, r.SelDepth, r.Confidence, r.Threads = int(e.Depth), int(e.Depth), int(e.Confidence), 1
	r.Stopped = search.DepthLimit
	for _, x := range edges {
		r.Lines = append(r.Lines, search.Line[M]{
			Score: game.Score(x.Value), Bound: game.Exact, Depth: max(1, r.Depth), PV: b.play(*p, x.Move),
		})
	}
	return r, true
}

// play returns the book's line of best moves that starts with m.
func (b *Book[P, M]) play(p P, m M) []M {
	line := []M{m}
	for {
		b.kind.Play(&p, &p, m)
		e, ok := b.Find(p)
		switch {
		case !ok:
			return line
		case len(e.Links) > 0 && int(e.Links[0].Value) == e.Value():
			m = e.Links[0].Move
		default:
			return append(line, e.Leaf.Move)
		}
		line = append(line, m)
	}
}
