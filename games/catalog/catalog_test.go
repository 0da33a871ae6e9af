package catalog

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// TestGames checks the properties of catalog games that tools rely on.
func TestGames(t *testing.T) {
	for _, g := range Games() {
		about := g.About()
		t.Run(about.Name, func(t *testing.T) {
			if about.Title == "" || about.Positions == "" || about.Moves == "" || about.Sides[0] == "" || about.Unit == "" {
				t.Errorf("something is left unsaid: %+v", about)
			}
			again, err := Find(about.Name)
			if err != nil || !reflect.DeepEqual(again.About(), about) {
				t.Errorf("Find(%q) = %+v, %v", about.Name, again, err)
			}
			walk(t, g)
		})
	}
}

// walk plays the first and the last legal move alternately to the end of the
// game, and parses every position.
func walk(t *testing.T, g *engine.Game) {
	p := g.Start()
	var played []string
	for range 500 {
		back, err := g.Parse(p.String())
		if err != nil {
			t.Fatalf("Parse(%q): %v", p, err)
		}
		if back.String() != p.String() || back.Hash() != p.Hash() || back.Side() != p.Side() {
			t.Fatalf("%q is read back as %q", p, back)
		}
		moves := p.Moves()
		if p.Status().Over() != (len(moves) == 0) {
			t.Fatalf("%q: %v with %d moves", p, p.Status(), len(moves))
		}
		if len(moves) == 0 {
			break
		}
		m := moves[len(played)%2*(len(moves)-1)]
		next, err := p.Play(m)
		if err != nil {
			t.Fatalf("%q: move %q: %v", p, m, err)
		}
		played, p = append(played, m), next
	}
	if !p.Status().Over() {
		t.Fatalf("no end after %d moves", len(played))
	}
	replayed, err := g.Start().PlayAll(strings.Join(played, " "))
	if err != nil || replayed.String() != p.String() {
		t.Errorf("PlayAll(%v) = %v, %v; want %v", played, replayed, err, p)
	}
	r := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 16}}).
		Analyze(context.Background(), p, search.Query{Nodes: 1000}, search.Control{}, nil)
	if won := r.Lines[0].Value.Outcome != engine.NoOutcome; (r.Outcome() != "") != won || !r.Exact() || r.Lines[0].Move != "" {
		t.Errorf("analysis of a finished game: %+v", r)
	}
}

func TestAnalyze(t *testing.T) {
	for _, g := range Games() {
		for _, o := range []engine.Options{{}, {Solve: true}, {Solve: true, Outcome: true}} {
			o.TableBytes = 1 << 20
			p := g.Start()
			r := g.NewEngine(o).Analyze(context.Background(), p, search.Query{Nodes: 3000, Exhaustive: o.Solve}, search.Control{}, nil)
			if len(r.Lines) != 1 || r.Position != p {
				t.Fatalf("%s %+v: %+v", g.About().Name, o, r)
			}
			if _, err := p.PlayAll(strings.Join(r.Lines[0].PV, " ")); err != nil || len(r.Lines[0].PV) == 0 {
				t.Errorf("%s: line %v: %v", g.About().Name, r.Lines[0].PV, err)
			}
		}
	}
}

func TestFindErrors(t *testing.T) {
	if g, err := Find("gomoku"); err != nil || g.About().Title != "Gomoku" || g.About().Name != "mnk:15,15,5" {
		t.Errorf("gomoku: %v", err)
	}
	for _, name := range []string{
		"", ":", "chess960", "othello:", "othello:7", "othello:8x", "connect4:0x0", "connect4:100x100", "connect4:7",
		"mnk", "mnk:0,0,0", "mnk:3,3,9", "mnk:20,3,3", "mnk:3,3", "mnk:a,b,c", "tictactoe:4", "tree:0,1,1,best", "qubic:5",
	} {
		if g, err := Find(name); err == nil {
			t.Errorf("Find(%q) = %v, want an error", name, g.About().Name)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("Find(%q): an error of several lines: %q", name, err)
		}
	}
}
