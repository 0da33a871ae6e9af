package qubicengine

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/qubic"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// randomPosition returns a random unfinished position with the given number of
// stones.
func randomPosition(rng *rand.Rand, stones int) qubic.Position {
	var p qubic.Position
	for placed := 0; placed < stones; placed++ {
		moves := quietMoves(&p)
		if len(moves) == 0 {
			p, placed = qubic.Position{}, -1
			continue
		}
		qubic.Rules{}.Play(&p, &p, moves[rng.IntN(len(moves))])
	}
	return p
}

// quietMoves returns the moves that complete no line.
func quietMoves(p *qubic.Position) (quiet []qubic.Move) {
	moves, _ := qubic.Rules{}.Moves(p, nil)
	for _, m := range moves {
		if qubic.Completing(p.Own)>>m&1 == 0 {
			quiet = append(quiet, m)
		}
	}
	return quiet
}

func TestCensus(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		p := randomPosition(rng, rng.IntN(40))
		got := take(p.Own, p.Opp)
		var lines [4]int
		var cells [4][64]int32
		for _, d := range qubic.Directions() {
			for starts := d.Starts; starts != 0; starts &= starts - 1 {
				line := unfold(starts&-starts, d.Step)
				n := bits.OnesCount64(line & p.Own)
				if line&p.Opp != 0 {
					continue
				}
				lines[n]++
				for empty := line &^ p.Own; empty != 0; empty &= empty - 1 {
					cells[n][bits.TrailingZeros64(empty)]++
				}
			}
		}
		if got.lines != lines {
			t.Fatalf("%s: lines %v, want %v", qubic.Rules{}.FormatPosition(&p), got.lines, lines)
		}
		for n := 1; n < 4; n++ {
			for c := range qubic.Move(64) {
				if got.cells[n].at(c) != cells[n][c] {
					t.Fatalf("%s: cell %d is in %d lines of %d, want %d", qubic.Rules{}.FormatPosition(&p), c, got.cells[n].at(c), n, cells[n][c])
				}
			}
		}
	}
}

// value solves p by brute force, including distances.
func value(p *qubic.Position, known map[qubic.Position]game.Score) game.Score {
	if v, ok := known[*p]; ok {
		return v
	}
	moves, status := qubic.Rules{}.Moves(p, nil)
	v := status.Score()
	if !status.Over() {
		v = best(p, moves, known)
	}
	known[*p] = v
	return v
}

func best(p *qubic.Position, moves []qubic.Move, known map[qubic.Position]game.Score) game.Score {
	best := -game.Infinity
	for _, m := range moves {
		var child qubic.Position
		qubic.Rules{}.Play(&child, p, m)
		best = max(best, -value(&child, known).Later(1))
	}
	return best
}

// TestLaws checks the threat rules in random endings and everywhere below them.
func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	outcomes := map[int]int{}
	for range 60 {
		p := randomPosition(rng, 56)
		known := map[qubic.Position]game.Score{}
		value(&p, known)
		for q, v := range known {
			moves, status := qubic.Rules{}.Moves(&q, nil)
			if status.Over() {
				continue
			}
			outcomes[v.Outcome()]++
			if lower, upper := (Threats{}).Bounds(&q); v < lower || v > upper {
				t.Fatalf("%s: value %v, bounds %v and %v", qubic.Rules{}.FormatPosition(&q), v, lower, upper)
			}
			if k := (Threats{}).Select(&q, moves); best(&q, moves[:k], known) != v {
				t.Fatalf("%s: value %v is not that of the %d moves selected", qubic.Rules{}.FormatPosition(&q), v, k)
			}
		}
	}
	if outcomes[0] == 0 || outcomes[1] == 0 || outcomes[-1] == 0 {
		t.Errorf("positions by outcome %v: the sample is too plain", outcomes)
	}
}

// TestSearchEndings compares searches with brute force.
func TestSearchEndings(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	s := search.New(Threats{}, search.Options{TableBytes: 1 << 20})
	for range 30 {
		p := randomPosition(rng, 55)
		want := value(&p, map[qubic.Position]game.Score{})
		r := s.Search(t.Context(), &p, search.Query{}, search.Control{}, nil)
		if r.Score() != want || r.Proof != game.Exact {
			t.Errorf("%s: %v, proof %v; want %v", qubic.Rules{}.FormatPosition(&p), r.Score(), r.Proof, want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	tests := []struct {
		position string
		want     game.Score
	}{
		{"startpos", 0},
		{"1a1", -7},
		{"1b1", -4},
		{"1a1 2b2", 0},
		{"1a1 4d2 1a2 4c4 1a3", 8 - 16 - 12}, // X has a line of three and twelve of one
	}
	for _, tt := range tests {
		p, err := qubic.Rules{}.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Threats{}).Evaluate(&p); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.position, got, tt.want)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	p := randomPosition(rand.New(rand.NewPCG(4, 4)), 20)
	for b.Loop() {
		Threats{}.Evaluate(&p)
	}
}

func BenchmarkSearch(b *testing.B) {
	s := search.New(Threats{}, search.Options{QuietPlies: 2})
	start := qubic.Rules{}.Start()
	var nodes uint64
	began := cputime.Used()
	for b.Loop() {
		s.Clear()
		nodes = s.Search(b.Context(), &start, search.Query{Depth: 8}, search.Control{}, nil).Stats.Nodes
	}
	b.ReportMetric(float64(nodes), "nodes/op")
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N)/float64(nodes), "cpu-ns/node")
}
