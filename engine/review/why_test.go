package review_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// reasons writes the reasons of a move.
func reasons(m *review.Move) string {
	var words []string
	for _, w := range m.Why {
		word := w.Kind + " " + named(w.Lost) + w.Cell
		if w.Taken != nil {
			word += " for " + named(w.Taken)
		}
		if w.Plies > 0 {
			word += strings.Repeat("+", w.Plies)
		}
		words = append(words, strings.TrimSpace(word))
	}
	return strings.Join(words, ", ")
}

// named writes pieces.
func named(all []review.Pieces) string {
	var names []string
	for _, of := range all {
		names = append(names, strings.Repeat(of.Piece+" ", of.Count))
	}
	return strings.TrimSpace(strings.Join(names, ""))
}

// TestWhy has a move for each reason, and moves that look like one.
func TestWhy(t *testing.T) {
	for _, tt := range []struct{ game, start, moves, move, want string }{
		{"chess", "", "f3 e5 g4 Qh4#", "g4", "allows +"},
		{"chess", "", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "Nf6", "allows +"},
		{"chess", "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1", "h3 h6", "h3", "misses +, only"},
		{"chess", "r3k3/pp3ppp/8/3p4/8/8/PP1N1PPP/R3K3 w Qq - 0 1", "Nc4 Kd7", "Nc4", "loses knight"},
		{"chess", "4k3/2p5/8/3p4/4P3/8/8/3RK3 w - - 0 1", "exd5 c5", "exd5", ""},
		{"chess", "4k3/5p2/4p3/3n4/8/8/5PPP/3R2K1 w - - 0 1", "Rxd5 exd5", "Rxd5", "loses rook for knight"},
		{"chess", "1r4k1/5p2/4p3/3n4/8/8/1P1R2PP/7K w - - 0 1", "Rxd5 exd5", "Rxd5", "loses rook pawn for knight"},
		{"chess", "4k3/8/4p3/3q4/8/8/5PPP/2NR2K1 w - - 0 1", "Rxd5 exd5", "Rxd5", ""},
		{"tictactoe", "", "a1 a2", "a2", "allows +++++, only"},
		{"tictactoe", "", "b2 b1", "b1", "allows +++++"},
	} {
		g := catalogtest.Find(t, tt.game)
		record := engine.Record{Start: g.Start(), Moves: strings.Fields(tt.moves)}
		if tt.start != "" {
			p, err := g.Parse(tt.start)
			if err != nil {
				t.Fatal(err)
			}
			record.Start = p
		}
		r, err := review.Game(t.Context(), small(g), &record, review.Limits{Query: search.Query{Depth: 10}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Moves {
			if m := &r.Moves[i]; m.Move == tt.move && reasons(m) != tt.want {
				t.Errorf("%s %s: %s because it %q, want %q", tt.game, tt.moves, m.Move, reasons(m), tt.want)
			}
		}
	}
}

// carelessly returns a game in which every third move is random and the others are those of a
// search of three plies.
func carelessly(t *testing.T, g *engine.Game, plies int, pick func(n int) int) engine.Record {
	t.Helper()
	e := small(g)
	record := engine.Record{Start: g.Start()}
	for p := g.Start(); !p.Status().Over() && len(record.Moves) < plies; {
		moves := p.Moves()
		move := moves[pick(len(moves))]
		if len(record.Moves) >= 4 && pick(3) > 0 {
			move = e.Analyze(context.Background(), p, search.Query{Depth: 3}, search.Control{}, nil).Lines[0].Move
		}
		next, err := p.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		p, record.Moves = next, append(record.Moves, move)
	}
	return record
}

// after plays a move.
func after(t *testing.T, p *engine.Position, move string) *engine.Position {
	t.Helper()
	next, err := p.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// wins reports whether the side to move wins in at most the given number of plies, by trying
// all moves.
func wins(t *testing.T, p *engine.Position, plies int) bool {
	t.Helper()
	if plies <= 0 || p.Status().Over() {
		return false
	}
	return slices.ContainsFunc(p.Moves(), func(move string) bool {
		next := after(t, p, move)
		if next.Status().Over() {
			return next.Status().Score() < 0
		}
		return plies > 2 && !slices.ContainsFunc(next.Moves(), func(reply string) bool {
			return !wins(t, after(t, next, reply), plies-2)
		})
	})
}

// TestWhyHolds holds the reasons in reviews of careless games to other means: forced wins to a
// search of all moves, losses of pieces and only moves to a deeper search of each move, corners
// to the letters of the position.
func TestWhyHolds(t *testing.T) {
	seen := map[string]int{}
	for _, name := range []string{"chess", "checkers", "draughts:russian", "othello", "othello:6", "connect4:5x4", "mnk:4,4,3", "tictactoe"} {
		g, rng := catalogtest.Find(t, name), seeded.Rand(t, 3)
		for range 2 {
			record := carelessly(t, g, 50, rng.IntN)
			r, err := review.Game(t.Context(), small(g), &record, review.Limits{Query: search.Query{Depth: 10}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range r.Moves {
				m := &r.Moves[i]
				for _, w := range m.Why {
					seen[w.Kind]++
					if len(w.Lost)+len(w.Taken) > 1 {
						seen["mixed"]++
						t.Logf("%s: %s: %s %s", name, m.Position, m.Move, reasons(m))
					}
					if !holds(t, m, w) {
						t.Errorf("%s: %s: %s %+v does not hold; best %v %v, played %v next %v", name, m.Position, m.Move, w, m.Best.PV, m.Best.Value, m.Played, w.Next)
					}
				}
			}
		}
	}
	for _, kind := range []string{"allows", "misses", "only", "loses", "gives"} {
		if seen[kind] == 0 {
			t.Errorf("no move %s anything", kind)
		}
	}
	t.Log(seen)
}

// holds reports whether a reason holds.
func holds(t *testing.T, m *review.Move, w review.Why) bool {
	t.Helper()
	played, best := after(t, m.Position, m.Move), after(t, m.Position, m.Best.Move)
	value := func(p *engine.Position, depth int) float64 {
		a := small(p.Game()).Analyze(context.Background(), p, search.Query{Depth: depth}, search.Control{}, nil)
		return -a.Lines[0].Value.Number
	}
	switch w.Kind {
	case "allows":
		return w.Plies > 5 || wins(t, played, w.Plies) && !wins(t, played, w.Plies-2)
	case "misses":
		return w.Plies > 5 || wins(t, m.Position, w.Plies) && !wins(t, m.Position, w.Plies-2)
	case "loses":
		more, worth := 0, 0
		for sign, all := range map[int][]review.Pieces{1: w.Lost, -1: w.Taken} {
			for _, of := range all {
				if of.Count <= 0 {
					return false
				}
				more += sign * of.Count
				worth += sign * of.Count * map[string]int{"queen": 9, "rook": 5, "bishop": 3, "knight": 3, "pawn": 1, "man": 1, "king": 1}[of.Piece]
			}
		}
		return (w.Taken == nil || worth > 0) && m.Best.Value.Number-value(played, 11) >= 0.4*float64(max(1, more))
	case "gives":
		at := map[string]int{"a1": 0, "a8": 56, "h1": 7, "h8": 63}
		if len(played.String()) < 40 {
			at = map[string]int{"a1": 0, "a6": 30, "f1": 5, "f6": 35}
		}
		cell, ok := at[w.Cell]
		return ok && played.String()[cell] == '-' && slices.Contains(played.Moves(), w.Cell) && !slices.Contains(best.Moves(), w.Cell)
	case "only":
		if w.Exact && m.Exact {
			return onlyExactly(t, m)
		}
		top := value(best, 8)
		for _, move := range m.Position.Moves() {
			if next := after(t, m.Position, move); move != m.Best.Move && !next.Status().Over() && value(next, 8) >= top {
				return false
			}
		}
		return true
	}
	return false
}

// onlyExactly reports whether the best move leads to a better outcome than every other, by proofs
// of each.
func onlyExactly(t *testing.T, m *review.Move) bool {
	t.Helper()
	outcome := func(move string) int {
		p := after(t, m.Position, move)
		a := small(p.Game()).Analyze(context.Background(), p, search.Query{}, search.Control{}, nil)
		if !a.Exact() {
			t.Fatalf("%s is not solved", p)
		}
		return -a.Lines[0].Value.Outcome
	}
	top := outcome(m.Best.Move)
	return !slices.ContainsFunc(m.Position.Moves(), func(move string) bool { return move != m.Best.Move && outcome(move) >= top })
}
