package textbook_test

import (
	"math"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/pig"
	"github.com/plywood-go/plywood/gametest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
	"github.com/plywood-go/plywood/textbook"
)

var chanceAlgorithms = []textbook.Chance{textbook.Expectiminimax, textbook.Star1, textbook.Star2}

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

// TestChance compares the algorithms with the definition on random trees. The move that
// they name has the value, and Star1 visits fewer positions. On these trees the probes of
// Star2, which are searched again, cost as much as they save.
func TestChance(t *testing.T) {
	random, d := seeded.Rand(t, 1), dicey{}
	options := textbook.ChanceOptions[diceyState]{Value: (*diceyState).value}
	var nodes [3]int
	for range 400 {
		s, depth := diceyState{seed: random.Uint64()}, 1+random.IntN(7)
		want := d.expect(&s, depth)
		for _, a := range chanceAlgorithms {
			options.Algorithm = a
			r := textbook.Expect(d, &s, depth, options)
			nodes[a] += r.Nodes
			if math.Abs(r.Value-want) > 1e-9 {
				t.Fatalf("%+v, depth %d, algorithm %d: %v, want %v", s, depth, a, r.Value, want)
			}
			if !r.HasBest {
				continue
			}
			var next diceyState
			d.Play(&next, &s, r.Best)
			v := d.expect(&next, depth-1)
			if d.ToMove(&next) != d.ToMove(&s) {
				v = -v
			}
			if math.Abs(v-want) > 1e-9 {
				t.Fatalf("%+v, depth %d, algorithm %d: move %d is worth %v, want %v", s, depth, a, r.Best, v, want)
			}
		}
	}
	if nodes[textbook.Star1]*3 > nodes[textbook.Expectiminimax]*2 || nodes[textbook.Star2]*4 > nodes[textbook.Expectiminimax]*5 {
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
		for _, a := range chanceAlgorithms {
			r := textbook.Expect(tt.tree, &listedState{}, 2, textbook.ChanceOptions[listedState]{Algorithm: a, Least: -400, Most: 400})
			if r.Best != tt.best || math.Abs(r.Value-tt.want) > 1e-9 {
				t.Errorf("algorithm %d: move %d, %v; want %d, %v", a, r.Best, r.Value, tt.best, tt.want)
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
