package tiles

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// sparse is the squares of a group's tiles and of the blank.
type sparse struct {
	at    [maxCells]uint8
	blank uint8
}

// after returns the position after a move of the blank, and whether it moved a tile of the
// group. ok is false at the edge.
func (s sparse) after(p *Puzzle, tiles []uint8, m Move) (to sparse, moved, ok bool) {
	cell, ok := p.to(s.blank, m)
	for _, t := range tiles {
		if s.at[t] == cell {
			s.at[t], moved = s.blank, true
		}
	}
	s.blank = cell
	return s, moved, ok
}

// plainly returns the least number of moves of a group's tiles for every arrangement, found with
// single moves of the blank.
func plainly(p *Puzzle, tiles []uint8) map[[maxCells]uint8]byte {
	var goal sparse
	for _, t := range tiles {
		goal.at[t] = t
	}
	seen, found := map[sparse]bool{}, map[[maxCells]uint8]byte{}
	for moves, layer := byte(0), []sparse{goal}; len(layer) > 0; moves++ {
		var next []sparse
		for len(layer) > 0 {
			s := layer[len(layer)-1]
			layer = layer[:len(layer)-1]
			if seen[s] {
				continue
			}
			seen[s] = true
			if _, known := found[s.at]; !known {
				found[s.at] = moves
			}
			for m := Up; m <= Down; m++ {
				switch to, moved, ok := s.after(p, tiles, m); {
				case ok && moved:
					next = append(next, to)
				case ok: // at no cost
					layer = append(layer, to)
				}
			}
		}
		layer = next
	}
	return found
}

// TestMaking compares tables with a plain search, for groups that are split and groups that can
// cut off the blank.
func TestMaking(t *testing.T) {
	for _, test := range []struct {
		size  Size
		tiles []uint8
	}{{Square(3), []uint8{1, 2, 4, 5}}, {Square(3), []uint8{3, 6, 7, 8}}, {Square(3), []uint8{1, 3, 5, 6, 8}}, {Square(4), []uint8{1, 4, 15}}, {Size{4, 2}, []uint8{1, 5, 6}}, {Size{2, 5}, []uint8{1, 2, 6}}, {Square(5), []uint8{7, 20}}} {
		p, err := New(test.size, First, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := newGroup(context.Background(), test.size, test.tiles, "", func(Making) {})
		if err != nil {
			t.Fatal(err)
		}
		want := plainly(p, test.tiles)
		if len(want) != g.moves.Len() {
			t.Errorf("%v squares, %v: %d arrangements, want %d", test.size, test.tiles, g.moves.Len(), len(want))
		}
		for at, moves := range want {
			if got := g.moves.At(g.rank(&at)); got != moves {
				t.Fatalf("%v squares, %v at %v: %d moves, want %d", test.size, test.tiles, at, got, moves)
			}
		}
	}
}

// TestMakingEnds cancels the building of a table.
func TestMakingEnds(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	var told []string
	_, err := newGroup(ctx, Square(3), []uint8{1, 2, 4, 5}, "", func(m Making) {
		told = append(told, fmt.Sprintf("%s %.3f", m.Table, m.Done))
		if len(told) == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || len(told) != 3 {
		t.Errorf("%v after %q", err, told)
	}
}
