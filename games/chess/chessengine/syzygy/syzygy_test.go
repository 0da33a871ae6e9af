package syzygy

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"iter"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/seeded"
)

var samples = flag.Int("samples", 300, "positions of each table that TestCheck compares")

// folder holds tables of three and four pieces.
const folder = "../../../../../shared/data/chess/syzygy"

func openTables(t testing.TB) *Tables {
	t.Helper()
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the tables are missing: ", folder)
	}
	tables, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func TestCheck(t *testing.T) {
	tables := openTables(t)
	if err := tables.Load(); err != nil {
		t.Fatal(err)
	}
	if tables.Complete() != 4 || tables.Pieces() != 4 {
		t.Errorf("got tables of %d pieces, %d complete, want 4", tables.Pieces(), tables.Complete())
	}
	var bytes [2]int64
	for k, suffix := range suffixes {
		names, _ := filepath.Glob(filepath.Join(folder, "*"+suffix))
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			bytes[k] += info.Size()
		}
	}
	if s := tables.Stats(); [2]int64{s.Outcomes, s.Distances} != bytes {
		t.Errorf("got %d and %d bytes, want %d", s.Outcomes, s.Distances, bytes)
	}
	if err := tables.Check(context.Background(), *samples, nil); err != nil {
		t.Error(err)
	}
}

// TestShortDistances compares distances with searches of two plies: a table may be a ply too
// short, but not too long.
func TestShortDistances(t *testing.T) {
	tables := openTables(t)
	random := seeded.Rand(t, 1)
	exact, short := 0, 0
	for range 3000 {
		s, err := chess.Rules{}.ParsePosition(randomEnding(random, []string{"KQkp", "KRkp", "KPkp", "KRPk"}[random.IntN(4)]))
		if err != nil {
			continue
		}
		o, _ := tables.Outcome(&s)
		want := forced(tables, &s, o, 2)
		got, _ := tables.Distance(&s)
		switch got = max(got, -got); {
		case want == 0 || (chess.Rules{}).Status(&s).Over():
		case got == want:
			exact++
		case got == want-1:
			short++
		default:
			t.Errorf("%s: %d plies, want %d", chess.Rules{}.FormatPosition(&s), got, want)
		}
	}
	if exact < 100 || short == 0 {
		t.Errorf("%d distances are exact, %d are a ply too short", exact, short)
	}
}

// randomEnding returns a position with pieces on random squares, perhaps an illegal one.
func randomEnding(random *rand.Rand, pieces string) string {
	board := []byte(strings.Repeat("1", 64))
	for i, sq := range random.Perm(64)[:len(pieces)] {
		board[sq] = pieces[i]
	}
	var ranks []string
	for rank := range slices.Chunk(board, 8) {
		ranks = append(ranks, string(rank))
	}
	return strings.Join(ranks, "/") + " " + []string{"w", "b"}[random.IntN(2)] + " - - 0 1"
}

// forced returns the plies in which the winner of s, whose outcome is o, forces a capture, a
// pawn's move or mate that keeps the win; 0 if they are more than n.
func forced(t *Tables, s *chess.Position, o Outcome, n int) (plies int) {
	if n == 0 || o != Win && o != Loss {
		return 0
	}
	moves, _ := chess.Rules{}.Moves(s, nil)
	for _, m := range moves {
		var next chess.Position
		chess.Rules{}.Play(&next, s, m)
		after, _ := t.Outcome(&next)
		mates := (chess.Rules{}).Status(&next) == game.Loss
		if o == Win && after != Loss && !mates {
			continue
		}
		k := 0
		if next.Quiet() == 0 || mates {
			k = 1
		} else if k = forced(t, &next, after, n-1); k > 0 {
			k++
		}
		switch {
		case o == Loss && k == 0:
			return 0
		case o == Loss:
			plies = max(plies, k)
		case k > 0 && (plies == 0 || k < plies):
			plies = k
		}
	}
	return plies
}

// ending is the endings of one of White's pieces against a lone king, solved without tables.
type ending struct {
	piece  byte    // a letter
	plies  []int16 // by place: to a capture, a pawn's move or mate; lost if even, -1 if drawn
	others map[chess.Piece]*ending
}

