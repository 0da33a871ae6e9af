package search_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

// stones is m,n,k with the stones of both sides as features.
type stones struct{ mnk.Rules }

func (stones) FeatureCounts() (features, phases int) { return 128, 4 }

func (r stones) Features(s *mnk.Position, view game.Player, set []uint64) (phase int) {
	set[0], set[1] = s.Own, s.Opp
	if view != r.ToMove(s) {
		set[0], set[1] = s.Opp, s.Own
	}
	return bits.OnesCount64(s.Own|s.Opp) / 5
}

// LastPly must not be called, since the network replaces it.
func (stones) LastPly(*mnk.Position) (game.Score, int) { panic("the game resolves the last ply") }

// weighed is stones with the evaluation of a network, each time from nothing.
type weighed struct {
	stones
	net *network.Net
}

func (r weighed) Evaluate(s *mnk.Position) game.Score {
	return network.NewEvaluator[mnk.Position](r.net, r).Evaluate(s)
}

func randomNet(t *testing.T, rng *rand.Rand) *network.Net {
	n, err := network.New(network.Shape{Features: 128, Phases: 4, Width: network.Step, Scale: 400})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]int16{n.Weights, n.Bias, n.Output} {
		for i := range list {
			list[i] = int16(rng.IntN(2*network.MaxOutput+1) - network.MaxOutput)
		}
	}
	return n
}

// TestNetwork compares searches with a network, whose accumulators follow the
// search, with searches of a game that evaluates every position anew.
func TestNetwork(t *testing.T) {
	rules := mnk.Must(mnk.New(mnk.Spec{M: 4, N: 4, K: 4}))
	rng := rand.New(rand.NewPCG(5, 5))
	for _, options := range []search.Options{
		{},
		{Without: search.Selective | search.Foresight, Threads: 3},
		{Without: search.Table | search.Order},
	} {
		t.Run(fmt.Sprintf("%+v", options), func(t *testing.T) {
			net := randomNet(t, rng)
			plain := options
			plain.Without |= search.Fold | search.LastPly
			options.Network = net
			want := search.New(weighed{stones{rules}, net}, plain)
			got := search.New(stones{rules}, options)
			s := rules.Start()
			for range 6 {
				a := want.Search(context.Background(), &s, search.Query{Depth: 4}, search.Control{}, nil)
				b := got.Search(context.Background(), &s, search.Query{Depth: 4}, search.Control{}, nil)
				if a.Score() != b.Score() || options.Threads == 0 && a.Nodes != b.Nodes {
					t.Fatalf("%d in %d nodes, want %d in %d", b.Score(), b.Nodes, a.Score(), a.Nodes)
				}
				m, _ := a.Best()
				rules.Play(&s, &s, m)
			}
		})
	}
}

// TestNetworkOfAnother checks that a network for other features, or for a game
// without features, is a bug that New finds.
func TestNetworkOfAnother(t *testing.T) {
	net := randomNet(t, rand.New(rand.NewPCG(1, 1)))
	rules := mnk.Must(mnk.New(mnk.TicTacToe()))
	panics := func(name string, build func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s: New does not panic", name)
			}
		}()
		build()
	}
	panics("no features", func() { search.New(rules, search.Options{Network: net}) })
	net.Phases--
	panics("other phases", func() { search.New(stones{rules}, search.Options{Network: net}) })
}
