package tiles_test

import (
	"context"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search/path"
)

// plainly returns the least number of moves to the goal from each arrangement, a byte a square,
// found breadth first.
func plainly(size tiles.Size, goal tiles.Goal) map[string]int {
	cells := size.Width * size.Height
	var home []byte
	for i := range cells {
		home = append(home, byte((i+int(goal))%cells)) // 0 1 2 … or 1 2 … 0
	}
	moves := map[string]int{string(home): 0}
	for queue := []string{string(home)}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		blank := strings.IndexByte(from, 0)
		for cell := range cells {
			across, down := cell%size.Width-blank%size.Width, cell/size.Width-blank/size.Width
			if across*across+down*down != 1 {
				continue
			}
			to := []byte(from)
			to[blank], to[cell] = to[cell], 0
			if _, known := moves[string(to)]; !known {
				moves[string(to)] = moves[from] + 1
				queue = append(queue, string(to))
			}
		}
	}
	return moves
}

// seen returns an arrangement in plainly's form.
func seen(p *tiles.Puzzle, b *tiles.Board) string {
	shown := p.Shown(*b)
	return string(shown.Tiles[:p.Size().Width*p.Size().Height])
}

// unseen is the inverse of seen. If swapped is set, it exchanges two tiles.
func unseen(p *tiles.Puzzle, text string, swapped bool) (b tiles.Board) {
	b.Blank = uint8(strings.IndexByte(text, 0))
	copy(b.Tiles[:], text)
	for i, t := range b.Tiles[:len(text)] {
		if swapped && (t == 1 || t == 2) {
			b.Tiles[i] = 3 - t
		}
	}
	return p.Shown(b)
}

// TestGoals compares both goals, on square and other boards, with a plain search of all
// arrangements: least moves, bounds, and unsolvable arrangements.
func TestGoals(t *testing.T) {
	for _, size := range []tiles.Size{tiles.Square(2), {Width: 3, Height: 2}, {Width: 2, Height: 3}, {Width: 4, Height: 2}, {Width: 2, Height: 4}, tiles.Square(3)} {
		walking, err := tiles.NewWalkingDistance(size)
		if err != nil {
			t.Fatal(err)
		}
		bounds := []tiles.Heuristic{tiles.Manhattan(size), tiles.LinearConflict(size), walking}
		for _, goal := range []tiles.Goal{tiles.First, tiles.Last} {
			p, err := tiles.New(size, goal, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, got := plainly(size, goal), 0
			err = path.Spread(context.Background(), p, func(b *tiles.Board, moves int) {
				got++
				if least, ok := want[seen(p, b)]; !ok || least != moves {
					t.Fatalf("%v, %v: %s takes %d moves, want %d", size, goal, p.FormatPosition(b), moves, least)
				}
				if size == tiles.Square(3) {
					return // TestEightPuzzle checks its bounds
				}
				if again, err := p.ParsePosition(p.FormatPosition(b)); err != nil || again != *b {
					t.Fatalf("%v, %v: %s is read as %v, %v", size, goal, p.FormatPosition(b), again, err)
				}
				for _, h := range bounds {
					if e := h.Estimate(b); e > moves {
						t.Fatalf("%v, %v: %v of %s is %d, more than %d", size, goal, h, p.FormatPosition(b), e, moves)
					}
				}
			})
			if err != nil || got != len(want) {
				t.Errorf("%v, %v: %d arrangements, want %d; %v", size, goal, got, len(want), err)
			}
			for _, swap := range []bool{false, true} { // as reached, and with two tiles exchanged
				for text := range want {
					b := unseen(p, text, swap)
					if err := p.Unsolvable(&b); (err == nil) == swap {
						t.Fatalf("%v, %v: %s: %v", size, goal, p.FormatPosition(&b), err)
					}
				}
			}
		}
	}
}

// TestSizes checks the laws of puzzles on boards of other widths with the goal Last, and solves
// their starts from both ends.
func TestSizes(t *testing.T) {
	for _, size := range []tiles.Size{tiles.Square(2), {Width: 5, Height: 2}, {Width: 3, Height: 4}, tiles.Square(4)} {
		for _, goal := range []tiles.Goal{tiles.First, tiles.Last} {
			p, err := tiles.New(size, goal, nil)
			if err != nil {
				t.Fatal(err)
			}
			gametest.Test(t, p, gametest.Config[tiles.Board, tiles.Move]{Games: 5, Plies: 60, Illegal: []string{"", "0", "25", "north"}})
			start := p.Start()
			if p.Goal(&start) || p.Unsolvable(&start) != nil {
				t.Errorf("%v, %v: a bad start, %s", size, goal, p.FormatPosition(&start))
			}
			there, both := solve(t, p, start, path.Options{Algorithm: path.IDAStar}), path.Result[tiles.Move]{}
			if both = there; size.Width*size.Height < 12 {
				both = solve(t, p, start, path.Options{Algorithm: path.Bidirectional})
			}
			if !there.Found || there.Cost != both.Cost {
				t.Errorf("%v, %v: %d moves, from both ends %d", size, goal, there.Cost, both.Cost)
			}
		}
	}
}

// TestDirections plays directions as people see them, for both goals.
func TestDirections(t *testing.T) {
	for _, goal := range []tiles.Goal{tiles.First, tiles.Last} {
		p, err := tiles.New(tiles.Size{Width: 3, Height: 2}, goal, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := parse(t, p, "1 5 3 4 0 2")
		for _, step := range [][2]string{{"up", "1 0 3 4 5 2"}, {"left", "0 1 3 4 5 2"}, {"down", "4 1 3 0 5 2"}, {"right", "4 1 3 5 0 2"}, {"2", "4 1 3 5 2 0"}} {
			m, err := p.ParseMove(&b, step[0])
			if err != nil {
				t.Fatalf("%v: %v", goal, err)
			}
			p.Play(&b, &b, m)
			if got := p.FormatPosition(&b); got != step[1] {
				t.Fatalf("%v, %s: %s, want %s", goal, step[0], got, step[1])
			}
		}
	}
}
