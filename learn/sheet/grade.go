package sheet

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Report is the document "ply.grade/1": the marks of one student.
type Report struct {
	Schema  string  `json:"schema"`
	Student string  `json:"student"` // as written on the answers
	Variant int     `json:"variant"` // from 1
	Sheet   string  `json:"sheet"`   // title of the sheet
	Points  float64 `json:"points"`  // reached
	Of      float64 `json:"of"`      // points that could be reached
	// Conventions are the conventions by which the answers are marked, where they
	// differ from the sheet's.
	Conventions []string `json:"conventions"`
	Marks       []Mark   `json:"marks"` // one for each question, in order
	// Foreign are the questions that were answered but are not on the sheet.
	Foreign []string `json:"foreign"`
}

// Mark is the mark of a question.
type Mark struct {
	ID     string  `json:"id"`
	Stage  string  `json:"stage"`  // kind of question
	Node   string  `json:"node"`   // that it is about
	Answer string  `json:"answer"` // as given
	Points float64 `json:"points"` // reached
	Of     float64 `json:"of"`     // points that could be reached
	// Grade is a lesson.Grade, missing, or doubled. Doubled means two different
	// answers, which are worth nothing.
	Grade    string `json:"grade"`
	Expected string `json:"expected"` // right answer
	Text     string `json:"text"`     // says what is wrong; empty for a right answer
}

// The grades that lesson does not know.
const (
	Missing = "missing"
	Doubled = "doubled"
)

// Grade marks the answers of a student by one combination of conventions: the one that
// gives the most points or, if several do, the sheet's own; see lesson.Quiz.Marks. It
// fails with a.Err, or if the answers name another sheet or do not name their variant.
func (s *Sheet) Grade(a Answers) (*Report, error) {
	if a.Err != nil {
		return nil, a.Err
	}
	v, err := s.answered(&a)
	if err != nil {
		return nil, err
	}
	g := grading{s, v, map[string][]string{}}
	for _, x := range a.Given {
		if x.Text != "" && !slices.Contains(g.given[x.ID], x.Text) {
			g.given[x.ID] = append(g.given[x.ID], x.Text)
		}
	}
	r := &Report{
		Schema: "ply.grade/1", Student: a.Student, Variant: v.Number, Sheet: v.ID, Of: v.Points(),
		Conventions: []string{}, Foreign: v.foreign(a.Given),
	}
	marks := g.marks()
	by := 0
	for i := range marks {
		if sum := points(marks[i]); i == 0 || sum > r.Points {
			by, r.Points = i, sum
		}
	}
	r.Marks = marks[by]
	for _, c := range v.Problems[0].Quiz.Conventions()[by] {
		r.Conventions = append(r.Conventions, string(c))
	}
	return r, nil
}

// points returns the sum of marks.
func points(marks []Mark) (sum float64) {
	for i := range marks {
		sum += marks[i].Points
	}
	return sum
}

// foreign returns the questions of answers that are not on the sheet.
func (v *Variant) foreign(given []Given) []string {
	known := map[string]bool{}
	for i := range v.Problems {
		for _, x := range v.Problems[i].Questions {
			known[x.ID] = true
		}
	}
	foreign := []string{}
	for _, x := range given {
		if !known[x.ID] && x.Text != "" {
			foreign, known[x.ID] = append(foreign, x.ID), true
		}
	}
	return foreign
}

// answered returns the variant that answers are about.
func (s *Sheet) answered(a *Answers) (*Variant, error) {
	for i := range s.Variants {
		v := &s.Variants[i]
		switch {
		case a.Variant == 0 && a.Sheet == "" && len(s.Variants) > 1:
			return nil, reason.Errorf("the answers do not say which of %d variants they are about", len(s.Variants))
		case a.Variant != 0 && a.Variant != v.Number, a.Variant == 0 && a.Sheet != "" && a.Sheet != v.ID:
		case a.Sheet != "" && a.Sheet != v.ID:
			return nil, reason.Errorf("answers to sheet %.20q, but variant %d is sheet %s", a.Sheet, v.Number, v.ID)
		default:
			return v, nil
		}
	}
	return nil, reason.Errorf("answers to variant %d of sheet %.20q, which the key does not have", a.Variant, a.Sheet)
}

// grading marks the answers of a student.
type grading struct {
	*Sheet
	v     *Variant
	given map[string][]string // different answers, by question
}

// marks marks all questions by each combination of conventions.
func (g *grading) marks() [][]Mark {
	all := make([][]Mark, len(g.v.Problems[0].Quiz.Conventions()))
	for i := range g.v.Problems {
		p := &g.v.Problems[i]
		values := map[int]string{} // the student's, by node
		for _, x := range p.Questions {
			if given := g.given[x.ID]; (x.Stage == lesson.Values || x.Stage == lesson.Proofs) && len(given) == 1 {
				values[x.Node] = given[0]
			}
		}
		for _, x := range p.Questions {
			g.question(p, &x, values, all)
		}
	}
	return all
}

// question adds the marks of one question to those of each combination.
func (g *grading) question(p *Problem, x *Question, values map[int]string, all [][]Mark) {
	given := g.given[x.ID]
	m := Mark{ID: x.ID, Stage: x.Stage.String(), Node: x.Label, Of: x.Points}
	switch len(given) {
	case 0:
		m.Grade, m.Text = Missing, g.Lang.Text("grade.missing")
	case 1:
		m.Answer = given[0]
	default:
		m.Grade, m.Answer, m.Text = Doubled, strings.Join(given, " | "), g.Lang.Text("grade.doubled")
	}
	var marks []lesson.Mark
	if len(given) == 1 {
		marks = p.Quiz.Marks(x.Question, given[0], func(node int) string { return values[node] })
	}
	for by := range all {
		m.Expected = p.Quiz.Key(g.Lang, by, x.Question)
		if marks != nil {
			mark := &marks[by]
			m.Grade, m.Points, m.Text = string(mark.Grade), x.Points*mark.Share, ""
			if mark.Grade != lesson.RightAnswer {
				m.Text = mark.Text(g.Lang, true)
			}
		}
		all[by] = append(all[by], m)
	}
}

// Gradescope returns a report as the results.json of a Gradescope autograder.
func (r *Report) Gradescope() any {
	type test struct {
		Name     string  `json:"name"`
		Score    float64 `json:"score"`
		MaxScore float64 `json:"max_score"`
		Output   string  `json:"output"`
	}
	results := struct {
		Score float64 `json:"score"`
		Tests []test  `json:"tests"`
	}{Score: r.Points, Tests: []test{}}
	for _, m := range r.Marks {
		results.Tests = append(results.Tests, test{m.ID, m.Points, m.Of, m.Text})
	}
	return results
}