// place returns where e.plies has s.
func place(s *chess.Position) (n int) {
	for _, set := range []uint64{s.Pieces(chess.King) & s.Side(chess.White), s.Side(chess.Black), s.Occupied() &^ s.Pieces(chess.King)} {
		n = n<<6 | bits.TrailingZeros64(set)&63
	}
	return n<<1 | int(s.Turn())
}

// outcome returns who wins s, for the side to move, and in how many plies.
func (e *ending) outcome(s *chess.Position) (sign, plies int) {
	switch n := int(e.plies[place(s)]); {
	case n < 0:
		return 0, 0
	case n%2 == 0:
		return -1, max(1, n)
	default:
		return 1, n
	}
}

// solve finds all positions of the ending that White wins: those with an advanced pawn
// first, to which a pawn's move leads, and otherwise the quickest first.
func solve(piece byte, others map[chess.Piece]*ending) *ending {
	e := &ending{piece, slices.Repeat([]int16{-1}, 64*64*64*2), others}
	for rank := 7; rank >= 0; rank-- {
		if piece != 'P' && rank > 0 {
			continue
		}
		var left [2][]chess.Position
		for s := range e.all(rank) {
			left[s.Turn()] = append(left[s.Turn()], s)
		}
		for n, idle := int16(0), 0; idle < 2; n++ {
			turn := 1 - n%2
			keep := left[turn][:0]
			idle++
			for _, s := range left[turn] {
				if e.decided(&s, n) {
					e.plies[place(&s)] = n
					idle = 0
				} else {
					keep = append(keep, s)
				}
			}
			left[turn] = keep
		}
	}
	return e
}

// all yields all positions of the ending, or those with the pawn on a rank.
func (e *ending) all(rank int) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		for n := range 64 * 64 * 64 {
			white, black, sq := n&63, n>>6&63, n>>12
			if white == black || sq == white || sq == black || e.piece == 'P' && sq>>3 != rank {
				continue
			}
			var board [64]byte
			board[white], board[black], board[sq] = 'K', 'k', e.piece
			for _, turn := range []byte("wb") {
				if s, err := parseBoard(&board, turn); err == nil && !yield(s) {
					return
				}
			}
		}
	}
}

// decided reports whether s is decided in n plies, if all quicker positions are known.
func (e *ending) decided(s *chess.Position, n int16) bool {
	moves, status := chess.Rules{}.Moves(s, nil)
	if status.Over() {
		return status == game.Loss && n == 0
	}
	for _, m := range moves {
		var next chess.Position
		chess.Rules{}.Play(&next, s, m)
		after := int16(-1)
		switch p := m.Promotion(); {
		case s.Captures(m):
		case p == chess.NoPiece:
			after = e.plies[place(&next)]
		case e.others[p] != nil:
			after = e.others[p].plies[place(&next)]
		}
		if after >= 0 && s.At(m.From()) == chess.Pawn {
			after = 0 // the count begins anew
		}
		if n%2 == 1 && after >= 0 && after < n {
			return true
		}
		if n%2 == 0 && (after < 0 || after > n) {
			return false
		}
	}
	return n%2 == 0 && n > 0
}

// TestRetrograde compares the tables of three pieces with our own solution, position by
// position, and every seventh distance.
func TestRetrograde(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	tables := openTables(t)
	others := map[chess.Piece]*ending{chess.Queen: solve('Q', nil), chess.Rook: solve('R', nil)}
	for _, e := range []*ending{others[chess.Queen], others[chess.Rook], solve('P', others)} {
		longest := 0
		won := 0
		for rank := range 8 {
			if e.piece != 'P' && rank > 0 {
				break
			}
			for s := range e.all(rank) {
				sign, plies := e.outcome(&s)
				o, ok := tables.Outcome(&s)
				d, ok2 := sign*plies, true
				if place(&s)%7 == 0 { // distances take longer
					d, ok2 = tables.Distance(&s)
				}
				longest, won = max(longest, plies), won+sign*sign
				if off := sign*d - plies; !ok || !ok2 || int(o) != 2*sign || off < 0 || off > 1 {
					t.Fatalf("%s: got %d in %d, %t, %t; want %d in %d", chess.Rules{}.FormatPosition(&s), o, d, ok, ok2, sign, plies)
				}
			}
		}
		t.Logf("K%cvK: %d won or lost positions, the longest in %d plies", e.piece, won, longest)
	}
}

