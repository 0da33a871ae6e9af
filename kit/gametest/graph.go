package gametest

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// GraphSpec says how to generate a Graph.
type GraphSpec struct {
	Vertices int // at most 255; at least 1
	Width    int // largest number of moves; 1 if zero
	Turns    Turns
	// Margins is the percentage of ends that are margins of up to 3 points
	// instead of wins, losses and draws.
	Margins int
	// Spread is the largest evaluation. Zero means 0: nothing is known before
	// the end.
	Spread game.Score
	// Cycles lets moves lead to any vertex, not only to later ones. Such a graph must be
	// played as a Ring, otherwise it does not end.
	Cycles bool
	// Repeat are the possible values of a repetition for the side to move. Each vertex
	// gets one of them. Zero means draws only.
	Repeat []game.Status
	// Keys is the number of keys that the moves share. Zero means one key
	// each.
	Keys int
	// Times is how often a position must occur to count as a repetition. Zero
	// means twice.
	Times int
	// Levels divides the vertices of a graph with cycles: a move to a later
	// level is irreversible. Zero means one level.
	Levels int
	// Chain gives most vertices one move, to the next one, so that lines are
	// as long as the graph.
	Chain bool
	// Mirrors gives each position of a graph with cycles a mirror image, which
	// doubles their number.
	Mirrors bool
	// OneHash gives a position and its mirror image one hash.
	OneHash bool
	// PlainHash makes hashes small numbers. Zero means that all bits are
	// mixed.
	PlainHash bool
}

// Graph is a game on a graph. A token moves along the edges, and the vertex
// determines the side to move. Unlike in a tree such as Wild, several lines
// reach a position, at several plies; this exposes bugs in searches with
// tables. Graph has rules and move keys; Sharp and Ring have the other
// capabilities.
type Graph struct {
	vertices []vertex
	times    int
	keys     int // 0: one for each vertex
	levels   int
	oneHash  bool
	plain    bool
}

// vertex is a position of a Graph with its random properties.
type vertex struct {
	edges        []uint8
	mirrors      uint64      // bit i: edge i leads to the mirror image
	noisy        uint64      // bit i: edge i is noisy
	end          game.Status // Ongoing where there are edges
	owner        game.Player
	again        game.Status // the value of repeating this position
	eval         game.Score
	truth        game.Score // without cycles
	lower, upper game.Score // bounds of truth
	selected     int        // edges that Select keeps, a best one first
	null         uint8      // a vertex of the other side; the vertex itself if none
	urgent       bool
}

// GraphState is a position of a Graph: the vertex, whether it is mirrored (which changes
// only the order of moves), and the number of moves since the last irreversible one.
type GraphState struct {
	At       uint8
	Mirrored bool
	Plies    uint16
}

// NewGraph generates a graph according to spec.
func NewGraph(seed uint64, spec GraphSpec) *Graph {
	random := rand.New(rand.NewPCG(seed, 1))
	n := min(max(spec.Vertices, 1), 255)
	g := &Graph{
		vertices: make([]vertex, n), times: max(spec.Times, 2), keys: spec.Keys, levels: max(spec.Levels, 1),
		oneHash: spec.OneHash, plain: spec.PlainHash,
	}
	for i := range g.vertices {
		v := &g.vertices[i]
		v.owner = spec.owner(random)
		v.eval = spec.estimate(random)
		v.noisy, v.mirrors, v.urgent = random.Uint64(), random.Uint64(), random.IntN(5) == 0
		v.again, v.null = game.Draw, uint8(i)
		if spec.Cycles && !spec.Mirrors {
			v.mirrors = 0
		}
		if len(spec.Repeat) > 0 {
			v.again = spec.Repeat[random.IntN(len(spec.Repeat))]
		}
		if v.edges = spec.edges(random, g, i); len(v.edges) == 0 {
			v.end = spec.end(random)
		}
	}
	for i := range g.vertices {
		if j := random.IntN(n); g.vertices[j].owner != g.vertices[i].owner && !g.vertices[j].end.Over() {
			g.vertices[i].null = uint8(j)
		}
	}
	g.solve(random)
	return g
}

func (spec *GraphSpec) owner(random *rand.Rand) game.Player {
	if spec.Turns == Solitary {
		return game.First
	}
	return game.Player(random.IntN(2))
}

func (spec *GraphSpec) estimate(random *rand.Rand) game.Score {
	return game.Score(random.IntN(2*int(spec.Spread)+1)) - spec.Spread
}

