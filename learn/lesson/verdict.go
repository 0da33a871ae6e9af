package lesson

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/event"
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
	stage  Stage
}

// Check compares an answer with the traces. Numbers are compared exactly.
func (q *Quiz) Check(x Question, answer string) Verdict {
	v := Verdict{answer: clipped(strings.TrimSpace(answer)), Step: q.shown(x), key: "quiz.wrong", search: q.search(), stage: x.Stage}
	answer = q.typed(x, answer)
	v.Expected, _ = q.expected(&q.variants[0], x)
	if key := q.misread(x, answer); key != "" {
		v.Malformed, v.key = true, key
		if unknown, known := q.names(x, answer); known > 0 {
			v.answer = clipped(strings.Join(unknown, " "))
		}
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
	expected := Written(l, v.stage, v.Expected)
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
	kind := map[Stage]event.Kind{Values: event.Leave, Windows: event.Enter, Cuts: event.Cutoff, Bounds: event.Leave, Visits: event.Static}[x.Stage]
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
	case x.Stage.whole():
		if unknown, known := q.names(x, answer); len(unknown) > 0 || known == 0 && !isNone(answer) {
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
		named := v.branches(answer)
		return named.right == len(cutLeaves(v.Replay.Tree())) && named.wrong == 0
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

// branches counts the leaves below the nodes that an answer names: those cut off, and others.
type branches struct{ right, wrong int }

// branches reads an answer about what v cuts off. A name shared by several nodes stands for those
// cut off, if any are. A node that v searches is wrong, even if branches below it are cut off.
func (v *variant) branches(answer string) (b branches) {
	t := v.Replay.Tree()
	cut, searched := make([]bool, len(t.Nodes)), make([]bool, len(t.Nodes))
	for _, name := range namesIn(t, answer) {
		meant := labelled(t, name)
		right := slices.ContainsFunc(meant, func(i int) bool { return t.Nodes[i].State == trace.Cut })
		for _, i := range meant {
			cut[i] = cut[i] || t.Nodes[i].State == trace.Cut
			searched[i] = searched[i] || !right
		}
	}
	strays := slices.Contains(searched, true)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Parent >= 0 {
			cut[i], searched[i] = cut[i] || cut[n.Parent], searched[i] || searched[n.Parent]
		}
		switch {
		case len(n.Children) > 0:
		case cut[i]:
			b.right++
		case searched[i] && n.State != trace.Cut:
			b.wrong++
		}
	}
	if strays {
		b.wrong = max(1, b.wrong)
	}
	return b
}

// namesIn returns the names in a list, without the words that join them.
func namesIn(t *trace.Tree, answer string) []string {
	words := strings.FieldsFunc(answer, func(r rune) bool { return strings.ContainsRune(listMarks, r) })
	return slices.DeleteFunc(words, func(word string) bool {
		return (isAnd(word) || strings.Trim(word, ".") == "") && len(labelled(t, word)) == 0
	})
}

// visitsIn returns the names or numbers in an answer about the order of visits.
func visitsIn(t *trace.Tree, answer string) []string { return namesIn(t, arrows.Replace(answer)) }

var arrows = strings.NewReplacer("->", " ", "→", " ", "⇒", " ")

// names returns the words of an answer about the whole tree that name no node, and the number
// of words that do. In an answer about the order of visits numbers count as names.
func (q *Quiz) names(x Question, answer string) (unknown []string, known int) {
	if !x.Stage.whole() || len(answer) > maxQuizAnswer || isNone(answer) {
		return nil, 0
	}
	t := q.minimax.Replay.Tree()
	list := namesIn(t, answer)
	if x.Stage == Visits {
		list = visitsIn(t, answer)
	}
	for _, word := range list {
		fits := func(i int) bool { return x.Stage == Cuts || q.anyNode() || len(t.Nodes[i].Children) == 0 }
		switch {
		case slices.ContainsFunc(labelled(t, word), fits), x.Stage == Visits && readable(numberIn(word)):
			known++
		default:
			unknown = append(unknown, strings.TrimRight(shown.Replace(word), "."))
		}
	}
	return unknown, known
}

// numberIn returns a word of a list as readNumber reads it.
func numberIn(word string) string {
	return strings.TrimRight(plainSigns(strings.ToLower(narrow(word))), ".")
}

// anyNode reports whether an answer about the order of visits may name nodes with children.
func (q *Quiz) anyNode() bool {
	return q.growthOf() != trace.NoGrowth || q.Run(Visits).Setup.practical()
}

// inOrder returns how many leaves an answer names, by name or by value, in the order of the
// search, up to the first mistake. An answer that is too long has its mistake at the last leaf.
func (v *variant) inOrder(answer string) int {
	visits := v.visits()
	_, values := v.statics()
	t := v.Replay.Tree()
	words := visitsIn(t, answer)
	for at, word := range words {
		if at == len(visits) {
			return at - 1
		}
		number := numberIn(word)
		byName := slices.Contains(labelled(t, word), visits[at])
		if !byName && v.grown != nil || !byName && !same(number, plainSigns(v.scribe.Number(visits[at], values[at]))) {
			return at
		}
	}
	return len(words)
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
