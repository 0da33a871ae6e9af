package path_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// roads is a puzzle on a random graph: a state is a place, a move is a road.
type roads struct {
	out  [][]road
	goal []bool
}

type road struct{ to, cost int }

func (r *roads) Moves(s *int, buf []int) ([]int, game.Status) {
	switch {
	case r.goal[*s]:
		return buf, game.Win
	case len(r.out[*s]) == 0:
		return buf, game.Loss
	}
	for i := range r.out[*s] {
		buf = append(buf, *s<<8|i)
	}
	return buf, game.Ongoing
}

func (r *roads) Play(dst, src *int, m int) { *dst = r.out[*src][m&255].to }
func (r *roads) ToMove(*int) game.Player   { return game.First }
func (r *roads) Hash(s *int) uint64        { return uint64(*s / 2) } // collides
func (r *roads) Goal(s *int) bool          { return r.goal[*s] }
func (r *roads) Goals(buf []int) []int {
	for s, goal := range r.goal {
		if goal {
			buf = append(buf, s)
		}
	}
	return buf
}

func (r *roads) Retractions(s *int, buf []int) []int {
	for from, out := range r.out {
		for i, o := range out {
			if o.to == *s && !r.goal[from] {
				buf = append(buf, from<<8|i)
				break
			}
		}
	}
	return buf
}

func (r *roads) Retract(dst, _ *int, m int) { *dst = m >> 8 }

// tolls are roads with costs.
type tolls struct{ roads }

func (r *tolls) Cost(s *int, m int) int { return r.out[*s][m&255].cost }

// guided are roads with signposts.
type guided struct {
	roads
	rest []int
}

func (r *guided) Estimate(s *int) int { return r.rest[*s] }

// guidedTolls are tolls with signposts.
type guidedTolls struct {
	tolls
	rest []int
}

func (r *guidedTolls) Estimate(s *int) int { return r.rest[*s] }

// twoWay are roads that lead both ways.
type twoWay struct{ roads }

func (r *twoWay) Inverse(m int) int {
	from, to := m>>8, r.out[m>>8][m&255].to
	return to<<8 | slices.IndexFunc(r.out[to], func(o road) bool { return o.to == from })
}

// build returns a random graph, with roads both ways if both is set.
func build(rng *rand.Rand, both bool) roads {
	n := 2 + rng.IntN(11)
	r := roads{out: make([][]road, n), goal: make([]bool, n)}
	for range rng.IntN(3 * n) {
		from, to, cost := rng.IntN(n), rng.IntN(n), max(0, rng.IntN(6)-2)
		if from == to || slices.ContainsFunc(r.out[from], func(o road) bool { return o.to == to }) {
			continue
		}
		r.out[from] = append(r.out[from], road{to, cost})
		if both && !slices.ContainsFunc(r.out[to], func(o road) bool { return o.to == from }) {
			r.out[to] = append(r.out[to], road{from, cost})
		}
	}
	for range rng.IntN(3) {
		r.goal[rng.IntN(n)] = true
	}
	return r
}

// distances returns the true distance of every place, by relaxing all roads
// until nothing changes (Bellman-Ford).
func distances(r *roads, cost func(road) int) []int {
	d := make([]int, len(r.out))
	for s := range d {
		if !r.goal[s] {
			d[s] = path.Infinite
		}
	}
	for changed := true; changed; {
		changed = false
		for s, out := range r.out {
			for _, o := range out {
				if !r.goal[s] && d[o.to] < path.Infinite && d[o.to]+cost(o) < d[s] {
					d[s], changed = d[o.to]+cost(o), true
				}
			}
		}
	}
	return d
}

// signposts returns estimates that are admissible and seldom consistent.
func signposts(rng *rand.Rand, d []int) []int {
	h := make([]int, len(d))
	for s := range h {
		switch {
		case d[s] < path.Infinite:
			h[s] = rng.IntN(d[s] + 1)
		case rng.IntN(2) == 0:
			h[s] = path.Infinite
		default:
			h[s] = rng.IntN(9)
		}
	}
	return h
}

// trial is a puzzle with its true distances.
type trial struct {
	name   string
	puzzle path.Puzzle[int, int]
	roads  *roads
	truth  []int
	unit   bool
}

