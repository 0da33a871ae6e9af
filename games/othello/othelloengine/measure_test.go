package othelloengine

import (
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

var (
	against = flag.String("against", "", "weights `file` to play against")
	board   = flag.Int("board", 8, "squares along a side of the board to play on")
	games   = flag.Int("games", 400, "games to play, two from each opening")
	depth   = flag.Int("depth", 6, "plies that both sides search")
	measure = flag.Bool("measure", false, "measure what selective search gambles on")
)

// opening returns the position after some random moves. It retries if the game
// ends earlier.
func opening(r othello.Rules, plies int, rng *rand.Rand) othello.Position {
	s := r.Start()
	for range plies {
		moves, status := r.Moves(&s, nil)
		if status.Over() {
			return opening(r, plies, rng)
		}
		r.Play(&s, &s, moves[rng.IntN(len(moves))])
	}
	return s
}

// TestAgainst plays the package's weights against a file's, both sides of each
// opening once, and prints the score. The standard errors take a pair of games
// as one measurement.
func TestAgainst(t *testing.T) {
	if *against == "" {
		t.Skip("no -against")
	}
	file, err := os.ReadFile(*against)
	if err != nil {
		t.Fatal(err)
	}
	weights, err := patterns.ParseWeights(file)
	if err != nil {
		t.Fatal(err)
	}
	r := sized(t, *board)
	ours := NewSolver(r, Options{TableBytes: 16 << 20})
	theirs := NewSolver(r, Options{TableBytes: 16 << 20, Evaluation: patterns.NewEvaluation(r, weights)})
	play := func(from othello.Position, first, second *Solver) int {
		first.Clear()
		second.Clear()
		return margin(r, from, byDepth(t, first, *depth), byDepth(t, second, *depth))
	}
	rng := rand.New(rand.NewPCG(1, 8))
	var discs, points sample
	var wins, draws, losses int
	for range *games / 2 {
		from := opening(r, 8, rng)
		a, b := play(from, ours, theirs), -play(from, theirs, ours)
		pair := 0.0
		for _, d := range []int{a, b} {
			switch {
			case d > 0:
				wins++
				pair++
			case d == 0:
				draws++
				pair += 0.5
			default:
				losses++
			}
		}
		discs.add(float64(a+b) / 2)
		points.add(pair / 2)
	}
	t.Logf("depth %d, %d games: +%d =%d -%d, %.1f %% ± %.1f, %+.2f discs a game ± %.2f", *depth, 2*discs.n,
		wins, draws, losses, 100*points.mean(), 100*points.sigma()/math.Sqrt(float64(points.n)), discs.mean(), discs.sigma()/math.Sqrt(float64(discs.n)))
}

// chooser chooses moves.
type chooser func(p othello.Position) othello.Move

// byDepth chooses moves by searches of s to depth plies.
func byDepth(t *testing.T, s *Solver, depth int) chooser {
	return func(p othello.Position) othello.Move {
		found := solve(t, s, p, search.Query{Depth: depth})
		m, _ := found.best()
		return m
	}
}

// margin plays a game and returns its margin for the player first.
func margin(r othello.Rules, s othello.Position, first, second chooser) int {
	turn := s.Turn
	for !r.Status(&s).Over() {
		choose := second
		if s.Turn == turn {
			choose = first
		}
		r.Play(&s, &s, choose(s))
	}
	v := othello.FinalMargin(s.Own, s.Opp, r.Size()*r.Size())
	if s.Turn != turn {
		v = -v
	}
	return v
}

// meanNodes returns the geometric mean of the nodes for solving ps.
func meanNodes(t *testing.T, s *Solver, ps []othello.Position, q search.Query) float64 {
	t.Helper()
	sum := 0.0
	for _, p := range ps {
		s.Clear()
		sum += math.Log(float64(solve(t, s, p, q).nodes))
	}
	return math.Exp(sum / float64(len(ps)))
}

// sample accumulates measurements.
type sample struct {
	n           int
	sum, square float64
}

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.square += x * x
}

