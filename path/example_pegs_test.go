package path_test

import (
	"context"
	"fmt"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/path"
	"github.com/plywood-go/plywood/search"
)

// Pegs is peg solitaire on a triangle of 15 holes:
//
//	    0
//	   1 2
//	  3 4 5
//	 6 7 8 9
//	…
//
// A peg jumps over another into the hole behind, and the other is taken away; one
// is to be left.
type Pegs struct{ jumps []Jump }

// Holes are those with a peg, a bit each.
type Holes uint16

// Jump is the three holes in a row of a move.
type Jump struct{ From, Over, To uint8 }

const rows = 5

// hole returns the number of the hole in a row, at a place from the left.
func hole(row, place int) uint8 { return uint8(row*(row+1)/2 + place) }

func NewPegs() (p Pegs) {
	on := func(row, place int) bool { return row >= 0 && row < rows && place >= 0 && place <= row }
	for row := range rows {
		for place := range row + 1 {
			for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}} {
				if on(row+2*d[0], place+2*d[1]) {
					p.jumps = append(p.jumps, Jump{hole(row, place), hole(row+d[0], place+d[1]), hole(row+2*d[0], place+2*d[1])})
				}
			}
		}
	}
	return p
}

func (p *Pegs) Moves(s *Holes, buf []Jump) ([]Jump, game.Status) {
	if p.Goal(s) {
		return buf, game.Win
	}
	some := len(buf)
	for _, j := range p.jumps {
		if *s>>j.From&1 == 1 && *s>>j.Over&1 == 1 && *s>>j.To&1 == 0 {
			buf = append(buf, j)
		}
	}
	if len(buf) == some {
		return buf, game.Loss // a dead end
	}
	return buf, game.Ongoing
}

func (p *Pegs) Play(dst, src *Holes, j Jump) { *dst = *src ^ 1<<j.From ^ 1<<j.Over ^ 1<<j.To }
func (p *Pegs) ToMove(*Holes) game.Player    { return game.First }
func (p *Pegs) Hash(s *Holes) uint64         { return uint64(*s) }
func (p *Pegs) Goal(s *Holes) bool           { return *s&(*s-1) == 0 }

// A puzzle with dead ends: which first holes to leave empty?
func Example_pegs() {
	pegs := NewPegs()
	searcher, err := path.New(&pegs, path.Options{Algorithm: path.BreadthFirst})
	if err != nil {
		fmt.Println(err)
		return
	}
	full := Holes(1<<hole(rows, 0) - 1)
	for _, empty := range []uint8{0, 1, 4} {
		start := full &^ (1 << empty)
		result := searcher.Search(context.Background(), &start, path.Query{}, search.Control{}, nil)
		fmt.Printf("without peg %d: %v\n", empty, &result)
	}
	start := full &^ 7
	result := searcher.Search(context.Background(), &start, path.Query{Depth: 3}, search.Control{}, nil)
	fmt.Println(&result)
	// Output:
	// without peg 0: cost 13, optimality optimal
	// without peg 1: cost 13, optimality optimal
	// without peg 4: cost 13, optimality optimal
	// no solution yet (depth): cost at least 4
}
