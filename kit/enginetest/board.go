package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
)

// Board checks the board of a game against the rules of boards.Board and
// boards.Placement, in random games drawn by seed. Every piece has a known
// kind and stands on a cell, every move has its own path, and a position set
// up by hand equals its model. A game without a board passes.
func Board(tb testing.TB, g *engine.Game, seed uint64) {
	tb.Helper()
	b := g.Board()
	if b == nil {
		return
	}
	checkBoard(tb, b)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 20 {
		var before *engine.Position
		now, move := g.Start(), ""
		for {
			Placement(tb, now)
			if before != nil {
				checkLast(tb, before, move, now)
			}
			moves := now.Moves()
			if len(moves) == 0 {
				break
			}
			before, move = now, moves[rng.IntN(len(moves))]
			next, err := now.Play(move)
			if err != nil {
				tb.Fatalf("%s: %v", now, err)
			}
			now = next
		}
	}
}

func checkBoard(tb testing.TB, b *boards.Board) {
	tb.Helper()
	names, letters := map[string]bool{}, map[string]bool{}
	for _, c := range b.Cells {
		if names[c.Name] || c.Name == "" {
			tb.Errorf("two cells, or none, are called %q", c.Name)
		}
		names[c.Name] = true
		if c.X < 0 || c.Y < 0 || c.X+1 > b.Width || c.Y+1 > b.Height {
			tb.Errorf("cell %s lies outside", c.Name)
		}
	}
	for _, p := range b.Pieces {
		if letters[p.Letter] || utf8.RuneCountInString(p.Letter) != 1 || p.Letter == string(boards.Empty) || p.Side < -1 || p.Side >= len(b.Sides) {
			tb.Errorf("piece %+v: want a letter of its own and a side", p)
		}
		letters[p.Letter] = true
	}
	if n := len(b.Sides); n != 1 && n != 2 {
		tb.Errorf("%d sides, want 1 or 2", n)
	}
	if !slices.Contains([]int{1, 2, 4}, b.Turns) {
		tb.Errorf("%d turns, want 1, 2 or 4", b.Turns)
	}
}

// Placement checks the placement of one position.
func Placement(tb testing.TB, p *engine.Position) {
	tb.Helper()
	b, at, moves := p.Game().Board(), p.Placement(), p.Moves()
	if len(at.Paths) != len(moves) {
		tb.Fatalf("%s: %d paths of %d moves", p, len(at.Paths), len(moves))
	}
	if err := b.Check(at.Pieces); err != nil {
		tb.Fatalf("%s: %v", p, err)
	}
	for i, path := range at.Paths {
		for _, c := range slices.Concat(path, at.Won) {
			if c < 0 || c >= len(b.Cells) {
				tb.Fatalf("%s: cell %d, want less than %d", p, c, len(b.Cells))
			}
		}
		for j, other := range at.Paths[:i] {
			short, long := path, other
			if len(short) > len(long) {
				short, long = long, short
			}
			same := len(short) == len(long) && at.Becomes[moves[i]] != at.Becomes[moves[j]]
			if slices.Equal(short, long[:len(short)]) && len(short) > 0 && !same {
				tb.Errorf("%s: the paths of %s and %s, %v and %v, do not tell them apart", p, moves[i], moves[j], path, other)
			}
		}
	}
	if at.Owners != nil && len(at.Owners) != len(b.Frames) {
		tb.Errorf("%s: %d owners of %d frames", p, len(at.Owners), len(b.Frames))
	}
	a := arrangement(p)
	if b.SetUp != nil && !b.SetUp.Turn && b.ToMove(at.Pieces) != p.ToMove() {
		tb.Errorf("%s: the pieces say that side %d is to move", p, b.ToMove(at.Pieces))
	}
	if b.SetUp == nil {
		return
	}
	switch again, err := p.Game().Arrange(a); {
	case err != nil, !b.SetUp.Turn && again.String() != p.String():
		tb.Errorf("%s: put there by hand it is %v, %v", p, again, err)
	case arrangement(again) != a: // the text may tell more, such as counts of moves
		tb.Errorf("%s: put there by hand it is arranged as %+v, want %+v", p, arrangement(again), a)
	}
}

// arrangement returns what a set-up by hand says of a position.
func arrangement(p *engine.Position) boards.Arrangement {
	at := p.Placement()
	return boards.Arrangement{Pieces: at.Pieces, Side: p.ToMove(), Option: at.Option}
}

// checkLast checks that a piece stands or stood at each end of a move. Between the ends a
// piece may pass over empty cells.
func checkLast(tb testing.TB, before *engine.Position, move string, now *engine.Position) {
	tb.Helper()
	was, is := before.Placement(), now.Placement()
	if want := was.Paths[slices.Index(before.Moves(), move)]; !slices.Equal(is.Last, want) {
		tb.Errorf("%s: after %s the last move is on cells %v, want %v", now, move, is.Last, want)
	}
	for i, c := range is.Last {
		if i > 0 && i < len(is.Last)-1 {
			continue
		}
		if was.Pieces[c] == boards.Empty && is.Pieces[c] == boards.Empty {
			tb.Errorf("%s: %s changes nothing on cell %d", before, move, c)
		}
	}
}
