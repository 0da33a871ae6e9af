package lesson

import (
	"strings"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/trace"
)

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
	Summary string `json:"summary"`
	Rows    []Row  `json:"algorithms"` // one for each algorithm
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
	for _, r := range c.Rows {
		if !r.Stopped {
			r.Value = r.root.Value(l)
		}
		doc.Rows = append(doc.Rows, r)
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

// CourseDocument is the document "ply.lesson/1".
type CourseDocument struct {
	Schema       string       `json:"schema"`
	Name         string       `json:"name"` // of the course
	Lang         string       `json:"lang"` // ISO 639 code
	Title        string       `json:"title"`
	Source       string       `json:"source"` // text that it follows
	Introduction string       `json:"introduction"`
	Steps        []CourseStep `json:"steps"`
	// Exercises are quizzes about other trees, each with one kind of question.
	Exercises []ExerciseDocument `json:"exercises"`
	Question  string             `json:"question"` // as in Course, like the next field
	Answer    string             `json:"answer"`
}

type ExerciseDocument struct {
	Tree      string   `json:"tree"`
	Algorithm string   `json:"algorithm"`
	Flags     []string `json:"flags"` // of ply quiz
	// Position is that of tic-tac-toe whose tree it is, "" for a random tree.
	Position string `json:"position,omitempty"`
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

// Describe returns the document of a course with its exercises.
func (c *Course) Describe(l Lang, exercises []Exercise) CourseDocument {
	doc := CourseDocument{
		Schema: "ply.lesson/1", Name: c.Name, Lang: string(l), Title: c.Title, Source: c.Source,
		Introduction: c.Introduction, Steps: []CourseStep{}, Exercises: []ExerciseDocument{},
		Question: c.Question, Answer: c.Answer,
	}
	for _, x := range exercises {
		doc.Exercises = append(doc.Exercises, ExerciseDocument{x.Tree, string(x.Setup.algorithm()), x.Flags(), x.Position})
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
	Stage   string   `json:"stage"` // kind of question
	Node    string   `json:"node"`  // that it is about
	Text    string   `json:"text"`
	Answers []Answer `json:"answers"`
}

// Describe returns the document of the questions of some stages.
func (q *Quiz) Describe(l Lang, stages []Stage) QuizDocument {
	doc := QuizDocument{
		Schema: "ply.quiz/1", Tree: q.Run(Cuts).Document.Position,
		Algorithm: q.Run(Cuts).Document.Algorithm, Questions: []QuestionDocument{},
	}
	for _, s := range stages {
		for _, x := range q.Questions(s) {
			j := QuestionDocument{Stage: s.String(), Text: q.Ask(l, x), Answers: []Answer{}}
			if x.Node >= 0 {
				j.Node = q.Run(s).Replay.Tree().Nodes[x.Node].Label
			}
			for _, a := range q.Answers(x) {
				j.Answers = append(j.Answers, Answer{plainSigns(a.Text), append([]Convention{}, a.Conventions...)})
			}
			doc.Questions = append(doc.Questions, j)
		}
	}
	return doc
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
