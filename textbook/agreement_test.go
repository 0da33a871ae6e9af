package textbook_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// wilds yields n small random games of every kind and their first positions.
func wilds(t testing.TB, n uint64) iter.Seq2[gametest.Wild, gametest.WildState] {
	if testing.Short() {
		n = max(n/10, 1)
	}
	return func(yield func(gametest.Wild, gametest.WildState) bool) {
		for seed := range n {
			for _, turns := range []gametest.Turns{gametest.Alternating, gametest.Doubled, gametest.Erratic, gametest.Solitary} {
				w := gametest.Wild{
					Seed: seed, Width: 2 + int(seed%3), Length: 4 + int(seed%4), Turns: turns,
					Margins: seed%2 == 1, Passes: seed%5 == 0,
				}
				if !yield(w, w.Start()) {
					return
				}
			}
		}
	}
}

// judgement is a second minimax, written as a definition: it returns the value
// of a position of w at a given ply under a scoring.
type judgement struct {
	w       gametest.Wild
	scoring textbook.Scoring
	literal bool // as the article on Othello defines it
	minRoot bool // MIN is to move at the root
}

// max returns which player is MAX in a search of s.
func (j judgement) max(s *gametest.WildState) game.Player {
	if j.minRoot {
		return j.w.ToMove(s).Other()
	}
	return j.w.ToMove(s)
}

func (j judgement) value(s *gametest.WildState, ply, depth int) game.Score {
	moves, st := j.w.Moves(s, nil)
	switch {
	case depth == 0 && (j.literal || !st.Over()):
		return j.w.Evaluate(s)
	case st.Over():
		return j.final(st, ply)
	}
	best := -game.Infinity
	for _, m := range moves {
		best = max(best, j.move(s, m, ply, depth))
	}
	return best
}

// move is the value of s for its side to move if m is played.
func (j judgement) move(s *gametest.WildState, m gametest.WildMove, ply, depth int) game.Score {
	var c gametest.WildState
	j.w.Play(&c, s, m)
	v := j.value(&c, ply+1, j.after(m, depth))
	if j.w.ToMove(&c) != j.w.ToMove(s) {
		return -v
	}
	return v
}

func (j judgement) after(m gametest.WildMove, depth int) int {
	if j.literal && m == gametest.WildPass {
		return depth
	}
	return depth - 1
}

func (j judgement) final(st game.Status, ply int) game.Score {
	switch {
	case j.scoring == textbook.Infinite:
		return game.Infinity * game.Score(st.Score().Outcome())
	case j.scoring == textbook.Points && j.w.Margins:
		n, _ := st.Margin()
		return game.Score(n)
	}
	return st.Score().Later(ply)
}

// checkLine reports a line that does not keep the value of its root or ends
// early. Only Reinefeld's lines may end early, after the first move, and the
// lecture's if they are won or lost under Infinite scoring.
func (j judgement) checkLine(t *testing.T, a textbook.Algorithm, s gametest.WildState, depth int, r textbook.Result[gametest.WildMove]) {
	t.Helper()
	first := j.max(&s)
	for ply, m := range r.PV {
		moves, _ := j.w.Moves(&s, nil)
		if !slices.Contains(moves, m) {
			t.Fatalf("%s: move %d of line %v is illegal", a, ply, r.PV)
		}
		j.w.Play(&s, &s, m)
		depth = j.after(m, depth)
		v := j.value(&s, ply+1, depth)
		if j.w.ToMove(&s) != first {
			v = -v
		}
		if v != r.Value {
			t.Fatalf("%s: after %v the value is %v, want %v", a, r.PV[:ply+1], v, r.Value)
		}
	}
	early := depth > 0 && !j.w.Status(&s).Over()
	if early && !(a == textbook.ReinefeldNegaScout && len(r.PV) > 0) && !(lectures(a) && (r.Value == game.Infinity || r.Value == -game.Infinity)) {
		t.Fatalf("%s: line %v ends early", a, r.PV)
	}
}

// lectures reports whether a is one of the lecture's, which have no move where
// all lose.
func lectures(a textbook.Algorithm) bool {
	return a == textbook.LectureMinimax || a == textbook.LectureNegMax || a == textbook.LectureAlphaBeta
}

// TestAlgorithmsAgree compares the value and line of every algorithm with the
// definition; the Othello article has its own.
func TestAlgorithmsAgree(t *testing.T) {
	for w, s := range wilds(t, 250) {
		depth := 1 + int(w.Seed%7)
		for _, a := range textbook.Algorithms() {
			j := judgement{w: w, scoring: textbook.Scoring(w.Seed / 2 % 3), literal: a == textbook.Othello, minRoot: w.Seed%3 == 0}
			want := j.value(&s, 0, depth)
			if j.minRoot {
				want = -want
			}
			for _, guess := range []game.Score{0, game.Infinity, -game.Infinity} {
				got := textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{Scoring: j.scoring, Guess: guess, MinRoot: j.minRoot})
				if got.Value != want || got.Bound != game.Exact {
					t.Fatalf("%s, %+v, depth %d: got %v %v, want %v", a, w, depth, got.Bound, got.Value, want)
				}
				j.checkLine(t, a, s, depth, got)
				if a != textbook.MTDF {
					break
				}
			}
		}
	}
}