func trials(rng *rand.Rand) []trial {
	plain, tolled, both := build(rng, false), build(rng, false), build(rng, true)
	one := func(road) int { return 1 }
	dPlain, dTolled := distances(&plain, one), distances(&tolled, func(o road) int { return o.cost })
	return []trial{
		{"plain", &plain, &plain, dPlain, true},
		{"guided", &guided{plain, signposts(rng, dPlain)}, &plain, dPlain, true},
		{"tolls", &tolls{tolled}, &tolled, dTolled, false},
		{"guided tolls", &guidedTolls{tolls{tolled}, signposts(rng, dTolled)}, &tolled, dTolled, false},
		{"two ways", &twoWay{both}, &both, distances(&both, one), true},
	}
}

// judge returns an error that describes what is wrong with a result.
func (tr *trial) judge(start int, q path.Query, r *path.Result[int]) error {
	truth := tr.truth[start]
	if r.Lower > truth {
		return fmt.Errorf("claims that a solution costs at least %d", r.Lower)
	}
	if !r.Found {
		if r.Stopped == search.Solved && truth < path.Infinite {
			return fmt.Errorf("finds none")
		}
		return nil
	}
	s, cost := start, 0
	for _, m := range r.Moves {
		if m>>8 != s {
			return fmt.Errorf("the moves %v do not follow on each other", r.Moves)
		}
		if tr.unit {
			cost++
		} else {
			cost += tr.roads.out[s][m&255].cost
		}
		tr.roads.Play(&s, &s, m)
	}
	switch {
	case !tr.roads.goal[s]:
		return fmt.Errorf("the moves %v reach no goal", r.Moves)
	case cost != r.Cost:
		return fmt.Errorf("the moves %v cost %d, not %d", r.Moves, cost, r.Cost)
	case r.Optimality() == path.Optimal && cost != truth:
		return fmt.Errorf("cost %d is called optimal", cost)
	case r.Optimality() == path.Bounded && float64(cost) > r.Factor()*float64(truth):
		return fmt.Errorf("cost %d is called at most %v times the least", cost, r.Factor())
	case q.Depth > 0 && len(r.Moves) > q.Depth:
		return fmt.Errorf("%d moves, more than %d", len(r.Moves), q.Depth)
	}
	return nil
}

// best reports whether an algorithm promises a cheapest solution of tr.
func (tr *trial) best(a path.Algorithm) bool {
	switch a {
	case path.UniformCost, path.AStar, path.IDAStar, path.Auto:
		return true
	case path.BreadthFirst, path.Deepening, path.Bidirectional, path.Frontier:
		return tr.unit
	}
	return false
}

// TestOracle compares every algorithm, with every option, with the true
// distances of random graphs with cycles, free moves, dead ends, and several
// goals or none.
func TestOracle(t *testing.T) {
	rng := seeded.Rand(t, 1)
	for range rounds(600) {
		for _, tr := range trials(rng) {
			for _, a := range path.Algorithms() {
				tr.run(t, rng, path.Options{
					Algorithm: a, Weight: 1 + rng.Float64()*3, Width: 1 + rng.IntN(4), TableBytes: rng.IntN(2) * (1 << rng.IntN(15)),
				})
			}
		}
	}
}

// TestTable tests IDA* with a table on graphs with many free roads, where the
// proof of a position may rest on the path to it.
func TestTable(t *testing.T) {
	rng := seeded.Rand(t, 2)
	for range rounds(4_000) {
		for _, tr := range trials(rng)[2:4] {
			tr.run(t, rng, path.Options{Algorithm: path.IDAStar, TableBytes: 1 << 12})
		}
	}
}

// rounds returns how many of n graphs to test.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// enough is more positions than any search of these graphs generates, if it
// ends.
const enough = 1_000_000

// endless reports whether a search may not end: deepening runs in circles
// where there is no goal, depth-first search tries all orders of places.
func (tr *trial) endless(a path.Algorithm, start int) bool {
	return a == path.DepthFirst || tr.truth[start] == path.Infinite && (a == path.Deepening || a == path.IDAStar)
}

