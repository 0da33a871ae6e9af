package lesson

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/trace"
)

// # The format of a course
//
// A course is a folder with a README in each language: README.md in English, README.ru.md and
// README.zh.md. Instructions to the program are comments, which readers on paper do not see:
//
//	# Title
//	<!-- source: origin of the example -->
//	An introduction.
//	## A step
//	<!-- scene: tree=((1 4)(5 6)); algo=alphabeta; style=windows -->
//	<!-- at: cutoff e -->
//	The text of the step.
//
// A scene is a search, and remains until the next scene. A place in it is "start", "end", or a
// kind of event with the name of its node or the moves that lead there ("leave b1", "enter
// b1/a1"); from the second such event on, a number follows: "enter c 2". A test checks that all
// languages have the same scenes and places.

//go:embed courses/*/*.md
var courses embed.FS

// courseNames are the courses in teaching order.
var courseNames = []string{
	"minimax", "alphabeta", "othello", "negamax", "cutoffs", "bounds", "memory", "tictactoe", "trees", "state", "horizon", "types",
	"quiescence", "deepening", "nullmove", "samuel", "chance", "andor", "proofs", "playouts",
}

// Course is a lesson: texts, each at a place in a search.
type Course struct {
	Name, Title, Source string // Name is its folder; Source names the origin of the examples
	// Introduction and the texts of steps are paragraphs in a small subset of Markdown:
	// **strong**, `code`, lists and indented blocks.
	Introduction string
	Steps        []Step // in order
}

// Step is a text and its place.
type Step struct {
	Title, Text string      // a heading, and paragraphs like the Introduction
	Run         *Run        // the search that the text is about
	At          int         // the step of Run's replay
	Style       trace.Style // of its pictures
}

// Exercise is a quiz about a tree of a lesson.
type Exercise struct {
	Tree  string // as ParseTree reads it
	Setup Setup  // with an algorithm that has quizzes
}

