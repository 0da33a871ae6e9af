package lesson

import (
	"math/big"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/trace"
)

// diagnose returns the text key of the usual mistake that explains a wrong answer, or "" if none
// does.
func (q *Quiz) diagnose(x Question, answer string) string {
	switch x.Stage {
	case Windows:
		return q.diagnoseWindow(x, answer)
	case Cuts:
		return q.diagnoseCuts(answer)
	case Bounds:
		return q.diagnoseRelation(x, answer)
	case Visits:
		return q.diagnoseVisits(answer)
	case Proofs, Rates, Counts:
		return q.diagnoseGrown(x, answer)
	}
	return q.diagnoseValue(x, answer)
}

// diagnoseWindow detects exchanged ends.
func (q *Quiz) diagnoseWindow(x Question, answer string) string {
	alpha, beta, _ := readWindow(answer)
	if q.agreeing(x, beta+" "+alpha) != nil {
		return "quiz.swapped-ends"
	}
	return ""
}

// diagnoseCuts detects missing leaves and leaves that are not cut off.
func (q *Quiz) diagnoseCuts(answer string) string {
	switch named := q.variants[0].branches(answer); {
	case named.wrong == 0:
		return "quiz.cuts-missing"
	case named.right == len(cutLeaves(q.variants[0].Replay.Tree())):
		return "quiz.cuts-wrong"
	}
	return ""
}

// diagnoseVisits detects nodes that the search does not take, and the right nodes in another order.
func (q *Quiz) diagnoseVisits(answer string) string {
	wrong, order := "quiz.visits-cut", "quiz.visits-order"
	switch q.growthOf() {
	case trace.Proofs:
		wrong, order = "quiz.not-expanded", "quiz.expansions-order"
	case trace.Playouts:
		return ""
	}
	t, visits := q.minimax.Replay.Tree(), q.variants[0].visits()
	var named []int
	for _, word := range visitsIn(t, answer) {
		meant := slices.DeleteFunc(labelled(t, word), func(i int) bool { return len(t.Nodes[i].Children) > 0 && !q.anyNode() })
		if len(meant) != 1 { // which of them is not known
			continue
		}
		if named = append(named, meant[0]); !slices.Contains(visits, meant[0]) {
			return wrong
		}
	}
	slices.Sort(named)
	slices.Sort(visits)
	if slices.Equal(named, visits) {
		return order
	}
	return ""
}

// diagnoseRelation detects a right number with the wrong relation: exact instead of a bound, or
// a bound on the wrong side.
func (q *Quiz) diagnoseRelation(x Question, answer string) string {
	relation, number := readBound(answer)
	for _, other := range []string{"≥ ", "≤ ", ""} {
		switch {
		case q.agreeing(x, other+number) == nil:
		case relation == "":
			return "quiz.no-relation"
		case other == "":
			return "quiz.no-bound"
		default:
			return "quiz.swapped-relation"
		}
	}
	return ""
}

// diagnoseMean detects a mean without the probabilities, and the best or the worst outcome.
func (q *Quiz) diagnoseMean(node int, number string) string {
	t := q.minimax.Replay.Tree()
	children := t.Nodes[node].Children
	sum := new(big.Rat)
	for _, c := range children {
		if v := t.Nodes[c].Value; q.reads(node, v, number) {
			return "quiz.not-a-choice"
		}
		sum.Add(sum, q.minimax.numbers.exact(t.Nodes[c].Value))
	}
	sum.Quo(sum, big.NewRat(int64(len(children)), 1))
	if same(number, textOf(sum)) {
		return "quiz.unweighted"
	}
	return ""
}

