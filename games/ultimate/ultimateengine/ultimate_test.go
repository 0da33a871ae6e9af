package ultimateengine

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/ultimate"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
)

func TestConformance(t *testing.T) {
	gametest.Test(t, Odds{}, gametest.Config[ultimate.Position, ultimate.Move]{Games: 20})
}

func TestOdds(t *testing.T) {
	tests := []struct {
		x, o ultimate.Set
		want chances
	}{
		{0o007, 0, chances{certain, 0}},
		{0, 0o124, chances{0, certain}},
		{0o615, 0o162, chances{0, 0}},           // full, no row
		{0o215, 0o162, chances{0, 0}},           // one cell free, useless
		{0o215, 0o462, chances{certain / 2, 0}}, // one cell free, completes a row for X
	}
	for _, tt := range tests {
		if got := odds().of(tt.x, tt.o); got != tt.want {
			t.Errorf("X %o, O %o: %v, want %v", tt.x, tt.o, got, tt.want)
		}
	}
	for x := range ultimate.Set(512) {
		for o := range ultimate.Set(512) {
			if x&o != 0 {
				continue
			}
			a, b := odds().of(x, o), odds().of(o, x)
			if !(x.HasRow() && o.HasRow()) && (a[0] != b[1] || a[1] != b[0] || a[0]+a[1] > certain+1) {
				t.Fatalf("X %o, O %o: %v, with sides changed %v", x, o, a, b)
			}
		}
	}
}

func TestEvaluate(t *testing.T) {
	e := Odds{}
	for text, sign := range map[string]int{"startpos": 1, "9/9/9/9/9/9/9/9/9 X - e5": -1} {
		p, err := e.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if v := e.Evaluate(&p); int(v)*sign <= 0 {
			t.Errorf("%s: %v, want sign %d", text, v, sign)
		}
	}
}

// TestEvaluateSymmetric checks that images of a position have equal values.
func TestEvaluateSymmetric(t *testing.T) {
	e := Odds{}
	rng := rand.New(rand.NewPCG(1, 1))
	p := e.Start()
	for {
		moves, status := e.Moves(&p, nil)
		if status.Over() {
			return
		}
		for k := range 8 {
			var image ultimate.Position
			e.Image(&image, &p, moves[0], k)
			if a, b := e.Evaluate(&p), e.Evaluate(&image); a != b {
				t.Fatalf("%s is worth %v, image %d is worth %v", e.FormatPosition(&p), a, k, b)
			}
		}
		e.Play(&p, &p, moves[rng.IntN(len(moves))])
	}
}

// plain is the game with the evaluation alone.
type plain struct{ ultimate.Rules }

func (plain) Evaluate(p *ultimate.Position) game.Score { return Odds{}.Evaluate(p) }

// TestEndings checks that endings have the same value with and without Bounds
// and Select.
func TestEndings(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		var path []ultimate.Position
		p := ultimate.Rules{}.Start()
		for {
			path = append(path, p)
			moves, status := ultimate.Rules{}.Moves(&p, nil)
			if status.Over() {
				break
			}
			ultimate.Rules{}.Play(&p, &p, moves[rng.IntN(len(moves))])
		}
		p = path[len(path)-8]
		limits := search.Query{Depth: 40}
		options := search.Options{TableBytes: 1 << 20}
		a := search.New(Odds{}, options).Search(t.Context(), &p, limits, search.Control{}, nil)
		b := search.New(plain{}, options).Search(t.Context(), &p, limits, search.Control{}, nil)
		if a.Proof == game.Exact && b.Proof == game.Exact && a.Score() != b.Score() {
			t.Errorf("%s: %v with bounds, %v without", Odds{}.FormatPosition(&p), a.Score(), b.Score())
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	p := ultimate.Rules{}.Start()
	for b.Loop() {
		Odds{}.Evaluate(&p)
	}
}

func BenchmarkSearch(b *testing.B) {
	s := search.New(Odds{}, search.Options{})
	start := ultimate.Rules{}.Start()
	var nodes uint64
	began := cputime.Used()
	for b.Loop() {
		s.Clear()
		nodes = s.Search(b.Context(), &start, search.Query{Depth: 9}, search.Control{}, nil).Stats.Nodes
	}
	b.ReportMetric(float64(nodes), "nodes/op")
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N)/float64(nodes), "cpu-ns/node")
}
