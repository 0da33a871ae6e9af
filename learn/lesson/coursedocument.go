package lesson

import "github.com/plywood-go/plywood/trace"

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
