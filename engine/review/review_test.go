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
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// small is an engine with a small table.
func small(g *engine.Game) engine.Engine {
	return g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 20}})
}

func reviewed(t *testing.T, g *engine.Game, text string, limits review.Limits) *review.Review {
	t.Helper()
	records, err := g.Records([]byte(text), "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := review.Game(t.Context(), small(g), &records[0], limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// marks returns the moves of a review with their marks, and "*" at a turning
// point.
func marks(r *review.Review) string {
	var words []string
	for i := range r.Moves {
		m := &r.Moves[i]
		word := m.Move + m.Mark.String()
		if m.Turning {
			word += "*"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestReviewOutcomes(t *testing.T) {
	tests := []struct{ game, text, want string }{
		{"tictactoe", "b2 a1 c3 c1 b1 b3 a2 c2 a3", "b2 a1 c3 c1 b1 b3 a2 c2 a3"}, // a draw without mistakes
		{"tictactoe", "b2 b1", "b2 b1??*"},                                        // an edge loses against the centre
		{"tictactoe", "a1 a2 b2 c3 b1 c1", "a1 a2??* b2 c3 b1 c1"},
		{"tictactoe", "a1 a2 a3 b2", "a1 a2??* a3??* b2"},
	}
	for _, tt := range tests {
		r := reviewed(t, catalogtest.Find(t, tt.game), tt.text, review.Limits{})
		if got := marks(r); got != tt.want || !r.Complete || r.ExactFrom != 1 {
			t.Errorf("%s %s: %s, exact from %d; want %s, from 1", tt.game, tt.text, got, r.ExactFrom, tt.want)
		}
	}
}

// TestReviewChances reviews chess. A mate in one allowed is a blunder; once a queen is lost, no
// move is marked.
func TestReviewChances(t *testing.T) {
	for _, tt := range []struct{ moves, last string }{
		{"f3 e5 g4 Qh4#", "g4??"},
		{"e4 e5 Qg4 d5 Qxc8+ Qxc8 h3 dxe4 a3", "Qxc8??"},
	} {
		r := reviewed(t, catalogtest.Find(t, "chess"), tt.moves, review.Limits{Query: search.Query{Depth: 6}})
		all := marks(r)
		if marked := all[:strings.LastIndex(all, "?")+1]; !strings.HasSuffix(marked, " "+tt.last) {
			t.Errorf("%s, want %s as the last mark", all, tt.last)
		}
	}
}

// TestReviewExact compares every loss in random games on a small board with
// values that were searched separately.
func TestReviewExact(t *testing.T) {
	for _, name := range []string{"othello:4", "connect4:4x4", "tictactoe"} {
		g := catalogtest.Find(t, name)
		solver := small(g)
		score := func(p *engine.Position) game.Score {
			return solver.Analyze(context.Background(), p, search.Query{}, search.Control{}, nil).Lines[0].Score
		}
		rng := seeded.Rand(t, 3)
		for range 5 {
			record := catalogtest.RandomRecord(t, g, rng)
			r, err := review.Game(t.Context(), small(g), &record, review.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			positions, err := record.Positions()
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range r.Moves {
				played := -score(positions[i+1])
				best := positions[i].Measure(score(positions[i]))
				want := positions[i].Measure(played.Later(1))
				if !m.Exact || m.Played.Number != want.Number || m.Best.Value.Number != best.Number || m.Loss < 0 {
					t.Errorf("%s %v, move %d: %v of %v, exact %v; want %v of %v", name, record.Moves, i+1,
						m.Played.Number, m.Best.Value.Number, m.Exact, want.Number, best.Number)
				}
			}
		}
	}
}

// wthor is a game from the WTHOR database, played in 1977.
const wthor = "f5f6e6f4g5e7f7c5e3f3c4d3c2"

// TestReviewDepth reviews at a fixed depth, which is reproducible, and
// compares the values with separate searches.
func TestReviewDepth(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	rng := seeded.Rand(t, 5)
	record := catalogtest.RandomRecord(t, g, rng)
	limits := review.Limits{Query: search.Query{Depth: 3}}
	r, err := review.Game(t.Context(), small(g), &record, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := review.Game(t.Context(), small(g), &record, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	estimates := 0
	for i := range r.Moves {
		m := &r.Moves[i]
		if got, want := fmt.Sprint(m.Best, m.Played, m.Loss), fmt.Sprint(again.Moves[i].Best, again.Moves[i].Played, again.Moves[i].Loss); got != want {
			t.Errorf("move %d: %s, then %s", i+1, got, want)
		}
		if m.Loss < 0 || !m.Known || !m.Compared || m.Best.Move == m.Move && m.Loss != 0 {
			t.Errorf("move %d: %+v", i+1, m)
		}
		if m.Exact {
			continue
		}
		estimates++
		alone := small(g).Analyze(context.Background(), m.Position, limits.Query, search.Control{}, nil)
		if best := alone.Lines[0].Value.Number; m.Best.Value.Number < best {
			t.Errorf("move %d: best %v, want %v or more", i+1, m.Best.Value.Number, best)
		}
	}
	if estimates == 0 || r.ExactFrom == 1 {
		t.Error("all values were proven: the test shows nothing")
	}
}

func TestReviewForcedAndTotals(t *testing.T) {
	g := catalogtest.Find(t, "othello:4")
	rng := seeded.Rand(t, 9)
	passes := 0
	for range 20 {
		record := catalogtest.RandomRecord(t, g, rng)
		r, err := review.Game(t.Context(), small(g), &record, review.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var sums [2]float64
		for i := range r.Moves {
			m := &r.Moves[i]
			if m.Move == "pass" {
				passes++
				if !m.Forced || m.Loss != 0 || m.Mark != review.Unmarked {
					t.Errorf("a pass is blamed: %+v", m)
				}
			}
			side := m.Position.ToMove()
			if sums[side] += m.Loss; m.Total != sums[side] {
				t.Errorf("move %d: total %v, want %v", i+1, m.Total, sums[side])
			}
		}
		for side, total := range r.Totals {
			if total.Loss["discs"] != sums[side] {
				t.Errorf("side %d lost %v, want %v", side, total.Loss, sums[side])
			}
		}
	}
	if passes == 0 {
		t.Error("no game had a pass: the test shows nothing")
	}
}

func TestReviewOpening(t *testing.T) {
	r := reviewed(t, catalogtest.Find(t, "othello"), wthor, review.Limits{Query: search.Query{Depth: 2}})
	if r.Opening != "Mimura variation II" || r.OpeningMoves != 13 {
		t.Errorf("opening %q of %d moves, want Mimura variation II of 13", r.Opening, r.OpeningMoves)
	}
}

// TestReviewInterrupted interrupts a review after some moves: those are
// reported.
func TestReviewInterrupted(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	records, err := g.Records([]byte(wthor), "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	r, err := review.Game(ctx, small(g), &records[0], review.Limits{Query: search.Query{Depth: 2}}, func(r *review.Review, i int) {
		if n := r.Totals[0].Moves + r.Totals[1].Moves; n != len(r.Moves)-i || !r.Moves[i].Known || r.Moves[i-1].Known {
			t.Errorf("after move %d %d moves are judged", i+1, n)
		}
		if len(r.Moves)-i == 5 {
			stop()
		}
	})
	if err != nil || r.Complete {
		t.Fatalf("%v, complete %v", err, r.Complete)
	}
	known := 0
	for i := range r.Moves {
		if r.Moves[i].Known {
			known++
		}
	}
	if known != 5 || !r.Moves[len(r.Moves)-1].Known {
		t.Errorf("%d moves are known, want the last 5", known)
	}
}

func TestReviewIllegal(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	wrong := engine.Record{Start: g.Start(), Moves: []string{"f5", "a1"}}
	if _, err := review.Game(t.Context(), small(g), &wrong, review.Limits{}, nil); err == nil || !strings.HasPrefix(err.Error(), "move 2: ") {
		t.Errorf("%v, want an error at move 2", err)
	}
}

// TestUsualLimits has a time for each move only where the engine does not solve the
// game and nothing else limits the review.
func TestUsualLimits(t *testing.T) {
	short := search.Control{Time: time.Millisecond}
	for _, tt := range []struct {
		game   string
		limits review.Limits
		want   time.Duration
	}{
		{"chess", review.Limits{}, time.Second},
		{"chess", review.Limits{Level: 3}, 0},
		{"chess", review.Limits{Query: search.Query{Depth: 3}}, 0},
		{"connect4", review.Limits{}, 0},
		{"connect4", review.Limits{Control: short}, time.Millisecond},
		{"connect4:8x7", review.Limits{}, time.Second},
		{"tictactoe", review.Limits{}, 0},
		{"mnk:5,5,4", review.Limits{}, time.Second},
	} {
		if got := tt.limits.Or(catalogtest.Find(t, tt.game)).Time; got != tt.want {
			t.Errorf("%s, %+v: %v, want %v", tt.game, tt.limits, got, tt.want)
		}
	}
}