// Exercises returns a quiz about each written tree of the lesson that is more than one move deep, in
// order and without repetitions. They ask about the whole window.
func (c *Course) Exercises() (all []Exercise) {
	for i := range c.Steps {
		run := c.Steps[i].Run
		if run.root == nil || run.root.Height() < 2 {
			continue // no tree, or one of a single move
		}
		s := run.Setup
		if chancy := run.root.Chancy(); chancy && s.grows() || s.checkQuizzed() != nil {
			s = Setup{OrAnd: s.OrAnd}.Suited(chancy)
		}
		s.Algorithm, s.Order, s.window = s.algorithm(), Given, game.Window{}
		if !s.practical() {
			s.Depth = 0 // the tree ends there
		}
		if x := (Exercise{run.Document.Position, s}); !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// Flags returns the flags of ply quiz that describe the setup of x.
func (x *Exercise) Flags() (flags []string) {
	for _, x := range setting.Of(&x.Setup) {
		if !x.IsZero() {
			flags = append(flags, "--"+x.Name, x.String())
		}
	}
	return flags
}

// Courses returns the names of all courses in teaching order.
func Courses() []string { return slices.Clone(courseNames) }

// ReadCourse reads the named course in a language. It runs the searches of its scenes.
func ReadCourse(ctx context.Context, name string, l Lang) (*Course, error) {
	if !slices.Contains(courseNames, name) {
		return nil, fmt.Errorf("lesson %q, want one of %s", name, strings.Join(courseNames, ", "))
	}
	file := "README.md"
	if l != words.English {
		file = "README." + string(l) + ".md"
	}
	text, err := courses.ReadFile("courses/" + name + "/" + file)
	if err != nil {
		return nil, err
	}
	r := courseReader{ctx: ctx, course: &Course{Name: name}}
	for i, line := range strings.Split(string(text), "\n") {
		if err := r.line(line); err != nil {
			return nil, fmt.Errorf("lesson %s: %s line %d: %w", name, file, i+1, err)
		}
	}
	c := r.course
	c.Introduction = strings.TrimSpace(c.Introduction)
	for i := range c.Steps {
		c.Steps[i].Text = strings.TrimSpace(c.Steps[i].Text)
	}
	return c, nil
}

// courseReader reads a course line by line.
type courseReader struct {
	ctx    context.Context
	course *Course
	run    *Run
	style  trace.Style
}

func (r *courseReader) line(line string) error {
	c := r.course
	if title, ok := strings.CutPrefix(line, "# "); ok {
		c.Title = title
		return nil
	}
	if title, ok := strings.CutPrefix(line, "## "); ok {
		step := Step{Title: title, Run: r.run, Style: r.style}
		if n := len(c.Steps); n > 0 {
			step.At = c.Steps[n-1].At
		}
		c.Steps = append(c.Steps, step)
		return nil
	}
	if comment, ok := strings.CutPrefix(line, "<!-- "); ok {
		what, rest, _ := strings.Cut(strings.TrimSuffix(comment, " -->"), ": ")
		return r.directive(what, rest)
	}
	into := &c.Introduction
	if n := len(c.Steps); n > 0 {
		into = &c.Steps[n-1].Text
	}
	*into += line + "\n"
	return nil
}

func (r *courseReader) directive(what, rest string) error {
	if what == "source" {
		r.course.Source = rest
		return nil
	}
	if len(r.course.Steps) == 0 {
		return fmt.Errorf("%s before the first step", what)
	}
	step := &r.course.Steps[len(r.course.Steps)-1]
	switch what {
	case "scene":
		s, err := readScene(rest)
		if err != nil {
			return err
		}
		if r.run, err = s.search(r.ctx); err != nil {
			return err
		}
		r.style = s.style
		step.Run, step.Style, step.At = r.run, s.style, 0
		return nil
	case "at":
		var err error
		step.At, err = r.run.place(rest)
		return err
	}
	return fmt.Errorf("unknown comment %q", what)
}

// place returns the step of the replay at a place.
func (r *Run) place(text string) (int, error) {
	var kind, name string
	nth := 1
	switch n, _ := fmt.Sscan(text, &kind, &name, &nth); {
	case r == nil:
		return 0, fmt.Errorf("place %q without a scene", text)
	case text == "start":
		return 0, nil
	case text == "end":
		return r.Len(), nil
	case n == 0:
		return 0, fmt.Errorf("place %q, want start, end or an event and a node", text)
	}
	tree := r.Replay.Tree()
	for i := range r.Len() {
		if r.Replay.Event(i).Kind.String() != kind || nameOf(tree, r.Replay.Node(i)) != name {
			continue
		}
		if nth--; nth == 0 {
			return i + 1, nil
		}
	}
	return 0, fmt.Errorf("place %q is not in the trace", text)
}

// nameOf returns the label of a node or, without one, the moves that lead to it, such as
// "a1/b1".
func nameOf(t *trace.Tree, node int) string {
	if label := t.Nodes[node].Label; label != "" {
		return label
	}
	var moves []string
	for i := node; t.Nodes[i].Parent >= 0; i = t.Nodes[i].Parent {
		moves = append(moves, t.Nodes[i].Move)
	}
	slices.Reverse(moves)
	return strings.Join(moves, "/")
}

// CourseDocument is the document "ply.lesson/1".
type CourseDocument struct {
	Schema       string       `json:"schema"`
	Name         string       `json:"name"` // of the course
	Lang         string       `json:"lang"` // ISO 639 code
	Title        string       `json:"title"`
	Source       string       `json:"source"` // text that it follows
	Introduction string       `json:"introduction"`
	Steps        []CourseStep `json:"steps"`
	// Exercises are quizzes about the trees of the lesson, for ply quiz.
	Exercises []ExerciseDocument `json:"exercises"`
}

type ExerciseDocument struct {
	Tree      string   `json:"tree"`
	Algorithm string   `json:"algorithm"`
	Flags     []string `json:"flags"` // of ply quiz
}

type CourseStep struct {
	Title     string `json:"title"`
	Text      string `json:"text"`
	Game      string `json:"game"`     // shown beside the text
	Position  string `json:"position"` // shown beside the text
	Algorithm string `json:"algorithm"`
	Step      int    `json:"step"`  // of the algorithm shown, from 1
	Steps     int    `json:"steps"` // of the algorithm in all
	Value     string `json:"value"` // of the root at this step
}

// Describe returns the document of a
func (c *Course) Describe(l Lang) CourseDocument {
	doc := CourseDocument{
		Schema: "ply.lesson/1", Name: c.Name, Lang: string(l), Title: c.Title, Source: c.Source,
		Introduction: c.Introduction, Steps: []CourseStep{}, Exercises: []ExerciseDocument{},
	}
	for _, x := range c.Exercises() {
		doc.Exercises = append(doc.Exercises, ExerciseDocument{x.Tree, string(x.Setup.Algorithm), x.Flags()})
	}
	for i := range c.Steps {
		s := &c.Steps[i]
		d := &s.Run.Document
		value := s.Run.Replay.At(s.At).Scribe(trace.RenderOptions{}).Value(0)
		doc.Steps = append(doc.Steps, CourseStep{
			s.Title, s.Text, d.Game, d.Position, d.Algorithm, s.At, s.Run.Len(), value,
		})
	}
	return doc
}

// QuizDocument is the document "ply.quiz/1".
type QuizDocument struct {
	Schema    string             `json:"schema"`
	Tree      string             `json:"tree"` // as trees are written
	Algorithm string             `json:"algorithm"`
	Questions []QuestionDocument `json:"questions"`
}

type QuestionDocument struct {
	Stage   string           `json:"stage"` // kind of question
	Node    string           `json:"node"`  // that it is about
	Text    string           `json:"text"`
	Answers []AnswerDocument `json:"answers"`
}

type AnswerDocument struct {
	Text        string   `json:"text"`
	Conventions []string `json:"conventions"` // under which this answer is right
}

// Describe returns the document of the questions of some stages.
func (q *Quiz) Describe(l Lang, stages []Stage) QuizDocument {
	doc := QuizDocument{
		Schema: "ply.quiz/1", Tree: q.Run(Cuts).Document.Position,
		Algorithm: q.Run(Cuts).Document.Algorithm, Questions: []QuestionDocument{},
	}
	for _, s := range stages {
		for _, x := range q.Questions(s) {
			j := QuestionDocument{Stage: s.String(), Text: q.Ask(l, x), Answers: []AnswerDocument{}}
			if x.Node >= 0 {
				j.Node = q.Run(s).Replay.Tree().Nodes[x.Node].Label
			}
			for _, a := range q.Answers(x) {
				j.Answers = append(j.Answers, AnswerDocument{plainSigns(a.Text), conventionNames(a.Conventions)})
			}
			doc.Questions = append(doc.Questions, j)
		}
	}
	return doc
}

func conventionNames(all []Convention) []string {
	names := []string{}
	for _, c := range all {
		names = append(names, string(c))
	}
	return names
}

// StepDocument is the document "ply.step/1".
type StepDocument struct {
	Schema string `json:"schema"`
	Step   int    `json:"step"`  // from 1
	Steps  int    `json:"steps"` // in all
	Node   int    `json:"node"`  // number of the node it is about
	Text   string `json:"text"`  // what the algorithm does
}

// DescribeStep returns the document of a step, 0 to r.Len().
func (r *Run) DescribeStep(l Lang, step int) StepDocument {
	doc := StepDocument{"ply.step/1", step, r.Len(), -1, r.Explain(l, step)}
	if step > 0 {
		doc.Node = r.Replay.Node(step - 1)
	}
	return doc
}

// ComparisonDocument is a comparison as JSON, the document "ply.comparison/2" of docs/cli/learn.md. It
// compares searches of a written tree or of a position of a game.
type ComparisonDocument struct {
	Schema   string `json:"schema"`             // "ply.comparison/2"
	Tree     string `json:"tree,omitempty"`     // a written tree, in search order
	Game     string `json:"game,omitempty"`     // otherwise the game,
	Position string `json:"position,omitempty"` // its position
	Depth    int    `json:"depth,omitempty"`    // and the depth in plies
	Order    string `json:"order"`              // of the children, as ParseOrder reads it
	Seed     uint64 `json:"seed"`               // of a shuffled order
	Leaves   int    `json:"leaves,omitempty"`   // as in Comparison
	Minimum  int    `json:"minimum,omitempty"`  // as in Comparison
	// Summary says in words how many leaves a search needs.
	Summary string        `json:"summary"`
	Rows    []RowDocument `json:"algorithms"` // one for each algorithm
}

// RowDocument is the result of one algorithm, without values if it was stopped.
type RowDocument struct {
	Algorithm   string  `json:"algorithm"`         // its name
	Stopped     bool    `json:"stopped,omitempty"` // by a limit: the other fields are invalid
	Value       string  `json:"value"`             // of the root
	Leaves      int     `json:"leaves"`            // as in Row, like the following fields
	Evaluations int     `json:"evaluations"`
	Nodes       int     `json:"nodes"`
	Visits      int     `json:"visits"`
	Cutoffs     int     `json:"cutoffs"`
	Pruned      *int    `json:"pruned,omitempty"`
	Ratio       float64 `json:"ratio,omitempty"`
}

// Describe returns the document of a comparison made with the setup s, with values and summary
// in the language l.
func (c *Comparison) Describe(l Lang, s Setup) ComparisonDocument {
	doc := ComparisonDocument{
		Schema: "ply.comparison/2", Game: c.Game, Position: c.Position, Depth: c.Depth,
		Order: s.Order.String(), Seed: s.Seed, Leaves: c.Leaves, Minimum: c.Minimum, Summary: c.Summary(l),
	}
	if IsWritten(c.Game) {
		doc.Tree, doc.Game, doc.Position = c.Position, "", ""
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		row := RowDocument{
			Algorithm: string(r.Algorithm), Stopped: r.Stopped, Value: r.Value(l), Leaves: r.Leaves, Evaluations: r.Evaluations,
			Nodes: r.Nodes, Visits: r.Visits, Cutoffs: r.Cutoffs, Ratio: r.Ratio,
		}
		if r.Pruned >= 0 && !r.Stopped {
			row.Pruned = &r.Pruned
		}
		doc.Rows = append(doc.Rows, row)
	}
	return doc
}

// written is the game name of trees that are written down.
const written = "tree"

// IsWritten reports whether game is the game of trees that are written down.
func IsWritten(game string) bool { return game == written }

// IsTree reports whether game is a game of trees, written down or computed. Trees are for
// lessons and laboratories and have no board.
func IsTree(game string) bool {
	family, _, _ := strings.Cut(game, ":")
	return family == written
}

// Lang is a language of explanations, by its ISO 639 code.
type Lang = words.Lang

// The languages.
const (
	English = words.English
	Russian = words.Russian
	Chinese = words.Chinese
)

// ParseLang returns the language of a tag or locale name such as "ru", "zh-Hans" or
// "ru_RU.UTF-8". Case does not matter. It fails for an unsupported language.
func ParseLang(text string) (Lang, error) { return words.Parse(text) }
