package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// maze is a game on a directed graph: a move goes along an edge, whoever owns
// the vertex moves, a vertex without edges ends the game, and a position that
// comes back is a draw, unless again says otherwise.
type maze struct {
	edges [][]int
	owner []game.Player
	end   []game.Status // for the owner
	again game.Status
}

// mazeState is a vertex and the number of moves that led there, which is no
// part of the position.
type mazeState struct{ at, plies int }

func newMaze(random *rand.Rand, vertices int) maze {
	m := maze{edges: make([][]int, vertices), owner: make([]game.Player, vertices), end: make([]game.Status, vertices)}
	for v := range vertices {
		m.owner[v] = game.Player(random.IntN(2))
		if random.IntN(5) == 0 {
			m.end[v] = game.Draw + game.Status(random.IntN(3))
			continue
		}
		m.edges[v] = random.Perm(vertices)[:1+random.IntN(3)]
	}
	return m
}

func (m maze) Moves(s *mazeState, buf []int) ([]int, game.Status) {
	return append(buf, m.edges[s.at]...), m.end[s.at]
}

func (m maze) Play(dst, src *mazeState, to int) { *dst = mazeState{to, src.plies + 1} }

func (m maze) ToMove(s *mazeState) game.Player { return m.owner[s.at] }

func (m maze) Hash(s *mazeState) uint64 { return uint64(s.at+1) * 0x9e3779b97f4a7c15 }

// NoisyMoves gives the edges to even vertices, which are as good as any.
func (m maze) NoisyMoves(s *mazeState, buf []int) []int {
	for _, to := range m.edges[s.at] {
		if to%2 == 0 {
			buf = append(buf, to)
		}
	}
	return buf
}

func (m maze) Repetition(s *mazeState) (int, game.Status) {
	if m.again == game.Ongoing {
		return s.plies, game.Draw
	}
	return s.plies, m.again
}

// forced returns the vertices from which side can force an end that is good
// enough for it, by going back from those ends: retrograde analysis.
func (m maze) forced(side game.Player, good func(game.Status) bool) map[int]bool {
	won := map[int]bool{}
	for grown := true; grown; {
		grown = false
		for v := range m.edges {
			if !won[v] && m.forces(side, v, won, good) {
				won[v], grown = true, true
			}
		}
	}
	return won
}

func (m maze) forces(side game.Player, v int, won map[int]bool, good func(game.Status) bool) bool {
	if st := m.end[v]; st.Over() {
		if m.owner[v] != side {
			st = st.Negate()
		}
		return good(st)
	}
	into := 0
	for _, to := range m.edges[v] {
		if won[to] {
			into++
		}
	}
	return into == len(m.edges[v]) || into > 0 && m.owner[v] == side
}

// first returns the value of v for the first player when play may not come
// back to the vertices of the line without a draw, by trying every line.
func (m maze) first(v int, line map[int]bool) int {
	if line[v] {
		return 0
	}
	sign := 1 - 2*int(m.owner[v])
	if st := m.end[v]; st.Over() {
		return sign * st.Score().Outcome()
	}
	line[v] = true
	defer delete(line, v)
	best := -1
	for _, to := range m.edges[v] {
		best = max(best, sign*m.first(to, line))
	}
	return sign * best
}

// TestProveInCircles asks one prover about all vertices of a maze, in random
// order, so that what it has found on one line meets all others.
func TestProveInCircles(t *testing.T) {
	seed := rand.Uint64()
	for round := range 150 {
		random := rand.New(rand.NewPCG(seed, uint64(round)))
		m := newMaze(random, 4+round%10)
		for set, options := range proofOptions() {
			prover := search.NewProver(m, options)
			for _, v := range append(random.Perm(len(m.edges)), random.Perm(len(m.edges))...) {
				side := m.owner[v]
				wins := m.forced(side, func(st game.Status) bool { return st == game.Win })
				loses := m.forced(side.Other(), func(st game.Status) bool { return st == game.Win })
				where := fmt.Sprintf("seed %d round %d %s: %+v from %d", seed, round, set, m, v)
				checkMaze(t, where, prover, v, nil, wins[v], !loses[v])
			}
		}
	}
}

func checkMaze(t *testing.T, where string, prover *search.Prover[mazeState, int, maze], v int, history []uint64, wins, draws bool) {
	t.Helper()
	pos := mazeState{v, len(history)}
	for goal, reached := range map[search.Goal]bool{search.ToWin: wins, search.ToDraw: draws} {
		r := prover.Prove(context.Background(), &pos, goal, search.Query{History: history}, search.Control{}, nil)
		if r.Verdict != verdictOf(reached) {
			t.Fatalf("%s to reach %d: got %v, want %v", where, goal, r.Verdict, verdictOf(reached))
		}
	}
}

// TestProveWithHistory walks through mazes and asks at every step what the
// position is worth given the walk, of a prover that has been asked the same
// without.
func TestProveWithHistory(t *testing.T) {
	seed := rand.Uint64()
	for round := range 3000 {
		random := rand.New(rand.NewPCG(seed, uint64(round)))
		m := newMaze(random, 4+round%6)
		prover := search.NewProver(m, search.ProofOptions{TableBytes: 1 << 12, Scout: uint64(round % 2 * 20)})
		at, line := mazeState{}, map[int]bool{}
		var history []uint64
		for !line[at.at] {
			value := m.first(at.at, line) * (1 - 2*int(m.owner[at.at]))
			where := fmt.Sprintf("seed %d round %d: %+v at %d after %v", seed, round, m, at.at, line)
			fresh := m.first(at.at, map[int]bool{}) * (1 - 2*int(m.owner[at.at]))
			checkMaze(t, where+" forgotten", prover, at.at, nil, fresh > 0, fresh >= 0)
			checkMaze(t, where, prover, at.at, history, value > 0, value >= 0)
			if m.end[at.at].Over() {
				break
			}
			history, line[at.at] = append(history, m.Hash(&at)), true
			m.Play(&at, &at, m.edges[at.at][random.IntN(len(m.edges[at.at]))])
		}
	}
}
