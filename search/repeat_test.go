package search_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// ring is a game on a graph with cycles: both players push one token along the
// edges. The side that moves to a node marked won wins; a repeated position is
// a draw. Values depend on the path (graph history interaction), which the
// transposition table must handle.
type ring struct{ graph *graph }

type graph struct {
	edges [][]uint8
	won   []bool
}

type ringState struct {
	node  uint8
	mover game.Player
	ply   uint8
}

func randomGraph(random *rand.Rand, n int) *graph {
	g := &graph{edges: make([][]uint8, n), won: make([]bool, n)}
	for i := range n {
		for _, to := range random.Perm(n)[:1+random.IntN(3)] {
			if to != i {
				g.edges[i] = append(g.edges[i], uint8(to))
			}
		}
		g.won[i] = i > 0 && random.IntN(5) == 0
		if len(g.edges[i]) == 0 {
			g.edges[i] = []uint8{uint8((i + 1) % n)}
		}
	}
	return g
}

func (r ring) Moves(s *ringState, buf []uint8) ([]uint8, game.Status) {
	if r.graph.won[s.node] {
		return buf, game.Loss
	}
	return append(buf, r.graph.edges[s.node]...), game.Ongoing
}

func (r ring) Play(dst, src *ringState, m uint8) {
	*dst = ringState{m, src.mover.Other(), src.ply + 1}
}

func (ring) Alternates() bool { return true }

func (r ring) ToMove(s *ringState) game.Player { return s.mover }

func (r ring) Hash(s *ringState) uint64 { return uint64(s.node)<<1 | uint64(s.mover) | 1<<40 }

func (ring) Occurrences() int { return 0 }

func (r ring) Repetition(s *ringState) (int, game.Status) { return int(s.ply), game.Draw }

// never is the limit of a ring without a limit.
const never = math.MaxUint8

// ringValue is plain minimax over paths without a table. A repetition, the
// horizon and a move to the limit score as draws.
func (r ring) ringValue(path []ringState, depth int, limit uint8) game.Score {
	s := path[len(path)-1]
	for _, p := range path[:len(path)-1] {
		if p.node == s.node && p.mover == s.mover {
			return 0
		}
	}
	moves, st := r.Moves(&s, nil)
	switch {
	case st.Over():
		return st.Score().Later(len(path) - 1)
	case depth == 0 || s.ply >= limit && len(path) > 1:
		return 0
	}
	best := -game.Infinity
	for _, m := range moves {
		var next ringState
		r.Play(&next, &s, m)
		best = max(best, -r.ringValue(append(path, next), depth-1, limit))
	}
	return best
}

func TestRepetitionOnEveryPath(t *testing.T) {
	const inexact = search.Foresight | search.Selective
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range 400 {
		rules := ring{randomGraph(random, 4+random.IntN(6))}
		depth := 1 + random.IntN(9)
		want := rules.ringValue([]ringState{{}}, depth, never)
		for _, o := range []search.Options{
			{Without: inexact, TableBytes: 1 << 14},
			{Without: inexact, TableBytes: 1},
			{Without: inexact | search.Table},
			{Without: inexact | search.PVS, TableBytes: 1 << 14},
		} {
			start := ringState{}
			r := search.New(rules, o).Search(context.Background(), &start, search.Query{Depth: depth}, search.Control{}, nil)
			if got := r.Score(); got != want && !(r.Exact() && r.Depth < depth) {
				t.Fatalf("seed %d round %d, %+v, depth %d, graph %v won %v: got %v, want %v",
					seed, round, o, depth, rules.graph.edges, rules.graph.won, got, want)
			}
			if r.Exact() && r.Score() == 0 {
				t.Fatalf("seed %d round %d: a draw by repetition called proven", seed, round)
			}
		}
	}
}

// TestRepetitionBeforeTheRoot searches a game in which a move leads back to a
// position before the root.
func TestRepetitionBeforeTheRoot(t *testing.T) {
	// From 1 the moves lead to 0 or 2; from either the other side moves to 3
	// and wins. But returning to 0 is a draw if 0 has occurred.
	rules := ring{&graph{edges: [][]uint8{{3}, {0, 2}, {3}, {3}}, won: []bool{false, false, false, true}}}
	start := ringState{node: 1, mover: game.Second, ply: 1}
	before := ringState{}
	for _, tt := range []struct {
		history []uint64
		want    game.Score
	}{
		{nil, game.LossIn(2)},
		{[]uint64{rules.Hash(&before)}, 0},
		{[]uint64{12345}, game.LossIn(2)},
	} {
		s := search.New(rules, search.Options{TableBytes: 1 << 12})
		r := s.Search(context.Background(), &start, search.Query{Depth: 6, History: tt.history}, search.Control{}, nil)
		if got := r.Score(); got != tt.want {
			t.Errorf("history %v: got %v, want %v", tt.history, got, tt.want)
		}
	}
}

