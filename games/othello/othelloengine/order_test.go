package othelloengine

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/internal/vectors"
	"github.com/plywood-go/plywood/search"
)

// The weights of preferences are fitted to positions from searches of sensible
// and random games. In positions from the tables whose value exceeds alpha
// every move is searched alone. A conditional logit, as Coulom (2007) fits
// patterns of Go, then makes the cheapest cutoffs as likely as possible.

// traits are the factors of a preference, in the order of traitNames.
type traits [len(traitNames)]float64

var traitNames = [...]string{"reply", "corner", "taken", "safe", "frontier", "odd", "disc", "reply grows", "disc grows"}

// choice is a position with the traits of its moves and the index of the
// cheapest cutoff.
type choice struct {
	moves []traits
	best  int
}

// cutNode is a position from a search whose value exceeds alpha.
type cutNode struct {
	own, opp uint64
	alpha    int
}

// reservoir samples positions uniformly, by number of empty squares.
type reservoir struct {
	rng  *rand.Rand
	most int
	kept [65][]cutNode
	seen [65]int
}

func (x *reservoir) add(w *worker, own, opp uint64, alpha int) {
	n := bits.OnesCount64(w.board &^ (own | opp))
	x.seen[n]++
	if len(x.kept[n]) < x.most {
		x.kept[n] = append(x.kept[n], cutNode{own, opp, alpha})
	} else if i := x.rng.IntN(x.seen[n]); i < x.most {
		x.kept[n][i] = cutNode{own, opp, alpha}
	}
}

// harvest adds the proven cut nodes of a table.
func (x *reservoir) harvest(w *worker, of *table) {
	for i := range of.buckets {
		k := &of.buckets[i]
		for j, data := range k.data {
			own, b := k.own[j], boundOf(data)
			opp := k.check[j] ^ data ^ own*spread
			n := bits.OnesCount64(w.board &^ (own | opp))
			switch {
			case data == 0 || int(b.depth) < n || b.sure < certain:
			case b.lower > -64:
				x.add(w, own, opp, int(b.lower)-1)
			case b.upper < 64 && n == lightest+1:
				x.descend(w, own, opp, int(b.upper))
			}
		}
	}
}

// descend adds the children of a position whose value is at most upper, and the
// cut nodes two plies below them: the tables hold neither.
func (x *reservoir) descend(w *worker, own, opp uint64, upper int) {
	n := bits.OnesCount64(w.board &^ (own | opp))
	for _, c := range append([]child(nil), w.expand(own, opp, othello.Mobility(own, opp)&w.board, n)...) {
		x.add(w, c.Own, c.Opp, -upper-1)
		if n-1 <= shallowest+1 {
			continue
		}
		for _, d := range append([]child(nil), w.expand(c.Own, c.Opp, c.Replies, n-1)...) {
			if w.light(d.Own, d.Opp, d.Replies, upper, n-2, parityOf(w.board&^(d.Own|d.Opp))) <= upper {
				x.descend(w, d.Own, d.Opp, upper)
				break
			}
		}
	}
}

// judge searches every move of a position. ok is false if there is no real
// choice.
func judge(s *Solver, x cutNode) (c choice, ok bool) {
	w := s.worker
	n := bits.OnesCount64(w.board &^ (x.own | x.opp))
	parity := parityOf(w.board &^ (x.own | x.opp))
	list := append([]child(nil), w.expand(x.own, x.opp, othello.Mobility(x.own, x.opp)&w.board, n)...)
	cheapest := uint64(math.MaxUint64)
	for i := range list {
		d := &list[i]
		w.features[n].Set(x.own, x.opp)
		c.moves = append(c.moves, w.traitsOf(d, x.opp, n, parity))
		s.Clear()
		s.prepare(n, question{})
		w.features[n-1].Set(d.Own, d.Opp)
		v := -w.null(d.Own, d.Opp, d.Replies, -x.alpha-1, n-1, parity^quadrant[d.Move&63])
		if v > x.alpha && w.nodes < cheapest {
			cheapest, c.best = w.nodes, i
		}
	}
	return c, len(list) > 1 && cheapest < math.MaxUint64
}

