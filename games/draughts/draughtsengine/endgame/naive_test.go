package endgame

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// naive solves all positions of up to a number of pieces together, by repeated
// passes over all moves: the n-th round finds wins and losses in n plies. It is
// independent of materials, numbering and retrograde moves.
type naive struct {
	rules      draughts.Rules
	positions  []draughts.Position
	numbers    map[[3]uint64]int32
	successors [][]int32
	values     []Value
}

func solveNaively(r draughts.Rules, pieces int) *naive {
	n := &naive{rules: r, numbers: map[[3]uint64]int32{}}
	n.place(draughts.Position{}, 1, pieces)
	n.successors = make([][]int32, len(n.positions))
	n.values = make([]Value, len(n.positions))
	for i := range n.positions {
		p := &n.positions[i]
		moves, _ := r.Moves(p, nil)
		for _, m := range moves {
			var next draughts.Position
			r.Play(&next, p, m)
			n.successors[i] = append(n.successors[i], n.number(&next))
		}
	}
	for round := Value(1); n.round(round) || round < 3; round++ {
	}
	return n
}

// place adds all placements of at most pieces pieces on the squares from number
// on, where both sides have some.
func (n *naive) place(p draughts.Position, number, pieces int) {
	if number > n.rules.Size()*n.rules.Size()/2 {
		if p.Own != 0 && p.Opp != 0 {
			n.numbers[[3]uint64{p.Own, p.Opp, p.Kings}] = int32(len(n.positions))
			n.positions = append(n.positions, p)
		}
		return
	}
	n.place(p, number+1, pieces)
	if pieces == 0 {
		return
	}
	square := uint64(1) << n.rules.Square(number)
	for kind := range 4 {
		next := p
		if kind%2 == 0 {
			next.Own |= square
		} else {
			next.Opp |= square
		}
		if kind < 2 {
			next.Kings |= square
		} else if n.rules.CrownRow(game.Player(kind%2))&square != 0 {
			continue
		}
		n.place(next, number+1, pieces-1)
	}
}

// number returns the number of a position, or -1 if the side to move has no
// piece.
func (n *naive) number(p *draughts.Position) int32 {
	if p.Own == 0 {
		return -1
	}
	if p.Turn != game.First {
		*p = n.rules.Turned(p)
	}
	return n.numbers[[3]uint64{p.Own, p.Opp, p.Kings}]
}

// round finds the positions of value v and reports whether there are any.
func (n *naive) round(v Value) (found bool) {
	for i := range n.positions {
		if n.values[i] != 0 {
			continue
		}
		win, lost := false, true
		for _, next := range n.successors[i] {
			reply := Value(1)
			if next >= 0 {
				reply = n.values[next]
			}
			known := reply != 0 && reply < v
			win = win || known && reply.Outcome() < 0
			lost = lost && known && reply.Outcome() > 0
		}
		if win || lost {
			n.values[i], found = v, true
		}
	}
	return found
}

// solveAll solves all pairs of up to pieces pieces.
func solveAll(t testing.TB, r draughts.Rules, pieces int) *library {
	l, g := &library{rules: r}, newGeometry(r)
	for n := 2; n <= pieces; n++ {
		for _, m := range Pairs(n) {
			pair, err := newSolver(l, g, m).solve(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			l.keep(pair)
		}
	}
	return l
}

// TestSolve compares all values of two and three pieces with the naive
// solver's.
func TestSolve(t *testing.T) {
	for _, r := range all() {
		t.Run(r.String(), func(t *testing.T) {
			pieces := 3
			if r.Size() == 10 || testing.Short() {
				pieces = 2
			}
			n, l := solveNaively(r, pieces), solveAll(t, r, pieces)
			var longest Value
			for i := range n.positions {
				p := &n.positions[i]
				if got := l.value(p); got != n.values[i] {
					t.Fatalf("%s: %v, want %v", r.FormatPosition(p), got, n.values[i])
				}
				longest = max(longest, n.values[i])
			}
			t.Logf("%d positions, the longest end: %v", len(n.positions), longest)
		})
	}
}
