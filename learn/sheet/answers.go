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

	"golang.org/x/net/html"

	"github.com/plywood-go/plywood/internal/reason"
)

// Answers are what one student handed in.
type Answers struct {
	Student string
	Variant int     // 0 if the answers do not say
	Sheet   string  // Variant.ID, "" if the answers do not say
	Given   []Given // in the order of the file
	Err     error   // why the answers cannot be read; nil if they can
}

// Given is an answer to a question.
type Given struct{ ID, Text string }

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
			ID     string `json:"id"`
			Answer text   `json:"answer"`
		}
		if err := json.Unmarshal(data, &list); err != nil {
			return err
		}
		for _, x := range list {
			*a = append(*a, Given{x.ID, string(x.Answer)})
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
		*a = append(*a, Given{id, string(t)})
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
			all = append(all, Answers{string(doc.Student), doc.Variant, doc.Sheet, doc.Answers, err})
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
		a.Given = append(a.Given, Given{name, value})
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
