package textbook_test

import (
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// The smallest examples of the differences between the algorithms as printed
// and the clean ones, and of misprints. docs/errata.md refers to them.

// on searches a tree given as text.
func on(t *testing.T, text string, a textbook.Algorithm, depth int, o textbook.Options) textbook.Result[tree.Move] {
	t.Helper()
	parsed, err := tree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if o.Scoring == textbook.Distance {
		o.Scoring = textbook.Points
	}
	root := parsed.Root()
	return textbook.Run(t.Context(), a, tree.Rules{}, &root, depth, o)
}

// TestLectureHasNoMoveWhereAllLose is a position with one move, which loses.
func TestLectureHasNoMoveWhereAllLose(t *testing.T) {
	for _, a := range textbook.Algorithms() {
		got := on(t, "(-1)", a, 2, textbook.Options{Scoring: textbook.Infinite})
		if got.Value != -game.Infinity || len(got.PV) == 0 != lectures(a) {
			t.Errorf("%s: got %v, line %v", a, got.Value, got.PV)
		}
	}
}

// TestLectureLowFalls has a tree in which the lecture's AlphaBeta forgets that
// the root is already worth 5, and visits one leaf more.
func TestLectureLowFalls(t *testing.T) {
	for a, want := range map[textbook.Algorithm]int{textbook.AlphaBeta: 3, textbook.LectureAlphaBeta: 4} {
		if got := on(t, "(5 ((3 (4 4))))", a, 9, textbook.Options{}); got.Value != 5 || got.Leaves != want {
			t.Errorf("%s: got %v, %d leaves, want 5, %d", a, got.Value, got.Leaves, want)
		}
	}
}

// TestLectureCutsAtEquality checks that the last leaf is not visited: MAX
// gains nothing if MIN has 5 there too.
func TestLectureCutsAtEquality(t *testing.T) {
	if got := on(t, "((5 6)(5 9))", textbook.LectureAlphaBeta, 9, textbook.Options{}); got.Value != 5 || got.Leaves != 3 {
		t.Errorf("got %v, %d leaves, want 5, 3", got.Value, got.Leaves)
	}
}

// TestLectureKeepsTheWrongSign runs AlphaBeta as printed on two leaves, with
// best = [m, -low] instead of [m, low].
func TestLectureKeepsTheWrongSign(t *testing.T) {
	printed := func(leaves ...game.Score) (move int) {
		best := -game.Infinity
		for m, v := range leaves {
			score := -v // from the view of the opponent, who is to move in the leaf
			if -score > best {
				low := -score
				best, move = -low, m
			}
		}
		return move
	}
	if got := printed(3, 1); got != 1 {
		t.Errorf("the print chooses leaf %d, want 1", got)
	}
	if got := on(t, "(3 1)", textbook.LectureAlphaBeta, 1, textbook.Options{}); got.Value != 3 || got.PV[0] != 0 {
		t.Errorf("got %+v, want 3 by the first move", got)
	}
}

// TestLectureBeginsTheWrongWayRound begins with +∞ for α and -∞ for β, as the
// lecture prints it.
func TestLectureBeginsTheWrongWayRound(t *testing.T) {
	o := textbook.Options{Window: game.Window{Alpha: game.Infinity, Beta: -game.Infinity}}
	if got := on(t, "(1 2)", textbook.LectureAlphaBeta, 1, o); got.Value != 1 || got.Leaves != 1 {
		t.Errorf("got %v, %d leaves, want a cutoff after the first, 1", got.Value, got.Leaves)
	}
}

// TestArticleEvaluatesFinishedGames has a game that ends at the horizon.
func TestArticleEvaluatesFinishedGames(t *testing.T) {
	for a, want := range map[textbook.Algorithm]game.Score{textbook.AlphaBeta: 7, textbook.Othello: 0} { // an unfinished tree has no other value
		if got := on(t, "(7)", a, 1, textbook.Options{}); got.Value != want {
			t.Errorf("%s at depth 1: got %v, want %v", a, got.Value, want)
		}
		if got := on(t, "(7)", a, 2, textbook.Options{}); got.Value != 7 {
			t.Errorf("%s at depth 2: got %v, want 7", a, got.Value)
		}
	}
}

// TestArticleTakesLossesForPasses runs the article's algorithm where every
// move has its value of -infinity: it treats them as no moves.
func TestArticleTakesLossesForPasses(t *testing.T) {
	got := on(t, "(-1)", textbook.Othello, 2, textbook.Options{Scoring: textbook.Infinite})
	if len(got.PV) != 1 || got.Value != -game.Infinity {
		t.Errorf("got %+v, want the only move", got)
	}
}

// TestReinefeldTrustsTheLastPlies has a tree of two plies, in which a second
// search would repeat the result of the first.
func TestReinefeldTrustsTheLastPlies(t *testing.T) {
	for a, want := range map[textbook.Algorithm]int{textbook.NegaScout: 8, textbook.ReinefeldNegaScout: 5} {
		if got := on(t, "(1 (2 3))", a, 2, textbook.Options{}); got.Value != 2 || got.Nodes != want {
			t.Errorf("%s: got %v, %d nodes, want 2, %d", a, got.Value, got.Nodes, want)
		}
	}
}

// TestReinefeldLine has a tree in which the second search confirms the 3 that
// the scout found, and fails low. The first move that seemed to be worth 3
// leads to 0: the line ends before it.
func TestReinefeldLine(t *testing.T) {
	for a, want := range map[textbook.Algorithm][]tree.Move{
		textbook.NegaScout: {1, 0, 1}, textbook.ReinefeldNegaScout: {1},
	} {
		if got := on(t, "(1 (((3 0) 3)))", a, 9, textbook.Options{}); got.Value != 3 || !slices.Equal(got.PV, want) {
			t.Errorf("%s: got %v, line %v, want 3, %v", a, got.Value, got.PV, want)
		}
	}
}

// page is NegaScout as printed in 1983, which does not compare t with beta
// before it searches again.
func page(w gametest.Wild, p *gametest.WildState, depth int, alpha, beta game.Score) game.Score {
	moves, st := w.Moves(p, nil)
	if st.Over() || depth == 0 {
		return judgement{w: w, scoring: textbook.Points}.value(p, 0, 0)
	}
	m, n := -game.Infinity-1, beta
	for _, move := range moves {
		var c gametest.WildState
		w.Play(&c, p, move)
		t := -page(w, &c, depth-1, -n, -max(alpha, m))
		if t > m {
			if n == beta || depth <= 2 {
				m = t
			} else {
				m = -page(w, &c, depth-1, -beta, -t)
			}
		}
		if m >= beta {
			return m
		}
		n = max(alpha, m) + 1
	}
	return m
}

// TestReinefeldComparesWithBeta has a game and a window for which the
// algorithm as printed in 1983 returns a false bound.
func TestReinefeldComparesWithBeta(t *testing.T) {
	w := gametest.Wild{Seed: 519, Width: 4, Length: 7, Spread: 30, Margins: true, Lasting: true}
	window := game.Window{Alpha: -8, Beta: -3}
	s := w.Start()
	truth := judgement{w: w, scoring: textbook.Points}.value(&s, 0, 6)
	if got := page(w, &s, 6, window.Alpha, window.Beta); got <= truth {
		t.Errorf("the page returns %v, the value is %v, want a lower bound above it", got, truth)
	}
	got := textbook.Run(t.Context(), textbook.ReinefeldNegaScout, w, &s, 6, textbook.Options{Scoring: textbook.Points, Window: window})
	checkContract(t, window, got.Value, truth)
}