// edges generates the moves of vertex i: none for one vertex in six, and for
// the last vertex of a graph without cycles.
func (spec *GraphSpec) edges(random *rand.Rand, g *Graph, i int) (edges []uint8) {
	n, from := len(g.vertices), i+1
	if spec.Cycles {
		from = (g.level(i)*n + g.levels - 1) / g.levels
	}
	if from >= n {
		return nil
	}
	if spec.Chain && random.IntN(8) > 0 {
		return []uint8{uint8(from)}
	}
	if i > 0 && random.IntN(6) == 0 && (!spec.Chain || random.IntN(20) == 0) {
		return nil
	}
	reach := n - from
	if !spec.Cycles && (spec.Chain || random.IntN(2) == 0) {
		reach = min(reach, 3) // mix long lines with short ones
	}
	for range 1 + random.IntN(max(spec.Width, 1)) {
		if to := uint8(from + random.IntN(reach)); !slices.Contains(edges, to) && int(to) != i {
			edges = append(edges, to)
		}
	}
	return edges
}

// level returns the level of vertex i.
func (g *Graph) level(i int) int { return i * g.levels / len(g.vertices) }

func (spec *GraphSpec) end(random *rand.Rand) game.Status {
	if random.IntN(100) < spec.Margins {
		return game.Final(random.IntN(7) - 3)
	}
	return game.Draw + game.Status(random.IntN(3))
}

// solve finds the true values of all vertices from which no cycle is
// reachable, and generates the bounds and selections of Sharp.
func (g *Graph) solve(random *rand.Rand) {
	solved := make([]bool, len(g.vertices))
	for i := range g.vertices {
		v := &g.vertices[i]
		v.selected, v.lower, v.upper = len(v.edges), -game.Infinity, game.Infinity
	}
	for more := true; more; {
		more = false
		for i := len(g.vertices) - 1; i >= 0; i-- {
			v := &g.vertices[i]
			if solved[i] || slices.ContainsFunc(v.edges, func(to uint8) bool { return !solved[to] }) {
				continue
			}
			solved[i], more = true, true
			g.settle(v, random)
		}
	}
}

// settle finds the true value of v from those of its children.
func (g *Graph) settle(v *vertex, random *rand.Rand) {
	v.truth = v.end.Score()
	for k, to := range v.edges {
		if x := g.after(v, to); k == 0 || x > v.truth {
			v.truth = x
		}
	}
	v.selected = 1 + random.IntN(max(len(v.edges), 1))
	if random.IntN(4) == 0 {
		v.lower = below(v.truth, random.IntN(4))
	}
	if random.IntN(4) == 0 {
		v.upper = -below(-v.truth, random.IntN(4))
	}
}

// below returns a lower bound of v, lower by the given number of steps. If v is a win,
// the third step keeps only the winner.
func below(v game.Score, steps int) game.Score {
	if _, won, distant := v.Plies(); steps == 3 && distant && won {
		return game.WinIn(game.MaxPlies)
	}
	return v - game.Score(steps)
}

// after returns the value at v of the edge to another vertex.
func (g *Graph) after(v *vertex, to uint8) game.Score {
	w := &g.vertices[to]
	return v.sees(w, w.truth)
}

// sees returns a value at w as the owner of v sees it, one move before.
func (v *vertex) sees(w *vertex, x game.Score) game.Score {
	if x = x.Later(1); w.owner == v.owner {
		return x
	}
	return -x
}

// Len returns the number of vertices.
func (g *Graph) Len() int { return len(g.vertices) }

// At returns the position at vertex i.
func (g *Graph) At(i int) GraphState { return GraphState{At: uint8(i)} }

// Start returns the position at vertex 0.
func (g *Graph) Start() GraphState { return GraphState{} }

// Truth returns the value of s for its side to move, in a graph without cycles.
func (g *Graph) Truth(s *GraphState) game.Score { return g.vertices[s.At].truth }

// Status reports whether the game is over at s.
func (g *Graph) Status(s *GraphState) game.Status { return g.vertices[s.At].end }

// Moves appends the vertices that s leads to.
func (g *Graph) Moves(s *GraphState, buf []uint8) ([]uint8, game.Status) {
	v := &g.vertices[s.At]
	n := len(buf)
	buf = append(buf, v.edges...)
	if s.Mirrored {
		slices.Reverse(buf[n:])
	}
	return buf, v.end
}

// Play moves the token.
func (g *Graph) Play(dst, src *GraphState, to uint8) {
	v := &g.vertices[src.At]
	mirrored := src.Mirrored != (v.mirrors>>slices.Index(v.edges, to)&1 != 0)
	plies := src.Plies + 1
	if g.level(int(to)) != g.level(int(src.At)) {
		plies = 0
	}
	*dst = GraphState{At: to, Mirrored: mirrored, Plies: plies}
}