// run searches tr from a random start with random limits.
func (tr *trial) run(t *testing.T, rng *rand.Rand, o path.Options) {
	t.Helper()
	p, err := path.New(tr.puzzle, o)
	if err != nil {
		return // TestUnfit checks which may fail
	}
	start := rng.IntN(len(tr.truth))
	q := path.Query{Nodes: enough}
	switch rng.IntN(4) {
	case 0:
		q.Depth = 1 + rng.IntN(6)
		if truth := tr.truth[start]; truth > 0 && truth < path.Infinite {
			q.Depth = truth // just enough if moves cost 1
		}
	case 1:
		q.Nodes = 1 + rng.Uint64N(30)
	case 2:
		q.Bytes = 1 + rng.IntN(200_000)
	}
	if tr.endless(o.Algorithm, start) || q.Bytes > 0 {
		q.Nodes = min(q.Nodes, 2000)
	}
	r := p.Search(context.Background(), &start, q, search.Control{}, nil)
	err = tr.judge(start, q, &r)
	if err == nil && q.Bytes == 0 && (q.Nodes == enough || tr.endless(o.Algorithm, start) && r.Stopped != search.NodeLimit) {
		err = tr.judgeWhole(start, q, o, &r)
	}
	if err != nil {
		t.Fatalf("%s, %+v, %+v, from %d of %v, goals %v, distances %v: %v\n%+v",
			tr.name, o, q, start, tr.roads.out, tr.roads.goal, tr.truth, err, r)
	}
}

// judgeWhole returns an error that describes what is wrong with a result that
// only the depth limit has cut short.
func (tr *trial) judgeWhole(start int, q path.Query, o path.Options, r *path.Result[int]) error {
	truth := tr.truth[start]
	switch {
	case q.Depth > 0:
		if tr.unit && !r.Found && q.Depth >= truth {
			return fmt.Errorf("finds no solution of %d moves", truth)
		}
	case truth == path.Infinite:
		if !r.Unsolvable() {
			return fmt.Errorf("does not see that there is no solution")
		}
	case !r.Found:
		return fmt.Errorf("finds no solution")
	case tr.best(o.Algorithm) && r.Optimality() != path.Optimal:
		return fmt.Errorf("does not say that its solution of cost %d is optimal", r.Cost)
	case o.Algorithm == path.WeightedAStar && float64(r.Cost) > o.Weight*float64(truth):
		return fmt.Errorf("cost %d, more than %v times the least", r.Cost, o.Weight)
	}
	return nil
}

// TestUnfit checks which algorithms need more than rules.
func TestUnfit(t *testing.T) {
	rng := seeded.Rand(t, 1)
	unfit := map[string][]path.Algorithm{
		"plain": {path.Frontier, path.Own}, "guided": {path.Frontier, path.Own}, "two ways": {path.Own},
		"tolls": {path.Bidirectional, path.Frontier, path.Own}, "guided tolls": {path.Bidirectional, path.Frontier, path.Own},
	}
	for _, tr := range trials(rng) {
		for _, a := range path.Algorithms() {
			_, err := path.New(tr.puzzle, path.Options{Algorithm: a})
			if want := slices.Contains(unfit[tr.name], a); (err != nil) != want {
				t.Errorf("%s by %s: error %v", tr.name, a, err)
			}
		}
	}
}

// TestCensus compares the counts of Census with those by Bellman-Ford.
func TestCensus(t *testing.T) {
	rng := seeded.Rand(t, 1)
	for range 200 {
		tr := trials(rng)[0]
		var want []uint64
		for _, d := range tr.truth {
			for d < path.Infinite && len(want) <= d {
				want = append(want, 0)
			}
			if d < path.Infinite {
				want[d]++
			}
		}
		got, err := path.Census(context.Background(), tr.puzzle)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, goals %v: got %v, %v, want %v", tr.roads.out, tr.roads.goal, got, err, want)
		}
	}
}

// TestEnds stops a search of an endless graph by every limit.
func TestEnds(t *testing.T) {
	endless := &roads{out: make([][]road, 1<<16), goal: make([]bool, 1<<16)}
	for s := range endless.out {
		endless.out[s] = []road{{to: (2*s + 1) & 0xffff}, {to: (2*s + 2) & 0xffff}}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		ctx  context.Context
		q    path.Query
		c    search.Control
		want search.Stop
	}{
		{cancelled, path.Query{}, search.Control{}, search.Interrupted},
		{context.Background(), path.Query{Nodes: 5000}, search.Control{}, search.NodeLimit},
		{context.Background(), path.Query{}, search.Control{Time: time.Microsecond}, search.TimeLimit},
		{context.Background(), path.Query{Depth: 10}, search.Control{}, search.DepthLimit},
	}
	for _, a := range path.Algorithms() {
		p, err := path.New[int, int](endless, path.Options{Algorithm: a})
		if err != nil {
			continue
		}
		for _, tt := range tests {
			start := 0
			r := p.Search(tt.ctx, &start, tt.q, tt.c, nil)
			exhaustible := a != path.IDAStar && a != path.Deepening && tt.c.Time > 0 // a fast machine may finish
			if r.Stopped != tt.want && !(exhaustible && r.Unsolvable()) && !(a == path.Bidirectional && r.Unsolvable()) {
				t.Errorf("%s, %+v: stopped by %v, want %v", a, tt.q, r.Stopped, tt.want)
			}
			if tt.q.Nodes > 0 && r.Generated > tt.q.Nodes+2 {
				t.Errorf("%s: %d positions of %d", a, r.Generated, tt.q.Nodes)
			}
		}
	}
}