func (s *sample) mean() float64 { return s.sum / float64(s.n) }

// sigma returns the standard deviation.
func (s *sample) sigma() float64 {
	return math.Sqrt(max(0, s.square/float64(s.n)-s.mean()*s.mean()))
}

// TestDeviation prints the difference between shallow and deep searches, as
// ProbCut pairs them: its mean and standard deviation in discs, next to
// deviation's estimate.
func TestDeviation(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	const count = 200 // positions per row, for errors of 5 %
	r := othello.Rules{}
	e := NewEstimator(r, patterns.Default(r))
	exact := NewSolver(r, Options{TableBytes: 64 << 20})
	rng := rand.New(rand.NewPCG(1, 9))
	compare := func(n, depth int, shallow []int, deep func(p othello.Position) float64) {
		errors := make([]sample, len(shallow))
		for _, p := range played(r, e, n, count, rng) {
			v := deep(p)
			for i, d := range shallow {
				errors[i].add(float64(e.Estimate(p.Own, p.Opp, d))/unit - v)
			}
		}
		for i, d := range shallow {
			t.Logf("%d empty, depth %d, shallow %d: mean %+.2f, deviation %.2f, assumed %.2f", n, depth, d, errors[i].mean(), errors[i].sigma(), deviation(n, depth, d))
		}
	}
	for n := selectiveFrom; n <= 19; n += 2 {
		compare(n, n, []int{0, 1, 2, 3, 4, 5, 6}, func(p othello.Position) float64 {
			return float64(solve(t, exact, p, search.Query{}).value)
		})
	}
	for n := 20; n <= 44; n += 8 {
		for depth := probeFrom; depth <= 7; depth++ {
			compare(n, depth, []int{shallowDepth(depth, n)}, func(p othello.Position) float64 {
				return float64(e.Estimate(p.Own, p.Opp, depth)) / unit
			})
		}
	}
}

// played returns positions of games with eight random moves, then sensible
// ones, and two random moves at the end.
func played(r othello.Rules, e *Estimator, n, count int, rng *rand.Rand) (list []othello.Position) {
	for len(list) < count {
		s := opening(r, 8, rng)
		for r.Empties(&s) > n {
			moves, status := r.Moves(&s, nil)
			if status.Over() {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if r.Empties(&s) > n+2 {
				m = sensible(r, e, &s, moves, rng)
			}
			r.Play(&s, &s, m)
		}
		if othello.Mobility(s.Own, s.Opp)&r.Board() != 0 && r.Empties(&s) == n {
			list = append(list, s)
		}
	}
	return list
}

// sensible returns a move by a two-ply search with noise.
func sensible(r othello.Rules, e *Estimator, s *othello.Position, moves []othello.Move, rng *rand.Rand) (best othello.Move) {
	most := math.Inf(-1)
	for _, m := range moves {
		var next othello.Position
		r.Play(&next, s, m)
		if v := 2*rng.NormFloat64() - float64(e.Estimate(next.Own, next.Opp, 1))/unit; v > most {
			best, most = m, v
		}
	}
	return best
}

// TestEstimator checks that move order does not change a value.
func TestEstimator(t *testing.T) {
	for _, size := range []int{8, 6} {
		r := sized(t, size)
		x := NewEstimator(r, patterns.Default(r))
		rng := rand.New(rand.NewPCG(3, uint64(size)))
		for range 100 {
			p := opening(r, rng.IntN(size*size-12), rng)
			var f patterns.Features
			f.Set(p.Own, p.Opp)
			for depth := range 5 {
				got := x.Estimate(p.Own, p.Opp, depth)
				want := x.worker.estimate(p.Own, p.Opp, &f, -65*unit, 65*unit, depth, r.Empties(&p), false)
				if got != want {
					t.Errorf("%s to %d plies: %d, want %d", r.FormatPosition(&p), depth, got, want)
				}
			}
		}
	}
}
