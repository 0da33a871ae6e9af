package connect4_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

var long = flag.Bool("long", false, "count as many positions as were published, which takes seconds")

func size(tb testing.TB, width, height int) connect4.Rules {
	tb.Helper()
	r, err := connect4.New(width, height)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func position(tb testing.TB, r connect4.Rules, text string) connect4.State {
	tb.Helper()
	s, err := r.ParsePosition(text)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func perft(depth int) int {
	start := connect4.Rules{}.Start()
	return int(game.Perft(connect4.Rules{}, &start, depth, nil).Leaves)
}

func TestPerft(t *testing.T) {
	// minimax-rs has the same counts. The seventh is 7^7 minus the seven games
	// that would overfill a column.
	want := []int{7, 49, 343, 2401, 16807, 117649, 823536, 5673234}
	for i, w := range want {
		if got := perft(i + 1); got != w {
			t.Errorf("perft(%d) = %d, want %d", i+1, got, w)
		}
	}
}

// positions counts the distinct positions of each ply.
func positions(r connect4.Rules, plies int) (counts []int) {
	level := map[uint64]connect4.State{r.Key(new(connect4.State)): {}}
	for ply := 0; ply <= plies && len(level) > 0; ply++ {
		counts = append(counts, len(level))
		next := make(map[uint64]connect4.State, 4*len(level))
		for _, s := range level {
			moves, _ := r.Moves(&s, nil)
			for _, m := range moves {
				var child connect4.State
				r.Play(&child, &s, m)
				next[r.Key(&child)] = child
			}
		}
		level = next
	}
	return counts
}

// TestPositionsByPly checks sequence A212693 of the OEIS.
func TestPositionsByPly(t *testing.T) {
	want := []int{1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623}
	if !*long {
		want = want[:10]
	}
	if got := positions(connect4.Rules{}, len(want)-1); !slices.Equal(got, want) {
		t.Errorf("positions by ply: got %v, want %v", got, want)
	}
}

// TestPositionsOfBoards checks the totals in John Tromp's table of Connect Four
// boards.
func TestPositionsOfBoards(t *testing.T) {
	for _, tt := range []struct{ width, height, want int }{
		{4, 4, 161_029},
		{4, 5, 1_706_255},
		{5, 4, 3_945_711},
	} {
		if tt.want > 2_000_000 && !*long {
			continue
		}
		t.Run(fmt.Sprintf("%dx%d", tt.width, tt.height), func(t *testing.T) {
			total := 0
			for _, n := range positions(size(t, tt.width, tt.height), tt.width*tt.height) {
				total += n
			}
			if total != tt.want {
				t.Errorf("got %d positions, want %d", total, tt.want)
			}
		})
	}
}

// naive plays on a plain array, cell by cell.
type naive struct {
	width, height int
	columns       [][]game.Player
	ply           int
}

func (n *naive) drop(m connect4.Move) {
	n.columns[m] = append(n.columns[m], game.Player(n.ply&1))
	n.ply++
}

func (n *naive) at(c, row int, p game.Player) bool {
	return c >= 0 && c < n.width && row >= 0 && row < len(n.columns[c]) && n.columns[c][row] == p
}

func (n *naive) status() game.Status {
	last := game.Player(n.ply & 1).Other()
	for c := range n.width {
		for row := range n.height {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				i := 0
				for i < 4 && n.at(c+i*d[0], row+i*d[1], last) {
					i++
				}
				if i == 4 {
					return game.Loss
				}
			}
		}
	}
	if n.ply == n.width*n.height {
		return game.Draw
	}
	return game.Ongoing
}

var sizes = [][2]int{
	{1, 1},
	{1, 63},
	{2, 31},
	{32, 1},
	{3, 20},
	{4, 4},
	{5, 4},
	{4, 5},
	{6, 6},
	{7, 6},
	{8, 7},
	{9, 6},
	{12, 4},
	{6, 9},
	{16, 3},
	{10, 5},
}

// TestRandomGames compares random games on boards of all shapes with the naive
// board and checks the laws of capabilities.
func TestRandomGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, wh := range sizes {
		r := size(t, wh[0], wh[1])
		t.Run(r.String(), func(t *testing.T) {
			for range 30 {
				randomGame(t, r, rng)
			}
		})
	}
}

func randomGame(t *testing.T, r connect4.Rules, rng *rand.Rand) {
	t.Helper()
	n := naive{width: r.Width(), height: r.Height(), columns: make([][]game.Player, r.Width())}
	s := r.Start()
	for {
		moves, status := r.Moves(&s, nil)
		if want := n.status(); status != want || r.Status(&s) != want {
			t.Fatalf("%v: status %v, want %v\n%s", r, status, want, r.Draw(&s))
		}
		checkLaws(t, r, s)
		if status.Over() {
			return
		}
		m := moves[rng.IntN(len(moves))]
		r.Play(&s, &s, m)
		n.drop(m)
	}
}

func checkLaws(t *testing.T, r connect4.Rules, s connect4.State) {
	t.Helper()
	var mirrored, back connect4.State
	r.Image(&mirrored, &s, 0, 1)
	r.Image(&back, &mirrored, 0, 1)
	key, k := r.Fold(&s)
	other, _ := r.Fold(&mirrored)
	if back != s || key != other {
		t.Fatalf("%v: mirror of mirror differs or folds differently\n%s", r, r.Draw(&s))
	}
	var folded connect4.State
	r.Image(&folded, &s, 0, k)
	if r.Hash(&folded) != key {
		t.Fatalf("%v: image %d does not have the folded hash\n%s", r, k, r.Draw(&s))
	}
	text := r.FormatPosition(&s)
	if got, err := r.ParsePosition(text); err != nil || got != s {
		t.Fatalf("%v: %q reads back as another position, err %v\n%s", r, text, err, r.Draw(&s))
	}
}

func BenchmarkPerft8(b *testing.B) {
	for b.Loop() {
		if n := perft(8); n != 5673234 {
			b.Fatal(n)
		}
	}
}
