package lesson

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/trace"
)

// Verdict says whether an answer is right.
type Verdict struct {
	Right bool // by some convention
	// Malformed says that the answer could not be read, which does not count as a mistake.
	Malformed bool
	// Conventions are the conventions by which a right answer is right, where they differ from
	// the setup.
	Conventions []Convention
	// Expected is the setup's right answer. For Cuts it may be empty.
	Expected string
	// Step is the step of Quiz.Run that shows the answer.
	Step int

	key    string // of the text
	fault  bool   // key explains the mistake but not the right answer
	search string // key of the search's name in the text
	answer string
}

// Check compares an answer with the traces. Numbers are compared exactly.
func (q *Quiz) Check(x Question, answer string) Verdict {
	v := Verdict{answer: clipped(strings.TrimSpace(answer)), Step: q.shown(x), key: "quiz.wrong", search: q.search()}
	answer = q.typed(x, answer)
	v.Expected, _ = q.expected(&q.variants[0], x)
	if key := q.misread(x, answer); key != "" {
		v.Malformed, v.key = true, key
		return v
	}
	if other := q.agreeing(x, answer); other != nil {
		v.Right, v.Conventions, v.key = true, other.by, "quiz.right"
		if len(other.by) > 0 {
			v.key = "quiz.right-by"
		}
		return v
	}
	if key := q.diagnose(x, answer); key != "" {
		v.key, v.fault = key, true
	} else if x.Stage == Bounds && q.Check(Question{Values, x.Node}, answer).Right {
		v.key = "quiz.minimax-value"
	}
	return v
}

// Text returns the verdict in words, with the right answer only if reveal is set.
func (v Verdict) Text(l Lang, reveal bool) string {
	if v.key == "quiz.wrong" && !reveal {
		return l.Text("quiz.again")
	}
	expected := v.Expected
	if expected == "" {
		expected = l.Text("quiz.none")
	}
	text := l.Text(v.key, "expected", expected, "conventions", describeConventions(l, v.Conventions), "answer", v.answer, "search", l.Text(v.search))
	if v.fault && reveal {
		text += " " + l.Text("quiz.wrong", "expected", expected)
	}
	return text
}

// clipped returns the start of an answer for display, without terminal control characters.
func clipped(answer string) string { return plain.Clip(plain.Line(answer), 40) }

// shown returns the step that shows the answer of x.
func (q *Quiz) shown(x Question) int {
	r := q.Run(x.Stage)
	if r.grown != nil {
		return q.grownStep(x)
	}
	kind := map[Stage]trace.Kind{Values: trace.Leave, Windows: trace.Enter, Cuts: trace.Cutoff, Bounds: trace.Leave, Visits: trace.Static}[x.Stage]
	for i := range r.Len() {
		if r.Replay.Event(i).Kind == kind && (x.Node < 0 || r.Replay.Node(i) == x.Node) {
			return i + 1
		}
	}
	return r.Len()
}

// misread returns the text key of the complaint about an unreadable answer.
func (q *Quiz) misread(x Question, answer string) string {
	switch {
	case x.Stage == Visits:
		if !q.namesLeaves(answer) {
			return "quiz.bad-nodes"
		}
	case x.Stage == Cuts:
		if _, ok := q.leavesBelow(answer, nil); !ok {
			return "quiz.bad-nodes"
		}
	case x.Stage == Proofs || x.Stage == Counts:
		if _, _, ok := readPair(answer); !ok {
			return "quiz.bad-pair"
		}
	case x.Stage == Windows:
		if alpha, beta, ok := readWindow(answer); !ok || !readable(alpha) || !readable(beta) {
			return "quiz.bad-window"
		}
	default:
		if _, number := readBound(answer); !readable(number) {
			return "quiz.bad-number"
		}
	}
	return ""
}

// agreeing returns the most similar variant by which a readable answer is right, or nil.
func (q *Quiz) agreeing(x Question, answer string) *variant {
	for i := range q.variants {
		v := &q.variants[i]
		if text, ok := q.expected(v, x); ok && q.agrees(v, x, text, answer) {
			return v
		}
	}
	return nil
}

