package draughtsengine

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

func TestMaterial(t *testing.T) {
	for _, tt := range []struct {
		variant  draughts.Variant
		position string
		want     game.Score
	}{
		{draughts.English, "startpos", 0},
		{draughts.English, "W:W21,22,K30:B1,K2", 100},
		{draughts.English, "B:W21,22,K30:B1,K2", -100},
		{draughts.Russian, "W:Wc3,Kc1:Bb8,d8", 200},
		{draughts.International, "B:W31:BK1", 200},
	} {
		m := Material{draughts.Rules{Variant: tt.variant}}
		s, err := m.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Evaluate(&s); got != tt.want {
			t.Errorf("%v %s: %v, want %v", m, tt.position, got, tt.want)
		}
	}
}

// TestCapturesAreSearched has an undefended and a defended piece attacked at
// the horizon.
func TestCapturesAreSearched(t *testing.T) {
	for _, tt := range []struct {
		position, value string
		number          float64
	}{
		{"W:W22,30:B15,7,1", "22-18 loses a man", -2}, // on 18 the man is lost
		{"W:W22,26:B15,7,1", "18 is covered", -1},
	} {
		g := MaterialGame(draughts.Rules{}) // its values are numbers of pieces
		p, err := g.Parse(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		after, err := p.Play("22-18")
		if err != nil {
			t.Fatal(err)
		}
		a := g.NewEngine(engine.Options{}).Analyze(t.Context(), after, search.Query{Depth: 1}, search.Control{}, nil)
		if got := -a.Lines[0].Value.Number; got != tt.number {
			t.Errorf("%s: %s: %v, want %v, by %s", tt.position, tt.value, got, tt.number, strings.Join(a.Lines[0].PV, " "))
		}
	}
}

func TestNames(t *testing.T) {
	for _, bad := range []string{"", "english", "Russian", "8"} {
		if _, err := Game(bad); err == nil {
			t.Errorf("draughts:%s is a game", bad)
		}
	}
	if _, err := Checkers("8"); err == nil {
		t.Error("checkers:8 is a game")
	}
}
