package lesson

import (
	"math/big"
	"strings"

	"github.com/plywood-go/plywood/trace"
)

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

// Mark is the verdict on an answer by the one combination of conventions that holds on its
// sheet.
type Mark struct {
	Verdict
	Grade Grade
	Share float64 // of the points, from 0 to 1
}

// half is the share of a half-right answer: one right part of two, or right by another
// convention.
const half = 0.5

// Conventions returns the combinations of conventions that the quiz knows, each as its
// differences from the setup. The first is the setup itself. Quizzes of equal setups have equal
// combinations.
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
// right end, and to a right number with the wrong relation. Among the leaves cut off, each
// right name counts, each wrong one is subtracted, and an unknown name counts as a missing
// leaf. Among the leaves in order, those before the first mistake count. A value that follows
// from the student's own values of the children is worth all points: one mistake costs points
// once.
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
	case x.Stage == Values && q.carried(v, x.Node, typed, own), x.Stage == Proofs && q.carriedProof(x.Node, typed, own):
		m.Grade, m.Share, m.key = CarriedOn, 1, "grade.carried"
	case m.Right:
		m.Grade, m.Share, m.Right, m.key, m.fault = OtherSigns, half, false, "grade.convention", true
		if len(m.Conventions) == 0 {
			m.key = "grade.sheet"
		}
	default:
		m.fault, m.Malformed = m.fault || m.Malformed, false
		if m.Share = q.part(v, x, typed); m.Share > 0 {
			m.Grade = PartlyRight
		} else {
			m.Grade = WrongAnswer
		}
	}
	return m
}

// carried reports whether a value follows from the student's own values of the children, and so
// would be right if they were.
func (q *Quiz) carried(v *variant, node int, typed string, own func(node int) string) bool {
	t := q.minimax.Replay.Tree()
	n := &t.Nodes[node]
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
		if best == nil || n.Max == (value.Cmp(best) > 0) {
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
func extended(text string) *big.Rat {
	if sign := infinite(text); sign != 0 {
		return new(big.Rat).Mul(beyond, big.NewRat(int64(sign), 1))
	}
	return readNumber(text)
}

var beyond, _ = new(big.Rat).SetString("1e400")

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
	if text == "" || !arises {
		return l.Text("quiz.none")
	}
	return Written(l, x.Stage, text)
}

// Written returns a right answer as people write it in a language.
func Written(l Lang, s Stage, text string) string {
	switch {
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
