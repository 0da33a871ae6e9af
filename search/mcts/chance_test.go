package mcts_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/kit/testgames/pig"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/mcts"
	"github.com/plywood-go/plywood/textbook"
)

// solution holds the probability that the side to move wins, for each position where a
// player chooses.
type solution struct {
	rules  pig.Rules
	values []float64
}

// at returns the place of a position.
func (x *solution) at(own, opp, sum uint8) *float64 {
	n := x.rules.Target
	return &x.values[(int(own)*n+int(opp))*(n+6)+int(sum)]
}

// win returns the probability for s.
func (x *solution) win(s *pig.Position) float64 {
	own, opp := s.Scores[s.Turn&1], s.Scores[s.Turn&1^1]
	switch {
	case int(opp) >= x.rules.Target:
		return 0
	case int(own+s.Sum) >= x.rules.Target:
		return 1 // by holding
	}
	return *x.at(own, opp, s.Sum)
}

// value returns the value of s, from -1 to 1.
func (x *solution) value(s *pig.Position) float64 { return 2*x.win(s) - 1 }

// solvePig solves pig by value iteration.
func solvePig(rules pig.Rules) *solution {
	n := uint8(rules.Target)
	x := &solution{rules, make([]float64, int(n)*int(n)*int(n+6))}
	for change := 1.0; change > 1e-7; {
		change = 0
		for own := range n {
			for opp := range n {
				for sum := n - own; sum > 0; {
					sum--
					roll := 1 - *x.at(opp, own, 0)
					for face := uint8(2); face <= 6; face++ {
						if own+sum+face >= n {
							roll++
						} else {
							roll += *x.at(own, opp, sum+face)
						}
					}
					best := roll / 6
					if sum > 0 {
						best = max(best, 1-*x.at(opp, own+sum, 0))
					}
					v := x.at(own, opp, sum)
					change, *v = max(change, math.Abs(best-*v)), best
				}
			}
		}
	}
	return x
}

// TestPig compares searches of pig with value iteration: the move of Monte Carlo tree search
// keeps nearly all of the value, its estimate is close, and expectiminimax with exact values
// at the horizon finds them again.
func TestPig(t *testing.T) {
	rules := pig.Rules{Target: 15}
	value := solvePig(rules).value
	expect := func(s *pig.Position, depth int, a textbook.Algorithm, value func(s *pig.Position) float64) float64 {
		r := textbook.Expect(t.Context(), gametest.Gambling[pig.Position, pig.Move](rules, rules.ToMove(s), value), *s, depth, textbook.ChanceOptions{Algorithm: a})
		v, _ := r.Value.Float64()
		return v
	}
	chosen := 0
	for _, s := range []pig.Position{
		{}, {Scores: [2]uint8{0, 10}, Sum: 7}, {Scores: [2]uint8{8, 3}, Sum: 5}, {Scores: [2]uint8{12, 12}, Sum: 2}, {Scores: [2]uint8{4, 14}, Sum: 9},
	} {
		for depth := 2; depth <= 6; depth += 2 {
			for _, a := range textbook.ChanceAlgorithms() {
				v := expect(&s, depth, a, func(s *pig.Position) float64 {
					if s.Rolls { // a roll of the die ahead of the horizon
						return expect(s, 1, a, value)
					}
					return value(s)
				})
				if math.Abs(v-value(&s)) > 1e-6 {
					t.Errorf("%+v, depth %d, %s: %v, want %v", s, depth, a, v, value(&s))
				}
			}
		}
		searcher := mcts.New(rules, mcts.Options{Seed: 1})
		r := searcher.Search(context.Background(), &s, search.Query{Nodes: 400_000}, search.Control{}, nil)
		m, _ := r.Best()
		var next pig.Position
		rules.Play(&next, &s, m)
		kept := 1.0
		switch moves, status := rules.Moves(&next, nil); {
		case status.Over():
		case len(moves) == 6:
			kept = expect(&next, 1, textbook.Expectiminimax, value)
		default:
			kept = -value(&next)
		}
		if kept < value(&s)-0.03 {
			t.Errorf("%+v: %v keeps %v of %v", s, m, kept, value(&s))
		}
		p := 2/(1+math.Exp(-float64(r.Score())/100)) - 1
		if r.Proof == game.NoBound && math.Abs(p-value(&s)) > 0.1 {
			t.Errorf("%+v: estimated at %v, worth %v", s, p, value(&s))
		}
		if moves, _ := rules.Moves(&s, nil); len(moves) > 1 {
			chosen++
		}
	}
	if chosen < 4 {
		t.Error("there was nothing to choose")
	}
	// In the second position every number but 1 wins.
	for _, die := range []pig.Position{{Rolls: true}, {Scores: [2]uint8{12, 12}, Sum: 2, Rolls: true}} {
		r := mcts.New(rules, mcts.Options{}).Search(context.Background(), &die, search.Query{Nodes: 100_000}, search.Control{}, nil)
		if _, ok := r.Best(); ok || r.Proof != game.NoBound {
			t.Errorf("%+v has a best move, or is proven %v", die, r.Proof)
		}
	}
}

// TestNellerPresser computes the published value of the game to 100 points.
func TestNellerPresser(t *testing.T) {
	if v := solvePig(pig.Rules{Target: 100}).win(&pig.Position{}); math.Abs(v-0.5306) > 0.00005 {
		t.Errorf("the first player wins %.4f of the games, want 0.5306", v)
	}
}

// failing is pig whose die is forgotten after a number of questions, as by a script that has failed.
type failing struct {
	pig.Rules
	left *int
}

func (f failing) Chances(s *pig.Position, buf []float64) []float64 {
	if *f.left--; *f.left < 0 {
		return buf
	}
	return f.Rules.Chances(s, buf)
}

func (f failing) Play(dst, src *pig.Position, m pig.Move) {
	if all, _ := f.Moves(src, nil); !slices.Contains(all, m) {
		panic(m)
	}
	f.Rules.Play(dst, src, m)
}

// TestForgottenDie checks that no move is played that the rules do not have.
func TestForgottenDie(t *testing.T) {
	for n := range 200 {
		rules := failing{pig.Rules{Target: 15}, &n}
		start := rules.Start()
		mcts.New(rules, mcts.Options{}).Search(t.Context(), &start, search.Query{Nodes: 2000}, search.Control{}, nil)
	}
}
