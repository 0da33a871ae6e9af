package gametest_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// by returns a search of rules that uses a textbook algorithm.
func by[S any, M comparable, R game.Rules[S, M]](t *testing.T, rules R, a textbook.Algorithm) gametest.Search[S, M] {
	return func(s *S, depth int, w game.Window) gametest.Answer[M] {
		r := textbook.Run(t.Context(), a, rules, s, depth, textbook.Options{Window: w})
		return gametest.Answer[M]{Value: r.Value, PV: r.PV}
	}
}

func TestOracleAccepts(t *testing.T) {
	for seed := range uint64(8) {
		w := gametest.Wild{Seed: seed, Width: 4, Length: 8, Turns: gametest.Turns(seed % 4), Margins: seed%2 == 0}
		for _, a := range []textbook.Algorithm{textbook.AlphaBeta, textbook.NegaScout, textbook.BratkoAlphaBeta} {
			gametest.Oracle(t, w, by[gametest.WildState, gametest.WildMove](t, w, a), gametest.Trial[gametest.WildState]{Positions: 10, Lines: true})
		}
	}
	c := gametest.Coarse[connect4.State, connect4.Move, connect4.Rules]{}
	gametest.Oracle(t, c, by[connect4.State, connect4.Move](t, c, textbook.NegaScout), gametest.Trial[connect4.State]{Positions: 5, Depth: 3, Lines: true})
}

func TestOracleRejects(t *testing.T) {
	type (
		state  = gametest.WildState
		answer = gametest.Answer[gametest.WildMove]
	)
	w := gametest.Wild{Seed: 3, Width: 4, Length: 12, Lasting: true}
	good := by[state, gametest.WildMove](t, w, textbook.AlphaBeta)
	tests := []struct {
		want   string
		search func(s *state, depth int, window game.Window) answer
	}{
		{"the answer is", func(s *state, depth int, window game.Window) answer {
			a := good(s, depth, window)
			a.Value++
			return a
		}},
		{"the answer is", func(s *state, depth int, window game.Window) answer { return good(s, depth-1, window) }},
		{"no best move", func(s *state, depth int, window game.Window) answer {
			return answer{Value: good(s, depth, window).Value}
		}},
		{"is illegal", func(s *state, depth int, window game.Window) answer {
			return answer{good(s, depth, window).Value, []gametest.WildMove{99}}
		}},
		{"not", func(s *state, depth int, window game.Window) answer {
			moves, _ := w.Moves(s, nil)
			return answer{good(s, depth, window).Value, moves[len(moves)-1:]}
		}},
		{"not", func(s *state, depth int, window game.Window) answer { // the line goes wrong at its end
			a := good(s, depth, window)
			at := *s
			for _, m := range a.PV[:len(a.PV)-1] {
				w.Play(&at, &at, m)
			}
			moves, _ := w.Moves(&at, nil)
			a.PV[len(a.PV)-1] = moves[len(moves)-1]
			return a
		}},
	}
	for i, tt := range tests {
		tb := &reports{TB: t}
		gametest.Oracle(tb, w, tt.search, gametest.Trial[state]{Lines: true})
		if len(tb.lines) != 1 || !strings.Contains(tb.lines[0], tt.want) {
			t.Errorf("search %d: want a report with %q, got %v", i, tt.want, tb.lines)
		}
	}
}
