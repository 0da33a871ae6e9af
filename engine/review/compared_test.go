package review_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/search"
)

// said is the report of a scripted engine after an iteration.
type said struct {
	move       string
	score      game.Score
	depth      int
	confidence int
	exact      bool
}

// scripted is an engine with prepared answers, one per search, that records
// its queries. The last iteration of a search is its answer.
type scripted struct {
	searches [][]said
	asked    []string
}

func (e *scripted) Clear() { e.asked = append(e.asked, "clear") }

func (e *scripted) Analyze(_ context.Context, p *engine.Position, q search.Query, c search.Control, report func(engine.Analysis)) engine.Analysis {
	plies := 9 - strings.Count(p.String(), "-")
	e.asked = append(e.asked, fmt.Sprintf("ply %d depth %d lines %d %v", plies, q.Depth, q.Lines, c.Time))
	var a engine.Analysis
	if len(e.searches) == 0 {
		return a // nothing is found about other moves
	}
	for _, s := range e.searches[0] {
		line := engine.Line{Move: s.move, PV: []string{s.move}, Score: s.score, Value: p.Measure(s.score), Bound: game.Exact, Depth: s.depth}
		a = engine.Analysis{Position: p, Lines: []engine.Line{line}, Depth: s.depth, Confidence: s.confidence}
		if s.exact {
			a.Proof = game.Exact
		}
		report(a)
	}
	e.searches = e.searches[1:]
	return a
}

