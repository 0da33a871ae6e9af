package sheet

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Course is a teacher's course, the document "ply.syllabus/1".
type Course struct {
	Entries []entry     // in order
	Lang    lesson.Lang // of reports
	sum     string      // CRC-32 of the file
}

// entry is an entry of a course: one of a lesson, a quiz, a sheet and a game.
type entry struct {
	Lesson string `json:"lesson"` // its name
	Quiz   *struct {
		Tree   string   `json:"tree"`   // as lesson.ParseTree reads it
		Stages []string `json:"stages"` // as Setup.ParseStages reads them
		lesson.Setup
	} `json:"quiz"` // a tree, and questions about it
	Sheet string `json:"sheet"` // address of a page
	Game  string `json:"game"`  // its text in Starlark
	// For the reader, and the date due.
	Title string `json:"title"`
	Due   string `json:"due"`
	Note  string `json:"note"`

	Err     error `json:"-"` // why the entry cannot be used; nil if it can
	problem Problem
}

// done is what a progress file says of an entry besides the answers.
type done struct {
	Entry  int  `json:"entry"`  // from 1
	Read   int  `json:"read"`   // pages of a lesson
	Pages  int  `json:"pages"`  // in all
	Opened bool `json:"opened"` // a sheet or game
}

// EntryReport is the result of an entry of a course.
type EntryReport struct {
	done
	Title string `json:"title"` // or what it is about
	Right int    `json:"right"` // questions of a quiz right at the first try
	Later int    `json:"later"` // and at the last try only
	Of    int    `json:"of"`    // questions
}

// shown is the grade of a question whose answer was shown before the first try.
const shown = "shown"

// IsCourse reports whether a document is a course, of this or a newer version.
func IsCourse(data []byte) bool {
	var doc struct {
		Schema string // of any document
	}
	return json.Unmarshal(bytes.TrimPrefix(data, []byte("\uFEFF")), &doc) == nil && strings.HasPrefix(doc.Schema, "ply.syllabus/")
}

// ReadCourse reads a course. An entry that cannot be used has an Err.
func ReadCourse(ctx context.Context, data []byte) (*Course, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	var doc struct {
		Schema  string            // "ply.syllabus/1"
		Entries []json.RawMessage // each read by itself
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, reason.Errorf("not a course: %w", err)
	}
	if err := reason.Schema(doc.Schema, "ply.syllabus/1", nil); err != nil {
		return nil, reason.Errorf("not a course: %w", err)
	}
	if len(doc.Entries) < 1 || len(doc.Entries) > maxProblems {
		return nil, reason.Errorf("a course with %d entries, want 1 to %d", len(doc.Entries), maxProblems)
	}
	c := &Course{sum: fmt.Sprintf("%08x", crc32.ChecksumIEEE(data)), Entries: make([]entry, len(doc.Entries))}
	for i, text := range doc.Entries {
		c.Entries[i].Err = c.Entries[i].read(ctx, i, text)
	}
	return c, nil
}

// read reads entry i, and prepares its quiz.
func (e *entry) read(ctx context.Context, i int, text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(e); err != nil {
		return err
	}
	kinds := slices.DeleteFunc([]bool{e.Lesson != "", e.Quiz != nil, e.Sheet != "", e.Game != ""}, func(is bool) bool { return !is })
	switch {
	case len(kinds) != 1:
		return reason.New("want one of lesson, quiz, sheet and game")
	case e.Quiz == nil:
		return nil
	}
	stages, err := e.Quiz.ParseStages(e.Quiz.Stages)
	switch {
	case err != nil:
		return err
	case len(stages) == 0 || len(slices.Compact(slices.Sorted(slices.Values(stages)))) < len(stages):
		return reason.New("stages: want some, each once")
	}
	p, err := problem(ctx, i, e.Quiz.Tree, e.Quiz.Setup, stages)
	if err != nil {
		return err
	}
	count := map[lesson.Stage]int{}
	for k := range p.Questions {
		x := &p.Questions[k]
		count[x.Stage]++
		x.ID = fmt.Sprintf("%d.%s.%d", i+1, x.Stage, count[x.Stage])
	}
	e.problem = *p
	return nil
}