// TestEquals checks how every algorithm chooses among equal moves: Bratko
// takes the last, MTD(f) any, the others the first.
func TestEquals(t *testing.T) {
	ties, others := 0, 0
	for w, s := range wilds(t, 250) {
		w.Spread, w.Margins = 1, true
		depth := 1 + int(w.Seed%5)
		for _, a := range textbook.Algorithms() {
			j := judgement{w: w, scoring: textbook.Points, literal: a == textbook.Othello}
			best := j.bestMoves(&s, depth)
			got := textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{Scoring: textbook.Points}).PV[0]
			want := best[0]
			switch a {
			case textbook.BratkoMinimax, textbook.BratkoAlphaBeta:
				want = best[len(best)-1]
				ties++
				if want != best[0] {
					others++
				}
			case textbook.MTDF, textbook.ABSSS:
				if slices.Contains(best, got) {
					want = got
				}
			}
			if got != want {
				t.Fatalf("%s, %+v, depth %d: got move %v of the best %v, want %v", a, w, depth, got, best, want)
			}
		}
	}
	if others < ties/10 {
		t.Errorf("%d of %d positions have several best moves, want more of them", others, ties)
	}
}

// TestEqualsBelow checks that every move in the lines of plain minimax, MIN's
// included, is the first of equals, by values that do not depend on the ply.
func TestEqualsBelow(t *testing.T) {
	for w, s := range wilds(t, 250) {
		w.Spread, w.Margins = 1, true
		depth := 2 + int(w.Seed%4)
		for _, a := range []textbook.Algorithm{textbook.Minimax, textbook.NegaMax, textbook.LectureMinimax, textbook.LectureNegMax} {
			j := judgement{w: w, scoring: textbook.Points}
			at, left := s, depth
			for ply, m := range textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{Scoring: textbook.Points}).PV {
				if want := j.bestMoves(&at, left)[0]; m != want {
					t.Fatalf("%s, %+v, depth %d: move %v at ply %d, want %v, the first of the best", a, w, depth, m, ply, want)
				}
				w.Play(&at, &at, m)
				left = j.after(m, left)
			}
		}
	}
}

// bestMoves returns the moves of s that have its value, in order.
func (j judgement) bestMoves(s *gametest.WildState, depth int) (best []gametest.WildMove) {
	moves, _ := j.w.Moves(s, nil)
	value := j.value(s, 0, depth)
	for _, m := range moves {
		if j.move(s, m, 0, depth) == value {
			best = append(best, m)
		}
	}
	return best
}

func checkSame(t *testing.T, a textbook.Algorithm, got, want textbook.Result[gametest.WildMove]) {
	t.Helper()
	if got.Value != want.Value || got.Counts != want.Counts || !slices.Equal(got.PV, want.PV) {
		t.Fatalf("%s: got %+v, want %+v", a, got, want)
	}
}

// TestSearcherIsReusable searches repeatedly with one searcher.
func TestSearcherIsReusable(t *testing.T) {
	for w, s := range wilds(t, 20) {
		for _, a := range textbook.Algorithms() {
			playOn(t, w, s, a)
		}
	}
}

// playOn plays out a game with the best moves of one searcher.
func playOn(t *testing.T, w gametest.Wild, s gametest.WildState, a textbook.Algorithm) {
	t.Helper()
	reused := textbook.New(a, w, textbook.Options{})
	for {
		for _, depth := range []int{6, 0, 3, 5, 7, 1} {
			checkSame(t, a, reused.Search(t.Context(), &s, depth), textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{}))
		}
		r := reused.Search(t.Context(), &s, 6)
		if len(r.PV) == 0 {
			return
		}
		w.Play(&s, &s, r.PV[0])
	}
}

// TestPassCostsNoDepth runs the article's algorithm with the windows that the
// article names.
func TestPassCostsNoDepth(t *testing.T) {
	for w, s := range wilds(t, 200) {
		w.Passes, w.Margins, w.Length = true, true, 9
		want := judgement{w: w, scoring: textbook.Points, literal: true}.value(&s, 0, 4)
		o := textbook.Options{Scoring: textbook.Points, Window: textbook.ScoreWindow()}
		if got := textbook.Run(t.Context(), textbook.Othello, w, &s, 4, o); got.Value != want || got.Bound != game.Exact {
			t.Fatalf("%+v: got %v %v, want %v", w, got.Bound, got.Value, want)
		}
		o.Window = game.Window{Alpha: -1, Beta: 1}
		if got := textbook.Run(t.Context(), textbook.Othello, w, &s, 4, o); sign(got.Value) != sign(want) {
			t.Fatalf("%+v, outcome only: got %v, want the sign of %v", w, got.Value, want)
		}
	}
}

func sign(v game.Score) int { return int(min(max(v, -1), 1)) }
