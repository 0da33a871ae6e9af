package mcts_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/mcts"
	"github.com/plywood-go/plywood/search/network"
)

// TestSoak of gametest holds proofs without a network to brute force, on graphs.

// featured is tic-tac-toe that describes positions by the stones of both sides.
type featured struct{ mnk.Rules }

func (featured) FeatureCounts() (features, phases int) { return 18, 1 }

func (f featured) Features(s *mnk.Position, view game.Player, set []uint64) int {
	for i, c := range f.FormatPosition(s)[:11] {
		if stone := map[rune]game.Player{'X': game.First, 'O': game.Second}; c == 'X' || c == 'O' {
			at := i - i/4
			if stone[c] != view {
				at += 9
			}
			set[0] |= 1 << at
		}
	}
	return 0
}

var ticTacToe = featured{mnk.Must(mnk.New(mnk.TicTacToe()))}

// someNetwork returns a network of random weights for tic-tac-toe.
func someNetwork(t *testing.T, random *rand.Rand) *network.Net {
	features, phases := ticTacToe.FeatureCounts()
	n, err := network.New(network.Shape{Game: "tictactoe", Features: features, Phases: phases, Width: network.Step, Scale: 100})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n.Weights {
		n.Weights[i] = int16(random.IntN(200) - 100)
	}
	for i := range n.Output {
		n.Output[i] = int16(random.IntN(100) - 50)
	}
	return n
}

// walk plays a random number of random moves, and returns the position and the hashes of
// those before it.
func walk[S any, M comparable](rules game.Rules[S, M], s S, random *rand.Rand, most int) (S, []uint64) {
	var history []uint64
	for range random.IntN(most + 1) {
		moves, status := rules.Moves(&s, nil)
		if status.Over() {
			break
		}
		history = append(history, rules.Hash(&s))
		rules.Play(&s, &s, moves[random.IntN(len(moves))])
	}
	return s, history
}

// TestProofsWithNetwork holds proofs in random positions of tic-tac-toe to alpha-beta, with
// networks of random weights and without, on one thread and on three.
func TestProofsWithNetwork(t *testing.T) {
	random := seeded.Rand(t, 1)
	truth := search.New(ticTacToe, search.Options{TableBytes: 1 << 20})
	exact := 0
	for i := range 60 {
		o := mcts.Options{Threads: 1 + 2*(i%2), Seed: uint64(i)}
		if i%3 > 0 {
			o.Network = someNetwork(t, random)
		}
		s, _ := walk(ticTacToe, ticTacToe.Start(), random, 8)
		want := truth.Search(context.Background(), &s, search.Query{Exhaustive: true}, search.Control{}, nil)
		for _, nodes := range []uint64{50, 2000, 1_000_000} {
			r := mcts.New(ticTacToe, o).Search(context.Background(), &s, search.Query{Nodes: nodes, Lines: 1 + i%3}, search.Control{}, nil)
			low, high := r.Proof&game.Lower != 0 && r.Score() > want.Score(), r.Proof&game.Upper != 0 && r.Score() < want.Score()
			if low || high {
				t.Fatalf("%s, %+v, %d nodes: %v is proven %v, the truth is %v", ticTacToe.FormatPosition(&s), o, nodes, r.Score(), r.Proof, want.Score())
			}
			if r.Exact() {
				exact++
			}
			if nodes == 1_000_000 && !r.Exact() {
				t.Errorf("%s, %+v: %v is not solved", ticTacToe.FormatPosition(&s), o, r.Score())
			}
		}
	}
	if exact < 80 {
		t.Errorf("%d exact results", exact)
	}
}

// adjusted is featured, but its estimates say that the first player is far ahead.
type adjusted struct{ featured }

func (a adjusted) Adjust(s *mnk.Position, _ game.Score) game.Score {
	return 400 - 800*game.Score(a.ToMove(s)&1)
}

// TestAdjusts searches a game that replaces the estimates of its network.
func TestAdjusts(t *testing.T) {
	rules := adjusted{ticTacToe}
	s := rules.Start()
	o := mcts.Options{Network: someNetwork(t, seeded.Rand(t, 2))}
	if r := mcts.New(rules, o).Search(t.Context(), &s, search.Query{Nodes: 5}, search.Control{}, nil); r.Score() < 300 {
		t.Errorf("%v, want about 400", r.Score())
	}
}

// TestDecidedMovesRest searches twice: moves whose outcome is known are not visited again
// while another is open.
func TestDecidedMovesRest(t *testing.T) {
	s, err := ticTacToe.ParsePosition("XX-/OO-/--- X")
	if err != nil {
		t.Fatal(err)
	}
	ticTacToe.Play(&s, &s, move(t, &s, "c3")) // both threaten; O to move wins by c2, and a3, b3 lose
	searcher := mcts.New(ticTacToe, mcts.Options{})
	rests := 0
	for range 400 {
		before := searcher.Decided()
		r := searcher.Search(context.Background(), &s, search.Query{Nodes: 3, Lines: 9}, search.Control{}, nil)
		if r.Stopped == search.Solved {
			break
		}
		if moves, _ := ticTacToe.Moves(&s, nil); len(searcher.Decided()) == len(moves) {
			break
		}
		for m, visits := range before {
			rests++
			if now := searcher.Decided()[m]; now != visits {
				t.Fatalf("move %s was visited again: %d times, then %d", ticTacToe.FormatMove(&s, m), visits, now)
			}
		}
	}
	if rests == 0 {
		t.Error("no move was decided before another")
	}
}

