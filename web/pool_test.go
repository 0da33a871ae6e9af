package web

import (
	"errors"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
)

func TestPoolKeepsItsBudget(t *testing.T) {
	const budget, seats = 64 << 20, 20
	p := newPool(budget, seats, "")
	games := catalog.Games()
	var lent []*seat
	for i := range seats {
		s, err := p.lend(games[i%len(games)], 1)
		if err != nil {
			t.Fatal(err)
		}
		if s.bytes < smallest {
			t.Errorf("seat %d has %d bytes", i, s.bytes)
		}
		lent = append(lent, s)
		if held := p.held(); held > budget {
			t.Errorf("%d bytes of %d are held after %d", held, budget, i+1)
		}
	}
	if lent[0].bytes <= lent[seats-1].bytes {
		t.Errorf("the first has %d bytes, the last %d", lent[0].bytes, lent[seats-1].bytes)
	}
	if _, err := p.lend(games[0], 1); !errors.Is(err, errBusy) {
		t.Errorf("one search too many: %v", err)
	}
	for _, s := range lent {
		p.giveBack(s)
	}
	for range seats {
		s, err := p.lend(games[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		if held := p.held(); held > budget {
			t.Errorf("%d bytes of %d are held again", held, budget)
		}
		defer p.giveBack(s)
	}
}

func TestPoolKeepsEnginesWarm(t *testing.T) {
	p := newPool(64<<20, 4, "")
	g, err := catalog.Find("connect4")
	if err != nil {
		t.Fatal(err)
	}
	first, _ := p.lend(g, 1)
	p.giveBack(first)
	again, _ := p.lend(g, 1)
	if again != first {
		t.Error("the same game has another engine")
	}
	p.giveBack(again)
	if other, _ := p.lend(g, 2); other == first {
		t.Error("an engine of one thread was lent for two")
	}
}

// TestEndgames analyses a draw that only databases know.
func TestEndgames(t *testing.T) {
	g, err := catalog.Find("checkers")
	if err != nil {
		t.Fatal(err)
	}
	maker, _ := engine.Offered[workshop.Endgames](g)
	dir := t.TempDir()
	if err := maker.Build(t.Context(), workshop.EndgameBuilding{Dir: dir, Pieces: 2}); err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("W:WK29:BK1")
	if err != nil {
		t.Fatal(err)
	}
	c := testConfig()
	c.Endgames = dir
	s, err := New(c).pool.lend(g, 1)
	if err != nil {
		t.Fatal(err)
	}
	if a := s.Analyze(t.Context(), p, engine.Query{Nodes: 1000}, engine.Control{}, nil); !a.Exact() || a.Lines[0].Value.Outcome != 0 {
		t.Errorf("%v, exact %v", a.Lines[0].Value, a.Exact())
	}
}

// TestPast analyses a lost position with the moves that led to it, so that a repetition draws.
// The move counts in a position's text are kept.
func TestPast(t *testing.T) {
	g, err := catalog.Find("checkers")
	if err != nil {
		t.Fatal(err)
	}
	maker, _ := engine.Offered[workshop.Endgames](g)
	c := testConfig()
	c.Endgames = t.TempDir()
	if err := maker.Build(t.Context(), workshop.EndgameBuilding{Dir: c.Endgames, Pieces: 3}); err != nil {
		t.Fatal(err)
	}
	_, server := newTest(t, c)
	moves := strings.Fields("31-26 1-6 26-30 6-1 30-26 1-6 26-30 6-1")
	place := obj{"game": "checkers", "position": "W:WK31:BK1,28", "moves": moves, "time_ms": 60_000}
	if r := posted[moveReply](t, server.URL+base+"/move", place); r.Move != "30-26" || r.Analysis.Outcome != "draw" || r.Analysis.Of != engine.OfGame {
		t.Errorf("%+v, want a draw of the game by 30-26", r)
	}
	const late = "B:WK3:B7,K8:H79"
	if r := posted[lineReply](t, server.URL+base+"/position", obj{"game": "checkers", "position": late}); r.States[0].Position != late {
		t.Errorf("%q, want %q", r.States[0].Position, late)
	}
	read := posted[recordsReply](t, server.URL+base+"/records/read", obj{"game": "checkers", "text": late})
	if len(read.Records) != 1 || read.Records[0].Start != late {
		t.Errorf("%+v, want %q", read.Records, late)
	}
}

// TestCores counts the cores of successive searches.
func TestCores(t *testing.T) {
	for all, want := range map[int][]int{1: {1, 1, 1}, 2: {2, 2, 2}, 3: {3, 2, 2}, 8: {8, 4, 2, 2, 2}} {
		c := testConfig()
		c.Threads = all
		s := New(c)
		for i, n := range want {
			if got := s.cores(); got != n {
				t.Errorf("search %d on %d cores has %d, want %d", i, all, got, n)
			}
			g, _ := c.Find("tictactoe")
			if _, err := s.pool.lend(g, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
}
