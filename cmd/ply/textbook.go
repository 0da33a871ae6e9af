package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// The algorithms of our own; the others are the textbook's.
const (
	searchAlgorithm = "search" // the engine's search
	proofAlgorithm  = "dfpn"   // proof-number search, for outcomes alone
)

func textbookNames() []string {
	var names []string
	for _, a := range textbook.Algorithms() {
		names = append(names, string(a))
	}
	return names
}

func algorithmNames() []string { return append(textbookNames(), searchAlgorithm, proofAlgorithm) }

func knownAlgorithm(name string) bool { return slices.Contains(algorithmNames(), name) }

// checkTextbookFlags refuses what the textbook's algorithms have no notion of.
func checkTextbookFlags(f *limitFlags) error {
	return f.refuse("--threads", "--multipv", "--tt", "--without")
}

// checkProofFlags refuses what proof-number search has no notion of.
func checkProofFlags(f *limitFlags) error {
	return f.refuse("--threads", "--multipv", "--depth")
}

// refuse returns an error if one of the flags, which the algorithm asked for
// has no notion of, is set.
func (f *limitFlags) refuse(flags ...string) error {
	set := map[string]bool{
		"--threads": f.threads > 1, "--multipv": f.multipv > 1, "--tt": f.table != "",
		"--without": f.without != "", "--depth": f.depth > 0,
	}
	for _, flag := range flags {
		if set[flag] {
			return usage(fmt.Errorf("%s needs --algo search: %s has no such thing", flag, f.algorithm))
		}
	}
	return nil
}

// watched are rules that note whether a search met its horizon, and that let
// it run out of games once it has visited so many positions.
type watched struct {
	engine.Rules
	horizon *bool
	visits  *uint64
	budget  uint64 // 0 means no limit
}

func (w watched) Evaluate(s *engine.State) game.Score {
	*w.horizon = true
	return w.Rules.Evaluate(s)
}

func (w watched) Moves(s *engine.State, buf []engine.Move) ([]engine.Move, game.Status) {
	*w.visits++
	if w.spent() {
		return buf, game.Draw
	}
	return w.Rules.Moves(s, buf)
}

func (w watched) spent() bool { return w.budget > 0 && *w.visits > w.budget }

// textbookAnalysis runs an algorithm of the textbook to the depth asked, or to
// depth 1, 2, 3 … until a limit or until it never meets the horizon: then its
// value is that of the game.
func textbookAnalysis(ctx context.Context, p engine.Position, name string, q search.Query, c search.Control) analysis {
	started := time.Now()
	inner := ctx
	if c.Time > 0 {
		var release context.CancelFunc
		inner, release = context.WithTimeout(ctx, c.Time)
		defer release()
	}
	rules := watched{p.Game().Rules(), new(bool), new(uint64), q.Nodes}
	algorithm := textbook.New(textbook.Algorithm(name), rules, textbook.Options{})
	r := analysis{engine.Analysis{Position: p, Threads: 1, Lines: []engine.Line{firstMove(p)}}, name}
	first, last := 1, maxTextbookDepth
	if q.Depth > 0 {
		first, last = q.Depth, q.Depth
	}
	for depth := first; depth <= last && r.Stopped == search.Running; depth += 1 + depth/deepTree {
		*rules.horizon = false
		state := p.State()
		found := algorithm.Search(inner, &state, depth)
		r.Stats.Nodes += uint64(found.Nodes)
		r.Stats.Leaves += uint64(found.Leaves)
		r.Stopped = whyStopped(ctx, rules, found.Stopped)
		if r.Stopped == search.Running {
			r.accept(textbookLine(p, rules.Rules, found, depth), !*rules.horizon)
		}
	}
	if r.Stopped == search.Running {
		r.Stopped = search.DepthLimit
	}
	r.Elapsed = time.Since(started)
	return r
}

// accept takes a completed search as the answer; one that never met its
// horizon has solved the position.
func (r *analysis) accept(l engine.Line, solved bool) {
	if solved {
		l.Proof, r.Proof, r.Stopped = game.Exact, game.Exact, search.Solved
	}
	r.Lines, r.Depth, r.SelDepth = []engine.Line{l}, l.Depth, len(l.PV)
}

// An algorithm that is given no depth goes a ply deeper each time, and by ever
// more in trees deeper than deepTree, up to maxTextbookDepth.
const (
	deepTree         = 128
	maxTextbookDepth = search.MaxDepth
)

// whyStopped returns why a search was cut short; Running if it was not.
func whyStopped(ctx context.Context, rules watched, stopped bool) search.Stop {
	switch {
	case ctx.Err() != nil:
		return search.Interrupted
	case rules.spent():
		return search.NodeLimit
	case stopped:
		return search.TimeLimit
	}
	return search.Running
}

// firstMove is the answer of an algorithm that had no time for any: a legal
// move, or the value of a finished game.
func firstMove(p engine.Position) engine.Line {
	moves := p.Moves()
	if len(moves) == 0 {
		v := p.Status().Score()
		return engine.Line{Score: v, Value: p.Measure(v), Bound: game.Exact, Proof: game.Exact}
	}
	return engine.Line{Move: moves[0], PV: moves[:1], Value: p.Measure(0)}
}

func textbookLine(p engine.Position, rules engine.Rules, found textbook.Result[engine.Move], depth int) engine.Line {
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
