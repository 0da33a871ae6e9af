package textbook_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/kit/testgames/pig"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
	"github.com/plywood-go/plywood/textbook"
)

// expected searches s by rules, with the side to move as MAX, and returns its value.
func expected[S any, M comparable, R gametest.ChanceRules[S, M]](t *testing.T, rules R, s *S, depth int, value func(s *S) float64, o textbook.ChanceOptions) (float64, textbook.Expected) {
	t.Helper()
	r := textbook.Expect(t.Context(), gametest.Gambling[S, M](rules, rules.ToMove(s), value), *s, depth, o)
	v, _ := r.Value.Float64()
	return v, r
}

// dicey is a game on an infinite random tree: a state is a random number, from which all
// follows. Some values lie at the ends of their range.
type dicey struct{}

type diceyState struct{ seed, depth uint64 }

// part returns a number from 0 to n-1 that depends on the state.
func (s *diceyState) part(salt, n uint64) uint64 {
	x := s.seed ^ salt*0x9e3779b97f4a7c15
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return x % n
}

func (s *diceyState) value() float64 { return float64(s.part(3, 9))/4 - 1 }

func (dicey) Moves(s *diceyState, buf []int) ([]int, game.Status) {
	if s.depth > 0 && s.part(1, 8) == 0 {
		return buf, []game.Status{game.Win, game.Loss, game.Draw}[s.part(2, 3)]
	}
	for i := range 1 + s.part(4, 4) {
		buf = append(buf, int(i))
	}
	return buf, game.Ongoing
}

func (dicey) Play(dst, src *diceyState, m int) {
	*dst = diceyState{src.seed*6364136223846793005 + uint64(m)*1442695040888963407 + 1, src.depth + 1}
}
func (dicey) ToMove(s *diceyState) game.Player { return game.Player(s.part(5, 2)) }
func (dicey) Hash(s *diceyState) uint64        { return s.seed + s.depth }

func (d dicey) Chances(s *diceyState, buf []float64) []float64 {
	if s.part(6, 2) == 0 {
		return buf
	}
	moves, _ := d.Moves(s, nil)
	sum := 0.0
	for i := range moves {
		sum += float64(1 + s.part(uint64(10+i), 5))
	}
	for i := range moves {
		buf = append(buf, float64(1+s.part(uint64(10+i), 5))/sum)
	}
	return buf
}

// expect returns the value of s by the definition.
func (d dicey) expect(s *diceyState, depth int) float64 {
	moves, status := d.Moves(s, nil)
	switch {
	case status.Over():
		return float64(status.Score().Outcome())
	case depth == 0:
		return s.value()
	}
	chances := d.Chances(s, nil)
	mean, best := 0.0, math.Inf(-1)
	for i, m := range moves {
		var next diceyState
		d.Play(&next, s, m)
		v := d.expect(&next, depth-1)
		if d.ToMove(&next) != d.ToMove(s) {
			v = -v
		}
		best = max(best, v)
		if len(chances) > 0 {
			mean += chances[i] * v
		}
	}
	if len(chances) > 0 {
		return mean
	}
	return best
}

// below returns the value of a position below s, by its path, for the side to move in s.
func (d dicey) below(s diceyState, path []int, depth int) float64 {
	first := d.ToMove(&s)
	for _, m := range path {
		d.Play(&s, &s, m)
	}
	v := d.expect(&s, depth-len(path))
	if d.ToMove(&s) != first {
		return -v
	}
	return v
}

// chanceTally checks the events of a search: what each node is left with is true, and what is cut
// off is not visited.
type chanceTally struct {
	t      *testing.T
	truth  func(path []int) float64
	paths  [][]int // by visit
	counts textbook.Counts
	pruned map[[2]int]bool // by the visit of the parent and the child's index
}

func (c *chanceTally) observe(e textbook.ExactEvent) {
	number := func() float64 {
		v, _ := e.Number.Float64()
		return v
	}
	switch e.Kind {
	case event.Enter:
		c.counts.Nodes++
		var path []int
		if e.Parent >= 0 {
			path = append(slices.Clone(c.paths[e.Parent]), e.Index)
		}
		c.paths = append(c.paths, path)
		if c.pruned[[2]int{e.Parent, e.Index}] {
			c.t.Fatalf("%v is cut off, and then visited", path)
		}
	case event.Static:
		c.counts.Leaves++
	case event.Cutoff:
		c.counts.Cutoffs++
	case event.Pruned:
		c.pruned[[2]int{e.Node, e.Child}] = true
	case event.Leave:
		path := c.paths[e.Node]
		truth := c.truth(path)
		wrong := e.Bound&game.Lower != 0 && truth < number()-1e-9 || e.Bound&game.Upper != 0 && truth > number()+1e-9
		if wrong || e.Bound == game.NoBound {
			c.t.Fatalf("%v is called %v %v, and is worth %v", path, e.Bound, number(), truth)
		}
	case event.Outcome:
		low, _ := e.Alpha.Float64()
		high, _ := e.Beta.Float64()
		if truth := c.truth(c.paths[e.Node]); truth < low-1e-9 || truth > high+1e-9 {
			c.t.Fatalf("the mean of %v is said to lie from %v to %v, and is %v", c.paths[e.Node], low, high, truth)
		}
	}
}

