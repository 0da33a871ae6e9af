package lesson

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// A quiz about proof-number search is about the expansions of the setup. Without a number it is
// about all but the last expansion, after which most numbers are 0 or infinite. A quiz about UCT
// shows the tree after the rounds of the setup, with its numbers, and asks about the next round.

// lastRound returns the step before the last round of a run of UCT.
func (r *Run) lastRound() int { return r.Seek(r.Len(), true) }

// growthOf returns the kind of tree of a quiz.
func (q *Quiz) growthOf() trace.Growth { return q.variants[0].Replay.Tree().Growth }

// grownQuestions returns the questions of a stage about a tree that grows.
func (q *Quiz) grownQuestions(s Stage) (all []Question) {
	r := q.variants[0].Run
	nodes := r.Replay.Tree().Nodes
	if s == Proofs {
		var ask func(i int)
		ask = func(i int) {
			for _, c := range nodes[i].Children {
				ask(c)
			}
			if nodes[i].State == trace.Done && len(nodes[i].Children) > 0 {
				all = append(all, Question{s, i})
			}
		}
		ask(0)
		return all
	}
	for i := q.from; i < r.Len(); i++ {
		e, at := r.Replay.Event(i), r.Replay.Node(i)
		switch {
		case s == Counts && e.Kind == event.Count:
			all = append(all, Question{s, at})
		case s == Rates && e.Kind == event.Choose && len(nodes[at].Children) > 1:
			for _, c := range nodes[at].Children {
				all = append(all, Question{s, c})
			}
		}
	}
	return all
}

// rate returns the number by which UCT rates a node in the last round.
func (q *Quiz) rate(node int) float64 {
	t := q.variants[0].Replay.At(q.from)
	n := &t.Nodes[node]
	parent := &t.Nodes[n.Parent]
	grown := q.variants[0].grown
	return textbook.Worth(parent.Max, grown.exact(n.Working), n.G, parent.G, grown.explore)
}

// grownAnswer returns the right answer to a question about a tree that grows.
func (q *Quiz) grownAnswer(x Question) string {
	if x.Stage == Rates {
		return decimal(strconv.FormatFloat(q.rate(x.Node), 'f', 3, 64))
	}
	return q.variants[0].scribe.Value(x.Node)
}

// grownVisits returns the nodes in the order in which proof-number search expands them, or those on
// the last way down of UCT, below the root.
func (r *Run) grownVisits() (nodes []int) {
	from, kinds := 0, []event.Kind{event.Expand}
	if r.Replay.Tree().Growth == trace.Playouts {
		from, kinds = r.lastRound(), []event.Kind{event.Choose, event.Join}
	}
	for i := from; i < r.Len(); i++ {
		switch e := r.Replay.Event(i); {
		case !slices.Contains(kinds, e.Kind):
		case e.Kind == event.Choose:
			nodes = append(nodes, r.Replay.Child(i))
		default:
			nodes = append(nodes, r.Replay.Node(i))
		}
	}
	return nodes
}

// grownStep returns the step that shows the answer to a question about a tree that grows.
func (q *Quiz) grownStep(x Question) int {
	r := q.variants[0].Run
	for i := r.Len() - 1; i >= q.from; i-- {
		e, at := r.Replay.Event(i), r.Replay.Node(i)
		switch {
		case x.Stage == Proofs && e.Kind == event.Update && at == x.Node,
			x.Stage == Counts && e.Kind == event.Count && at == x.Node,
			x.Stage == Rates && e.Kind == event.Choose && at == r.Replay.Tree().Nodes[x.Node].Parent:
			return i + 1
		}
	}
	return r.Len()
}

// grow runs the search of a quiz about a tree that grows.
func (q *Quiz) grow(ctx context.Context, t *Tree, s Setup) error {
	if s.Algorithm == textbook.UCT {
		s.Rounds = cmp.Or(s.Rounds, usualPlayouts) + 1
	}
	r, err := Search(ctx, t, s)
	if err == nil && s.Algorithm == textbook.ProofNumber && s.Rounds == 0 {
		s.Rounds = max(1, r.Replay.Tree().Stats.Rounds-1)
		r, err = Search(ctx, t, s)
	}
	if err != nil {
		return err
	}
	q.variants = []variant{newVariant(r, false, nil)}
	if s.Algorithm == textbook.UCT {
		q.from = r.lastRound()
	}
	return nil
}

// grownIntroduction explains the question of a stage about a tree that grows.
func (q *Quiz) grownIntroduction(l Lang, s Stage) string {
	r := q.variants[0].Run
	n := &narrator{r, l, r.Replay.Tree().Scribe(r.Render(l))}
	if q.growthOf() == trace.Proofs {
		key := map[Stage]string{Proofs: "quiz.proofs", Visits: "quiz.expansions"}[s]
		return l.Text(key, "goal", n.goal(), "max", n.scribe.Player(true), "rounds", r.Replay.Tree().Stats.Rounds)
	}
	value, last := "", 0
	for i := q.from; i < r.Len(); i++ {
		if e := r.Replay.Event(i); e.Kind == event.Playout {
			last, value = r.Replay.Node(i), n.scribe.Number(0, e.Value)
		}
	}
	key := map[Stage]string{Rates: "quiz.rates", Visits: "quiz.way", Counts: "quiz.counts"}[s]
	return l.Text(key, "rounds", r.Replay.At(q.from).Stats.Rounds, "c", l.Number(decimal(strconv.FormatFloat(r.grown.explore, 'f', 3, 64))), "node", n.name(last), "value", value)
}

