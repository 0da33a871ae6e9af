package chessengine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// syzygyFolder holds tables of three and four pieces.
const syzygyFolder = "../../../../shared/data/chess/syzygy"

// withTables returns the engine with tables.
func withTables(t testing.TB) engine.Searcher[position, move] {
	t.Helper()
	if _, err := os.Stat(syzygyFolder); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the tables are missing: ", syzygyFolder)
	}
	var o engine.Options
	o.Endgames, o.TableBytes = syzygyFolder, 1<<20
	return newSearcher(o)
}

// endings are positions of four pieces or fewer.
var endings = []string{
	"8/8/8/3k4/8/8/8/KQ6 w - - %d 90",
	"8/8/8/3k4/8/8/8/KR6 w - - %d 90",
	"8/8/8/3k4/8/8/8/KBN5 w - - %d 90",
	"8/8/2q5/3k4/8/8/8/KR6 b - - %d 90",
	"8/8/8/8/3k4/8/3P4/3K4 w - - %d 90",
	"8/5k2/8/8/8/8/PP6/K7 w - - %d 90",
}

// TestTablesWin plays endings to their end against the longest defence, with moves without
// progress and repetitions before them. A win said to be the game's is won.
func TestTablesWin(t *testing.T) {
	s := withTables(t).(searcher)
	certain := 0
	for i, form := range endings {
		for _, quiet := range []int{0, 30, 60, 75, 85, 95} {
			pos := parse(t, fmt.Sprintf(form, quiet))
			random := rand.New(rand.NewPCG(uint64(i), uint64(quiet)))
			var history []uint64
			for range min(quiet, random.IntN(30)) {
				history = append(history, random.Uint64())
			}
			if len(history) > 4 && quiet%2 == 0 { // some position occurred twice
				history[1] = history[3]
			}
			q := search.Query{Nodes: 300, History: history}
			r := s.Search(context.Background(), &pos, q, search.Control{}, nil)
			if r.Score().Outcome() <= 0 || r.Proof&game.Lower == 0 || !r.Past {
				continue
			}
			certain++
			line := append(history[:len(history):len(history)], s.Hash(&pos))
			for plies := 0; !s.Status(&pos).Over(); plies++ {
				if limit, _ := s.Limit(&pos); limit > 0 || plies > 300 || occurrences(line) > 2 {
					t.Fatalf("%s, after %d plies: a win of the game is drawn at %s", fmt.Sprintf(form, quiet), plies, s.FormatPosition(&pos))
				}
				q.History = line[:len(line)-1]
				r := s.Search(context.Background(), &pos, q, search.Control{}, nil)
				best, _ := r.Best()
				if plies%2 == 1 {
					list, ok := s.choices(&pos, nil)
					if !ok {
						t.Fatalf("no entries for %s", s.FormatPosition(&pos))
					}
					best = list[0].move
				}
				s.Play(&pos, &pos, best)
				line = append(line, s.Hash(&pos))
			}
			if s.Status(&pos) != game.Loss {
				t.Errorf("%s: ends in %v", fmt.Sprintf(form, quiet), s.Status(&pos))
			}
		}
	}
	if certain < 10 {
		t.Errorf("only %d endings are certain wins", certain)
	}
}

// TestClock searches won endings in which the 50-move rule is near, with tables and without. The
// game is won if the win is in time, and otherwise a draw; an answer may be about the position
// alone only if the tables do not say which.
func TestClock(t *testing.T) {
	s := withTables(t).(searcher)
	plain := Generic(Evaluation{}, search.Options{TableBytes: 1 << 20})
	random := seeded.Rand(t, 1)
	drawn, proven, won := 0, 0, 0
	for i, form := range endings {
		for range 30 {
			pos := parse(t, fmt.Sprintf(form, 1))
			for range random.IntN(6) {
				if moves, status := s.Moves(&pos, nil); !status.Over() {
					s.Play(&pos, &pos, moves[random.IntN(len(moves))])
				}
			}
			d, ok := s.tables.Distance(&pos)
			if !ok || d == 0 || d > 98 || d < -98 || pos.Quiet() == 0 || s.Status(&pos).Over() {
				continue
			}
			plies := max(d, -d)
			within := func(left int) position {
				fields := strings.Fields(s.FormatPosition(&pos))
				fields[4] = strconv.Itoa(100 - left)
				return parse(t, strings.Join(fields, " "))
			}
			left := max(1, plies+random.IntN(5)-2)
			pos = within(left)
			r := s.Search(t.Context(), &pos, search.Query{Nodes: 300}, search.Control{}, nil)
			outcome, ok := r.Outcome()
			lone := i < 3 // the loser has only a king: distances are exact
			switch {
			case plies < left:
				won++
				if !ok || outcome != min(1, max(-1, d)) {
					t.Errorf("%s, %d plies: outcome %d (%t), not won in time", s.FormatPosition(&pos), d, outcome, ok)
				}
			case plies == left:
				if lone && ok && outcome == 0 {
					t.Errorf("%s, %d plies: drawn, but a win is in time", s.FormatPosition(&pos), d)
				}
			default:
				drawn++
				if !ok || outcome != 0 || !r.Past {
					t.Errorf("%s, %d plies: outcome %d (%t, %t), not drawn", s.FormatPosition(&pos), d, outcome, ok, r.Past)
				}
			}
			if left = 1 + random.IntN(3); plies <= left || !lone {
				continue // without tables, nothing is known after a capture or a pawn's move
			}
			proven++
			pos = within(left)
			r = plain.Search(t.Context(), &pos, search.Query{Depth: 8}, search.Control{}, nil)
			if outcome, ok := r.Outcome(); !ok || outcome != 0 || !r.Past || len(r.Lines[0].PV) != left {
				t.Errorf("%s without tables: outcome %d (%t, %t), %v", s.FormatPosition(&pos), outcome, ok, r.Past, r.Lines)
			}
		}
	}
	if drawn < 20 || proven < 20 || won < 20 {
		t.Errorf("%d draws, %d proofs without tables, %d wins: the test tests little", drawn, proven, won)
	}
}