// TestValues looks up positions with well-known values.
func TestValues(t *testing.T) {
	tables := openTables(t)
	for _, c := range []struct {
		fen     string
		outcome Outcome
		plies   int // 0 if any
	}{
		{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", Win, 0},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Draw, 0},  // stalemate
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Loss, -1}, // mate
		{"k7/8/1K6/8/8/8/8/7R w - - 0 1", Win, 1},    // mate in one
		{"8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", Draw, 0}, // the opposition
		{"3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", Loss, 0}, // the sixth rank wins always
		{"3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", Win, 0},
		{"k7/8/8/8/8/8/8/KBN5 w - - 0 1", Win, 0},
		{"8/8/8/8/4k3/8/8/KNN5 w - - 0 1", Draw, 0},
		{"8/8/8/8/8/1k6/1p6/1K2R3 w - - 0 1", Win, 0},
		{"8/6k1/8/8/3pP3/8/8/K7 b - e3 0 1", Win, 1}, // in passing
	} {
		s, err := chess.Rules{}.ParsePosition(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		o, ok := tables.Outcome(&s)
		d, ok2 := tables.Distance(&s)
		if !ok || !ok2 || o != c.outcome || c.plies != 0 && d != c.plies {
			t.Errorf("%s: got %d in %d, %t, %t; want %d in %d", c.fen, o, d, ok, ok2, c.outcome, c.plies)
		}
	}
	castles, _ := chess.Rules{}.ParsePosition("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	if _, ok := tables.Outcome(&castles); ok {
		t.Error("a position with a right to castle has no entry")
	}
}

// FuzzFile damages tables: lookups fail or return anything, but do not panic.
func FuzzFile(f *testing.F) {
	tables := openTables(f)
	names := []string{"KPvK", "KRvK", "KPvKP", "KQvKR"}
	f.Add(0, false, 100, byte(3), 0)
	f.Add(1, true, 17, byte(255), 500)
	f.Add(2, true, 40, byte(9), 90)
	f.Fuzz(func(t *testing.T, which int, distance bool, at int, flip byte, length int) {
		m, _ := parseMaterial(names[uint(which)%uint(len(names))])
		k := outcomes
		if distance {
			k = distances
		}
		data, err := os.ReadFile(tables.held[m].names[k])
		if err != nil {
			t.Fatal(err)
		}
		data[uint(at)%uint(min(len(data), 300))] ^= flip
		if length > 0 {
			data = data[:min(length, len(data))]
		}
		file := parse(data, m, k)
		if file == nil {
			return
		}
		random := rand.New(rand.NewPCG(uint64(at), 1))
		for range 50 {
			s := m.random(random)
			if p, number, turned := file.locate(&s, m); p != nil && !turned {
				if v, ok := p.at(number); ok && k == distances {
					p.distance(v, Win)
				}
			}
		}
	})
}

// TestDamaged checks that damaged files are named.
func TestDamaged(t *testing.T) {
	openTables(t)
	dir := t.TempDir()
	data, err := os.ReadFile(filepath.Join(folder, "KQvK.rtbw"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "KQvK.rtbw"), data[:100], 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	tables, err := Open(dir + string(filepath.ListSeparator) + filepath.Join(dir, "missing"))
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Load(); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "KQvK.rtbw") {
		t.Errorf("got %v, want an error that names the file", err)
	}
	s := material{1<<(4*chess.King) | 1<<(4*chess.Queen), 1 << (4 * chess.King)}.random(rand.New(rand.NewPCG(1, 1)))
	if _, ok := tables.Outcome(&s); ok {
		t.Error("a damaged table answers")
	}
}