// ToMove returns the side to move in s.
func (g *Graph) ToMove(s *GraphState) game.Player { return g.vertices[s.At].owner }

// Hash returns a key of s.
func (g *Graph) Hash(s *GraphState) uint64 {
	key := uint64(s.At)
	if s.Mirrored && !g.oneHash {
		key += 1000
	}
	if g.plain {
		return key
	}
	return mix(key)
}

// MoveKey numbers moves; if there are few keys, several moves share one.
func (g *Graph) MoveKey(to uint8) int {
	if g.keys > 0 {
		return int(to) % g.keys
	}
	return int(to)
}

// FormatPosition writes a position as its vertex, with a ' if it is mirrored.
func (g *Graph) FormatPosition(s *GraphState) string {
	if s.Mirrored {
		return fmt.Sprintf("%d'", s.At)
	}
	return fmt.Sprint(s.At)
}

// String lists the vertices: their owners, and their edges or ends.
func (g *Graph) String() string {
	var b strings.Builder
	for i := range g.vertices {
		v := &g.vertices[i]
		fmt.Fprintf(&b, "%d (%v, est %v, again %v)", i, v.owner, v.eval, v.again)
		if v.end.Over() {
			fmt.Fprintf(&b, " %v\n", v.end)
		} else {
			fmt.Fprintf(&b, " → %v\n", v.edges)
		}
	}
	return b.String()
}

// Sharp is a Graph with every capability that a search may ask for. Proofs (bounds and
// selections) are true. Opinions (noise, promise and urgency) are random, so they are
// often wrong.
type Sharp struct{ *Graph }

// Evaluate returns a random estimate.
func (g Sharp) Evaluate(s *GraphState) game.Score { return g.vertices[s.At].eval }

// NoisyMoves appends some of the moves.
func (g Sharp) NoisyMoves(s *GraphState, buf []uint8) []uint8 {
	for i, to := range g.vertices[s.At].edges {
		if g.vertices[s.At].noisy>>i&1 != 0 {
			buf = append(buf, to)
		}
	}
	return buf
}

// Gain returns a random gain; half of the moves are quiet.
func (g Sharp) Gain(s *GraphState, m uint8) game.Score {
	return max(0, game.Score(mix(uint64(s.At)<<8|uint64(m)|1<<20)>>61)-3)
}

// QuietGain returns 1, so that margins are as small as they can be.
func (g Sharp) QuietGain() game.Score { return 1 }

// Structure returns one of two numbers at random.
func (g Sharp) Structure(s *GraphState) uint64 { return mix(uint64(s.At)|1<<22) >> 63 }

// Exchange reports whether a random loss after the gain leaves enough.
func (g Sharp) Exchange(s *GraphState, m uint8, least game.Score) bool {
	return g.Gain(s, m)-game.Score(mix(uint64(s.At)<<8|uint64(m)|1<<21)>>61) >= least
}

// Null passes the turn by moving to a vertex of the other side, if the graph has one for
// this vertex.
func (g Sharp) Null(dst, src *GraphState) bool {
	to := g.vertices[src.At].null
	*dst = GraphState{At: to, Plies: src.Plies + 1}
	return to != src.At
}

// ScoreMoves rates moves at random.
func (g Sharp) ScoreMoves(s *GraphState, moves []uint8, scores []int32) {
	for i, to := range moves {
		scores[i] = int32(mix(uint64(s.At)<<8|uint64(to)) >> 45)
	}
}

// Urgent calls some positions urgent.
func (g Sharp) Urgent(s *GraphState) bool { return g.vertices[s.At].urgent }

// Alarms reports whether a move leads to an urgent position.
func (g Sharp) Alarms(_ *GraphState, m uint8) bool { return g.vertices[m].urgent }

// LastPly returns the best of the children's values.
func (g Sharp) LastPly(s *GraphState) (game.Score, int) {
	v := &g.vertices[s.At]
	best := -game.Infinity
	for _, to := range v.edges {
		w := &g.vertices[to]
		x := w.eval
		if w.end.Over() {
			x = w.end.Score()
		}
		best = max(best, v.sees(w, x))
	}
	return best, len(v.edges)
}

// Bounds returns true bounds, or none.
func (g Sharp) Bounds(s *GraphState) (lower, upper game.Score) {
	return g.vertices[s.At].lower, g.vertices[s.At].upper
}

// Select puts a best move first and keeps some others.
func (g Sharp) Select(s *GraphState, moves []uint8) int {
	v := &g.vertices[s.At]
	if v.selected < len(moves) {
		i := slices.IndexFunc(moves, func(to uint8) bool { return g.after(v, to) == v.truth })
		moves[0], moves[i] = moves[i], moves[0]
	}
	return v.selected
}

