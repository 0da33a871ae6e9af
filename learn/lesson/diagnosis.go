package lesson

import (
	"math/big"
	"slices"

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

// diagnoseVisits detects leaves that are cut off, and the right leaves in another order.
func (q *Quiz) diagnoseVisits(answer string) string {
	if q.growthOf() != trace.NoGrowth {
		return q.diagnoseWay(answer)
	}
	t, visits := q.variants[0].Replay.Tree(), q.variants[0].visits()
	var named []int
	for _, word := range visitsIn(t, answer) {
		for _, i := range labelled(t, word) {
			if len(t.Nodes[i].Children) > 0 && !q.anyNode() {
				continue
			}
			if !slices.Contains(visits, i) {
				return "quiz.visits-cut"
			}
			named = append(named, i)
		}
	}
	slices.Sort(named)
	slices.Sort(visits)
	if slices.Equal(named, visits) {
		return "quiz.visits-order"
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
