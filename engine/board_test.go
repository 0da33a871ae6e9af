package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/kit/enginetest"
)

// TestToys checks the boards of a one-player game, and of games with sliding,
// captures and promotion.
func TestToys(t *testing.T) {
	for _, g := range enginetest.Toys() {
		t.Run(g.About().Name, func(t *testing.T) {
			// their random games may not end, but few positions are reachable
			seen := map[string]bool{}
			var visit func(p *engine.Position, plies int)
			visit = func(p *engine.Position, plies int) {
				if seen[p.String()] || plies == 0 {
					return
				}
				seen[p.String()] = true
				for _, m := range p.Moves() {
					next, err := p.Play(m)
					if err != nil {
						t.Fatal(err)
					}
					visit(next, plies-1)
				}
			}
			visit(g.Start(), 6)
			for text := range seen {
				p, err := g.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				enginetest.Placement(t, p)
			}
		})
	}
}

// TestPaths checks the paths of the moves of a position.
func TestPaths(t *testing.T) {
	for _, tt := range []struct {
		position string
		want     string // moves with their paths
	}{
		{"------/------/------/-a----/------/A-A--- A", "a6-b5 [30 25]; c6-b5 [32 25]; c6-d5 [32 27]"},
		// Two moves promote on the last row, each by the same cells.
		{"------/A-----/------/------/------/-----a A", "a2-b1=B [6 1]; a2-b1=C [6 1]"},
		// A jump that could continue names its last cell twice.
		{"B-----/-a----/------/---a--/------/------ A", "a1xc3 [0 14 14]; a1xc3xe5 [0 14 28]"},
		{"C-a---/------/------/------/------/------ A", "a1-b1 [0 1]; a1-a2 [0 6]"},
		{"------/------/------/------/A-----/-a---- a", ""},
	} {
		p, err := enginetest.Jumps().Parse(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := entered(p); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.position, got, tt.want)
		}
	}
}

// entered writes the moves of p with their paths.
func entered(p *engine.Position) string {
	var all []string
	for i, m := range p.Moves() {
		all = append(all, fmt.Sprint(m, " ", p.Placement().Paths[i]))
	}
	return strings.Join(all, "; ")
}

// TestArrange checks that invalid arrangements are rejected, with the place
// and the offence.
func TestArrange(t *testing.T) {
	g := enginetest.Jumps()
	for _, tt := range []struct {
		a    boards.Arrangement
		want string
	}{
		{boards.Arrangement{Pieces: "-a-a-------------------------------A", Side: 1}, "-a-a--/------/------/------/------/-----A a"},
		{boards.Arrangement{Pieces: "-a-a----"}, "pieces on 8 cells, want 36"},
		{boards.Arrangement{Pieces: "-a-a-------------------------------q"}, "cell f6: no piece 'q'"},
		{boards.Arrangement{Pieces: "-a-a--------------------------------", Side: 2}, "side 2, want 0 or 1"},
		{boards.Arrangement{Pieces: "-a-a--------------------------------", Option: 1}, "option 1, want 0 to 0"},
	} {
		p, err := g.Arrange(tt.a)
		if err != nil && err.Error() != tt.want || err == nil && p.String() != tt.want {
			t.Errorf("%+v: got %v, %v, want %s", tt.a, p, err, tt.want)
		}
	}
	plain := engine.Adapt(shuttle{}, engine.Spec[place, int]{})
	if plain.Board() != nil || plain.Start().Placement() != nil {
		t.Error("a game without a board has one")
	}
	if _, err := plain.Arrange(boards.Arrangement{}); err == nil {
		t.Error("a position of a game without a board was put there")
	}
}

// TestBoardDocument checks the JSON document of a board.
func TestBoardDocument(t *testing.T) {
	got, err := json.Marshal(enginetest.Pegs().Board())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"schema":"ply.board/1","width":6,"height":1,"ground":"paper","lines":"between",` +
		`"cells":[{"name":"a1","x":0,"y":0},{"name":"b1","x":1,"y":0,"shade":1},{"name":"c1","x":2,"y":0},` +
		`{"name":"d1","x":3,"y":0,"shade":1},{"name":"e1","x":4,"y":0},{"name":"f1","x":5,"y":0,"shade":1}],` +
		`"labels":[{"text":"a","x":0.5,"y":-0.24},{"text":"b","x":1.5,"y":-0.24},{"text":"c","x":2.5,"y":-0.24},` +
		`{"text":"d","x":3.5,"y":-0.24},{"text":"e","x":4.5,"y":-0.24},{"text":"f","x":5.5,"y":-0.24},{"text":"1","x":-0.24,"y":0.5}],` +
		`"turns":2,"mirrors":true,"sides":[{"name":"Player","colour":"blue"}],"pieces":[{"letter":"P","side":0,"shape":"man"}],"setup":{}}`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAdaptRefuses checks that Adapt panics for incomplete boards.
func TestAdaptRefuses(t *testing.T) {
	for want, spoil := range map[string]func(b *boards.Of[Row, int]){
		"no sides":                func(b *boards.Of[Row, int]) { b.Sides = nil },
		"no pieces":               func(b *boards.Of[Row, int]) { b.Board.Pieces = nil },
		"no paths":                func(b *boards.Of[Row, int]) { b.Path = nil },
		"the board has no pieces": func(b *boards.Of[Row, int]) { b.Pieces = nil },
		"":                        func(*boards.Of[Row, int]) {},
	} {
		b := &boards.Of[Row, int]{
			Board:  boards.Grid(6, 1),
			Pieces: func(s *Row) string { return string(s.Cells[:]) },
			Path:   func(_ *Row, m int) []int { return []int{m, m + 1} },
		}
		b.Marks()
		spoil(b)
		got := func() (text string) {
			defer func() {
				if r := recover(); r != nil {
					text = fmt.Sprint(r)
				}
			}()
			engine.Adapt(Cram{}, engine.Spec[Row, int]{About: engine.About{Name: "cram"}, Board: b})
			return ""
		}()
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
