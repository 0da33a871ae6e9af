package textbook

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// Algorithm names a search of the textbook.
type Algorithm string

// The algorithms; doc.go cites their sources.
const (
	Minimax         Algorithm = "minimax"
	NegaMax         Algorithm = "negamax"
	AlphaBeta       Algorithm = "alphabeta"
	Scout           Algorithm = "scout"
	MTDF            Algorithm = "mtdf"
	SSS             Algorithm = "sss"
	Othello         Algorithm = "othello"
	BratkoMinimax   Algorithm = "bratko-minimax"
	BratkoAlphaBeta Algorithm = "bratko-alphabeta"
)

var algorithms = []Algorithm{
	Minimax, NegaMax, AlphaBeta, Scout, MTDF, SSS, Othello, BratkoMinimax, BratkoAlphaBeta,
}

// Algorithms returns the algorithms in the order in which they are best read.
func Algorithms() []Algorithm { return slices.Clone(algorithms) }

// ParseAlgorithm returns the algorithm of that name.
func ParseAlgorithm(name string) (Algorithm, error) {
	if a := Algorithm(name); slices.Contains(algorithms, a) {
		return a, nil
	}
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = string(a)
	}
	return "", fmt.Errorf("textbook: unknown algorithm %q, want one of %s", name, strings.Join(names, " "))
}

// Negates reports whether a sees values from the side to move.
func (a Algorithm) Negates() bool {
	switch a {
	case NegaMax, AlphaBeta, Scout, Othello:
		return true
	}
	return false
}

// printedCut is the cut of a's source.
func (a Algorithm) printedCut() Cut {
	if a == BratkoAlphaBeta {
		return BeyondBound
	}
	return AtBound
}

// Run searches p to depth plies with an algorithm of its own making: New and
// Search in one. It panics where New does.
func Run[S any, M comparable, R game.Rules[S, M]](ctx context.Context, a Algorithm, rules R, p *S, depth int, o Options) Result[M] {
	return New(a, rules, o).Search(ctx, p, depth)
}

// bratko searches the root with one of Bratko's programs.
func (s *Searcher[S, M, R]) bratko(f *frame[S, M], depth int) game.Score {
	relation, root := Relate(s.rules, &f.own, depth, s.options.Scoring)
	b := NewBratko(relation, s.options)
	program := b.Minimax
	if s.algorithm == BratkoAlphaBeta {
		program = b.AlphaBeta
	}
	found := program(s.ctx, root)
	f.line.moves = f.line.moves[:0]
	for _, p := range slices.Backward(found.PV[1:]) {
		f.line.moves = append(f.line.moves, p.Move)
	}
	s.Counts, s.stopped = found.Counts, found.Stopped
	return found.Value
}
