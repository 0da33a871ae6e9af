package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/trace"
)

// Options are the choices that an algorithm's definition leaves open. The zero
// value is the form of its source.
type Options struct {
	// Observer receives the events of every search. Zero means none, and no
	// cost.
	Observer trace.Observer
	// Scoring says what a finished game is worth. Zero means Distance.
	Scoring Scoring
	// Window is what the root is asked; the answer obeys its contract. It is
	// for AlphaBeta, NegaScout, BratkoAlphaBeta, LectureAlphaBeta, Othello and
	// ReinefeldNegaScout; the others are always asked for the exact value. Zero
	// means the full window.
	Window game.Window
	// Cut says when alpha-beta cuts. AlphaBeta, BratkoAlphaBeta and Othello
	// take it; the others cut on >= by construction. Zero means as the source
	// prints it, which is AtBound but for Bratko.
	Cut Cut
	// Hard limits the values of inner nodes to their windows. It applies where
	// Cut does. Zero means fail-soft, as the sources print it.
	Hard bool
	// Guess is MTD(f)'s first guess. Zero means 0.
	Guess game.Score
}

// Scoring says what a finished game is worth on the axis of the evaluation.
type Scoring uint8

// The ways to score a finished game.
const (
	// Distance ranks quicker wins first: the value of a Status as the
	// production search has it, so many plies from the root.
	Distance Scoring = iota
	// Infinite makes every win worth game.Infinity and every loss the
	// opposite, as in Nilsson's evaluation of tic-tac-toe.
	Infinite
	// Points puts a final margin of n points on the axis of the evaluation as
	// n, as the article on Othello does. A win without a margin is scored by
	// Distance.
	Points
)

// Cut says which values beyond a bound end the search of a node.
type Cut uint8

// The kinds of cut.
const (
	// AsPrinted is the source's own choice.
	AsPrinted Cut = iota
	// AtBound cuts when a value reaches the bound (>=). It visits the least.
	AtBound
	// BeyondBound cuts when a value passes the bound (>). Values equal to a
	// bound are exact then, too.
	BeyondBound
)

// String returns "ge" or "gt", or nothing for the source's own choice.
func (c Cut) String() string { return [...]string{"", "ge", "gt"}[c] }

// window returns the window of the root.
func (o *Options) window() game.Window {
	if o.Window == (game.Window{}) {
		return game.FullWindow()
	}
	return o.Window
}

// final returns the value of a game that ended with st, ply plies from the
// root, for the side from which st is seen.
func (s Scoring) final(st game.Status, ply int) game.Score {
	switch n, ok := st.Margin(); {
	case s == Infinite:
		return game.Infinity * game.Score(st.Score().Outcome())
	case s == Points && ok:
		return game.Score(n)
	}
	return st.Score().Later(ply)
}