// TestChance compares the algorithms with the definition on random trees, at every node and for
// windows at the root. The move that they name has the value, and Star1 visits fewer positions.
func TestChance(t *testing.T) {
	random, d := seeded.Rand(t, 1), dicey{}
	nodes := map[textbook.Algorithm]int{}
	for range 400 {
		s, depth := diceyState{seed: random.Uint64()}, 1+random.IntN(7)
		want := d.expect(&s, depth)
		known := map[string]float64{}
		truth := func(path []int) float64 {
			key := fmt.Sprint(path)
			if _, ok := known[key]; !ok {
				known[key] = d.below(s, path, depth)
			}
			return known[key]
		}
		for _, a := range textbook.ChanceAlgorithms() {
			tally := &chanceTally{t: t, truth: truth, pruned: map[[2]int]bool{}}
			v, r := expected(t, d, &s, depth, (*diceyState).value, textbook.ChanceOptions{Algorithm: a, Observer: tally.observe})
			nodes[a] += r.Nodes
			if math.Abs(v-want) > 1e-9 || r.Bound != game.Exact {
				t.Fatalf("%+v, depth %d, %s: %v %v, want %v", s, depth, a, r.Bound, v, want)
			}
			if r.Counts != tally.counts {
				t.Fatalf("%s: counts %+v, events %+v", a, r.Counts, tally.counts)
			}
			if r.Best >= 0 && math.Abs(truth([]int{r.Best})-want) > 1e-9 {
				t.Fatalf("%+v, depth %d, %s: move %d is worth %v, want %v", s, depth, a, r.Best, truth([]int{r.Best}), want)
			}
			alpha := big.NewRat(int64(random.IntN(9)-5), 4)
			beta := new(big.Rat).Add(alpha, big.NewRat(int64(1+random.IntN(3)), 4))
			tally = &chanceTally{t: t, truth: truth, pruned: map[[2]int]bool{}}
			v, r = expected(t, d, &s, depth, (*diceyState).value, textbook.ChanceOptions{Algorithm: a, Alpha: alpha, Beta: beta, Observer: tally.observe})
			low, _ := alpha.Float64()
			high, _ := beta.Float64()
			switch {
			case r.Bound&game.Lower != 0 && want < v-1e-9 || r.Bound&game.Upper != 0 && want > v+1e-9:
				t.Fatalf("%+v, depth %d, %s, window (%v, %v): %v %v, want %v", s, depth, a, low, high, r.Bound, v, want)
			case want > low+1e-9 && want < high-1e-9 && r.Bound != game.Exact:
				t.Fatalf("%+v, depth %d, %s, window (%v, %v): only a bound of %v", s, depth, a, low, high, want)
			}
		}
	}
	if plain, star1, star2 := nodes[textbook.Expectiminimax], nodes[textbook.Star1], nodes[textbook.Star2]; star1*3 > plain*2 || star2*4 > plain*5 {
		t.Errorf("nodes of expectiminimax, Star1 and Star2: %v", nodes)
	}
}

// listed is a game on a tree that is written out: MAX chooses an event, the event a leaf.
type listed [][][2]float64 // of each event, the chance and the value of its outcomes

type listedState struct{ event, outcome int } // from 1; 0 is not chosen yet

func (l listed) Moves(s *listedState, buf []int) ([]int, game.Status) {
	switch {
	case s.outcome > 0:
		return buf, game.Final(int(l[s.event-1][s.outcome-1][1]))
	case s.event > 0:
		for i := range l[s.event-1] {
			buf = append(buf, i+1)
		}
	default:
		for i := range l {
			buf = append(buf, i+1)
		}
	}
	return buf, game.Ongoing
}

func (listed) Play(dst, src *listedState, m int) {
	if *dst = *src; src.event == 0 {
		dst.event = m
	} else {
		dst.outcome = m
	}
}
func (listed) ToMove(*listedState) game.Player { return game.First }
func (listed) Hash(s *listedState) uint64      { return uint64(s.event)<<32 | uint64(s.outcome) }
func (l listed) Chances(s *listedState, buf []float64) []float64 {
	if s.event > 0 {
		for _, o := range l[s.event-1] {
			buf = append(buf, o[0])
		}
	}
	return buf
}

// TestMonotoneIsNotEnough has the two trees of Russell and Norvig (Artificial Intelligence,
// the section on evaluation in games of chance): an order-preserving change of the leaves
// changes the best move.
func TestMonotoneIsNotEnough(t *testing.T) {
	for _, tt := range []struct {
		tree listed
		best int
		want float64
	}{
		{listed{{{0.9, 2}, {0.1, 3}}, {{0.9, 1}, {0.1, 4}}}, 1, 2.1},
		{listed{{{0.9, 20}, {0.1, 30}}, {{0.9, 1}, {0.1, 400}}}, 2, 40.9},
	} {
		for _, a := range textbook.ChanceAlgorithms() {
			v, r := expected(t, tt.tree, &listedState{}, 2, nil, textbook.ChanceOptions{Algorithm: a, Least: big.NewRat(-400, 1), Most: big.NewRat(400, 1)})
			if r.Best != tt.best-1 || math.Abs(v-tt.want) > 1e-9 {
				t.Errorf("%s: move %d, %v; want %d, %v", a, r.Best, v, tt.best-1, tt.want)
			}
		}
	}
}

func TestPigLaws(t *testing.T) {
	gametest.Test(t, pig.Rules{Target: 20}, gametest.Config[pig.Position, pig.Move]{Games: 20})
}

// TestSearchesRefuseChance checks that searches for players alone do not take the die for a
// player.
func TestSearchesRefuseChance(t *testing.T) {
	rules := pig.Rules{Target: 10}
	for name, create := range map[string]func(){
		"search":   func() { search.New(rules, search.Options{}) },
		"prove":    func() { prove.New(rules, prove.Options{}) },
		"textbook": func() { textbook.New[pig.Position, pig.Move](textbook.AlphaBeta, rules, textbook.Options{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s takes a game of chance", name)
				}
			}()
			create()
		}()
	}
}
