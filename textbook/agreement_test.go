package textbook_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/gametest"
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

// undone plays a Wild game by make and unmake, in states too large to copy.
type undone struct{ rules gametest.Wild }

type large struct {
	gametest.WildState
	past []gametest.WildState
	_    [256]byte
}

func (u undone) Moves(s *large, buf []gametest.WildMove) ([]gametest.WildMove, game.Status) {
	return u.rules.Moves(&s.WildState, buf)
}

func (u undone) Play(dst, src *large, m gametest.WildMove) {
	*dst = *src
	u.rules.Play(&dst.WildState, &src.WildState, m)
}

func (u undone) ToMove(s *large) game.Player     { return u.rules.ToMove(&s.WildState) }
func (u undone) Hash(s *large) uint64            { return u.rules.Hash(&s.WildState) }
func (u undone) Evaluate(s *large) game.Score    { return u.rules.Evaluate(&s.WildState) }
func (u undone) IsPass(m gametest.WildMove) bool { return u.rules.IsPass(m) }
func (u undone) Do(s *large, m gametest.WildMove) uint64 {
	s.past = append(s.past, s.WildState)
	u.Play(s, s, m)
	return uint64(len(s.past) - 1)
}

func (u undone) Undo(s *large, _ gametest.WildMove, memo uint64) {
	s.WildState = s.past[memo]
	s.past = s.past[:memo]
}

// lastly resolves the last ply of a Wild game at once.
type lastly struct{ gametest.Wild }

func (l lastly) LastPly(s *gametest.WildState) (game.Score, int) {
	moves, _ := l.Moves(s, nil)
	best := -game.Infinity
	for _, m := range moves {
		var c gametest.WildState
		l.Play(&c, s, m)
		v := l.Evaluate(&c)
		if st := l.Status(&c); st.Over() {
			v = st.Score().Later(1)
		}
		if l.ToMove(&c) != l.ToMove(s) {
			v = -v
		}
		best = max(best, v)
	}
	return best, len(moves)
}

// judgement is minimax once more, as a definition.
func judgement(w gametest.Wild, s *gametest.WildState, ply, depth int, scoring textbook.Scoring) game.Score {
	moves, st := w.Moves(s, nil)
	switch {
	case st.Over() && scoring == textbook.Infinite:
		return game.Infinity * game.Score(st.Score().Outcome())
	case st.Over() && scoring == textbook.Points && w.Margins:
		n, _ := st.Margin()
		return game.Score(n)
	case st.Over():
		return st.Score().Later(ply)
	case depth == 0:
		return w.Evaluate(s)
	}
	best := -game.Infinity
	for _, m := range moves {
		var c gametest.WildState
		w.Play(&c, s, m)
		v := judgement(w, &c, ply+1, depth-1, scoring)
		if w.ToMove(&c) != w.ToMove(s) {
			v = -v
		}
		best = max(best, v)
	}
	return best
}

// checkLine reports a line that does not keep the value of its root.
func checkLine(t *testing.T, w gametest.Wild, s gametest.WildState, depth int, scoring textbook.Scoring, r textbook.Result[gametest.WildMove]) {
	t.Helper()
	first := w.ToMove(&s)
	for ply, m := range r.PV {
		moves, _ := w.Moves(&s, nil)
		if !slices.Contains(moves, m) {
			t.Fatalf("move %d of line %v is illegal", ply, r.PV)
		}
		w.Play(&s, &s, m)
		v := judgement(w, &s, ply+1, depth-ply-1, scoring)
		if w.ToMove(&s) != first {
			v = -v
		}
		if v != r.Value {
			t.Fatalf("after %v the value is %v, want %v", r.PV[:ply+1], v, r.Value)
		}
	}
	if st := w.Status(&s); len(r.PV) != depth && !st.Over() {
		t.Fatalf("line %v ends early", r.PV)
	}
}

// plain reports whether the Othello seed's depth is everyone's for w.
func plain(w gametest.Wild, a textbook.Algorithm) bool { return a != textbook.Othello || !w.Passes }

