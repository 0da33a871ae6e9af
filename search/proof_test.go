package search_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// sharp is a Wild game with random answers to everything that selective rules
// ask for, so that they are wrong as often as possible.
type sharp struct{ gametest.Wild }

func (g sharp) NoisyMoves(s *gametest.WildState, buf []gametest.WildMove) []gametest.WildMove {
	moves, _ := g.Moves(s, nil)
	for _, m := range moves {
		if m%2 == 0 {
			buf = append(buf, m)
		}
	}
	return buf
}

func (g sharp) Null(dst, src *gametest.WildState) bool {
	moves, _ := g.Moves(src, nil)
	g.Play(dst, src, moves[0])
	return g.Hash(src)%4 != 0 && g.ToMove(dst) != g.ToMove(src)
}

func (g sharp) Urgent(s *gametest.WildState) bool { return g.Hash(s)%5 == 0 }

// TestProofsAreSound lets every selective rule gamble in games in which it is
// wrong, and compares every proven value with the true one.
func TestProofsAreSound(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 20
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	exact, bounded := 0, 0
	for round := range rounds {
		rules := sharp{gametest.Wild{
			Seed: random.Uint64(), Width: 5, Length: 9,
			Turns: gametest.Turns(random.IntN(3)), Margins: round%4 == 3,
		}}
		pos := gametest.WildState{}
		if _, st := rules.Moves(&pos, nil); st.Over() {
			continue
		}
		judge := textbook.New(textbook.AlphaBeta, rules.Wild, textbook.Options{})
		truth := judge.Search(background, &pos, 20).Value
		for _, o := range gamblers() {
			s := search.New(rules, o)
			where := fmt.Sprintf("seed %d round %d %+v", seed, round, o)
			s.Search(background, &pos, search.Query{Depth: 14}, search.Control{}, func(r search.Result[gametest.WildMove]) {
				v := r.Score()
				if (r.Proof&game.Lower != 0 && truth < v) || (r.Proof&game.Upper != 0 && truth > v) {
					t.Errorf("%s depth %d: %v proven %v, but the value is %v", where, r.Depth, v, r.Proof, truth)
				}
				switch r.Proof {
				case game.Exact:
					exact++
				case game.Lower, game.Upper:
					bounded++
				}
			})
		}
	}
	if exact < rounds || bounded == 0 {
		t.Errorf("%d exact and %d one-sided proofs: the test tests little", exact, bounded)
	}
}

// gamblers are options that let selective rules do the most harm.
func gamblers() []search.Options {
	probCut := []search.Prediction{
		{Depth: 4, Shallow: 2, Slope: 1, Sigma: 0.3, Confidence: 1},
		{Depth: 3, Shallow: 1, Slope: 1, Sigma: 0.3, Confidence: 1},
	}
	all := search.Options{TableBytes: 1 << 14, FutilityMargin: 1, ProbCut: probCut}
	sets := []search.Options{all}
	for f := search.Feature(1); f&(search.Sound|search.Foresight|search.Selective) != 0; f <<= 1 {
		o := all
		o.Without = f
		sets = append(sets, o)
	}
	small := all
	small.TableBytes = 1
	threads := all
	threads.Threads = 2
	return append(sets, small, threads)
}

// TestStandPat guards against a bug seen in other libraries: a quiet position
// is worth at least standing pat, however bad its noisy moves are.
func TestStandPat(t *testing.T) {
	rules := trap{}
	pos := trapState(0)
	r := search.New(rules, search.Options{TableBytes: 1}).Search(background, &pos, search.Query{Depth: 1}, search.Control{}, nil)
	if r.Score() != 0 {
		t.Errorf("got %v, want 0 by standing pat", r.Score())
	}
}

// trap has one quiet line worth 0 and captures that lose 9.
type (
	trap      struct{}
	trapState int
)

func (trap) Moves(s *trapState, buf []int8) ([]int8, game.Status) {
	return append(buf, 0, 1), game.Ongoing
}
func (trap) Play(dst, src *trapState, m int8) { *dst = *src*10 + trapState(m) + 1 }
func (trap) ToMove(s *trapState) game.Player {
	n := 0
	for v := *s; v > 0; v /= 10 {
		n++
	}
	return game.Player(n & 1)
}
func (trap) Hash(s *trapState) uint64 { return uint64(*s) + 1<<60 }

func (trap) NoisyMoves(s *trapState, buf []int8) []int8 {
	if *s > 1000 {
		return buf
	}
	return append(buf, 1)
}

// Evaluate returns a bad value for the side that has just captured.
func (trap) Evaluate(s *trapState) game.Score {
	if *s%10 == 2 {
		return 9
	}
	return 0
}
