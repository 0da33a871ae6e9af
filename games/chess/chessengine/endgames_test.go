package chessengine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
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
