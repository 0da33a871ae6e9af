package sheet

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Answers are what one student handed in.
type Answers struct {
	Student string
	Variant int     // 0 if the answers do not say
	Sheet   string  // Variant.ID, "" if the answers do not say
	Given   []Given // in the order of the file
	progress
	Err error // why the answers cannot be read; nil if they can
}

// Given is an answer to a question.
type Given struct {
	ID, Text string
	Right    *bool // what a progress file says of it
	Shown    bool  // the right answer was shown instead
}

// ReadAnswers reads the answers of one or more students from the text of a file:
//
//   - JSON, one object or a list or one a line: {"student", "variant", "sheet", "answers"}, with
//     answers an object of texts by question or a list of {"id", "answer"};
//   - CSV with a heading, separated by commas, semicolons or tabs: a row for each student
//     with a column for each question, or a row for each answer with the columns student, question
//     and answer;
//   - a page of Sheet.HTML that was filled in and saved.
//
// If a student's answers cannot be read, they have an Err. So do answers without a name
// in a table or beside other answers. If the file cannot be read further, ReadAnswers
// returns an error with the answers before that place.
func ReadAnswers(text []byte) ([]Answers, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\uFEFF")))
	switch {
	case len(text) == 0:
		return nil, reason.New("no answers")
	case text[0] == '{' || text[0] == '[':
		return readJSON(text)
	case text[0] == '<':
		return readPage(text)
	}
	return readTable(text)
}

// answersDocument is the document "ply.answers/1".
type answersDocument struct {
	Student text    `json:"student"`
	Variant int     `json:"variant"`
	Sheet   string  `json:"sheet"`
	Answers answers `json:"answers"`
	Schema  text    `json:"schema"` // may be left out
}

// text is a string, or a number written without quotes.
type text string

func (t *text) UnmarshalJSON(data []byte) error {
	if data[0] != '"' {
		if data[0] == '{' || data[0] == '[' {
			return reason.Errorf("%.40s, want a text", data)
		}
		*t = text(strings.TrimPrefix(string(data), "null"))
		return nil
	}
	return json.Unmarshal(data, (*string)(t))
}

// answers are kept in order, with those that have the same name.
type answers []Given

func (a *answers) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		var list []struct {
			// As in Given.
			ID     string `json:"id"`
			Answer text   `json:"answer"`
			Right  *bool  `json:"right"`
			Shown  bool   `json:"shown"`
		}
		if err := json.Unmarshal(data, &list); err != nil {
			return err
		}
		for _, x := range list {
			*a = append(*a, Given{x.ID, string(x.Answer), x.Right, x.Shown})
		}
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	switch open, err := d.Token(); {
	case err != nil:
		return err
	case open != json.Delim('{'):
		return reason.Errorf("%.40s, want answers by question", data)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		id, ok := name.(string)
		if !ok {
			return reason.Errorf("%v, want answers by question", name)
		}
		var t text
		if err := d.Decode(&t); err != nil {
			return err
		}
		*a = append(*a, Given{ID: id, Text: string(t)})
	}
	return nil
}

func readJSON(data []byte) (all []Answers, err error) {
	defer func() { nameOthers(all) }()
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			if errors.Is(err, io.EOF) {
				return all, nil
			}
			return all, err
		}
		some := []json.RawMessage{raw}
		if raw[0] == '[' {
			if err := json.Unmarshal(raw, &some); err != nil {
				return all, err
			}
		}
		for _, one := range some {
			var doc answersDocument
			err := json.Unmarshal(one, &doc)
			a := Answers{Student: string(doc.Student), Variant: doc.Variant, Sheet: doc.Sheet, Given: doc.Answers, Err: err}
			if err == nil && strings.HasPrefix(string(doc.Schema), "ply.progress/") {
				a.Err = json.Unmarshal(one, &a.progress)
			}
			all = append(all, a)
		}
	}
}

// nameOthers gives an Err to each answer without a name if there are several answers.
func nameOthers(all []Answers) {
	for i := range all {
		if a := &all[i]; len(all) > 1 && strings.TrimSpace(a.Student) == "" && a.Err == nil {
			a.Err = reason.Errorf("item %d: answers without a name", i+1)
		}
	}
}

// readPage reads the fields of a page.
func readPage(data []byte) ([]Answers, error) {
	var a Answers
	for z := html.NewTokenizer(bytes.NewReader(data)); ; {
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return nil, err
			}
			if a.Sheet == "" {
				return nil, reason.New("a page without a sheet")
			}
			return []Answers{a}, nil
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.Data != "input" {
				continue
			}
			attributes := map[string]string{}
			for _, x := range t.Attr {
				attributes[x.Key] = x.Val
			}
			if err := a.set(attributes["name"], attributes["value"]); err != nil {
				return nil, err
			}
		}
	}
}

