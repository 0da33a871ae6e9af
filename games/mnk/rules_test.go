package mnk_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

var long = flag.Bool("long", false, "visit all positions of 4,4,4, which takes seconds")

// specs are boards of every kind: both table sizes, each variant, each edge.
var specs = []string{
	"3,3,3", "3,4,3", "4,4,4", "4,4,3", "5,4,4", "7,6,4,gravity", "5,6,4", "8,8,5", "1,1,1", "1,5,2", "6,1,3",
	"2,2,2", "3,3,1", "4,4,3,wrap", "4,4,4,wrap", "5,5,4,wrap,exact", "6,4,4,gravity,wrap", "7,7,3,exact",
	"3,3,3,exact", "5,3,5,wrap", "19,3,19",
}

func rulesOf(tb testing.TB, text string) mnk.Rules {
	tb.Helper()
	s, err := mnk.ParseSpec(text)
	if err != nil {
		tb.Fatal(err)
	}
	return mnk.Must(mnk.New(s))
}

func largeOf(tb testing.TB, text string) mnk.LargeRules {
	tb.Helper()
	s, err := mnk.ParseSpec(text)
	if err != nil {
		tb.Fatal(err)
	}
	return mnk.Must(mnk.NewLarge(s))
}

// census counts the contents of a game tree.
type census struct {
	paths     []int // paths by length, including finished games
	xWins     int
	oWins     int
	draws     int
	positions boards // nil to walk all paths
	folded    boards
	images    int // positions up to symmetry
}

// boards is a set of boards of up to 16 cells: bit i%64 of word i/64 is the
// board with base-3 number i.
type boards []uint64

func newBoards(cells int) boards {
	n := 1
	for range cells {
		n *= 3
	}
	return make(boards, n/64+1)
}

// ternary[s] is the sum of 3^i over the elements i of s.
var ternary = func() (t [1 << 16]uint32) {
	power := uint32(1)
	for i := range 16 {
		for s := range 1 << i {
			t[s|1<<i] = t[s] + power
		}
		power *= 3
	}
	return t
}()

// add adds p and reports whether it is new.
func (b boards) add(p mnk.Position) bool {
	i := ternary[p.Own] + 2*ternary[p.Opp]
	isNew := b[i/64]>>(i%64)&1 == 0
	b[i/64] |= 1 << (i % 64)
	return isNew
}

// take walks all games from p, or visits each position once.
func (c *census) take(r mnk.Rules, p mnk.Position, ply int) {
	if len(c.paths) == ply {
		c.paths = append(c.paths, 0)
	}
	if c.positions != nil && !c.addPosition(r, p) {
		return
	}
	c.paths[ply]++
	var buf [16]mnk.Move
	moves, status := r.Moves(&p, buf[:0])
	switch {
	case status == game.Draw:
		c.draws++
	case status == game.Loss && r.ToMove(&p) == game.Second:
		c.xWins++
	case status == game.Loss:
		c.oWins++
	}
	for _, m := range moves {
		var child mnk.Position
		r.Play(&child, &p, m)
		c.take(r, child, ply+1)
	}
}

func (c *census) addPosition(r mnk.Rules, p mnk.Position) bool {
	if !c.positions.add(p) {
		return false
	}
	_, k := r.Fold(&p)
	if r.Image(&p, &p, 0, k); c.folded.add(p) {
		c.images++
	}
	return true
}

func takeCensus(r mnk.Rules, distinct bool) *census {
	c := &census{}
	if distinct {
		c.positions, c.folded = newBoards(r.Spec().Cells()), newBoards(r.Spec().Cells())
	}
	c.take(r, r.Start(), 0)
	return c
}

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

func equal[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s [%d]: got %v, want %v", what, i, got[i], want[i])
		}
	}
}

// TestTicTacToeGames checks published numbers, for example OEIS A048245 and
// Henry Bottomley, "How many Tic-Tac-Toe games are possible?" (2001).
func TestTicTacToeGames(t *testing.T) {
	c := takeCensus(rulesOf(t, "3,3,3"), false)
	equal(t, "paths by ply", c.paths, []int{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872})
	equal(t, "X wins, O wins, draws", []int{c.xWins, c.oWins, c.draws}, []int{131184, 77904, 46080})
	if n := sum(c.paths); n != 549_946 {
		t.Errorf("nodes: got %d, want 549946", n)
	}
}

func TestTicTacToePositions(t *testing.T) {
	c := takeCensus(rulesOf(t, "3,3,3"), true)
	equal(t, "positions by ply", c.paths, []int{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78})
	equal(t, "positions, and up to symmetry", []int{sum(c.paths), c.images}, []int{5478, 765})
}

