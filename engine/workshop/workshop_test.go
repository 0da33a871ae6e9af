package workshop_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
)

// games returns games by name.
func games(t *testing.T, names ...string) (all []*engine.Game) {
	t.Helper()
	for _, name := range names {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// TestOffers checks the capabilities of each game.
func TestOffers(t *testing.T) {
	for _, g := range catalog.Games() {
		name := g.About().Name
		if b, ok := engine.Offered[workshop.Board](g); ok {
			own, err := b.Of(b.Size)
			if err != nil || own.About().Name != g.About().Name {
				t.Errorf("%s: the board of its own size is of %v, %v", name, own, err)
			}
			if _, err := b.Of(-1); err == nil {
				t.Errorf("%s: there is a board of size -1", name)
			}
		}
		if s, ok := engine.Offered[workshop.Sparring](g); ok && s.Game().Start().String() != g.Start().String() {
			t.Errorf("%s: %s begin at %s", name, s.Word, s.Game().Start())
		}
		if trainer, ok := engine.Offered[workshop.Trainer](g); ok {
			for _, s := range trainer.Settings() {
				if err := s.Check(s.Default); err != nil {
					t.Errorf("%s: the default of %s: %v", name, s.Name, err)
				}
			}
		}
	}
}

func TestSettingCheck(t *testing.T) {
	s, any := workshop.Setting{Low: 1, High: 3}, workshop.Setting{}
	for value, want := range map[int]bool{0: false, 1: true, 3: true, 4: false} {
		if err := s.Check(value); (err == nil) != want {
			t.Errorf("%d of 1 to 3: %v", value, err)
		}
	}
	if err := any.Check(-7); err != nil {
		t.Errorf("without a range: %v", err)
	}
}

func TestSpeaks(t *testing.T) {
	for i, g := range games(t, "othello", "othello:6", "connect4") {
		if name, got := workshop.Speaks(g, "nboard"); got != (i == 0) || got && name != "othello" {
			t.Errorf("%s: %q, %v, want %v", g.About().Name, name, got, i == 0)
		}
	}
}

// TestOpenBook checks that a file determines its game.
func TestOpenBook(t *testing.T) {
	all := catalog.Games()
	other := filepath.Join(t.TempDir(), "none")
	if err := os.WriteFile(other, []byte("no book"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := workshop.OpenBook(all, other, false); !errors.Is(err, workshop.ErrForeign) {
		t.Errorf("a text: %v, want %v", err, workshop.ErrForeign)
	}
	if _, err := workshop.OpenBook(all, other+"where", false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := workshop.OpenBook(games(t, "connect4"), other, false); err == nil {
		t.Error("a game without books opens one")
	}
	books, ok := engine.Offered[workshop.Books](all[0])
	if !ok {
		t.Fatalf("%s has no books", all[0].About().Name)
	}
	for size, name := range map[int]string{8: "othello", 6: "othello:6", 4: "othello:4"} {
		path := filepath.Join(t.TempDir(), fmt.Sprint(size))
		b, err := books.Create(path, name)
		if err != nil {
			t.Fatal(err)
		}
		b.Close()
		if b, err = workshop.OpenBook(all, path, false); err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if board, _ := engine.Offered[workshop.Board](b.Game()); board.Size != size {
			t.Errorf("size %d, want %d", board.Size, size)
		}
	}
	if _, err := books.Create(filepath.Join(t.TempDir(), "7"), "othello:7"); err == nil {
		t.Error("a book of a board that there is not")
	}
}

// TestOutcome reads results in the notations of several games.
func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		game, result string
		want         int
		ok           bool
	}{
		{"othello", "+12", 1, true},
		{"othello", "-:r", -1, true},
		{"othello", "0", 0, true},
		{"chess", "1-0", 1, true},
		{"chess", "0-1", -1, true},
		{"chess", "½-½", 0, true},
		{"chess", "1/2-1/2", 0, true},
		{"chess", "*", 0, false},
		{"chess", "", 0, false},
		{"checkers", "1-0", -1, true}, // the points of White, who moves second
		{"draughts:international", "2-0", 1, true},
		{"draughts:international", "1-1", 0, true},
		{"draughts:international", "0-1", -1, true},
		{"draughts:international", "3-0", 0, false},
	} {
		f, ok := engine.Offered[workshop.Results](games(t, tt.game)[0])
		if !ok {
			t.Fatalf("%s has no results", tt.game)
		}
		if got, ok := f.Outcome(tt.result); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s %q: %d, %v, want %d, %v", tt.game, tt.result, got, ok, tt.want, tt.ok)
		}
	}
}