// TestBounds checks that wins and losses are proven only where the 50-move rule cannot come
// first.
func TestBounds(t *testing.T) {
	s := withTables(t).(searcher)
	none := game.FullWindow()
	for _, c := range []struct {
		fen          string
		lower, upper game.Score
	}{
		{"8/8/8/3k4/8/8/8/KQ6 w - - 0 90", won, game.WinIn(1)},
		{"8/8/8/3k4/8/8/8/KQ6 w - - 1 90", 0, game.WinIn(1)},
		{"8/8/8/3k4/8/8/8/KQ6 b - - 0 90", game.LossIn(2), lost},
		{"8/8/8/3k4/8/8/8/KQ6 b - - 99 90", game.LossIn(2), 0},
		{"8/8/8/3k4/8/3K4/3P4/8 w - - 50 90", 0, 0},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", none.Alpha, none.Beta},
		{"4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", none.Alpha, none.Beta},
	} {
		pos := parse(t, c.fen)
		if lower, upper := s.Bounds(&pos); lower != c.lower || upper != c.upper {
			t.Errorf("%s: got %v to %v, want %v to %v", c.fen, lower, upper, c.lower, c.upper)
		}
	}
}

// TestTablesRepeat gives a lost side a move that repeats a position for the third time: the
// game is a draw, and the losses by other moves are not said to be the game's.
func TestTablesRepeat(t *testing.T) {
	s := withTables(t).(searcher)
	pos := parse(t, "8/8/8/3k4/8/8/8/KQ6 b - - 30 90")
	moves, _ := s.Moves(&pos, nil)
	var next position
	s.Play(&next, &pos, moves[2])
	var history []uint64
	for i := range uint64(20) {
		history = append(history, i)
	}
	history[5], history[11] = s.Hash(&next), s.Hash(&next)
	for lines := 1; lines <= len(moves); lines++ {
		r := s.Search(context.Background(), &pos, search.Query{Nodes: 300, Lines: lines, History: history}, search.Control{}, nil)
		best, _ := r.Best()
		if best != moves[2] || r.Score() != 0 || r.Proof != game.Exact || !r.Past {
			t.Fatalf("%d lines: got %v, %v (%v, %t), want a draw of the game", lines, best, r.Score(), r.Proof, r.Past)
		}
		for _, l := range r.Lines[1:] {
			if l.Proof != game.NoBound {
				t.Errorf("%v is proven a loss of the game", l.PV[0])
			}
		}
	}
}

// occurrences returns how often the last position of a line occurs in it.
func occurrences(line []uint64) (n int) {
	for _, hash := range line {
		if hash == line[len(line)-1] {
			n++
		}
	}
	return n
}

// TestTablesAgree compares searches with tables with searches without: a proven mate is a
// win, and no value contradicts another, with several lines and threads.
func TestTablesAgree(t *testing.T) {
	s := withTables(t).(searcher)
	plain := Generic(Evaluation{}, search.Options{TableBytes: 1 << 20})
	mates := 0
	for i, form := range endings {
		pos := parse(t, fmt.Sprintf(form, 0))
		random := rand.New(rand.NewPCG(uint64(i), 0))
		for range 40 {
			moves, status := s.Moves(&pos, nil)
			if limit, _ := s.Limit(&pos); status.Over() || limit > 0 {
				break
			}
			lines := 1 + random.IntN(3)
			got := s.Search(context.Background(), &pos, search.Query{Depth: 4, Lines: lines}, search.Control{}, nil)
			want := plain.Search(context.Background(), &pos, search.Query{Depth: 4}, search.Control{}, nil)
			if v := want.Score(); want.Proof == game.Exact && v != 0 {
				// A table may end a search before the mate that makes its loss exact.
				bound := got.Score() == lost && got.Proof == game.Upper && v.Outcome() < 0
				if v == got.Score() {
					mates++
				} else if !bound {
					t.Errorf("%s: %v with tables, %v without", s.FormatPosition(&pos), got.Score(), v)
				}
			}
			o, ok := s.tables.Outcome(&pos)
			if v := got.Score(); !ok || got.Proof&game.Lower != 0 && v.Outcome() > 0 && o < 1 || got.Proof&game.Upper != 0 && v.Outcome() < 0 && o > -1 {
				t.Errorf("%s: got %v, by the tables %d", s.FormatPosition(&pos), v, o)
			}
			best, _ := got.Best()
			if random.IntN(3) == 0 {
				best = moves[random.IntN(len(moves))]
			}
			s.Play(&pos, &pos, best)
		}
	}
	if mates == 0 {
		t.Error("no mates")
	}
}
