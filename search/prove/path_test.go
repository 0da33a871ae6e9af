package prove_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

// maze is a maze with a retrograde solver.
type maze struct{ testgames.Maze }

// forced returns the vertices from which side can force an end that good
// accepts, by retrograde analysis from those ends.
func (m maze) forced(side game.Player, good func(game.Status) bool) map[int]bool {
	won := map[int]bool{}
	for grown := true; grown; {
		grown = false
		for v := range m.Edges {
			if !won[v] && m.forces(side, v, won, good) {
				won[v], grown = true, true
			}
		}
	}
	return won
}

func (m maze) forces(side game.Player, v int, won map[int]bool, good func(game.Status) bool) bool {
	if st := m.End[v]; st.Over() {
		if m.Owner[v] != side {
			st = st.Negate()
		}
		return good(st)
	}
	into := 0
	for _, to := range m.Edges[v] {
		if won[to] {
			into++
		}
	}
	return into == len(m.Edges[v]) || into > 0 && m.Owner[v] == side
}

// TestProveInCircles asks one prover about all vertices of a maze in random
// order, so that findings on one line are used on all others.
func TestProveInCircles(t *testing.T) {
	seed := rand.Uint64()
	for round := range 150 {
		random := rand.New(rand.NewPCG(seed, uint64(round)))
		m := maze{testgames.NewMaze(random, 4+round%10)}
		for set, options := range proofOptions() {
			prover := prove.New(m, options)
			for _, v := range append(random.Perm(len(m.Edges)), random.Perm(len(m.Edges))...) {
				side := m.Owner[v]
				wins := m.forced(side, func(st game.Status) bool { return st == game.Win })
				loses := m.forced(side.Other(), func(st game.Status) bool { return st == game.Win })
				where := fmt.Sprintf("seed %d round %d %s: %+v from %d", seed, round, set, m, v)
				checkMaze(t, where, prover, v, nil, wins[v], !loses[v])
			}
		}
	}
}

func checkMaze(t *testing.T, where string, prover *prove.Prover[testgames.MazeState, int], v int, history []uint64, wins, draws bool) {
	t.Helper()
	pos := testgames.MazeState{At: v, Plies: len(history)}
	for goal, reached := range map[prove.Goal]bool{prove.ToWin: wins, prove.ToDraw: draws} {
		r := prover.Prove(context.Background(), &pos, goal, search.Query{History: history}, search.Control{}, nil)
		if r.Verdict != verdictOf(reached) {
			t.Fatalf("%s to reach %d: got %v, want %v", where, goal, r.Verdict, verdictOf(reached))
		}
	}
}

// TestProveWithHistory walks through mazes and proves each position with the
// walk as history. The prover has answered the same question without history
// before.
func TestProveWithHistory(t *testing.T) {
	seed := rand.Uint64()
	for round := range 20_000 {
		random := rand.New(rand.NewPCG(seed, uint64(round)))
		m := judged{testgames.NewMaze(random, 4+round%14), slices.Repeat([]game.Status{game.Draw}, 4+round%14)}
		prover := prove.New(m.Maze, prove.Options{TableBytes: 1 << 12, Scout: []int{-1, 0, 20}[round%3]})
		at, line := testgames.MazeState{}, map[int]bool{}
		var history []uint64
		for !line[at.At] {
			value := m.value(at.At, line)
			where := fmt.Sprintf("seed %d round %d: %+v at %d after %v", seed, round, m, at.At, line)
			fresh := m.value(at.At, map[int]bool{})
			checkMaze(t, where+" forgotten", prover, at.At, nil, fresh > 0, fresh >= 0)
			checkMaze(t, where, prover, at.At, history, value > 0, value >= 0)
			if m.End[at.At].Over() {
				break
			}
			history, line[at.At] = append(history, m.Hash(&at)), true
			m.Play(&at, &at, m.Edges[at.At][random.IntN(len(m.Edges[at.At]))])
		}
	}
}
