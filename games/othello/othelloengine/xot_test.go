package othelloengine

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// xotPlies is the length of the openings.
const xotPlies = 8

// xotValue values a position at a depth from an empty table, in discs.
func xotValue(t *testing.T, g *engine.Game, e engine.Engine, text string, depth int) float64 {
	t.Helper()
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	e.Clear()
	return e.Analyze(context.Background(), p, search.Query{Depth: depth}, search.Control{}, nil).Lines[0].Value.Number
}

// xotStarts visits the positions of ply 8, up to symmetry, with the first moves that
// lead to each.
func xotStarts(visit func(s othello.Position, line []othello.Move)) {
	r, met := othello.Rules{}, map[othello.Position]bool{}
	var walk func(s othello.Position, line []othello.Move)
	walk = func(s othello.Position, line []othello.Move) {
		if len(line) == xotPlies {
			_, k := r.Fold(&s)
			var image othello.Position
			r.Image(&image, &s, othello.Pass, k)
			if !met[image] {
				met[image] = true
				visit(image, line)
			}
			return
		}
		moves, _ := r.Moves(&s, nil)
		for _, m := range moves {
			if len(line) == 0 && r.FormatMove(nil, m) != "f5" {
				continue // the four first moves are symmetric
			}
			var next othello.Position
			r.Play(&next, &s, m)
			walk(next, append(line, m))
		}
	}
	walk(r.Start(), nil)
}

// TestXOT checks that the openings are legal, distinct and still nearly balanced: some,
// by lot, are valued again. With -update it makes the list anew, in some minutes.
func TestXOT(t *testing.T) {
	g, err := Game("8")
	if err != nil {
		t.Fatal(err)
	}
	o := engine.Options{}
	o.TableBytes = 4 << 20
	e := g.NewEngine(o)
	r := othello.Rules{}
	if golden.Update() {
		var out strings.Builder
		xotStarts(func(s othello.Position, line []othello.Move) {
			text := r.FormatPosition(&s)
			v := xotValue(t, g, e, text, 8)
			if -6 <= v && v <= 6 && xotValue(t, g, e, text, 12) == 0 && xotValue(t, g, e, text, 16) == 0 {
				out.WriteString(r.FormatMoves(line) + "\n")
			}
		})
		if err := os.WriteFile("xot.txt", []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	rng := seeded.Rand(t, 1)
	list, met := xot.Openings(g), map[othello.Position]string{}
	for _, opening := range list {
		s := r.Start()
		for _, name := range opening.Moves {
			m, err := r.ParseMove(&s, name)
			if err != nil {
				t.Fatalf("%s: %v", opening.Name, err)
			}
			r.Play(&s, &s, m)
		}
		_, k := r.Fold(&s)
		var image othello.Position
		r.Image(&image, &s, othello.Pass, k)
		if same, ok := met[image]; ok || len(opening.Moves) != xotPlies {
			t.Errorf("%s: %v, as %s", opening.Name, opening.Moves, same)
		}
		if met[image] = opening.Name; rng.IntN(len(list)) > 4 {
			continue
		}
		const most = 4 // discs: weights and search may have changed since
		if v := xotValue(t, g, e, r.FormatPosition(&image), 16); v < -most || v > most {
			t.Errorf("%s: %v discs at depth 16", opening.Name, v)
		}
	}
	if len(list) != 1143 || list[16].Name != "xot 17" {
		t.Errorf("%d openings, the 17th is %q", len(list), list[16].Name)
	}
}