// reviewedBy reviews moves of tic-tac-toe with a script.
func reviewedBy(t *testing.T, e *scripted, moves string, l review.Limits) *review.Review {
	t.Helper()
	record := engine.Record{Start: catalogtest.Find(t, "mnk:3,3,3").Start(), Moves: strings.Fields(moves)}
	r, err := review.Game(t.Context(), e, &record, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReviewCompares has a search of a position, whose best move is b2, and
// one of the position after b1. It checks which of their iterations are
// compared: the deepest with the same depth and confidence. The values
// identify them: 10 times the depth for the best move, and 1 less for the
// other.
func TestReviewCompares(t *testing.T) {
	at := func(depth, confidence int) said {
		return said{"b2", game.Score(10 * depth), depth, confidence, false}
	}
	after := func(depth, confidence int) said {
		return said{"c3", game.Score(1 - 10*(depth+1)), depth, confidence, false}
	}
	proven := func(s said, v game.Score) said { s.score, s.exact = v, true; return s }
	win, loss := game.WinIn(3), game.LossIn(2)
	tests := []struct {
		name         string
		best, played []said
		depth        int // of the best move's value; 0 if nothing is compared
	}{
		{"the deepest", []said{at(2, 0), at(4, 0), at(6, 0), at(8, 0)}, []said{after(1, 0), after(3, 0), after(5, 0)}, 6},
		{"a ply apart", []said{at(6, 0)}, []said{after(6, 0)}, 0},
		{"a ply too deep", []said{at(6, 0)}, []said{after(7, 0)}, 0},
		{"equally sure", []said{at(6, 95), at(8, 90)}, []said{after(5, 95), after(7, 95)}, 6},
		{"not as sure", []said{at(6, 95)}, []said{after(5, 90)}, 0},
		{"both proven", []said{proven(at(6, 0), 0)}, []said{proven(after(2, 0), win)}, 6},
		{"a win, looked at as far", []said{proven(at(6, 0), win)}, []said{after(5, 0)}, 6},
		{"a win, looked at farther", []said{proven(at(6, 0), win)}, []said{after(6, 0)}, 6},
		{"a win, not looked at as far", []said{proven(at(6, 0), win)}, []said{after(4, 0)}, 0},
		{"a draw and an estimate", []said{proven(at(6, 0), 0)}, []said{after(5, 0)}, 0},
		{"an answer that wins, looked at as far", []said{at(6, 0)}, []said{proven(after(5, 0), win)}, 6},
		{"an answer that loses, found sooner", []said{at(6, 0)}, []said{proven(after(3, 0), loss)}, 6},
		{"an answer that wins, found later", []said{at(6, 0)}, []said{proven(after(6, 0), win)}, 0},
		{"an answer that draws", []said{at(6, 0)}, []said{proven(after(5, 0), 0)}, 0},
	}
	for _, tt := range tests {
		e := &scripted{searches: [][]said{tt.best, tt.played}}
		m := reviewedBy(t, e, "b1", review.Limits{Query: search.Query{Depth: 9}}).Moves[0]
		last := tt.best[len(tt.best)-1]
		switch {
		case !m.Known || m.Compared != (tt.depth > 0):
			t.Errorf("%s: known %v, compared %v at depth %d", tt.name, m.Known, m.Compared, m.Depth)
		case m.Compared && m.Depth != tt.depth, !m.Compared && (m.Depth != last.depth || m.Loss != 0 || m.Mark != review.Unmarked):
			t.Errorf("%s: depth %d, loss %v, %v; want depth %d", tt.name, m.Depth, m.Loss, m.Mark, tt.depth)
		case m.Exact != (last.exact && tt.played[len(tt.played)-1].exact):
			t.Errorf("%s: exact %v", tt.name, m.Exact)
		}
		if tt.name == "the deepest" && (m.Best.Score != 60 || m.Played.Number != 59) {
			t.Errorf("%s: best %v, played %v, want 60 and 59", tt.name, m.Best.Score, m.Played.Number)
		}
	}
}

// TestReviewOfEquals has a move as good as the best, which then counts as the
// best; a depth of 1, which becomes 2; and a reply to a win that is searched
// again, deeper.
func TestReviewOfEquals(t *testing.T) {
	limits := review.Limits{Query: search.Query{Depth: 1}}
	e := &scripted{searches: [][]said{{{"b2", 20, 2, 0, false}}, {{"c3", -20, 1, 0, false}}}}
	m := reviewedBy(t, e, "b1", limits).Moves[0]
	if m.Best.Move != "b1" || len(m.Best.PV) != 2 || m.Loss != 0 || !m.Compared {
		t.Errorf("best %v %v, loss %v, want b1", m.Best.Move, m.Best.PV, m.Loss)
	}
	if asked := e.asked[2]; asked != "ply 0 depth 2 lines 1 0s" {
		t.Errorf("asked for %s, want depth 2", asked)
	}
	e = &scripted{searches: [][]said{{{"b2", game.WinIn(3), 3, 0, true}}, {{"c3", -30, 5, 0, false}, {"c3", -50, 7, 0, false}}}}
	if m := reviewedBy(t, e, "b1", limits).Moves[0]; m.Played.Number != 50 {
		t.Errorf("%v was played, want the deeper 50", m.Played)
	}
}

// TestReviewSplitsTime checks the queries of a review: the two searches of a
// comparison share the time, the second goes one ply less deep, and if the
// position after the move is proven the first search gets all the time.
func TestReviewSplitsTime(t *testing.T) {
	estimate := func(depth int) []said { return []said{{"b2", game.Score(depth), depth, 0, false}} }
	answer := func(depth int) []said { return []said{{"c3", game.Score(-depth), depth, 0, false}} }
	draw := func(move string) []said { return []said{{move, 0, 8, 0, true}} }
	const whole = "b2 a1 c1 a3 a2 c2 b1 b3 c3" // a draw
	limits := review.Limits{Control: search.Control{Time: 10 * time.Second}}
	tests := []struct {
		name, moves string
		searches    [][]said
		want        []string
	}{
		{
			"an estimate", "b1",
			[][]said{estimate(6), answer(5)},
			[]string{"clear", "clear", "ply 0 depth 0 lines 1 5s", "ply 1 depth 5 lines 1 5s"},
		},
		{
			"the shallowest", "b1",
			[][]said{estimate(1), answer(1)},
			[]string{"clear", "clear", "ply 0 depth 0 lines 1 5s", "ply 1 depth 1 lines 1 5s"},
		},
		{
			"a proof", "b1",
			[][]said{draw("b2"), answer(5)},
			[]string{"clear", "clear", "ply 0 depth 0 lines 1 5s", "ply 1 depth 0 lines 1 5s"},
		},
		{
			"the best move", "b2",
			[][]said{estimate(6)},
			[]string{"clear", "clear", "ply 0 depth 0 lines 1 5s"},
		},
		{
			"a game that is over", whole,
			[][]said{draw("c3"), draw("b3")},
			[]string{"clear", "ply 8 depth 0 lines 1 10s", "ply 7 depth 0 lines 1 10s"},
		},
		{
			"a proof that is not found again", whole,
			[][]said{draw("c3"), estimate(2), {{"c3", 5, 3, 0, false}}, answer(2)},
			[]string{"clear", "ply 8 depth 0 lines 1 10s", "ply 7 depth 0 lines 1 10s", "clear", "ply 7 depth 0 lines 1 5s", "ply 8 depth 2 lines 1 5s"},
		},
	}
	for _, tt := range tests {
		e := &scripted{searches: append(tt.searches, estimate(2), estimate(2), estimate(2))}
		ctx, stop := context.WithCancel(t.Context())
		record := engine.Record{Start: catalogtest.Find(t, "mnk:3,3,3").Start(), Moves: strings.Fields(tt.moves)}
		left := 2
		if tt.moves != whole {
			left = 1
		}
		_, err := review.Game(ctx, e, &record, limits, func(*review.Review, int) {
			if left--; left == 0 {
				stop()
			}
		})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(e.asked[:min(len(e.asked), len(tt.want))], "\n"); got != strings.Join(tt.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, strings.Join(tt.want, "\n"))
		}
	}
}
