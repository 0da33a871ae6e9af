package train_test

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/train"
)

// Breakthrough on 6×6 squares (Dan Troyka, 2000): men step one square forward,
// straight or diagonally, and capture diagonally. The first to reach the last
// row wins.
type Breakthrough struct{}

// Men is a position in the view of the side to move, whose men go up.
type Men struct {
	Own, Opp uint64
	Turn     game.Player
}

// Step is a move; bit 8 and up hold the square from which it starts.
type Step uint16

const size, allSquares = 6, 1<<36 - 1

// turned returns the squares as the other side sees them.
func turned(squares uint64) uint64 { return bits.Reverse64(squares) >> (64 - size*size) }

func (Breakthrough) Start() Men { return Men{Own: 1<<12 - 1, Opp: turned(1<<12 - 1)} }

func (Breakthrough) Moves(s *Men, buf []Step) ([]Step, game.Status) {
	if s.Own == 0 || s.Opp&(1<<size-1) != 0 {
		return buf, game.Loss
	}
	for own := s.Own; own != 0; own &= own - 1 {
		from := bits.TrailingZeros64(own)
		for side := -1; side <= 1; side++ {
			to, column := from+size+side, from%size+side
			taken := s.Own
			if side == 0 {
				taken |= s.Opp
			}
			if column >= 0 && column < size && taken>>to&1 == 0 {
				buf = append(buf, Step(from<<8|to))
			}
		}
	}
	return buf, game.Ongoing
}

func (Breakthrough) Play(dst, src *Men, m Step) {
	from, to := uint64(1)<<(m>>8), uint64(1)<<(m&63)
	*dst = Men{Own: turned(src.Opp &^ to), Opp: turned(src.Own&^from | to), Turn: src.Turn.Other()}
}

func (Breakthrough) ToMove(s *Men) game.Player { return s.Turn }

func (Breakthrough) Hash(s *Men) uint64 {
	high, low := bits.Mul64(s.Own*0x9e3779b97f4a7c15^uint64(s.Turn), s.Opp^0xbf58476d1ce4e5b9)
	return high ^ low
}

func (Breakthrough) Alternates() bool { return true }

// Evaluate is the plain evaluation that one writes by hand: men and their
// advance.
func (Breakthrough) Evaluate(s *Men) (v game.Score) {
	for row := range size {
		v += game.Score(60+10*row) * game.Score(bits.OnesCount64(s.Own>>(size*row)&(1<<size-1)))
		v -= game.Score(60+10*row) * game.Score(bits.OnesCount64(turned(s.Opp)>>(size*row)&(1<<size-1)))
	}
	return v
}

// The features are the men of both sides on their squares, and the phase is the
// number of men. Package train needs nothing else.

func (Breakthrough) FeatureCounts() (features, phases int) { return 128, 4 }

func (Breakthrough) Features(s *Men, view game.Player, set []uint64) (phase int) {
	set[0], set[1] = s.Own, s.Opp
	if view != s.Turn {
		set[0], set[1] = turned(s.Opp), turned(s.Own)
	}
	return (bits.OnesCount64(s.Own|s.Opp) - 1) / 6
}

// learnBreakthrough is the example of the README, which takes minutes.
func learnBreakthrough(ctx context.Context) error {
	net, err := train.Run(ctx, Breakthrough{}, train.Options{
		Game: "breakthrough", Passes: 3, Games: 20_000, Nodes: 400, Width: 64, Epochs: 15, Seed: 1,
	}, train.Work{Folder: "work"})
	searcher := search.New(Breakthrough{}, search.Options{Network: net})
	_ = searcher
	return err
}

var _ = learnBreakthrough // shown, not run

// A game learns an evaluation. This run is too short to be any good: 2 passes
// of 3000 games beat the evaluation by hand (docs/training.md).
func Example() {
	net, err := train.Run(context.Background(), Breakthrough{}, train.Options{
		Game: "breakthrough", Passes: 1, Games: 2000, Nodes: 60, Width: 64, Epochs: 8, Seed: 1,
	}, train.Work{})
	if err != nil {
		fmt.Println(err)
		return
	}
	start := Breakthrough{}.Start()
	lead := start
	lead.Opp &^= 1 << 30
	learned := search.New(Breakthrough{}, search.Options{Network: net})
	even := learned.Search(context.Background(), &start, search.Query{Depth: 2}, search.Control{}, nil)
	ahead := learned.Search(context.Background(), &lead, search.Query{Depth: 2}, search.Control{}, nil)
	fmt.Println("a man more is better:", ahead.Score() > even.Score())
	// Output: a man more is better: true
}