// TestMemory checks that Auto runs A* while memory lasts, then IDA*.
func TestMemory(t *testing.T) {
	line := &roads{out: make([][]road, 20000), goal: make([]bool, 20000)}
	for s := range 4999 { // with three dead ends beside each
		line.out[s] = []road{{5000 + 3*s, 1}, {5001 + 3*s, 1}, {5002 + 3*s, 1}, {s + 1, 1}}
	}
	line.goal[4999] = true
	start := 0
	for a, want := range map[path.Algorithm]search.Stop{path.AStar: search.MemoryLimit, path.Auto: search.NodeLimit} {
		p, err := path.New[int, int](line, path.Options{Algorithm: a})
		if err != nil {
			t.Fatal(err)
		}
		r := p.Search(context.Background(), &start, path.Query{Bytes: 200_000, Nodes: 100_000}, search.Control{}, nil)
		if r.Stopped != want || r.Found || r.Lower < 400 || r.Lower > 4999 {
			t.Errorf("%s: %+v, want it stopped by %v with a bound", a, r, want)
		}
	}
}

// TestLongLine checks that the line of a depth-first search respects the
// memory limit.
func TestLongLine(t *testing.T) {
	start := 0
	for _, a := range []path.Algorithm{path.DepthFirst, path.IDAStar} {
		p, err := path.New[int, int](testgames.Endless{}, path.Options{Algorithm: a})
		if err != nil {
			t.Fatal(err)
		}
		r := p.Search(t.Context(), &start, path.Query{Bytes: 1 << 20, Nodes: 20_000}, search.Control{}, nil)
		if r.Stopped != search.MemoryLimit || r.Generated < 4000 {
			t.Errorf("%s: stopped by %v after %d positions, want memory after some thousands", a, r.Stopped, r.Generated)
		}
	}
}

// TestFreeCircle has a table that sees position 2 first after position 1, from
// where it leads only back, and in the same iteration on the cheapest way to
// the goal.
func TestFreeCircle(t *testing.T) {
	circle := &guidedTolls{tolls{roads{
		out:  [][]road{{{1, 2}, {4, 1}}, {{2, 0}, {3, 5}}, {{1, 0}}, nil, {{2, 0}}},
		goal: []bool{3: true, 4: false},
	}}, []int{0, 4, 0, 0, 5}}
	p, err := path.New[int, int](circle, path.Options{Algorithm: path.IDAStar, TableBytes: 1 << 12})
	if err != nil {
		t.Fatal(err)
	}
	start := 0
	r := p.Search(context.Background(), &start, path.Query{}, search.Control{}, nil)
	if r.Cost != 6 || r.Optimality() != path.Optimal {
		t.Errorf("got %v, want cost 6, optimal", &r)
	}
}

// TestBook compares the textbook's procedures with the true distances, and A*
// with the textbook's.
func TestBook(t *testing.T) {
	rng := seeded.Rand(t, 3)
	for range rounds(300) {
		tr := trials(rng)[3]
		start := rng.IntN(len(tr.truth))
		if tr.truth[start] == path.Infinite {
			continue
		}
		problem := tr.puzzle.(*guidedTolls)
		for _, a := range []pathbook.Algorithm{pathbook.UniformCost, pathbook.AStar, pathbook.IDAStar} {
			r := pathbook.Run[int, int](context.Background(), a, problem, start, pathbook.Options{})
			if r.Goal == nil || r.Goal.G != tr.truth[start] {
				t.Fatalf("from %d of %v, goals %v: %s finds %+v, want %d", start, tr.roads.out, tr.roads.goal, a, r.Goal, tr.truth[start])
			}
		}
	}
}
