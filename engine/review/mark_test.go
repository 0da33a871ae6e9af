package review

import (
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// TestLossesAreDecimal takes differences and sums of decimal values as people do.
func TestLossesAreDecimal(t *testing.T) {
	start := catalogtest.Find(t, "checkers").Start()
	var r Review
	for _, v := range [][2]float64{{0.56, 0.39}, {1.1, 1}, {0.3, 0.1}, {-0.1, 0.2}, {5, -1.07}} {
		m := Move{Best: engine.Line{Value: engine.Value{Number: v[0], Unit: "men"}}, Played: engine.Value{Number: v[1], Unit: "men"}, Compared: true, Position: start}
		m.judge(true)
		r.Moves = append(r.Moves, m)
	}
	r.sum()
	got := ""
	for _, m := range r.Moves {
		got += fmt.Sprintf("%g %g, ", m.Loss, m.Total)
	}
	if want := "0.17 0.17, 0.1 0.27, 0.2 0.47, 0 0.47, 6.07 6.54, "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestMarks marks pairs of scores, before and after a move, in games with odds and
// without. The expected points in chess at the start are 0.5 at 0, 0.42 at -20, 0.31 at -50, 0.25 at
// -70, 0.08 at -150 and 0.007 at -300.
func TestMarks(t *testing.T) {
	win, loss := game.WinIn(5), game.LossIn(4)
	for _, tt := range []struct {
		game         string
		best, played game.Score
		exact        [2]bool // best and played
		want         string
	}{
		{"chess", 0, -12, [2]bool{}, ""},
		{"chess", 0, -20, [2]bool{}, "?!*"},
		{"chess", 0, -50, [2]bool{}, "?*"},
		{"chess", 20, -70, [2]bool{}, "??*"},
		{"chess", 0, -300, [2]bool{}, "??*"}, // a knight
		{"chess", 150, 100, [2]bool{}, "?!"},
		{"chess", 700, 400, [2]bool{}, ""},   // still won
		{"chess", -570, -900, [2]bool{}, ""}, // long lost
		{"chess", -570, loss, [2]bool{false, true}, ""},
		{"chess", -150, loss, [2]bool{false, true}, "??"},
		{"chess", -150, loss, [2]bool{}, "??"},
		{"chess", loss, game.LossIn(2), [2]bool{true, true}, ""},
		{"chess", win, 900, [2]bool{true, false}, ""},
		{"chess", win, 50, [2]bool{true, false}, "??"},
		{"chess", win, 0, [2]bool{true, true}, "??*"},
		{"chess", 0, loss, [2]bool{true, true}, "??*"},
		{"othello", game.Margin(20), game.Margin(2), [2]bool{true, true}, ""},
		{"othello", game.Margin(2), 0, [2]bool{true, true}, "??*"},
		{"othello", 10, 4, [2]bool{}, "?"},
		{"mnk:5,5,4", 9, -9, [2]bool{}, ""}, // no odds
		{"mnk:5,5,4", 0, loss, [2]bool{false, true}, "??*"},
		{"mnk:5,5,4", -9, loss, [2]bool{false, true}, "??"},
		{"mnk:5,5,4", win, 9, [2]bool{true, false}, ""},
		{"mnk:5,5,4", win, -9, [2]bool{true, false}, "??*"},
		{"mnk:5,5,4", win, 0, [2]bool{true, true}, "??*"},
	} {
		p := catalogtest.Find(t, tt.game).Start()
		m := Move{Position: p, Exact: tt.exact[0] && tt.exact[1], Played: p.Worth(tt.played, tt.exact[1], false)}
		m.Best.Value = p.Worth(tt.best, tt.exact[0], false)
		m.judge(tt.exact[0] == tt.exact[1])
		got := m.Mark.String()
		if m.Turning {
			got += "*"
		}
		if got != tt.want {
			t.Errorf("%s, %v and %v: %q, want %q", tt.game, tt.best, tt.played, got, tt.want)
		}
	}
}

// TestLossesOfOneKind has losses only between two proven values or two estimates.
func TestLossesOfOneKind(t *testing.T) {
	p := catalogtest.Find(t, "connect4").Start()
	for _, tt := range []struct {
		best, played     game.Score
		bestExact, exact bool // exact: the move played
		want             string
	}{
		{game.WinIn(7), game.LossIn(8), true, true, "stones"},
		{game.WinIn(7), 3, true, false, ""},
		{5, 3, false, false, ""}, // the engine solves the game
	} {
		m := Move{Position: p, Exact: tt.bestExact && tt.exact, Best: engine.Line{Value: p.Worth(tt.best, tt.bestExact, false)}, Played: p.Worth(tt.played, tt.exact, false)}
		m.judge(tt.bestExact == tt.exact)
		if m.Unit != tt.want {
			t.Errorf("%v and %v: loss %v %q, want unit %q", tt.best, tt.played, m.Loss, m.Unit, tt.want)
		}
	}
}