// estimatedRing is a ring with an estimate of every node, for the side to move.
type estimatedRing struct {
	ring
	estimates []game.Score
}

func (r estimatedRing) Evaluate(s *ringState) game.Score { return r.estimates[s.node] }

// TestRepetitionAboveTheNode searches graphs that go wrong if the table keeps
// estimates that rest on a repetition higher up: the smallest such graphs
// found at random. The expected values come from plain minimax over all paths.
func TestRepetitionAboveTheNode(t *testing.T) {
	const inexact = search.Foresight | search.Selective
	for _, tt := range []struct {
		edges     [][]uint8
		estimates []game.Score
		depth     int
		want      game.Score
		o         search.Options
	}{
		{[][]uint8{{3, 1}, {2}, {1}, {2}}, []game.Score{0, -2, 1, -1}, 3, 2, search.Options{}},
		{[][]uint8{{1}, {4}, {0, 3, 4}, {0}, {5, 2, 6}, {2, 1}, {5, 3}}, []game.Score{-3, -2, -2, -1, 2, 3, -4}, 7, 0, search.Options{Threads: 2}},
	} {
		rules := estimatedRing{ring{&graph{tt.edges, make([]bool, len(tt.edges))}}, tt.estimates}
		tt.o.Without, tt.o.TableBytes = inexact, 1<<12
		for range 40 { // half of the runs with two threads share the node that matters
			s := search.New(rules, tt.o)
			s.SplitAlways()
			start := ringState{}
			r := s.Search(context.Background(), &start, search.Query{Depth: tt.depth}, search.Control{}, nil)
			if got := r.Score(); got != tt.want {
				t.Fatalf("%v, %+v: got %v, want %v", tt.edges, tt.o, got, tt.want)
			}
		}
	}
}

// limitedRing is a ring whose game is drawn after a number of plies.
type limitedRing struct {
	ring
	plies uint8
}

func (r limitedRing) Limit(s *ringState) (int, game.Status) {
	if s.ply < r.plies {
		return 0, game.Ongoing
	}
	return int(s.ply), game.Draw
}

func (limitedRing) LimitName(*ringState) string { return "" }
func (limitedRing) Patience(*ringState) int     { return 0 }

// TestLimit searches graphs with a limit of plies: the search respects it, and
// proves nothing that is false in the game without it.
func TestLimit(t *testing.T) {
	const inexact = search.Foresight | search.Selective
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	heeded := 0
	for round := range 1000 {
		rules := limitedRing{ring{randomGraph(random, 4+random.IntN(6))}, uint8(1 + random.IntN(6))}
		depth := 1 + random.IntN(9)
		path := []ringState{{}}
		want, truth := rules.ringValue(path, depth, rules.plies), rules.ringValue(path, 30, never)
		if want != rules.ringValue(path, depth, never) {
			heeded++
		}
		for _, o := range []search.Options{
			{Without: inexact | search.Table},
			{Without: inexact, TableBytes: 1 << 14},
			{TableBytes: 1 << 14},
		} {
			start := ringState{}
			r := search.New(rules, o).Search(context.Background(), &start, search.Query{Depth: depth}, search.Control{}, nil)
			if got := r.Score(); o.Without&search.Table != 0 && got != want && !(r.Exact() && r.Depth < depth) {
				t.Fatalf("seed %d round %d, depth %d, limit %d, graph %v won %v: got %v, want %v",
					seed, round, depth, rules.plies, rules.graph.edges, rules.graph.won, got, want)
			}
			if proof := r.Proof; proof&game.Lower != 0 && r.Score() > truth || proof&game.Upper != 0 && r.Score() < truth {
				t.Fatalf("seed %d round %d, %+v: %v is called proven (%v), the truth is %v", seed, round, o, r.Score(), proof, truth)
			}
		}
	}
	if heeded < 10 {
		t.Errorf("seed %d: only %d limits mattered", seed, heeded)
	}
}