func TestAlgorithmsAgree(t *testing.T) {
	for w, s := range wilds(t, 250) {
		depth := 1 + int(w.Seed%7)
		scoring := textbook.Scoring(w.Seed / 2 % 3)
		want := judgement(w, &s, 0, depth, scoring)
		for _, a := range textbook.Algorithms() {
			if !plain(w, a) {
				continue
			}
			for _, guess := range []game.Score{0, game.Infinity, -game.Infinity} {
				o := textbook.Options{Scoring: scoring, Guess: guess}
				got := textbook.Run(t.Context(), a, w, &s, depth, o)
				if got.Value != want || got.Bound != game.Exact {
					t.Fatalf("%s, %+v, depth %d: got %v %v, want %v", a, w, depth, got.Bound, got.Value, want)
				}
				checkLine(t, w, s, depth, scoring, got)
				if a != textbook.MTDF {
					break
				}
			}
		}
	}
}

// TestCapabilitiesChangeNothing compares searches that undo moves or resolve
// the last ply with those that do not.
func TestCapabilitiesChangeNothing(t *testing.T) {
	for w, s := range wilds(t, 60) {
		depth := 1 + int(w.Seed%6)
		o := textbook.Options{Scoring: textbook.Scoring(w.Seed % 3)}
		for _, a := range textbook.Algorithms() {
			want := textbook.Run(t.Context(), a, w, &s, depth, o)
			checkSame(t, a, textbook.Run(t.Context(), a, undone{w}, &large{WildState: s}, depth, o), want)
			checkSame(t, a, textbook.Run(t.Context(), a, lastly{w}, &s, depth, o), want)
		}
	}
}

func checkSame(t *testing.T, a textbook.Algorithm, got, want textbook.Result[gametest.WildMove]) {
	t.Helper()
	if got.Value != want.Value || got.Counts != want.Counts || !slices.Equal(got.PV, want.PV) {
		t.Fatalf("%s: got %+v, want %+v", a, got, want)
	}
}

// TestSearcherIsReusable searches again and again with one searcher.
func TestSearcherIsReusable(t *testing.T) {
	for w, s := range wilds(t, 20) {
		for _, a := range textbook.Algorithms() {
			playOn(t, w, s, a)
		}
	}
}

// playOn plays the best moves of a game found by one searcher.
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

// freely is the value of s where a pass costs no depth.
func freely(w gametest.Wild, s *gametest.WildState, ply, depth int) game.Score {
	moves, st := w.Moves(s, nil)
	if st.Over() || depth == 0 {
		return judgement(w, s, ply, 0, textbook.Points)
	}
	best := -game.Infinity
	for _, m := range moves {
		var c gametest.WildState
		w.Play(&c, s, m)
		left := depth - 1
		if m == gametest.WildPass {
			left = depth
		}
		v := freely(w, &c, ply+1, left)
		if w.ToMove(&c) != w.ToMove(s) {
			v = -v
		}
		best = max(best, v)
	}
	return best
}

func TestPassCostsNoDepth(t *testing.T) {
	for w, s := range wilds(t, 200) {
		w.Passes, w.Margins, w.Length = true, true, 9
		want := freely(w, &s, 0, 4)
		o := textbook.Options{Scoring: textbook.Points, Window: textbook.ScoreWindow}
		if got := textbook.Run(t.Context(), textbook.Othello, w, &s, 4, o); got.Value != want || got.Bound != game.Exact {
			t.Fatalf("%+v: got %v %v, want %v", w, got.Bound, got.Value, want)
		}
		o.Window = textbook.OutcomeWindow
		if got := textbook.Run(t.Context(), textbook.Othello, w, &s, 4, o); sign(got.Value) != sign(want) {
			t.Fatalf("%+v, outcome only: got %v, want the sign of %v", w, got.Value, want)
		}
	}
}

func sign(v game.Score) int { return int(min(max(v, -1), 1)) }
