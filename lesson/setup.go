package lesson

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// Setup says how a tree is searched and how its numbers are written. The zero
// Setup is alpha-beta as its source prints it.
type Setup struct {
	// Algorithm searches. Zero means textbook.AlphaBeta.
	Algorithm textbook.Algorithm
	// Order is that of all children. Zero means as they were given.
	Order Order
	// Seed chooses a shuffled order.
	Seed uint64
	// Cut says when to cut off. Zero means as the source prints it.
	Cut textbook.Cut
	// Hard limits values to their windows. Zero means fail-soft.
	Hard bool
	// Window is what the root is asked. Zero means the full window.
	Window game.Window
	// Scoring says what a finished game is worth; a tree's leaves are points.
	Scoring textbook.Scoring
	// OrAnd names the players OR and AND. Zero means MAX and MIN.
	OrAnd bool
	// Signs says from which side numbers are written. Zero means from MAX.
	Signs Signs
}

// algorithm returns the algorithm, which may be left out.
func (s *Setup) algorithm() textbook.Algorithm {
	if s.Algorithm == "" {
		return textbook.AlphaBeta
	}
	return s.Algorithm
}

// depth returns the plies to which t is searched. Reinefeld's print asks how many
// are left, for it does not search the last two again.
func (s *Setup) depth(t *tree.Tree) int {
	if s.algorithm() == textbook.ReinefeldNegaScout {
		return t.Height()
	}
	return tree.MaxPlies
}

// options returns the textbook's options for a search that o observes.
func (s *Setup) options(o trace.Observer) textbook.Options {
	return textbook.Options{Observer: o, Scoring: s.Scoring, Window: s.Window, Cut: s.Cut, Hard: s.Hard}
}

// Negamax reports whether numbers are written as the side to move sees them.
func (s *Setup) Negamax() bool {
	return s.Signs == BySideToMove || s.Signs == AsSearched && s.algorithm().Negates()
}

// CutsAtBound reports whether the search cuts where a value reaches its bound.
func (s *Setup) CutsAtBound() bool {
	return s.Cut == textbook.AtBound || s.Cut == textbook.AsPrinted && s.algorithm() != textbook.BratkoAlphaBeta
}

// Signs says from which side numbers are written.
type Signs uint8

// The signs.
const (
	ByMax        Signs = iota // minimax: from MAX everywhere
	BySideToMove              // negamax: from the side to move
	AsSearched                // as the algorithm has them inside
)

// Order is an order of the children of all nodes.
type Order uint8

// The orders.
const (
	Given Order = iota
	Reversed
	// Best has the children first that settle the value with the fewest leaves:
	// alpha-beta, cutting at the bound, visits [Comparison.Minimum].
	Best
	// Worst has the child last that the side to move likes best.
	Worst
	Shuffle
)

var (
	orderNames = []string{"given", "reversed", "best", "worst", "shuffle"}
	signsNames = []string{"minimax", "negamax", "searched"}
	cutNames   = []string{"", "ge", "gt"}
	failNames  = []string{"soft", "hard"}
)

// String returns the name that ParseOrder reads.
func (o Order) String() string { return orderNames[o] }

// String returns the name that ParseSigns reads.
func (s Signs) String() string { return signsNames[s] }

// ParseOrder reads given, reversed, best, worst or shuffle.
func ParseOrder(text string) (Order, error) {
	i, err := named("order", text, orderNames)
	return Order(i), err
}

// ParseSigns reads minimax, negamax or searched.
func ParseSigns(text string) (Signs, error) {
	i, err := named("signs", text, signsNames)
	return Signs(i), err
}

// ParseCut reads ge or >=, gt or >, or nothing for the source's own choice.
func ParseCut(text string) (textbook.Cut, error) {
	switch text {
	case ">=":
		text = "ge"
	case ">":
		text = "gt"
	}
	i, err := named("cut", text, cutNames)
	return textbook.Cut(i), err
}

// ParseFail reads soft or hard.
func ParseFail(text string) (hard bool, err error) {
	i, err := named("fail", text, failNames)
	return i == 1, err
}

// ParsePlayers reads maxmin or orand.
func ParsePlayers(text string) (orAnd bool, err error) {
	i, err := named("players", text, []string{"maxmin", "orand"})
	return i == 1, err
}

func named(what, text string, names []string) (int, error) {
	if i := slices.Index(names, text); i >= 0 {
		return i, nil
	}
	return 0, reason.Errorf("%s %q, want one of %s", reason.Phrase(what), text, strings.Join(names, ", "))
}
