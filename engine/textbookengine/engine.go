// Package textbookengine makes engines of the textbook's algorithms, so that they can analyse and
// play every game. They are readable but slow: a node costs an allocation.
package textbookengine

import (
	"context"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// New returns an engine that searches by a textbook algorithm. It searches to the depth of the
// query, at most search.MaxDepth, or, without one, to depth 1, 2, 3 … It ends at a limit, or when a
// search never meets the horizon: then the position is solved. An algorithm that keeps its tree may
// also run out of memory. Query.Depth, Query.Nodes and Control.Time apply.
func New(a textbook.Algorithm) engine.Engine { return scholar{a, maxBytes} }

// Named is New with the name of an algorithm, one of Names.
func Named(name string) engine.Engine { return New(textbook.Algorithm(name)) }

// Names returns the names of the textbook's algorithms.
func Names() (names []string) {
	for _, a := range textbook.Algorithms() {
		names = append(names, string(a))
	}
	return names
}

// Without a depth limit an algorithm deepens by one ply each time, and by
// increasing steps beyond deepTree, up to maxDepth.
const (
	deepTree = 128
	maxDepth = search.MaxDepth // the per-ply data of an algorithm fits on the stack
)

// maxBytes is the memory limit for the tree that an algorithm keeps.
const maxBytes = 256 << 20

// keptBytes is the memory per generated position in that tree: SSS* keeps branches with their
// states, MTD(f) two bounds. The others keep only the current line.
var keptBytes = map[textbook.Algorithm]uint64{textbook.SSS: 512, textbook.MTDF: 40, textbook.ABSSS: 40}

// scholar is an engine that runs a textbook algorithm.
type scholar struct {
	algorithm textbook.Algorithm
	bytes     uint64 // memory limit for the tree
}

// Clear does nothing: textbook algorithms keep nothing.
func (scholar) Clear() {}

// New describes Analyze.
func (e scholar) Analyze(
	ctx context.Context, p *engine.Position, q search.Query, c search.Control, report func(engine.Analysis),
) engine.Analysis {
	started := time.Now()
	inner := ctx
	if c.Time > 0 {
		var release context.CancelFunc
		inner, release = context.WithTimeout(ctx, c.Time)
		defer release()
	}
	rules := watched{Rules: p.Game().Rules(), watch: &watch{budget: q.Nodes, most: e.bytes, each: keptBytes[e.algorithm]}}
	algorithm := textbook.New(e.algorithm, rules, textbook.Options{})
	a := engine.Analysis{Position: p, Threads: 1, Lines: []engine.Line{firstMove(p)}}
	first, last := 1, maxDepth
	if q.Depth > 0 {
		first = min(q.Depth, maxDepth)
		last = first
	}
	for depth := first; depth <= last && a.Stopped == search.Running; depth += 1 + depth/deepTree {
		rules.horizon, rules.kept = false, 0
		state := p.State()
		found := algorithm.Search(inner, &state, depth)
		a.Stats.Nodes += uint64(found.Nodes)
		a.Stats.Leaves += uint64(found.Leaves)
		a.Stopped = whyStopped(ctx, rules, found.Stopped)
		if a.Stopped == search.Running {
			accept(&a, line(p, rules.Rules, found, depth), !rules.horizon)
			a.Elapsed = time.Since(started)
			if report != nil {
				report(a.Sound())
			}
		}
	}
	if a.Stopped == search.Running {
		a.Stopped = search.DepthLimit
	}
	a.Elapsed = time.Since(started)
	return a.Sound()
}

// watched are rules that record whether a search met its horizon. They end its
// games early once it has visited, or keeps, too many positions.
type watched struct {
	engine.Rules
	*watch
}

// watch is the record of watched rules.
type watch struct {
	horizon bool
	visits  uint64
	budget  uint64 // limit of visits; 0 means none
	kept    uint64 // bytes of the tree that the algorithm keeps
	most    uint64 // the maximum of kept
	each    uint64 // bytes for each position
	buf     []engine.Move
}

func (w watched) Evaluate(s *engine.State) game.Score {
	w.horizon = true
	return w.Rules.Evaluate(s)
}

func (w watched) Moves(s *engine.State, buf []engine.Move) ([]engine.Move, game.Status) {
	w.visits++
	if w.spent() || w.full() {
		return buf, game.Draw
	}
	before := len(buf)
	buf, status := w.Rules.Moves(s, buf)
	w.kept += w.each * uint64(len(buf)-before)
	return buf, status
}

// Status returns the status of Moves, without counting memory.
func (w watched) Status(s *engine.State) (status game.Status) {
	kept := w.kept
	w.buf, status = w.Moves(s, w.buf[:0])
	w.kept = kept
	return status
}

func (w *watch) spent() bool { return w.budget > 0 && w.visits > w.budget }
func (w *watch) full() bool  { return w.kept > w.most }

// accept uses a completed search as the answer; a search that never met its
// horizon has solved the position.
func accept(a *engine.Analysis, l engine.Line, solved bool) {
	if solved {
		l.Proof, a.Proof, a.Stopped = game.Exact, game.Exact, search.Solved
	}
	a.Lines, a.Depth, a.SelDepth = []engine.Line{l}, l.Depth, len(l.PV)
}

// whyStopped returns why a search was cut short, or Running if it was not.
func whyStopped(ctx context.Context, rules watched, stopped bool) search.Stop {
	switch {
	case ctx.Err() != nil:
		return search.Interrupted
	case rules.spent():
		return search.NodeLimit
	case rules.full():
		return search.MemoryLimit
	case stopped:
		return search.TimeLimit
	}
	return search.Running
}

// firstMove is the answer if there was no time for a search: a legal move, or
// the value of a finished game.
func firstMove(p *engine.Position) engine.Line {
	moves := p.Moves()
	if len(moves) == 0 {
		v := p.Status().Score()
		return engine.Line{Score: v, Value: p.Measure(v), Bound: game.Exact, Proof: game.Exact}
	}
	return engine.Line{Move: moves[0], PV: moves[:1], Value: p.Measure(0)}
}

// line converts the result of a search to a line.
func line(p *engine.Position, rules engine.Rules, found textbook.Result[engine.Move], depth int) engine.Line {
	l := engine.Line{Score: found.Value, Value: p.Measure(found.Value), Bound: found.Bound, Depth: depth}
	state := p.State()
	for _, m := range found.PV {
		l.PV = append(l.PV, rules.FormatMove(&state, m))
		rules.Play(&state, &state, m)
	}
	if len(l.PV) > 0 {
		l.Move = l.PV[0]
	}
	return l
}