// IDs returns the numbers and names of the entries.
func (c *Course) IDs() (all []string) {
	for i := range c.Entries {
		all = append(all, fmt.Sprintf("%d %s", i+1, c.Entries[i].name()))
	}
	return all
}

// name returns the title of an entry, or what it is about.
func (e *entry) name() string {
	switch {
	case e.Title != "":
		return e.Title
	case e.Quiz != nil:
		return strings.Join(e.Quiz.Stages, ", ")
	case e.Game != "":
		return "game"
	}
	return cmp.Or(e.Lesson, e.Sheet, "–")
}

// Grade marks the progress of a student, the document "ply.progress/1", by the answers given: a
// question counts if its first answer is right by any convention, as on the page. It fails with
// a.Err, or if the progress is in another course.
func (c *Course) Grade(a Answers) (*Report, error) {
	if a.Err != nil {
		return nil, a.Err
	}
	if err := reason.Schema(a.Schema, "ply.progress/1", nil); err != nil {
		return nil, reason.Errorf("not the progress in a course: %w", err)
	}
	if a.Checksum != c.sum {
		return nil, reason.Errorf("progress in another course or another edition of it, %.80q (checksum %.20q, want %s)", a.Course, a.Checksum, c.sum)
	}
	r := &Report{
		Schema: "ply.grade/1", Student: a.Student, Variant: 1, Sheet: c.sum, Conventions: []lesson.Convention{}, Marks: []Mark{}, Foreign: []string{},
		First: a.First, Last: a.Last,
	}
	tries := map[string][]Given{}
	for _, x := range a.Given {
		tries[x.ID] = append(tries[x.ID], x)
	}
	for i := range c.Entries {
		r.Entries = append(r.Entries, EntryReport{done: done{Entry: i + 1}, Title: c.Entries[i].name()})
		c.entry(r, &r.Entries[i], tries)
	}
	for _, x := range a.Done {
		if x.Entry > 0 && x.Entry <= len(r.Entries) {
			r.Entries[x.Entry-1].done = x
		}
	}
	for id := range tries {
		r.Foreign = append(r.Foreign, id)
	}
	slices.Sort(r.Foreign)
	return r, nil
}

// entry marks the questions of an entry and takes them from tries.
func (c *Course) entry(r *Report, e *EntryReport, tries map[string][]Given) {
	p := &c.Entries[e.Entry-1].problem
	for _, x := range p.Questions {
		m := Mark{ID: x.ID, Stage: x.Stage.String(), Node: x.Label, Of: 1, Grade: Missing, Text: c.Lang.Text("grade.missing"), Expected: p.Quiz.Key(c.Lang, 0, x.Question)}
		last := false
		for _, given := range tries[x.ID] {
			v := p.Quiz.Check(x.Question, given.Text)
			right := v.Right && !given.Shown
			if given.Right == nil || *given.Right != right {
				r.Edited = append(r.Edited, x.ID)
			}
			if v.Malformed && !given.Shown {
				continue
			}
			last = right
			if m.Tries++; m.Tries > 1 {
				continue
			}
			switch m.Answer = given.Text; {
			case given.Shown:
				m.Grade, m.Text = shown, c.Lang.Text("grade.shown")
			case right:
				m.Grade, m.Points, m.Text = string(lesson.RightAnswer), 1, ""
			default:
				m.Grade, m.Text = string(lesson.WrongAnswer), v.Text(c.Lang, true)
			}
		}
		delete(tries, x.ID)
		e.Of, r.Of, r.Points = e.Of+1, r.Of+1, r.Points+m.Points
		if m.Points == 1 {
			e.Right++
		} else if last {
			e.Later++
		}
		r.Marks = append(r.Marks, m)
	}
}

// progress is what a progress file says besides its answers.
type progress struct {
	Schema   string    // of the document, "" if it does not say
	Course   string    // title
	Checksum string    // of the course's file
	First    time.Time // first work; zero if the file does not say
	Last     time.Time // last work
	Done     []done    `json:"entries"`
}