// set takes a field of a page, or a cell of a table.
func (a *Answers) set(name, value string) (err error) {
	value = strings.TrimSpace(value)
	switch name {
	case "":
	case "student":
		a.Student = value
	case "sheet":
		a.Sheet = value
	case "variant":
		if value == "" {
			return nil
		}
		if a.Variant, err = strconv.Atoi(value); err != nil {
			return reason.Errorf("variant %q, want a number", value)
		}
	default:
		a.Given = append(a.Given, Given{ID: name, Text: value})
	}
	return nil
}

// headings maps the usual headings of columns to fields.
var headings = map[string]string{
	"student": "student", "name": "student", "студент": "student", "имя": "student", "фио": "student", "学生": "student", "姓名": "student",
	"variant": "variant", "вариант": "variant", "卷号": "variant", "sheet": "sheet",
	"question": "question", "id": "question", "вопрос": "question", "题号": "question",
	"answer": "answer", "ответ": "answer", "答案": "answer",
}

// readTable reads CSV.
func readTable(data []byte) (all []Answers, err error) {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = -1, true, true
	for _, mark := range ";\t" {
		if bytes.ContainsRune(first, mark) && bytes.Count(first, []byte(string(mark))) > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = mark
		}
	}
	names, err := r.Read()
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if known := headings[strings.ToLower(names[i])]; known != "" {
			names[i] = known
		}
	}
	long := slices.Contains(names, "question") && slices.Contains(names, "answer")
	if !slices.Contains(names, "student") {
		return nil, reason.New("a table of answers without a column student")
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		if strings.TrimSpace(strings.Join(row, "")) == "" {
			continue
		}
		a := readRow(names, row)
		if a.Student == "" && a.Err == nil {
			line, _ := r.FieldPos(0)
			a.Err = reason.Errorf("line %d: answers without a name", line)
		}
		if long {
			all = join(all, a)
		} else {
			all = append(all, a)
		}
	}
}

// readRow reads a row of a table.
func readRow(names, row []string) (a Answers) {
	for i, cell := range row {
		if i >= len(names) {
			if strings.TrimSpace(cell) != "" && a.Err == nil {
				a.Err = reason.Errorf("%.40q is in a column without a heading", cell)
			}
			continue
		}
		if err := a.set(names[i], cell); err != nil && a.Err == nil {
			a.Err = err
		}
	}
	return a
}

// join adds a row with one answer to the student's.
func join(all []Answers, row Answers) []Answers {
	var x Given
	for _, g := range row.Given {
		switch g.ID {
		case "question":
			x.ID = g.Text
		case "answer":
			x.Text = g.Text
		}
	}
	row.Given = []Given{x}
	for i := range all {
		if a := &all[i]; a.Student == row.Student && a.Variant == row.Variant && a.Sheet == row.Sheet {
			a.Given = append(a.Given, x)
			a.Err = cmp.Or(a.Err, row.Err)
			return all
		}
	}
	return append(all, row)
}

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
	Conventions []lesson.Convention `json:"conventions"`
	Marks       []Mark              `json:"marks"` // one for each question, in order
	// Foreign are the questions that were answered but are not on the sheet.
	Foreign []string `json:"foreign"`
	// Edited are the questions of which a progress file says something else than its answers do.
	Edited  []string      `json:"edited,omitempty"`
	Entries []EntryReport `json:"entries,omitempty"` // of a course
	First   time.Time     `json:"first,omitzero"`    // work on a course, as the file says
	Last    time.Time     `json:"last,omitzero"`     // as First
}

// Mark is the mark of a question.
type Mark struct {
	ID     string  `json:"id"`
	Stage  string  `json:"stage"`           // kind of question
	Node   string  `json:"node"`            // that it is about
	Answer string  `json:"answer"`          // as given
	Points float64 `json:"points"`          // reached
	Of     float64 `json:"of"`              // points that could be reached
	Tries  int     `json:"tries,omitempty"` // at a question of a course
	// Grade is a lesson.Grade, missing, shown, or doubled. Doubled means two different
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
		Conventions: []lesson.Convention{}, Foreign: v.foreign(a.Given),
	}
	marks := g.marks()
	by := 0
	for i := range marks {
		if sum := points(marks[i]); i == 0 || sum > r.Points {
			by, r.Points = i, sum
		}
	}
	r.Marks = marks[by]
	r.Conventions = append(r.Conventions, v.Problems[0].Quiz.Conventions()[by]...)
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
