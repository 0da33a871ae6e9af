package search_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// Nim is a game of heaps of stones. A move takes any number of stones from one
// heap; the player who takes the last stone wins. These four methods are all
// that a game needs.
type Nim struct{}

type Heaps struct {
	Stones [3]uint8
	Turn   game.Player
}

type Take struct{ Stones, Heap uint8 }

func (Nim) Moves(s *Heaps, buf []Take) ([]Take, game.Status) {
	if s.Stones == [3]uint8{} {
		return buf, game.Loss // the other side took the last stone
	}
	for heap, stones := range s.Stones {
		for n := uint8(1); n <= stones; n++ {
			buf = append(buf, Take{n, uint8(heap)})
		}
	}
	return buf, game.Ongoing
}

func (Nim) Play(dst, src *Heaps, m Take) {
	*dst = *src
	dst.Stones[m.Heap] -= m.Stones
	dst.Turn = src.Turn.Other()
}

func (Nim) ToMove(s *Heaps) game.Player { return s.Turn }

func (Nim) Hash(s *Heaps) uint64 {
	return uint64(s.Stones[0]) | uint64(s.Stones[1])<<8 | uint64(s.Stones[2])<<16 | uint64(s.Turn)<<24
}

// A new game, searched, solved and played.
func Example_nim() {
	pos := Heaps{Stones: [3]uint8{3, 4, 5}}
	searcher := search.New(Nim{}, search.Options{TableBytes: 1 << 20})

	shallow := searcher.Search(context.Background(), &pos, search.Query{Depth: 4}, search.Control{}, nil)
	fmt.Printf("4 plies ahead nothing is decided: value %v, proof %v\n", shallow.Score(), shallow.Proof)

	for {
		r := searcher.Search(context.Background(), &pos, search.Query{}, search.Control{}, nil)
		move, ok := r.Best()
		if !ok {
			fmt.Printf("the %v player has lost\n", pos.Turn)
			return
		}
		fmt.Printf("%v %v takes %d from heap %d: %v\n", pos.Stones, pos.Turn, move.Stones, move.Heap+1, r.Score())
		Nim{}.Play(&pos, &pos, move)
	}
	// Output:
	// 4 plies ahead nothing is decided: value 0, proof none
	// [3 4 5] first takes 2 from heap 1: win in 11
	// [1 4 5] second takes 1 from heap 1: loss in 10
	// [0 4 5] first takes 1 from heap 3: win in 9
	// [0 4 4] second takes 1 from heap 2: loss in 8
	// [0 3 4] first takes 1 from heap 3: win in 7
	// [0 3 3] second takes 1 from heap 2: loss in 6
	// [0 2 3] first takes 1 from heap 3: win in 5
	// [0 2 2] second takes 1 from heap 2: loss in 4
	// [0 1 2] first takes 1 from heap 3: win in 3
	// [0 1 1] second takes 1 from heap 2: loss in 2
	// [0 0 1] first takes 1 from heap 3: win in 1
	// the second player has lost
}
