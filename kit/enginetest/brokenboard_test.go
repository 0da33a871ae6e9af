package enginetest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/enginetest"
)

// coin is a game of one move: a coin goes on one of two cells.
type coin struct{}

func (coin) Start() string { return "-- X" }

func (coin) Moves(s *string, buf []byte) ([]byte, game.Status) {
	if *s != "-- X" {
		return buf, game.Loss
	}
	return append(buf, 'a', 'b'), game.Ongoing
}

func (coin) Play(dst, _ *string, m byte) { *dst = map[byte]string{'a': "X- O", 'b': "-X O"}[m] }

func (coin) ToMove(s *string) game.Player {
	if strings.HasSuffix(*s, "O") {
		return game.Second
	}
	return game.First
}

func (coin) Hash(s *string) uint64                          { return uint64((*s)[0]) << 8 * uint64((*s)[1]) }
func (coin) FormatMove(_ *string, m byte) string            { return string(m) }
func (coin) ParseMove(_ *string, text string) (byte, error) { return text[0], nil }
func (coin) FormatPosition(s *string) string                { return *s }
func (coin) ParsePosition(text string) (string, error)      { return text, nil }
func (coin) Draw(s *string) string                          { return *s }

// TestBoardCatches breaks the board of a game in one way after another.
func TestBoardCatches(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(b *boards.Of[string, byte])
		want  string // in the report; empty for no report
	}{
		{"nothing", func(*boards.Of[string, byte]) {}, ""},
		{"two cells of one name", func(b *boards.Of[string, byte]) { b.Cells[1].Name = "a1" }, "two cells"},
		{"a cell outside", func(b *boards.Of[string, byte]) { b.Cells[1].X = 1.5 }, "outside"},
		{"two kinds of one letter", func(b *boards.Of[string, byte]) { b.Board.Pieces[1].Letter = "X" }, "a letter of its own"},
		{"a side too many", func(b *boards.Of[string, byte]) { b.Board.Pieces[1].Side = 2 }, "a letter of its own"},
		{"too many sides", func(b *boards.Of[string, byte]) { b.Sides = append(b.Sides, b.Sides[0]) }, "3 sides"},
		{"three turns", func(b *boards.Of[string, byte]) { b.Turns = 3 }, "3 turns"},
		{"a stranger", func(b *boards.Of[string, byte]) { b.Pieces = func(*string) string { return "?-" } }, "no piece '?'"},
		{"too few cells", func(b *boards.Of[string, byte]) { b.Pieces = func(*string) string { return "-" } }, "1 cells"},
		{"one path of two moves", func(b *boards.Of[string, byte]) { b.Path = func(*string, byte) []int { return []int{0} } }, "do not tell"},
		{"a path that goes on", func(b *boards.Of[string, byte]) {
			b.Path = func(_ *string, m byte) []int { return []int{0, 1}[:1+m-'a'] }
		}, "do not tell"},
		{"a path off the board", func(b *boards.Of[string, byte]) { b.Path = func(*string, byte) []int { return []int{2} } }, "cell 2"},
		{"the wrong cell", func(b *boards.Of[string, byte]) {
			b.Path = func(_ *string, m byte) []int { return []int{1 - int(m-'a')} }
		}, "changes nothing"},
		{"owners of no frames", func(b *boards.Of[string, byte]) { b.Owners = func(*string) []int { return []int{0} } }, "1 owners"},
		{"another position", func(b *boards.Of[string, byte]) {
			b.Write = func(boards.Arrangement) string { return "XX X" }
		}, "by hand"},
		{"another side", func(b *boards.Of[string, byte]) { b.Board.Pieces[0].Side = -1 }, "the pieces say"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := &boards.Of[string, byte]{
				Board:  boards.Grid(2, 1),
				Pieces: func(s *string) string { return (*s)[:2] },
				Path:   func(_ *string, m byte) []int { return []int{int(m - 'a')} },
				Write:  func(a boards.Arrangement) string { return a.Pieces + " " + boards.SideLetter(a.Side) },
			}
			b.Marks()
			b.SetUp = &boards.SetUp{}
			tt.spoil(b)
			g := engine.Adapt(coin{}, engine.Spec[string, byte]{About: engine.About{Name: "coin"}, Board: b})
			said := &reports{TB: t}
			done := make(chan struct{})
			go func() { // a fatal report ends the goroutine
				defer close(done)
				enginetest.Board(said, g, 1)
			}()
			<-done
			got := fmt.Sprint(said.lines)
			if tt.want == "" && len(said.lines) > 0 || !strings.Contains(got, tt.want) {
				t.Errorf("got %s, want %q", got, tt.want)
			}
		})
	}
}
