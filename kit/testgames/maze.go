package testgames

import (
	"math/rand/v2"

	"github.com/plywood-go/plywood/game"
)

// Maze is a game on a directed graph. The owner of the vertex moves along an edge. A
// vertex without edges ends the game. A repeated position is a draw unless Again says
// otherwise.
type Maze struct {
	Edges [][]int
	Owner []game.Player
	End   []game.Status // for the owner
	Again game.Status
}

// MazeState is a vertex and the number of moves played, which is not part of the
// position.
type MazeState struct{ At, Plies int }

// NewMaze returns a random maze with the given number of vertices.
func NewMaze(random *rand.Rand, vertices int) Maze {
	m := Maze{Edges: make([][]int, vertices), Owner: make([]game.Player, vertices), End: make([]game.Status, vertices)}
	for v := range vertices {
		m.Owner[v] = game.Player(random.IntN(2))
		if random.IntN(5) == 0 {
			m.End[v] = game.Draw + game.Status(random.IntN(3))
			continue
		}
		m.Edges[v] = random.Perm(vertices)[:1+random.IntN(3)]
	}
	return m
}

// Moves appends the vertices that edges lead to.
func (m Maze) Moves(s *MazeState, buf []int) ([]int, game.Status) {
	return append(buf, m.Edges[s.At]...), m.End[s.At]
}

// Play goes to a vertex.
func (m Maze) Play(dst, src *MazeState, to int) { *dst = MazeState{to, src.Plies + 1} }

// ToMove returns the owner of the vertex.
func (m Maze) ToMove(s *MazeState) game.Player { return m.Owner[s.At] }

// Hash returns a key of the vertex.
func (m Maze) Hash(s *MazeState) uint64 { return uint64(s.At+1) * 0x9e3779b97f4a7c15 }

// NoisyMoves appends the edges to even vertices, an arbitrary choice.
func (m Maze) NoisyMoves(s *MazeState, buf []int) []int {
	for _, to := range m.Edges[s.At] {
		if to%2 == 0 {
			buf = append(buf, to)
		}
	}
	return buf
}

// Occurrences returns 0: the game goes on.
func (m Maze) Occurrences() int { return 0 }

// Repetition returns that any position of the line may repeat, and the value of a
// repetition.
func (m Maze) Repetition(s *MazeState) (int, game.Status) {
	if m.Again == game.Ongoing {
		return s.Plies, game.Draw
	}
	return s.Plies, m.Again
}