// agrees compares a readable answer with the right one.
func (q *Quiz) agrees(v *variant, x Question, want, answer string) bool {
	switch x.Stage {
	case Proofs, Counts:
		return samePair(want, answer) == 2
	case Rates:
		_, number := readBound(answer)
		return near(number, q.rate(x.Node))
	case Cuts:
		cut := cutLeaves(v.Replay.Tree())
		named, _ := q.leavesBelow(answer, cut)
		return slices.Equal(named, cut)
	case Visits:
		if isNone(answer) {
			return len(v.visits()) == 0
		}
		return v.inOrder(answer) == len(v.visits())
	case Windows:
		alpha, beta, _ := readWindow(answer)
		wantAlpha, wantBeta, _ := readWindow(plainSigns(want))
		return same(alpha, wantAlpha) && same(beta, wantBeta)
	}
	relation, number := readBound(answer)
	wantRelation, wantNumber := readBound(plainSigns(want))
	return same(number, wantNumber) && relation == wantRelation
}

// leavesBelow returns the leaves below the nodes named by an answer, in order. ok is false for
// an unknown name. A name shared by several nodes stands for the pruned ones, if any are.
func (q *Quiz) leavesBelow(answer string, cut []int) (leaves []int, ok bool) {
	if answer == "" || len(answer) > maxQuizAnswer {
		return nil, false
	}
	t := q.minimax.Replay.Tree()
	named := make([]bool, len(t.Nodes))
	for _, name := range namesIn(answer) {
		meant := labelled(t, name)
		if len(meant) == 0 {
			return nil, isNone(answer)
		}
		spared := slices.DeleteFunc(slices.Clone(meant), func(i int) bool {
			return !slices.ContainsFunc(cut, func(leaf int) bool { return under(t, leaf, i) })
		})
		if len(spared) > 0 {
			meant = spared
		}
		for _, i := range meant {
			named[i] = true
		}
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		named[i] = named[i] || n.Parent >= 0 && named[n.Parent]
		if named[i] && len(n.Children) == 0 {
			leaves = append(leaves, i)
		}
	}
	return leaves, true
}

// namesIn returns the names in a list.
func namesIn(answer string) []string {
	return strings.FieldsFunc(answer, func(r rune) bool { return strings.ContainsRune(listMarks, r) })
}

// visitsIn returns the names or numbers in an answer about the order of visits.
func visitsIn(answer string) []string { return namesIn(arrows.Replace(answer)) }

var arrows = strings.NewReplacer("->", " ", "→", " ", "⇒", " ")

// namesLeaves reports whether an answer about the order of visits can be read: each word is a number
// or names a leaf, or the answer says that there is none.
func (q *Quiz) namesLeaves(answer string) bool {
	if isNone(answer) {
		return true
	}
	t := q.minimax.Replay.Tree()
	words := visitsIn(answer)
	for _, word := range words {
		named := labelled(t, word)
		meant := slices.ContainsFunc(named, func(i int) bool { return q.anyNode() || len(t.Nodes[i].Children) == 0 })
		if !meant && !readable(plainSigns(strings.ToLower(narrow(word)))) {
			return false
		}
	}
	return len(words) > 0
}

// anyNode reports whether an answer about the order of visits may name nodes with children.
func (q *Quiz) anyNode() bool {
	return q.growthOf() != trace.NoGrowth || q.Run(Visits).Setup.practical()
}

// inOrder returns how many leaves an answer names, by name or by value, as the search evaluates
// them, up to the first mistake. Going on beyond the last counts as a mistake there.
func (v *variant) inOrder(answer string) int {
	visits := v.visits()
	_, values := v.statics()
	for at, word := range visitsIn(answer) {
		if at == len(visits) {
			return at - 1
		}
		number := plainSigns(strings.ToLower(narrow(word)))
		byName := slices.Contains(labelled(v.Replay.Tree(), word), visits[at])
		if !byName && v.grown != nil || !byName && !same(number, plainSigns(v.scribe.Number(visits[at], values[at]))) {
			return at
		}
	}
	return len(visitsIn(answer))
}

// under reports whether node i is node top or below it.
func under(t *trace.Tree, i, top int) bool {
	for ; i > top; i = t.Nodes[i].Parent { // a parent has a smaller number
	}
	return i == top
}

// cutLeaves returns the leaves of t that were cut off, in order.
func cutLeaves(t *trace.Tree) (leaves []int) {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.State == trace.Cut && len(n.Children) == 0 {
			leaves = append(leaves, i)
		}
	}
	return leaves
}
