package textbook

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/reason"
)

// Options are the choices that an algorithm's definition leaves open. The zero
// value is the form in its source.
type Options struct {
	// Observer receives the events of every search. Zero means none, and no cost.
	Observer event.Observer
	// MinRoot means that MIN is to move at the root. Zero means MAX.
	MinRoot bool
	// Scoring determines the value of a finished game. Zero means Distance.
	Scoring Scoring
	// Window is the window of the root, from MAX's view; the answer obeys its contract. It applies
	// to AlphaBeta, NegaScout, BratkoAlphaBeta, LectureAlphaBeta, Othello, ReinefeldNegaScout and
	// [PracticalAlgorithms]; the others always find the exact value. Zero means the full window.
	Window game.Window
	// Cut says when alpha-beta cuts. It applies to AlphaBeta, BratkoAlphaBeta, Othello
	// and [PracticalAlgorithms]; the others cut on >= by construction. Zero means the
	// source's form: AtBound, except for Bratko.
	Cut Cut
	// Hard limits the values of inner nodes to their windows. It applies to the same
	// algorithms as Cut. Zero means fail-soft, the form of the sources.
	Hard bool
	// LastCut counts and reports a cutoff after the last child, too, although it leaves
	// nothing out. Books differ.
	LastCut bool
	// Guess is MTD(f)'s first guess. Zero means 0.
	Guess game.Score
}

// Scoring determines the value of a finished game on the scale of the evaluation.
type Scoring uint8

// The ways to score a finished game.
const (
	// Distance ranks quicker wins first: it scores a Status by its distance from the root
	// in plies, as the production search does.
	Distance Scoring = iota
	// Infinite makes every win worth game.Infinity and every loss the
	// opposite, as in Nilsson's evaluation of tic-tac-toe.
	Infinite
	// Points makes a final margin of n points worth n on the scale of the evaluation, as
	// the article on Othello does. A win without a margin is scored by Distance.
	Points
	// Written is Points for trees on paper: a win without a margin is worth game.Infinity.
	Written
)

// Cut determines which values beyond a bound end the search of a node.
type Cut uint8

// The kinds of cut.
const (
	// AsPrinted is the source's own choice.
	AsPrinted Cut = iota
	// AtBound cuts when a value reaches the bound (>=). It visits the fewest nodes.
	AtBound
	// BeyondBound cuts when a value passes the bound (>). Values equal to a
	// bound are then exact, too.
	BeyondBound
)

// String returns "ge" or "gt", or nothing for the source's own choice.
func (c Cut) String() string { return [...]string{"", "ge", "gt"}[c] }

// Names returns "ge" and "gt".
func (Cut) Names() []string { return []string{AtBound.String(), BeyondBound.String()} }

// MarshalText returns the text of String.
func (c Cut) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads "ge" or ">=", "gt" or ">", or nothing.
func (c *Cut) UnmarshalText(text []byte) error {
	cut, ok := map[string]Cut{"": AsPrinted, "ge": AtBound, ">=": AtBound, "gt": BeyondBound, ">": BeyondBound}[string(text)]
	if !ok {
		return reason.Errorf("%s %q, want one of %s", reason.Phrase("cut"), text, strings.Join(c.Names(), ", "))
	}
	*c = cut
	return nil
}

// window returns the window of the root.
func (o *Options) window() game.Window {
	if o.Window == (game.Window{}) {
		return game.FullWindow()
	}
	return o.Window
}

// final returns the value of a game that ended with status st, ply plies from the root.
// Both are from the view of the same side.
func (s Scoring) final(st game.Status, ply int) game.Score {
	switch n, ok := st.Margin(); {
	case (s == Points || s == Written) && ok:
		return game.Score(n)
	case s == Infinite || s == Written:
		return game.Infinity * game.Score(st.Score().Outcome())
	}
	return st.Score().Later(ply)
}

// Algorithm names a search of the textbook.
type Algorithm string

// The algorithms in modern form. They differ only in the nodes that they visit.
const (
	Minimax     Algorithm = "minimax"
	NegaMax     Algorithm = "negamax"
	BranchBound Algorithm = "branchbound"
	AlphaBeta   Algorithm = "alphabeta"
	Scout       Algorithm = "scout"
	NegaScout   Algorithm = "negascout"
	MTDF        Algorithm = "mtdf"
	SSS         Algorithm = "sss"
	ABSSS       Algorithm = "ab-sss"
)

// The algorithms exactly as one source prints them, where that differs: doc.go
// lists the differences.
const (
	BratkoMinimax      Algorithm = "bratko-minimax"
	BratkoAlphaBeta    Algorithm = "bratko-alphabeta"
	LectureMinimax     Algorithm = "lecture-minimax"
	LectureNegMax      Algorithm = "lecture-negmax"
	LectureAlphaBeta   Algorithm = "lecture-alphabeta"
	Othello            Algorithm = "othello"
	ReinefeldNegaScout Algorithm = "reinefeld-negascout"
)

// The refinements of alpha-beta for games that cannot be searched to the end. Their
// values rest on estimates.
const (
	// Deepening searches to depth 1, 2, 3 … and remembers positions in a table.
	Deepening Algorithm = "deepening"
	// Quiescence searches noisy moves beyond the horizon.
	Quiescence Algorithm = "quiescence"
	// NullMove lets a side pass, and cuts off where even the pass reaches beta.
	NullMove Algorithm = "nullmove"
)

// PracticalAlgorithms returns the refinements of alpha-beta for games that cannot be
// searched to the end. Deepening has the value of minimax; the others need not.
func PracticalAlgorithms() []Algorithm { return []Algorithm{Deepening, Quiescence, NullMove} }

var algorithms = []Algorithm{
	Minimax, NegaMax, BranchBound, AlphaBeta, Scout, NegaScout, MTDF, SSS, ABSSS,
	BratkoMinimax, BratkoAlphaBeta, LectureMinimax, LectureNegMax, LectureAlphaBeta, Othello, ReinefeldNegaScout,
}

// Algorithms returns the algorithms in a good reading order.
func Algorithms() []Algorithm { return slices.Clone(algorithms) }

// ParseAlgorithm returns the named algorithm.
func ParseAlgorithm(name string) (Algorithm, error) {
	if a := Algorithm(name); slices.Contains(algorithms, a) {
		return a, nil
	}
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = string(a)
	}
	return "", reason.Errorf("textbook: unknown algorithm %q, want one of %s", name, strings.Join(names, ", "))
}

// Negates reports whether a uses values from the view of the side to move.
func (a Algorithm) Negates() bool {
	switch a {
	case NegaMax, BranchBound, AlphaBeta, NegaScout, LectureNegMax, LectureAlphaBeta, Othello, ReinefeldNegaScout:
		return true
	}
	return a.practical()
}

// practical reports whether a is one of [PracticalAlgorithms].
func (a Algorithm) practical() bool { return a == Deepening || a == Quiescence || a == NullMove }

// takesWindow reports whether a can search a window.
func (a Algorithm) takesWindow() bool {
	switch a {
	case AlphaBeta, NegaScout, BratkoAlphaBeta, LectureAlphaBeta, Othello, ReinefeldNegaScout:
		return true
	}
	return a.practical()
}

// takesCut reports whether Options.Cut and Options.Hard apply to a.
func (a Algorithm) takesCut() bool {
	return a == AlphaBeta || a == BratkoAlphaBeta || a == Othello || a.practical()
}