// pairNames match the names of two numbers, such as "pn = ".
var pairNames = regexp.MustCompile(`\b[pd]n\s*[=:]?`)

// readPair splits "3|1", "pn=3, dn=1" or "2.5/4" into two numbers.
func readPair(text string) (first, second string, ok bool) {
	const around = "(), ="
	text = strings.Trim(pairNames.ReplaceAllString(text, " "), " =")
	for _, mark := range []string{"|", "/"} {
		if i := strings.LastIndex(text, mark); i > 0 {
			first, second = strings.Trim(text[:i], around), strings.Trim(text[i+1:], around)
			return first, second, readable(first) && readable(second)
		}
	}
	first, second, ok = readWindow(text)
	return first, second, ok && readable(first) && readable(second)
}

// samePair returns how many of the two numbers of an answer are right.
func samePair(want, answer string) (right int) {
	first, second, _ := readPair(answer)
	wantFirst, wantSecond, _ := readPair(plainSigns(want))
	for _, equal := range []bool{same(first, wantFirst), same(second, wantSecond)} {
		if equal {
			right++
		}
	}
	return right
}

// rateTolerance is the distance from the exact number within which a rounded answer is right.
const rateTolerance = 0.01

// near reports whether an answer is a number within the tolerance of want.
func near(answer string, want float64) bool {
	v := readNumber(answer)
	if v == nil {
		return false
	}
	number, _ := v.Float64()
	return math.Abs(number-want) <= rateTolerance
}

// diagnoseGrown returns the text key of the usual mistake that explains a wrong answer.
func (q *Quiz) diagnoseGrown(x Question, answer string) string {
	switch x.Stage {
	case Proofs:
		first, second, _ := readPair(answer)
		if want := q.grownAnswer(x); samePair(want, second+"|"+first) == 2 {
			return "quiz.swapped-numbers"
		}
		proofs, disproofs := q.counted(x.Node, !q.variants[0].Replay.Tree().Nodes[x.Node].Max, nil)
		if samePair(proofText(proofs)+"|"+proofText(disproofs), answer) == 2 {
			return "quiz.swapped-sum"
		}
	case Rates:
		t := q.variants[0].Replay.At(q.from)
		n := &t.Nodes[x.Node]
		parent := &t.Nodes[n.Parent]
		bonus := textbook.Bonus(n.G, parent.G, q.variants[0].grown.explore)
		mean := q.rate(x.Node) - bonus
		switch {
		case near(answer, mean) || near(answer, -mean):
			return "quiz.no-bonus"
		case near(answer, bonus-mean):
			return "quiz.rate-sign"
		case near(answer, mean+bonus/math.Sqrt(math.Ln10)):
			return "quiz.rate-log"
		}
	}
	return ""
}

// counted returns the proof numbers that a node would have if MAX, or MIN, were to move. Children
// have the numbers that own returns or, if it is nil or returns false, their numbers in the tree.
func (q *Quiz) counted(node int, max bool, own func(child int) (proof, disproof int, ok bool)) (proof, disproof int) {
	t := q.variants[0].Replay.Tree()
	least, total := [2]int{event.Far, event.Far}, [2]int{}
	for _, c := range t.Nodes[node].Children {
		numbers := [2]int{t.Nodes[c].G, t.Nodes[c].H}
		if own != nil {
			if g, h, ok := own(c); ok {
				numbers = [2]int{g, h}
			}
		}
		for i, v := range numbers {
			least[i], total[i] = min(least[i], v), min(total[i]+v, event.Far)
		}
	}
	if max {
		return least[0], total[1]
	}
	return total[0], least[1]
}

// carriedProof reports whether the numbers of a node follow from the student's own numbers of its
// children.
func (q *Quiz) carriedProof(node int, typed string, own func(node int) string) bool {
	t := q.variants[0].Replay.Tree()
	changed := false
	proof, disproof := q.counted(node, t.Nodes[node].Max, func(c int) (int, int, bool) {
		if t.Nodes[c].State != trace.Done || len(t.Nodes[c].Children) == 0 {
			return 0, 0, false
		}
		first, second, ok := readPair(q.typed(Question{Proofs, c}, own(c)))
		changed = changed || ok
		return proofNumberOf(first), proofNumberOf(second), ok
	})
	return changed && samePair(proofText(proof)+"|"+proofText(disproof), typed) == 2
}

// proofNumberOf reads a proof number.
func proofNumberOf(text string) int {
	v := extended(text)
	if v == nil || v.Cmp(big.NewRat(event.Far, 1)) >= 0 || v.Sign() < 0 || !v.IsInt() {
		return event.Far
	}
	return int(v.Num().Int64())
}