func move(t *testing.T, s *mnk.Position, text string) mnk.Move {
	m, err := ticTacToe.ParseMove(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSeeds repeats searches with the same seed, after Clear too.
func TestSeeds(t *testing.T) {
	ask := func(s *mcts.Searcher[connect4.State, connect4.Move]) search.Result[connect4.Move] {
		p := connect4.Rules{}.Start()
		r := s.Search(context.Background(), &p, search.Query{Nodes: 20_000, Lines: 7}, search.Control{}, nil)
		r.Elapsed = 0
		return r
	}
	s := mcts.New(connect4.Rules{}, mcts.Options{Seed: 5})
	first := ask(s)
	if again := ask(mcts.New(connect4.Rules{}, mcts.Options{Seed: 5})); !reflect.DeepEqual(first, again) {
		t.Errorf("%+v, then %+v", first, again)
	}
	if other := ask(mcts.New(connect4.Rules{}, mcts.Options{Seed: 6})); reflect.DeepEqual(first, other) {
		t.Error("the seed makes no difference")
	}
	if more := ask(s); reflect.DeepEqual(first, more) {
		t.Error("the second search does not go on from the first")
	}
	s.Clear()
	if again := ask(s); !reflect.DeepEqual(first, again) {
		t.Errorf("%+v, after Clear %+v", first, again)
	}
}

// TestKeepsTheTree plays the two best moves of a search: the next goes on with their part
// of the tree, but not after other moves.
func TestKeepsTheTree(t *testing.T) {
	rules := connect4.Rules{}
	s := rules.Start()
	searcher := mcts.New(rules, mcts.Options{})
	r := searcher.Search(context.Background(), &s, search.Query{Nodes: 50_000}, search.Control{}, nil)
	history := []uint64{rules.Hash(&s)}
	rules.Play(&s, &s, r.Lines[0].PV[0])
	if searcher.Kept(&s, nil) != 0 {
		t.Error("a position with another history continues the tree")
	}
	other := s
	rules.Play(&other, &other, r.Lines[0].PV[1])
	if visits := searcher.Kept(&other, append(history, rules.Hash(&s))); visits < 10 {
		t.Errorf("%d visits are kept", visits)
	}
	if searcher.Kept(&s, history) != 0 {
		t.Error("a position before the root continues the tree")
	}
}

// TestCounters searches a position just before a draw by the limit of moves without progress,
// and then the same one far from it: the proof of the draw is not kept.
func TestCounters(t *testing.T) {
	rules := draughts.Rules{}
	searcher := mcts.New(rules, mcts.Options{})
	for _, tt := range []struct {
		position string
		drawn    bool
	}{{"W:WK1:BK32:H79", true}, {"W:WK1:BK32", false}} {
		s, err := rules.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		r := searcher.Search(context.Background(), &s, search.Query{Nodes: 5000}, search.Control{}, nil)
		if outcome, ok := r.Outcome(); tt.drawn != (ok && outcome == 0 && r.Past) {
			t.Errorf("%s: %v, proven %v", tt.position, r.Score(), r.Proof)
		}
	}
}

// TestFullTree searches with room for few positions.
func TestFullTree(t *testing.T) {
	rules := othello.Rules{}
	s := rules.Start()
	for _, bytes := range []int{1, 1 << 14} {
		searcher := mcts.New(rules, mcts.Options{TableBytes: bytes, Threads: 2})
		r := searcher.Search(context.Background(), &s, search.Query{Nodes: 100_000}, search.Control{}, nil)
		nodes, most := searcher.Size()
		if _, ok := r.Best(); !ok || nodes > most || nodes > max(1, bytes/40) || r.Stopped != search.NodeLimit {
			t.Errorf("%d bytes: %d positions of %d, stopped by %v", bytes, nodes, most, r.Stopped)
		}
	}
}

// BenchmarkPlayouts measures games of random moves from the initial position, and the
// positions that they visit.
func BenchmarkPlayouts(b *testing.B) {
	b.Run("connect4", func(b *testing.B) { playouts(b, connect4.Rules{}, connect4.Rules{}.Start()) })
	b.Run("othello", func(b *testing.B) { playouts(b, othello.Rules{}, othello.Rules{}.Start()) })
}

func playouts[S any, M comparable](b *testing.B, rules game.Rules[S, M], s S) {
	searcher := mcts.New(rules, mcts.Options{})
	visits, nodes := uint64(0), uint64(0)
	for b.Loop() {
		searcher.Clear()
		r := searcher.Search(context.Background(), &s, search.Query{Nodes: 1_000_000}, search.Control{}, nil)
		visits, nodes = visits+r.Leaves, nodes+r.Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(visits), "ns/playout")
	b.ReportMetric(float64(nodes)/float64(visits), "positions/playout")
}