func TestPositions343(t *testing.T) {
	c := takeCensus(rulesOf(t, "3,4,3"), true)
	equal(t, "positions, and up to symmetry", []int{sum(c.paths), c.images}, []int{111973, 28275})
}

func TestPositions444(t *testing.T) {
	if !*long {
		t.Skip("visits 9.7 million positions; -long does")
	}
	c := takeCensus(rulesOf(t, "4,4,4"), true)
	equal(t, "positions, and up to symmetry", []int{sum(c.paths), c.images}, []int{9722011, 1217977})
}

// TestLargeAgrees plays random games on both kinds of board and compares them.
func TestLargeAgrees(t *testing.T) {
	for _, text := range specs {
		r, l := rulesOf(t, text), largeOf(t, text)
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 1))
			p, q := r.Start(), l.Start()
			for {
				here := l.FormatPosition(&q)
				if got := r.FormatPosition(&p); got != here {
					t.Fatalf("%s: Rules are at %s, LargeRules at %s", text, got, here)
				}
				moves, status := r.Moves(&p, nil)
				large, largeStatus := l.Moves(&q, nil)
				if status != largeStatus || status != r.Status(&p) || status != l.Status(&q) {
					t.Fatalf("%s: %s: Rules say %v, LargeRules %v", text, here, status, largeStatus)
				}
				equal(t, text+": "+here, moves, large)
				if status.Over() {
					break
				}
				m := moves[rng.IntN(len(moves))]
				r.Play(&p, &p, m)
				l.Play(&q, &q, m)
			}
		}
	}
}

// TestParsedEqualsPlayed compares parsed positions with played ones.
func TestParsedEqualsPlayed(t *testing.T) {
	for _, text := range specs {
		r, l := rulesOf(t, text), largeOf(t, text)
		for seed := range uint64(50) {
			rng := rand.New(rand.NewPCG(seed, 2))
			p := r.Start()
			for {
				here := r.FormatPosition(&p)
				if got, err := r.ParsePosition(here); err != nil || got != p {
					t.Fatalf("%s: %s parses as %v, %v", text, here, got, err)
				}
				q, err := l.ParsePosition(here)
				if err != nil {
					t.Fatalf("%s: %s: %v", text, here, err)
				}
				if r.Status(&p) != l.Status(&q) {
					t.Fatalf("%s: %s: played %v, parsed %v", text, here, r.Status(&p), l.Status(&q))
				}
				moves, status := r.Moves(&p, nil)
				if status.Over() {
					break
				}
				r.Play(&p, &p, moves[rng.IntN(len(moves))])
			}
		}
	}
}

func TestOpen(t *testing.T) {
	tests := []struct {
		spec, position string
		own, opp       int // rows open to the side to move, and to its opponent
	}{
		{"3,3,3", "startpos", 8, 8},
		{"3,3,3", "--O/-X-/--X O", 2, 5},
		{"4,4,4", "b2", 7, 10},
		{"5,6,4", "startpos", 39, 39},
		{"4,4,3,wrap", "startpos", 64, 64},
		{"4,4,4,wrap", "startpos", 16, 16},
		{"4,4,4,wrap", "a1", 12, 16},
	}
	for _, tt := range tests {
		r := rulesOf(t, tt.spec)
		p, err := r.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		if own, opp := r.Open(p.Opp), r.Open(p.Own); own != tt.own || opp != tt.opp {
			t.Errorf("%s %s: got %d and %d open rows, want %d and %d", tt.spec, tt.position, own, opp, tt.own, tt.opp)
		}
	}
}

func TestTooLarge(t *testing.T) {
	if _, err := mnk.New(mnk.Spec{M: 9, N: 8, K: 5}); err == nil {
		t.Error("New accepts 72 cells")
	}
	r := largeOf(t, "19,19,5")
	p := r.Start()
	if moves, _ := r.Moves(&p, nil); len(moves) != 361 {
		t.Errorf("19×19: %d first moves, want 361", len(moves))
	}
}

func TestCompleting(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, text := range specs {
		r := rulesOf(t, text)
		full := r.Free(&mnk.Position{}) | 1
		if r.Spec().Gravity {
			full = 1<<r.Spec().Cells() - 1
		}
		for range 300 {
			stones := rng.Uint64() & full
			if r.Wins(stones) {
				continue
			}
			var want uint64
			for c := range r.Spec().Cells() {
				if stones>>c&1 == 0 && r.Wins(stones|1<<c) {
					want |= 1 << c
				}
			}
			if got := r.Completing(stones) & full &^ stones; got != want {
				t.Fatalf("%s: stones %#x: completing cells %#x, want %#x", text, stones, got, want)
			}
		}
	}
}
