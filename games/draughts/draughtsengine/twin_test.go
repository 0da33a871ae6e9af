package draughtsengine

import (
	"context"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// twin is alpha-beta written for draughts alone. It equals the generic search
// with all refinements off except quiescence over captures, and measures the
// cost of generic code.
type twin struct {
	Fitted
	depth  int
	nodes  uint64
	stack  []draughts.Position
	hashes []uint64
	moves  [][]draughts.Move
}

func newTwin(f Fitted) *twin {
	const plies = 64
	t := &twin{Fitted: f, stack: make([]draughts.Position, plies), hashes: make([]uint64, plies), moves: make([][]draughts.Move, plies)}
	for i := range t.moves {
		t.moves[i] = make([]draughts.Move, 0, 64)
	}
	return t
}

// search returns the value of p searched to depth and counts the nodes.
func (t *twin) search(p *draughts.Position, depth int) game.Score {
	t.depth, t.nodes = depth, 0
	t.stack[0], t.hashes[0] = *p, t.Hash(p)
	return t.node(0, depth, -game.Infinity, game.Infinity)
}

func (t *twin) node(ply, depth int, alpha, beta game.Score) game.Score {
	t.nodes++
	s := &t.stack[ply]
	if ply > 0 && t.drawn(ply) {
		return 0
	}
	if depth <= 0 {
		if ply >= 2*t.depth || !t.Urgent(s) {
			if st := t.Status(s); st.Over() {
				return st.Score().Later(ply)
			}
			return t.Evaluate(s)
		}
		depth = 1
	}
	moves, status := t.Moves(s, t.moves[ply][:0])
	if status.Over() {
		return status.Score().Later(ply)
	}
	best := -game.Infinity
	for _, m := range moves {
		t.Play(&t.stack[ply+1], s, m)
		t.hashes[ply+1] = t.Hash(&t.stack[ply+1])
		v := -t.node(ply+1, depth-1, -beta, -alpha)
		if best = max(best, v); best >= beta {
			break
		}
		alpha = max(alpha, best)
	}
	return best
}

// drawn reports whether the position at ply is drawn by repetition or by a
// limit.
func (t *twin) drawn(ply int) bool {
	s := &t.stack[ply]
	times := 1
	for back, reach := 1, t.reach(s); back <= min(reach, ply); back++ {
		if t.hashes[ply-back] == t.hashes[ply] {
			if times++; times == t.Occurrences() {
				return true
			}
		}
	}
	limit, _ := t.Limit(s)
	return limit > 0 && !t.Status(s).Over()
}

func (t *twin) reach(s *draughts.Position) int {
	reach, _ := t.Repetition(s)
	return reach
}

// plainly are the options that make generic search equal to twin.
var plainly = search.Options{Without: (search.Sound | search.Foresight | search.Selective) &^ search.Extension}

var twinPositions = []struct {
	position string
	depth    int
}{
	{"startpos", 8},
	{"B:W18,21,23,24,26,27,30,K7:B1,3,5,9,10,12,14,K29", 6},
	{"W:WK14,K22:BK29,K31,K32", 7},
}

// TestTwin checks that generic search visits the same nodes as twin and finds
// the same values.
func TestTwin(t *testing.T) {
	f := Fitted{}
	for _, tt := range twinPositions {
		p, err := f.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		by := newTwin(f)
		want := by.search(&p, tt.depth)
		result := search.New(f, plainly).Search(context.Background(), &p, search.Query{From: tt.depth, Depth: tt.depth}, search.Control{}, nil)
		if result.Score() != want || result.Nodes != by.nodes {
			t.Errorf("%s, depth %d: %v in %d nodes, the twin has %v in %d", tt.position, tt.depth, result.Score(), result.Nodes, want, by.nodes)
		}
	}
}

// BenchmarkTwin runs both in turn and reports the median ratio of their times
// per node. Pairing and the median reduce noise from other processes.
func BenchmarkTwin(b *testing.B) {
	f := Fitted{}
	p := f.Start()
	const depth = 9
	by, generic := newTwin(f), search.New(f, plainly)
	var times, ratios []float64
	for b.Loop() {
		began := cputime.Used()
		by.search(&p, depth)
		alone := float64(cputime.Since(began).Nanoseconds()) / float64(by.nodes)
		began = cputime.Used()
		result := generic.Search(context.Background(), &p, search.Query{From: depth, Depth: depth}, search.Control{}, nil)
		times = append(times, float64(cputime.Since(began).Nanoseconds())/float64(result.Nodes))
		ratios = append(ratios, times[len(times)-1]/alone)
	}
	b.ReportMetric(median(times), "cpu-ns/node")
	b.ReportMetric(median(ratios), "ratio")
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
