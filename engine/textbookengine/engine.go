// Package textbookengine makes engines of the algorithms of the textbook, so that
// they analyse and play every game that is text. They are as slow as they are
// easy to read: a node costs an allocation.
package textbookengine

import (
	"context"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// New returns an engine that searches by an algorithm of the textbook. It
// searches to the depth asked, at most search.MaxDepth, or, without one, to depth
// 1, 2, 3 … It ends at a limit, or when a search never meets the horizon: then the
// position is solved. An algorithm that keeps its tree may also end for lack of
// memory. Query.Depth and Nodes apply, and Control.Time.
func New(a textbook.Algorithm) engine.Engine { return scholar{a, maxBytes} }

// An algorithm that is given no depth goes a ply deeper each time, and by ever
// more in trees deeper than deepTree, up to maxDepth.
const (
	deepTree = 128
	maxDepth = search.MaxDepth // what an algorithm keeps a ply fits on the stack
)

// maxBytes is the memory of the tree that an algorithm keeps.
const maxBytes = 256 << 20

// keptBytes is the memory of a position in that tree, from when it is generated on:
// SSS* keeps branches with their states, MTD(f) two bounds. The others keep the line
// at hand.
var keptBytes = map[textbook.Algorithm]uint64{textbook.SSS: 512, textbook.MTDF: 40}

// scholar is an engine by the book.
type scholar struct {
	algorithm textbook.Algorithm
	bytes     uint64 // of the tree that it keeps
}

// Clear does nothing: an algorithm of the textbook remembers nothing.
func (scholar) Clear() {}

// Analyze is described at New.
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
				report(a)
			}
		}
	}
	if a.Stopped == search.Running {
		a.Stopped = search.DepthLimit
	}
	a.Elapsed = time.Since(started)
	return a
}

// watched are rules that note whether a search met its horizon, and that let it run
// out of games once it has visited too many positions, or keeps too many.
type watched struct {
	engine.Rules
	*watch
}

// watch is what watched rules note.
type watch struct {
	horizon bool
	visits  uint64
	budget  uint64 // of visits; 0 means no limit
	kept    uint64 // bytes of the tree that the algorithm keeps,
	most    uint64 // at most,
	each    uint64 // of a position
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

// Status is that of Moves, but nothing is kept.
func (w watched) Status(s *engine.State) (status game.Status) {
	kept := w.kept
	w.buf, status = w.Moves(s, w.buf[:0])
	w.kept = kept
	return status
}

func (w *watch) spent() bool { return w.budget > 0 && w.visits > w.budget }
func (w *watch) full() bool  { return w.kept > w.most }

// accept takes a completed search as the answer; one that never met its horizon
// has solved the position.
func accept(a *engine.Analysis, l engine.Line, solved bool) {
	if solved {
		l.Proof, a.Proof, a.Stopped = game.Exact, game.Exact, search.Solved
	}
	a.Lines, a.Depth, a.SelDepth = []engine.Line{l}, l.Depth, len(l.PV)
}

// whyStopped returns why a search was cut short; Running if it was not.
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

// firstMove is the answer of an algorithm that had no time for any: a legal
// move, or the value of a finished game.
func firstMove(p *engine.Position) engine.Line {
	moves := p.Moves()
	if len(moves) == 0 {
		v := p.Status().Score()
		return engine.Line{Score: v, Value: p.Measure(v), Bound: game.Exact, Proof: game.Exact}
	}
	return engine.Line{Move: moves[0], PV: moves[:1], Value: p.Measure(0)}
}

// line returns what a search to a depth has found.
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
