package textbook

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

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