// diagnoseValue detects MAX exchanged with MIN, and a forgotten move.
func (q *Quiz) diagnoseValue(x Question, answer string) string {
	_, number := readBound(answer)
	t := q.minimax.Replay.Tree()
	n := &t.Nodes[x.Node]
	if n.Chance {
		return q.diagnoseMean(x.Node, number)
	}
	values := make([]game.Score, len(n.Children)) // best for the other side first
	for i, c := range n.Children {
		values[i] = t.Nodes[c].Value
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if !n.Max {
		slices.Reverse(values)
	}
	last := len(values) - 1
	switch {
	case last == 0:
	case q.reads(x.Node, values[0], number):
		return "quiz.swapped-players"
	case q.reads(x.Node, values[last-1], number):
		return "quiz.left-out"
	}
	return ""
}

// reads reports whether number is v at a node, with either sign.
func (q *Quiz) reads(node int, v game.Score, number string) bool {
	return slices.ContainsFunc(q.variants, func(other variant) bool {
		return same(number, plainSigns(q.number(&other, node, v)))
	})
}

// Grade says why an answer on a sheet has its share of the points.
type Grade string

// The grades.
const (
	RightAnswer Grade = "right"
	OtherSigns  Grade = "convention" // right only by a convention that the sheet does not follow
	CarriedOn   Grade = "carried"    // follows from an earlier wrong answer
	PartlyRight Grade = "partial"
	WrongAnswer Grade = "wrong"
	Unreadable  Grade = "unreadable"
)

// Mark is the verdict on an answer by the one combination of conventions that holds on its sheet.
type Mark struct {
	Verdict
	Grade Grade
	Share float64 // of the points, from 0 to 1
}

// half is the share of a half-right answer: one right part of two, or right by another convention.
const half = 0.5

// Conventions returns the combinations of conventions that the quiz knows, each as its differences
// from the setup. The first is the setup itself. Quizzes of equal setups have equal combinations.
func (q *Quiz) Conventions() [][]Convention {
	var all [][]Convention
	for i := range q.variants {
		all = append(all, q.variants[i].by)
	}
	return all
}

// Marks marks an answer by each of the combinations of Conventions. own returns the student's
// answer about the value of a node, or "".
//
// Half of the points go to an answer that is right by another combination, to a window with one
// right end, and to a right number with the wrong relation. Among the leaves cut off, each right
// name counts, each wrong one is subtracted, and an unknown name counts as a missing leaf. Among
// the leaves in order, those before the first mistake count. A value that follows from the
// student's own values of the children is worth all points: one mistake costs points once.
func (q *Quiz) Marks(x Question, answer string, own func(node int) string) []Mark {
	verdict, typed := q.Check(x, answer), q.typed(x, answer)
	marks := make([]Mark, len(q.variants))
	for by := range marks {
		marks[by] = q.mark(&q.variants[by], x, verdict, typed, own)
	}
	return marks
}

// mark marks an answer by one combination of conventions. verdict is that of Check,
// which accepts all of them.
func (q *Quiz) mark(v *variant, x Question, verdict Verdict, typed string, own func(node int) string) Mark {
	m := Mark{Verdict: verdict}
	text, arises := q.expected(v, x)
	_, known := q.names(x, typed) // an answer with some known names counts in part
	m.Expected = text
	switch {
	case !arises && isNone(typed): // the search does not come to the node
		m.Grade, m.Share, m.Conventions, m.key, m.Malformed = RightAnswer, 1, nil, "quiz.right", false
	case m.Malformed && known == 0:
		m.Grade = Unreadable
	case arises && !m.Malformed && q.agrees(v, x, text, typed):
		m.Grade, m.Share, m.Conventions, m.key = RightAnswer, 1, nil, "quiz.right"
	case x.Stage == Values && q.carried(v, x.Node, typed, own, false), x.Stage == Proofs && q.carriedProof(x.Node, typed, own):
		m.Grade, m.Share, m.key = CarriedOn, 1, "grade.carried"
	case m.Right:
		m.Grade, m.Share, m.Right, m.key, m.fault = OtherSigns, half, false, "grade.convention", true
		if len(m.Conventions) == 0 {
			m.key = "grade.sheet"
		}
	default:
		m.fault, m.Malformed = m.fault || m.Malformed, false
		q.exchanged(&m, v, x, typed, own)
		if m.Share = q.part(v, x, typed); m.Share > 0 {
			m.Grade = PartlyRight
		} else {
			m.Grade = WrongAnswer
		}
	}
	return m
}

// exchanged says if the mistake is MAX exchanged with MIN, on the student's own values.
func (q *Quiz) exchanged(m *Mark, v *variant, x Question, typed string, own func(node int) string) {
	if x.Stage == Values && q.carried(v, x.Node, typed, own, true) {
		m.key, m.fault = "quiz.swapped-players", true
	}
}

// carried reports whether a value follows from the student's own values of the children, and so
// would be right if they were. If swapped is set, the other side chooses, but not chance.
func (q *Quiz) carried(v *variant, node int, typed string, own func(node int) string, swapped bool) bool {
	t := q.minimax.Replay.Tree()
	n := &t.Nodes[node]
	if swapped && n.Chance {
		return false
	}
	best := (*big.Rat)(nil) // seen from MAX
	if n.Chance {
		best = new(big.Rat)
	}
	for _, c := range n.Children {
		text := q.number(v, c, t.Nodes[c].Value)
		if len(t.Nodes[c].Children) > 0 {
			text = q.typed(Question{Values, c}, own(c))
		}
		value := extended(plainSigns(text))
		if value == nil {
			return false
		}
		if v.turns(&t.Nodes[c]) {
			value.Neg(value)
		}
		if n.Chance {
			share := q.minimax.root.At(t.Path(c)).Share()
			best.Add(best, share.Mul(share, value))
			continue
		}
		if best == nil || (n.Max != swapped) == (value.Cmp(best) > 0) {
			best = value
		}
	}
	_, number := readBound(typed)
	given := extended(number)
	if given == nil || best == nil {
		return false
	}
	if v.turns(n) {
		given.Neg(given)
	}
	return given.Cmp(best) == 0
}

// extended is readNumber that returns a number beyond all others for infinity.
func extended(text string) *big.Rat { return numberOr(readNumber(text), infinite(text)) }

// turns reports whether a combination writes the value of n with the sign reversed.
func (v *variant) turns(n *trace.Node) bool { return v.negamax && !n.Max && !n.Chance }

// part returns the share of a wrong answer.
func (q *Quiz) part(v *variant, x Question, typed string) float64 {
	want, arises := q.expected(v, x)
	if !arises {
		return 0
	}
	switch x.Stage {
	case Proofs, Counts:
		return half * float64(samePair(want, typed))
	case Windows:
		alpha, beta, _ := readWindow(typed)
		wantAlpha, wantBeta, _ := readWindow(plainSigns(want))
		if same(alpha, wantAlpha) || same(beta, wantBeta) {
			return half
		}
	case Bounds:
		_, number := readBound(typed)
		_, wantNumber := readBound(plainSigns(want))
		if same(number, wantNumber) {
			return half
		}
	case Visits:
		return float64(max(0, v.inOrder(typed))) / float64(max(1, len(v.visits())))
	case Cuts:
		unknown, _ := q.names(x, typed)
		named := v.branches(typed)
		of := max(len(cutLeaves(v.Replay.Tree())), named.right+len(unknown))
		return float64(max(0, named.right-named.wrong)) / float64(max(1, of))
	}
	return 0
}

// Key returns the right answer to x by one of the combinations of Conventions, as people write
// it in a language. It is "none" for a node that the search does not visit.
func (q *Quiz) Key(l Lang, by int, x Question) string {
	text, arises := q.expected(&q.variants[by], x)
	if !arises {
		text = ""
	}
	return Written(l, x.Stage, text)
}

// Written returns a right answer as people write it in a language, "none" for "".
func Written(l Lang, s Stage, text string) string {
	switch {
	case text == "":
		return l.Text("quiz.none")
	case s.whole():
		return text
	case s == Windows && l.Number(".") == ",":
		text = strings.Replace(text, ", ", "; ", 1)
	}
	alpha, beta, _ := strings.Cut(text, "; ")
	return strings.TrimSuffix(l.Number(alpha)+"; "+l.Number(beta), "; ")
}

// describeConventions returns conventions in words.
func describeConventions(l Lang, all []Convention) string {
	var by []string
	for _, c := range all {
		by = append(by, l.Text("convention."+string(c)))
	}
	return strings.Join(by, ", ")
}
