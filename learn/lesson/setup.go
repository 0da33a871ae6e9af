package lesson

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
)

// Setup says how to search a tree and how to write its numbers. The zero Setup is alpha-beta as
// printed in its source.
type Setup struct {
	// Algorithm is the search algorithm. Zero means textbook.AlphaBeta.
	Algorithm textbook.Algorithm
	// Order is the order of all children. Zero means as given.
	Order Order
	// Seed is the seed of a shuffled order, and of playouts.
	Seed uint64
	// Cut says when to cut off. Zero means as printed in the source.
	Cut textbook.Cut
	// Hard selects fail-hard values. Zero means fail-soft.
	Hard bool
	// Window is the window at the root. Zero means the full window.
	Window game.Window
	// Alpha and Beta are the ends of the window at the root of a tree, as numbers of its leaves are
	// written. "" means infinity. If one is set, Window does not matter.
	Alpha, Beta string
	// Depth is the depth of the search of a tree, in plies. At nodes of this ply their estimates
	// count. Zero means to the leaves; for Quiescence, 2.
	Depth int
	// Least and Most bound the values of a tree, for Star1 and Star2, as numbers of its leaves are
	// written. "" means the least and the greatest leaf.
	Least, Most string
	// LastCut counts a cutoff after the last child, too, which leaves nothing out. It is for written
	// trees. Zero means no.
	LastCut bool
	// Goal is the value that ProofNumber is to prove, as numbers of leaves are written, or "win" or
	// "draw" in a game. "" means the greatest leaf, or a win.
	Goal string
	// Rounds is the number of expansions of ProofNumber, or of playouts of UCT. Zero means until the
	// proof, and at most 1000 in a game; or 100.
	Rounds int
	// Explore is the weight of exploration in UCT. Zero means √2.
	Explore float64
	// Scoring scores finished games; the leaves of a tree are points.
	Scoring textbook.Scoring
	// OrAnd names the players OR and AND. Zero means MAX and MIN.
	OrAnd bool
	// Signs says from which side numbers are written. Zero means from MAX.
	Signs Signs

	minRoot bool // MIN is to move at the root of a tree
}

// algorithm returns the algorithm or its default.
func (s *Setup) algorithm() textbook.Algorithm {
	if s.Algorithm == "" {
		return textbook.AlphaBeta
	}
	return s.Algorithm
}

// depth returns the search depth for t. Reinefeld's code depends on the exact depth: it does not
// search the last two plies again.
func (s *Setup) depth(t *tree.Tree) int {
	switch {
	case s.Depth > 0:
		return s.Depth
	case s.algorithm() == textbook.Quiescence:
		return quietDepth
	case s.algorithm() == textbook.ReinefeldNegaScout:
		return t.Height()
	}
	return tree.MaxPlies
}

// quietDepth is the depth at which a quiescence search of a tree begins to look only at noisy moves.
const quietDepth = 2

// practical reports whether the algorithm is a refinement of alpha-beta whose values rest on estimates.
func (s *Setup) practical() bool {
	return slices.Contains(textbook.PracticalAlgorithms(), s.algorithm())
}

// Random reports whether the search draws random numbers, from Seed.
func (s *Setup) Random() bool { return s.Algorithm == textbook.UCT }

// options returns the textbook's options for a search observed by o.
func (s *Setup) options(o event.Observer) textbook.Options {
	return textbook.Options{Observer: o, Scoring: s.Scoring, Window: s.Window, Cut: s.Cut, Hard: s.Hard, MinRoot: s.minRoot, LastCut: s.LastCut}
}

// Negamax reports whether numbers are written from the side to move. Those of trees that grow never
// are.
func (s *Setup) Negamax() bool {
	if s.grows() {
		return false
	}
	return s.Signs == BySideToMove || s.Signs == AsSearched && s.algorithm().Negates()
}

// ParseWindow reads the ends of a window, such as "3, inf" or "(−1/2, 4)", into Alpha and Beta.
func (s *Setup) ParseWindow(text string) error {
	alpha, beta, ok := readWindow(sameSigns.Replace(narrow(text)))
	if !ok || !readable(alpha) || !readable(beta) {
		return reason.Errorf("window %q, want two numbers such as 3,inf", text)
	}
	s.Alpha, s.Beta = alpha, beta
	return nil
}

// ParseBounds reads bounds of values, such as "0,10", into Least and Most.
func (s *Setup) ParseBounds(text string) error {
	least, most, ok := readWindow(sameSigns.Replace(narrow(text)))
	if !ok || readNumber(least) == nil || readNumber(most) == nil {
		return reason.Errorf("bounds %q, want two numbers such as 0,10", text)
	}
	s.Least, s.Most = least, most
	return nil
}

// Words describes the conventions in a language: fail-soft or fail-hard, when to cut if that is
// not as printed in the source, and the signs.
func (s *Setup) Words(l Lang) string {
	fail := "fail.soft"
	if s.Hard {
		fail = "fail.hard"
	}
	parts := []string{l.Text("setting.fail") + ": " + l.Text(fail)}
	if cut := s.Cut.String(); cut != "" {
		parts = append(parts, l.Text("setting.cut")+": "+l.Text("cut."+cut))
	}
	signs := "signs.minimax"
	if s.Negamax() {
		signs = "signs.negamax"
	}
	return strings.Join(append(parts, l.Text("setting.signs")+": "+l.Text(signs)), " · ")
}

// Stated returns s with the cut that its algorithm makes. Star1 and Star2 know only one cut and
// fail-soft values.
func (s Setup) Stated() Setup {
	switch {
	case s.grows():
	case s.gambled():
		s.Cut, s.Hard = textbook.AtBound, false
	case s.cutsAtBound():
		s.Cut = textbook.AtBound
	default:
		s.Cut = textbook.BeyondBound
	}
	return s
}

// Conventions names the algorithm and describes all its conventions in a language, for children in
// the given order. A tree that grows has none.
func (s Setup) Conventions(l Lang) string {
	name := l.Text("algorithm." + string(s.algorithm()))
	if s.grows() {
		return name
	}
	s = s.Stated()
	parts := []string{name, s.Words(l), l.Text("setting.order") + ": " + l.Text("order.left")}
	if s.Alpha+s.Beta != "" {
		parts = append(parts, l.Text("setting.window")+": ("+cmp.Or(s.Alpha, "−∞")+", "+cmp.Or(s.Beta, "∞")+")")
	}
	return strings.Join(parts, " · ")
}

// cutsAtBound reports whether the search cuts off when a value equals its bound.
func (s *Setup) cutsAtBound() bool {
	return s.Cut == textbook.AtBound || s.Cut == textbook.AsPrinted && s.algorithm() != textbook.BratkoAlphaBeta
}

// Signs says from which side numbers are written.
type Signs uint8

// The signs.
const (
	ByMax        Signs = iota // minimax: from MAX everywhere
	BySideToMove              // negamax: from the side to move
	AsSearched                // as the algorithm stores them
)

// Order is an order of the children at every node.
type Order uint8

// The orders.
const (
	Given Order = iota
	Reversed
	// Best puts first the children that settle the value with the fewest leaves. Alpha-beta that
	// cuts off at the bound then visits [Comparison.Minimum] leaves.
	Best
	// Worst puts the best child for the side to move last.
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

// ParseCut reads ge or >=, gt or >, or an empty text for the source's own choice.
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