// TestPromise compares each kernel with portable code on boards of all sizes.
func TestPromise(t *testing.T) { vectors.Each(func(set string) { t.Run(set, testPromise) }) }

func testPromise(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 3))
	for _, size := range []int{8, 6, 4} {
		r := sized(t, size)
		w := NewSolver(r, Options{TableBytes: 1}).worker
		for range 3000 {
			p := scatter(r, rng, rng.IntN(r.Size()*r.Size()-4))
			n := r.Empties(&p)
			list := w.expand(p.Own, p.Opp, othello.Mobility(p.Own, p.Opp)&w.board, n)
			by := preference{}
			for _, x := range []*int32{&by.reply, &by.corner, &by.safe, &by.frontier, &by.odd} {
				*x = rng.Int32N(1000) - 500
			}
			odd := oddSquares[rng.IntN(16)]
			w.portablePromise(list, &by, odd)
			want := append([]child(nil), list...)
			w.promise(list, &by, odd)
			if !slices.Equal(list, want) {
				t.Fatalf("%s, %+v: %v, want %v", r.FormatPosition(&p), by, list, want)
			}
		}
	}
}

func (w *worker) traitsOf(c *child, opp uint64, n int, parity uint8) (x traits) {
	x[0] = float64(bits.OnesCount64(c.Replies))
	x[1] = float64(bits.OnesCount64(c.Replies & w.corners))
	x[2] = float64(w.corners >> (c.Move & 63) & 1)
	x[5] = float64(oddSquares[parity&15] >> (c.Move & 63) & 1)
	if n > lightest {
		x[3] = float64(w.stability.EdgeCount(c.Opp, c.Own))
		x[4] = float64(bits.OnesCount64(neighbours(c.Opp) & w.board &^ (c.Own | c.Opp)))
	}
	if n >= evalFrom {
		x[6] = float64(w.outlook(c, opp, n)) / unit
		x[7], x[8] = x[0]*float64(n-evalFrom), x[6]*float64(n-evalFrom)
	}
	return x
}

// logit returns the weights that make the best moves most likely, their
// standard errors, and how often the best move is ranked first. A weak prior
// keeps unused weights at 0.
func logit(choices []choice) (weights, errors traits, right float64) {
	const prior = 1e-3
	for range 25 {
		var gradient traits
		var hessian [len(weights)][len(weights)]float64
		for i := range weights {
			gradient[i], hessian[i][i] = -prior*weights[i], prior
		}
		right = 0
		for _, c := range choices {
			chances, mean := c.chances(&weights)
			likeliest := true
			for j, m := range c.moves {
				likeliest = likeliest && chances[j] <= chances[c.best]
				for i := range m {
					for k := range m {
						hessian[i][k] += chances[j] * (m[i] - mean[i]) * (m[k] - mean[k])
					}
				}
			}
			for i := range mean {
				gradient[i] += c.moves[c.best][i] - mean[i]
			}
			if likeliest {
				right += 1 / float64(len(choices))
			}
		}
		inverse := inverse(hessian)
		for i := range weights {
			for k := range weights {
				weights[i] += inverse[i][k] * gradient[k]
			}
			errors[i] = math.Sqrt(inverse[i][i])
		}
	}
	return weights, errors, right
}

// chances returns the probability that each move is best, and the mean traits.
func (c *choice) chances(weights *traits) (p []float64, mean traits) {
	total := 0.0
	for _, m := range c.moves {
		s := 0.0
		for i := range m {
			s += weights[i] * m[i]
		}
		p = append(p, math.Exp(s))
		total += math.Exp(s)
	}
	for j, m := range c.moves {
		p[j] /= total
		for i := range m {
			mean[i] += p[j] * m[i]
		}
	}
	return p, mean
}