// Promising puts the noisy moves first, and calls only these promising. If there are
// none, all moves are promising.
func (g Sharp) Promising(s *GraphState, moves []uint8) (k int) {
	v := &g.vertices[s.At]
	for i, to := range moves {
		if v.noisy>>slices.Index(v.edges, to)&1 != 0 {
			moves[k], moves[i] = to, moves[k]
			k++
		}
	}
	return cmp.Or(k, len(moves))
}

// Image mirrors a position.
func (g Sharp) Image(dst, src *GraphState, m uint8, k int) (uint8, bool) {
	if k > 1 {
		return m, false
	}
	*dst = *src
	dst.Mirrored = src.Mirrored != (k == 1)
	return m, true
}

// Fold returns a key shared by s and its mirror image. The position that is not mirrored
// represents both.
func (g Sharp) Fold(s *GraphState) (key uint64, k int) {
	if s.Mirrored {
		k = 1
	}
	return mix(uint64(s.At)), k
}

// Ring is a Graph whose positions may repeat. A repetition ends the game with
// a value that depends on the vertex.
type Ring struct{ *Graph }

// Evaluate returns a random estimate.
func (g Ring) Evaluate(s *GraphState) game.Score { return g.vertices[s.At].eval }

// Repetition returns the whole line: any of its positions may equal s.
func (g Ring) Repetition(s *GraphState) (plies int, value game.Status) {
	return int(s.Plies), g.vertices[s.At].again
}

// Occurrences returns how often a position must occur to be a repetition.
func (g Ring) Occurrences() int { return g.times }

// Truth returns the value of the last position of line for its side to move, by
// trying every continuation. The cost is exponential in the number of vertices.
func (g Ring) Truth(line []GraphState) game.Score { return g.truth(line, math.MaxUint16) }

// truth is Truth in a game that is drawn after limit plies without an irreversible move.
func (g Ring) truth(line []GraphState, limit uint16) game.Score {
	s := &line[len(line)-1]
	v := &g.vertices[s.At]
	switch {
	case v.end.Over():
		return v.end.Score()
	case s.Plies >= limit:
		return 0
	}
	best := -game.Infinity
	for _, to := range v.edges {
		best = max(best, g.after(line, to, limit))
	}
	return best
}

// After returns the value of the move to another vertex, for the side to move at the end
// of line.
func (g Ring) After(line []GraphState, to uint8) game.Score {
	return g.after(line, to, math.MaxUint16)
}

func (g Ring) after(line []GraphState, to uint8, limit uint16) game.Score {
	s := &line[len(line)-1]
	var next GraphState
	g.Play(&next, s, to)
	var x game.Score
	if g.Repeats(line, &next) {
		x = g.vertices[to].again.Score()
	} else {
		x = g.truth(append(line[:len(line):len(line)], next), limit)
	}
	return g.vertices[s.At].sees(&g.vertices[to], x)
}

// Repeats reports whether s, after the positions of line, is a repetition.
func (g Ring) Repeats(line []GraphState, s *GraphState) bool {
	n := 1
	for i := range line {
		if g.Hash(&line[i]) == g.Hash(s) {
			n++
		}
	}
	return n >= g.times
}

// SharpRing is a Ring with Sharp's bounds and selections, for positions from
// which no cycle is reachable.
type SharpRing struct {
	Sharp
	ring Ring
}

// NewSharpRing returns the SharpRing of g.
func NewSharpRing(g *Graph) SharpRing { return SharpRing{Sharp{g}, Ring{g}} }

// Repetition is Ring's.
func (g SharpRing) Repetition(s *GraphState) (plies int, value game.Status) {
	return g.ring.Repetition(s)
}

// Occurrences is Ring's.
func (g SharpRing) Occurrences() int { return g.ring.Occurrences() }

// LimitedRing is a Ring whose games are drawn after a number of moves without an
// irreversible one.
type LimitedRing struct {
	Ring
	After uint16 // at least 1
}

// Limit reports whether the limit is reached.
func (g LimitedRing) Limit(s *GraphState) (plies int, value game.Status) {
	if s.Plies < g.After {
		return 0, game.Ongoing
	}
	return int(s.Plies), game.Draw
}

// Patience returns the plies until the limit.
func (g LimitedRing) Patience(s *GraphState) int { return int(g.After) - int(s.Plies) }

// LimitName returns no name.
func (LimitedRing) LimitName(*GraphState) string { return "" }

// InGame is Truth in the game with its limit.
func (g LimitedRing) InGame(line []GraphState) game.Score { return g.truth(line, g.After) }
