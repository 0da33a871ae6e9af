package lesson

import (
	"context"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// Stage is a part of a quiz, with one kind of question.
type Stage uint8

// The stages, in the order of a quiz.
const (
	Values  Stage = iota // the minimax value of each inner node
	Windows              // the window with which alpha-beta enters it
	Cuts                 // the branches that alpha-beta cuts off
	Bounds               // the value that alpha-beta returns, which may be only a bound
	Visits               // the leaves that alpha-beta evaluates, in order; in a tree that grows, the nodes
	Proofs               // the proof and disproof number of each expanded node
	Rates                // the number by which UCT rates each child
	Counts               // the total and the number of playouts after another one
)

var stageNames = []string{"values", "windows", "cuts", "bounds", "visits", "proofs", "rates", "counts"}

// whole reports whether the stage asks one question, about the whole tree.
func (s Stage) whole() bool { return s == Cuts || s == Visits }

// String returns the name of the stage.
func (s Stage) String() string { return stageNames[s] }

// Stages returns the stages of a quiz about the setup's algorithm, in order.
func (s Setup) Stages() []Stage {
	switch s.algorithm() {
	case textbook.ProofNumber:
		return []Stage{Proofs, Visits}
	case textbook.UCT:
		return []Stage{Rates, Visits, Counts}
	case textbook.Deepening:
		return []Stage{Visits}
	case textbook.Quiescence, textbook.NullMove:
		return []Stage{Windows, Cuts, Bounds, Visits}
	}
	return []Stage{Values, Windows, Cuts, Bounds, Visits}
}

// ParseStages reads the names of stages of a quiz about the setup's algorithm: values, windows, cuts,
// bounds, visits, proofs, rates or counts.
func (s Setup) ParseStages(names []string) (all []Stage, err error) {
	for _, name := range names {
		i := slices.Index(stageNames, strings.TrimSpace(name))
		if i < 0 {
			return nil, reason.Errorf("%s %q, want one of %s", reason.Phrase("stage"), name, strings.Join(stageNames, ", "))
		}
		all = append(all, Stage(i))
	}
	return all, s.CheckStages(all)
}

// CheckStages returns an error if a stage is not for the setup's algorithm.
func (s Setup) CheckStages(stages []Stage) error {
	var names []string
	for _, known := range s.Stages() {
		names = append(names, known.String())
	}
	for _, stage := range stages {
		if !slices.Contains(names, stage.String()) {
			return reason.Errorf("stage %s is not for %s, want %s", stage, s.algorithm(), strings.Join(names, ", "))
		}
	}
	return nil
}

// Convention is a point in which books differ.
type Convention string

// The conventions.
const (
	MinimaxSigns  Convention = "minimax"
	NegamaxSigns  Convention = "negamax"
	CutAtBound    Convention = "ge"
	CutPastBound  Convention = "gt"
	SoftBounds    Convention = "soft"
	HardBounds    Convention = "hard"
	maxQuizNodes             = 1000
	maxQuizAnswer            = 4096 // bytes
)

// Question asks one thing about a tree.
type Question struct {
	Stage Stage // the kind of question
	// Node is the number of the node asked about, in the trees of the quiz. It is -1 for Cuts
	// and Visits, which ask about the whole tree.
	Node int
}

// Quiz is a set of questions about one tree. Answers are compared with the traces of the setup
// and of the other conventions, which are equally right.
type Quiz struct {
	minimax  *Run
	variants []variant // the setup's first, then by similarity
	from     int       // the step after which the questions are, in a quiz about UCT
}

// variant is a search by one combination of conventions.
type variant struct {
	*Run
	scribe  trace.Scribe
	negamax bool         // the signs of scribe
	by      []Convention // the differences from the setup
}

// ErrNoQuiz is wrapped by the error for an algorithm without a quiz.
var ErrNoQuiz = reason.New("no quiz")

// Quizzed returns the algorithms that have quizzes. Star1 and Star2 are for trees with chance.
func Quizzed() []textbook.Algorithm {
	return []textbook.Algorithm{
		textbook.AlphaBeta, textbook.BratkoAlphaBeta, textbook.Othello, textbook.BranchBound, textbook.Deepening, textbook.Quiescence, textbook.NullMove,
		textbook.Star1, textbook.Star2, textbook.ProofNumber, textbook.UCT,
	}
}

// For returns s with an algorithm that can search t: its own, or else alpha-beta or Star1.
func (s Setup) For(t *Tree) Setup { return s.Suited(t.Chancy()) }

// Suited returns s with an algorithm for trees with or without chance: its own, or else alpha-beta
// or Star1.
func (s Setup) Suited(chance bool) Setup {
	switch {
	case chance && !s.gambled():
		s.Algorithm = textbook.Star1
	case !chance && s.gambled():
		s.Algorithm = textbook.AlphaBeta
	}
	return s
}

// NewQuiz prepares a quiz about a tree of at most 1000 nodes. The algorithm must be a form of
// alpha-beta: the textbook's AlphaBeta, BratkoAlphaBeta, Othello, BranchBound, Deepening, Quiescence or
// NullMove; Star1 or Star2, for a tree with chance; or ProofNumber or UCT, for one without.
func NewQuiz(ctx context.Context, t *tree.Tree, s Setup) (*Quiz, error) {
	if err := s.checkQuizzed(); err != nil {
		return nil, err
	}
	if t.Len() > maxQuizNodes || t.Len() < 2 {
		return nil, reason.Errorf("quiz about a tree of %d nodes, want 2 to %d", t.Len(), maxQuizNodes)
	}
	if (s.grows() || s.practical()) && t.Chancy() {
		return nil, reason.Errorf("%w about %s where chance chooses", ErrNoQuiz, s.Algorithm)
	}
	s.drawnAsGiven = s.Order != Given && !s.gambled() && !s.grows()
	full := s
	full.Algorithm, full.Goal, full.Rounds, full.Explore = textbook.Minimax, "", 0, 0
	switch {
	case s.gambled():
		full.Algorithm = textbook.Expectiminimax
	case s.algorithm() == textbook.Quiescence:
		full.Depth = 0 // the nodes beyond the depth belong to the tree
	}
	minimax, err := Search(ctx, t, full)
	if err != nil {
		return nil, err
	}
	q := &Quiz{minimax: minimax}
	if s.grows() {
		return q, q.grow(ctx, t, s)
	}
	return q, q.vary(ctx, t, s)
}

// checkQuizzed refuses an algorithm without a quiz.
func (s *Setup) checkQuizzed() error {
	if slices.Contains(Quizzed(), s.algorithm()) {
		return nil
	}
	var names []string
	for _, a := range Quizzed() {
		names = append(names, string(a))
	}
	return reason.Errorf("%w about %s, want one of %s", ErrNoQuiz, s.Algorithm, strings.Join(names, ", "))
}

// vary runs the search with every combination of conventions: when to cut, fail-soft or
// fail-hard, and the signs. Star1 and Star2 know only the signs: there the others change nothing.
func (q *Quiz) vary(ctx context.Context, t *tree.Tree, s Setup) error {
	otherSigns := map[bool]Convention{false: MinimaxSigns, true: NegamaxSigns}[!s.Negamax()]
	for change := range 4 {
		other, by := s, []Convention(nil)
		if change&1 != 0 {
			other.Cut, by = textbook.AtBound, []Convention{CutAtBound}
			if s.cutsAtBound() {
				other.Cut, by = textbook.BeyondBound, []Convention{CutPastBound}
			}
		}
		if change&2 != 0 {
			other.Hard = !s.Hard
			by = append(by, map[bool]Convention{false: SoftBounds, true: HardBounds}[bool(other.Hard)])
		}
		r, err := Search(ctx, t, other)
		if err != nil {
			return err
		}
		q.variants = append(q.variants, newVariant(r, s.Negamax(), by), newVariant(r, !s.Negamax(), append(by, otherSigns)))
	}
	slices.SortStableFunc(q.variants, func(a, b variant) int { return len(a.by) - len(b.by) })
	return nil
}

func newVariant(r *Run, negamax bool, by []Convention) variant {
	return variant{r, r.Replay.Tree().Scribe(trace.RenderOptions{Negamax: negamax}), negamax, slices.Clone(by)}
}

// Run returns the search that the answers of a stage are read from.
func (q *Quiz) Run(s Stage) *Run {
	if s == Values {
		return q.minimax
	}
	return q.variants[0].Run
}

// Start returns the search whose picture the questions of a stage go with, and the step of the
// picture. It shows the tree before the search or, for UCT, before the next round.
func (q *Quiz) Start(s Stage) (r *Run, step int) { return q.Run(s), q.from }

// Questions returns the questions of a stage in the order to ask them.
func (q *Quiz) Questions(s Stage) []Question {
	switch {
	case s.whole():
		return []Question{{s, -1}}
	case s > Visits:
		return q.grownQuestions(s)
	}
	var all []Question
	r := q.Run(s)
	kind := event.Leave
	if s == Windows {
		kind = event.Enter
	}
	for i := range r.Len() {
		n := &r.Replay.Tree().Nodes[r.Replay.Node(i)]
		asks := s != Windows || n.Parent >= 0
		if s == Bounds && n.Bound == game.NoBound { // unknown: nothing to ask
			asks = false
		}
		if r.Replay.Event(i).Kind == kind && len(n.Children) > 0 && asks {
			all = append(all, Question{s, r.Replay.Node(i)})
		}
	}
	return all
}

// Load measures the work of a quiz: the leaves of its tree, and the branches cut off.
type Load struct{ Leaves, Cuts int }

// Load returns the load of q.
func (q *Quiz) Load() (l Load) {
	for _, n := range q.minimax.Replay.Tree().Nodes {
		if len(n.Children) == 0 {
			l.Leaves++
		}
	}
	for _, n := range q.variants[0].Replay.Tree().Nodes {
		if n.Pruned > 0 {
			l.Cuts++
		}
	}
	return l
}

// Ask returns the text of a question.
func (q *Quiz) Ask(l Lang, x Question) string {
	key := "quiz.ask-" + x.Stage.String()
	if x.Stage == Visits {
		key = map[trace.Growth]string{trace.NoGrowth: key, trace.Proofs: "quiz.ask-expansions", trace.Playouts: "quiz.ask-way"}[q.growthOf()]
	}
	if x.Stage.whole() {
		return l.Text(key)
	}
	n := &narrator{q.Run(x.Stage), l, q.Run(x.Stage).Replay.Tree().Scribe(trace.RenderOptions{Lang: l})}
	player := n.scribe.Player(q.minimax.Replay.Tree().Nodes[x.Node].Max)
	if x.Stage == Values && q.minimax.Replay.Tree().Nodes[x.Node].Chance {
		key = "quiz.ask-mean"
	}
	return l.Text(key, "node", n.name(x.Node), "player", player)
}

// Introduction explains the question of a stage.
func (q *Quiz) Introduction(l Lang, s Stage) string {
	if q.growthOf() != trace.NoGrowth {
		return q.grownIntroduction(l, s)
	}
	text := l.Text("quiz.which-"+s.String(), "search", l.Text(q.search()))
	if r := q.Run(s); r.Setup.practical() {
		if s == Visits {
			text = l.Text("quiz.visits-static")
		}
		text += " " + l.Text("quiz.by-"+string(r.Setup.Algorithm), "depth", r.Setup.depth(nil))
	} else if r.numbers != nil && s == Values {
		text = l.Text("quiz.means")
	} else if r.numbers != nil {
		text += " " + l.Text("quiz.known", "algorithm", l.Text("algorithm."+string(r.Setup.Algorithm)), "least", l.Number(plainSigns(textOf(r.least))), "most", l.Number(plainSigns(textOf(r.most))))
	}
	return text + q.ordered(l, s)
}

// ordered says in which order the search takes the moves, if the picture shows another.
func (q *Quiz) ordered(l Lang, s Stage) string {
	switch r := q.Run(s); {
	case !r.Setup.drawnAsGiven || s == Values:
		return ""
	case r.Setup.Order == Reversed:
		return " " + l.Text("quiz.reversed")
	default:
		return " " + l.Text("quiz.reordered", "moves", r.root.sequence())
	}
}

// search returns the key of the name of the search in texts: alpha-beta, or only the search.
func (q *Quiz) search() string {
	if s := &q.variants[0].Setup; s.gambled() || s.practical() || s.grows() {
		return "quiz.search"
	}
	return "quiz.alphabeta"
}

// Answer is a right answer, with the conventions by which it is right where they differ from the
// setup.
type Answer struct {
	Text        string       `json:"text"`        // as Check reads it
	Conventions []Convention `json:"conventions"` // empty for those of the setup
}

// Answers returns all right answers, the setup's first.
func (q *Quiz) Answers(x Question) []Answer {
	var all []Answer
	for i := range q.variants {
		text, ok := q.expected(&q.variants[i], x)
		known := slices.ContainsFunc(all, func(a Answer) bool { return a.Text == text })
		if ok && !known {
			all = append(all, Answer{text, q.variants[i].by})
		}
	}
	return all
}

// expected returns the right answer by one combination of conventions. ok is false if the
// question does not arise there.
func (q *Quiz) expected(v *variant, x Question) (text string, ok bool) {
	nodes := v.Replay.Tree().Nodes
	switch x.Stage {
	case Proofs, Rates, Counts:
		return q.grownAnswer(x), true
	case Values:
		return q.number(v, x.Node, q.minimax.Replay.Tree().Nodes[x.Node].Value), true
	case Windows:
		alpha, beta := v.scribe.Window(x.Node, nodes[x.Node].Entry)
		return "(" + alpha + ", " + beta + ")", nodes[x.Node].Searched()
	case Bounds:
		return v.scribe.Value(x.Node), nodes[x.Node].Searched() && nodes[x.Node].Bound != game.NoBound
	case Visits:
		var labels []string
		for _, i := range v.visits() {
			labels = append(labels, v.scribe.Label(i))
		}
		return strings.Join(labels, " "), true
	}
	var cut []string
	for i := range nodes {
		if nodes[i].Pruned > 0 {
			cut = append(cut, v.scribe.Label(i))
		}
	}
	return strings.Join(cut, " "), true
}

// number writes a value of the minimax search with the signs of v. The searches of a quiz need not
// have the same scores for the same numbers.
func (q *Quiz) number(v *variant, node int, value game.Score) string {
	return q.minimax.Replay.Tree().Scribe(trace.RenderOptions{Negamax: v.negamax}).Number(node, value)
}

// visits returns the nodes in the order in which the search takes their static values or, in a tree that
// grows, the nodes of Run.grownVisits.
func (r *Run) visits() []int {
	if r.grown != nil {
		return r.grownVisits()
	}
	nodes, _ := r.statics()
	return nodes
}

// statics returns the nodes whose static values the search takes, in order, and these values.
func (r *Run) statics() (nodes []int, values []game.Score) {
	for i := range r.Len() {
		if e := r.Replay.Event(i); e.Kind == event.Static || e.Kind == event.Backup && e.Child < 0 {
			nodes, values = append(nodes, r.Replay.Node(i)), append(values, e.Value)
		}
	}
	return nodes, values
}