// inverse inverts a positive definite matrix.
func inverse(a [len(traitNames)][len(traitNames)]float64) (b [len(traitNames)][len(traitNames)]float64) {
	for i := range a {
		b[i][i] = 1
	}
	for i := range a {
		d := a[i][i]
		for k := range a {
			a[i][k] /= d
			b[i][k] /= d
		}
		for j := range a {
			if f := a[j][i]; j != i {
				for k := range a {
					a[j][k] -= f * a[i][k]
					b[j][k] -= f * b[i][k]
				}
			}
		}
	}
	return b
}

// TestOrder fits the weights of preferences and prints them in 1/256 of the
// logarithm of odds.
func TestOrder(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(20, 26))
	roots := played(r, NewEstimator(r, patterns.Default(r)), 20, 60, rng)
	for len(roots) < 120 {
		if p, ok := randomEnd(r, rng, 20); ok {
			roots = append(roots, p)
		}
	}
	s := NewSolver(r, Options{TableBytes: 64 << 20})
	all := reservoir{rng: rng}
	for _, p := range roots {
		s.Clear()
		solve(t, s, p, search.Query{})
		one := reservoir{rng: rng, most: 20} // per number of empty squares
		one.harvest(s.worker, &s.table)
		one.harvest(s.worker, &s.worker.near)
		for n, list := range one.kept {
			all.most = 2000
			if n > 15 {
				all.most = 400 // searches are long
			}
			for _, x := range list {
				all.add(s.worker, x.own, x.opp, x.alpha)
			}
		}
	}
	for _, region := range [][2]int{{shallowest + 1, lightest}, {lightest + 1, evalFrom - 1}, {evalFrom, 18}} {
		var choices []choice
		for n := region[0]; n <= region[1]; n++ {
			for _, x := range all.kept[n] {
				if c, ok := judge(s, x); ok {
					choices = append(choices, c)
				}
			}
		}
		weights, errors, right := logit(choices)
		t.Logf("%d to %d empty squares: of %d positions the best move is first in %.1f %%", region[0], region[1], len(choices), 100*right)
		for i, name := range traitNames {
			if errors[i] < 1 { // the trait occurred
				t.Logf("  %-12s %+6.1f ± %.1f", name, 256*weights[i], 256*errors[i])
			}
		}
	}
}

// TestOrderNodes prints the nodes for solving positions with one kind of weight
// rescaled.
func TestOrderNodes(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	defer func() { preferences = newPreferences() }()
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(21, 26))
	e := NewEstimator(r, patterns.Default(r))
	ps := append(played(r, e, 20, 24, rng), played(r, e, 22, 6, rng)...)
	for len(ps) < 40 {
		if p, ok := randomEnd(r, rng, 18); ok {
			ps = append(ps, p)
		}
	}
	s := NewSolver(r, Options{TableBytes: 64 << 20})
	for _, kind := range []struct {
		name string
		of   func(p *preference) *int32
	}{
		{"disc", func(p *preference) *int32 { return &p.disc }},
		{"reply", func(p *preference) *int32 { return &p.reply }},
		{"corner", func(p *preference) *int32 { return &p.corner }},
		{"safe", func(p *preference) *int32 { return &p.safe }},
		{"frontier", func(p *preference) *int32 { return &p.frontier }},
		{"odd", func(p *preference) *int32 { return &p.odd }},
	} {
		for _, scale := range []float64{0.5, 1, 2} {
			preferences = newPreferences()
			for n := range preferences {
				weight := kind.of(&preferences[n])
				*weight = int32(math.Round(scale * float64(*weight)))
			}
			t.Logf("%s × %.1f: %.0f nodes", kind.name, scale, meanNodes(t, s, ps, search.Query{}))
		}
	}
}
