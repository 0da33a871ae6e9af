package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// shuttle is a walk over places 0, 1 and 2. The first player moves at 0, only
// to 1, where the second may go back to 0 or on to 2, which wins for the
// first. Repeating a position is a draw; the evaluation at 0 favours the first
// player.
type shuttle struct{}

type place struct{ at, walked int }

func (shuttle) Start() place { return place{} }

func (shuttle) Moves(p *place, buf []int) ([]int, game.Status) {
	switch p.at {
	case 0:
		return append(buf, 1), game.Ongoing
	case 1:
		return append(buf, 0, 2), game.Ongoing
	}
	return buf, game.Win
}

func (shuttle) Play(dst, src *place, to int)           { *dst = place{to, src.walked + 1} }
func (shuttle) ToMove(p *place) game.Player            { return game.Player(p.at % 2) }
func (shuttle) Hash(p *place) uint64                   { return uint64(p.at+1) * 0x9E3779B97F4A7C15 }
func (shuttle) Repetition(p *place) (int, game.Status) { return p.walked, game.Draw }
func (shuttle) Occurrences() int                       { return 0 }
func (shuttle) Evaluate(p *place) game.Score           { return game.Score(50 - 100*(p.at%2)) }
func (shuttle) FormatMove(_ *place, m int) string      { return fmt.Sprint(m) }
func (shuttle) FormatPosition(p *place) string         { return fmt.Sprint(p.at) }
func (shuttle) Draw(p *place) string                   { return fmt.Sprintln(p.at) }

func (r shuttle) ParseMove(p *place, text string) (int, error) {
	moves, _ := r.Moves(p, nil)
	for _, m := range moves {
		if fmt.Sprint(m) == text {
			return m, nil
		}
	}
	return 0, game.ErrIllegal
}

func (shuttle) ParsePosition(text string) (p place, err error) {
	if n, _ := fmt.Sscan(text, &p.at); n != 1 || p.at < 0 || p.at > 2 {
		return p, errors.New("want 0, 1 or 2")
	}
	return p, nil
}

// TestHistory analyses a position as text and as the end of a game: back at 0,
// the game is drawn only if the position occurred before.
func TestHistory(t *testing.T) {
	g := engine.Adapt(shuttle{}, engine.Spec[place, int]{About: engine.About{Name: "shuttle", Sides: [2]string{"A", "B"}}})
	text, err := g.Parse("1")
	if err != nil {
		t.Fatal(err)
	}
	step, err := g.Start().Play("1")
	if err != nil {
		t.Fatal(err)
	}
	walk, err := g.Start().PlayAll("1 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		p    *engine.Position
		q    search.Query
		want game.Score
	}{
		{"a text", text, search.Query{Depth: 1}, -50},
		{"a move", step, search.Query{Depth: 1}, 0},
		{"moves", walk, search.Query{Depth: 1}, 0},
		{"a history of its own", step, search.Query{Depth: 1, History: []uint64{}}, -50},
	} {
		a := g.NewEngine(engine.Options{}).Analyze(t.Context(), tt.p, tt.q, search.Control{}, nil)
		if l := a.Lines[0]; l.Score != tt.want || l.Move != "0" {
			t.Errorf("%s: %s is worth %v, want 0 at %v", tt.name, l.Move, l.Score, tt.want)
		}
	}
}

// thrice is a shuttle that ends when a position occurs for the third time, and
// is drawn after eight plies.
type thrice struct{ shuttle }

func (thrice) Occurrences() int { return 3 }

func (thrice) Limit(p *place) (int, game.Status) {
	if p.walked < 8 {
		return 0, game.Ongoing
	}
	return p.walked, game.Draw
}

func (thrice) LimitName(*place) string { return "" }
func (thrice) Patience(*place) int     { return 0 }

// TestEnd plays until a repetition or a limit ends the game.
func TestEnd(t *testing.T) {
	for _, tt := range []struct {
		moves string
		over  bool
	}{{"1 0 1", false}, {"1 0 1 0", true}, {"1 0 1 0 1", true}, {"1 0 1 2", true}} {
		g := engine.Adapt(thrice{}, engine.Spec[place, int]{About: engine.About{Name: "thrice", Sides: [2]string{"A", "B"}}})
		p, err := g.Start().PlayAll(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		drawn := tt.over && !strings.HasSuffix(tt.moves, "2")
		if got := p.Status(); got.Over() != tt.over || drawn != (got == game.Draw) || len(p.Moves()) > 0 == tt.over {
			t.Errorf("%s: %v with moves %v", tt.moves, got, p.Moves())
		}
		a := g.NewEngine(engine.Options{}).Analyze(t.Context(), p, search.Query{Depth: 2}, search.Control{}, nil)
		if drawn && (a.Outcome() != "draw" || a.Lines[0].Move != "") {
			t.Errorf("%s: analysed as %+v", tt.moves, a)
		}
	}
	// a limit goes on counting while nothing repeats
	g := engine.Adapt(thrice{}, engine.Spec[place, int]{About: engine.About{Name: "thrice", Sides: [2]string{"A", "B"}}})
	p, err := g.Start().PlayAll("1 0 1 0 1 0 1 0")
	if err != nil || p.Status() != game.Draw {
		t.Errorf("after eight plies: %v, %v", p.Status(), err)
	}
}
