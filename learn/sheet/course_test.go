package sheet_test

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/learn/sheet"
)

// course reads the example of docs/teaching.md, and returns it with its checksum.
func course(t testing.TB) (*sheet.Course, string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/course.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := sheet.ReadCourse(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	c.Lang = words.English
	return c, fmt.Sprintf("%08x", crc32.ChecksumIEEE(text))
}

// progress reads a progress file with answers and further fields.
func progress(t testing.TB, sum, fields string) sheet.Answers {
	t.Helper()
	all, err := sheet.ReadAnswers([]byte(`{"schema":"ply.progress/1","checksum":"` + sum + `","student":"Ada",` + fields + `}`))
	if err != nil || len(all) != 1 {
		t.Fatalf("%d students, %v", len(all), err)
	}
	return all[0]
}

// TestCourseExample reads the example. Its lessons exist, and each of its quizzes has questions.
func TestCourseExample(t *testing.T) {
	c, sum := course(t)
	report, err := c.Grade(progress(t, sum, `"answers":[]`))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range c.Entries {
		if e.Err != nil || e.Lesson != "" && !slices.Contains(lesson.Courses(), e.Lesson) || (e.Quiz != nil) != (report.Entries[i].Of > 0) {
			t.Errorf("entry %d: %+v, %+v", i+1, e, report.Entries[i])
		}
	}
	if report.Points != 0 || report.Of != 6 || len(report.Marks) != 6 {
		t.Errorf("no answers: %v of %v points, %d marks", report.Points, report.Of, len(report.Marks))
	}
}

// TestCourseGrades marks answers to the tree of Russell and Norvig: its values are 3, 2, 2 and 3, and the
// leaves 4 and 6 of the second node are cut off.
func TestCourseGrades(t *testing.T) {
	c, sum := course(t)
	tests := []struct {
		answers             string
		right, later, tries int
		edited              string
	}{
		{`{"id":"2.values.1","answer":"3","right":true},{"id":"2.cuts.1","answer":"j i","right":true}`, 2, 0, 2, ""},
		{`{"id":"2.values.1","answer":"-3","right":true}`, 1, 0, 1, ""}, // by another convention
		{`{"id":"2.values.1","answer":"4","right":false},{"id":"2.values.1","answer":"3","right":true}`, 0, 1, 2, ""},
		{`{"id":"2.values.1","answer":"3","right":true},{"id":"2.values.1","answer":"4","right":false}`, 1, 0, 2, ""},
		{`{"id":"2.values.1","answer":"","right":false,"shown":true},{"id":"2.values.1","answer":"3","right":true}`, 0, 1, 2, ""},
		{`{"id":"2.values.1","answer":"three","right":false},{"id":"2.values.1","answer":"3","right":true}`, 1, 0, 1, ""}, // a slip
		// Marks that the answers do not earn, in both directions.
		{`{"id":"2.values.1","answer":"4","right":true}`, 0, 0, 1, "2.values.1"},
		{`{"id":"2.values.1","answer":"3","right":false}`, 1, 0, 1, "2.values.1"},
		{`{"id":"2.values.1","answer":"3"}`, 1, 0, 1, "2.values.1"},
		{`{"id":"2.values.1","answer":"3","right":true,"shown":true}`, 0, 0, 1, "2.values.1"},
		{`{"id":"2.values.1","answer":"three","right":true}`, 0, 0, 0, "2.values.1"},
	}
	for _, tt := range tests {
		r, err := c.Grade(progress(t, sum, `"answers":[`+tt.answers+`]`))
		if err != nil {
			t.Fatal(err)
		}
		tries := 0
		for _, m := range r.Marks {
			tries += m.Tries
		}
		e := r.Entries[1]
		if e.Right != tt.right || e.Later != tt.later || tries != tt.tries || strings.Join(r.Edited, " ") != tt.edited || r.Points != float64(tt.right) {
			t.Errorf("%s: %+v, %d tries, edited %v, %v points", tt.answers, e, tries, r.Edited, r.Points)
		}
	}
	r, err := c.Grade(progress(t, sum, `"first":"2030-09-16T08:00:00Z","entries":[{"entry":1,"read":4,"pages":5},{"entry":5,"opened":true},{"entry":99}],"answers":[{"id":"2.values.9","answer":"1"}]`))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Foreign, []string{"2.values.9"}) || r.Entries[0].Read != 4 || r.Entries[0].Pages != 5 || !r.Entries[4].Opened || r.First.Hour() != 8 {
		t.Errorf("%+v", r)
	}
}

// TestCourseRefuses reads files that are no courses, entries that cannot be used, and progress in
// others.
func TestCourseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"schema":"ply.syllabus/1"`:                 "not a course",
		`{"schema":"ply.syllabus/2","entries":[{}]}`: "newer",
		`{"schema":"ply.sheet/1","entries":[{}]}`:    "want \"ply.syllabus/1\"",
		`{"schema":"ply.syllabus/1","entries":[]}`:   "0 entries",
	} {
		if _, err := sheet.ReadCourse(t.Context(), []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for entry, want := range map[string]string{
		`{"lesson":"minimax","hint":"x"}`:                           "unknown field",
		`{"lesson":7}`:                                              "lesson",
		`{"lesson":"minimax","game":"x"}`:                           "want one of",
		`{"quiz":{"tree":"((1 2)","stages":["values"]}}`:            "tree",
		`{"quiz":{"tree":"((1 2)(3 4))","stages":["proofs"]}}`:      "not for",
		`{"quiz":{"tree":"((1 2)(3 4))","stages":["x"]}}`:           "stage",
		`{"quiz":{"tree":"((1 2)(3 4))","stages":[],"order":"up"}}`: "order",
		`{"quiz":{"tree":"((1 2)(3 4))","stages":["cuts","cuts"]}}`: "each once",
	} {
		c, err := sheet.ReadCourse(t.Context(), []byte(`{"schema":"ply.syllabus/1","entries":[`+entry+`,{"lesson":"minimax"}]}`))
		if err != nil {
			t.Fatalf("%s: %v", entry, err)
		}
		if err := c.Entries[0].Err; err == nil || !strings.Contains(err.Error(), want) || c.Entries[1].Err != nil {
			t.Errorf("%s: %v, want %s; then %v", entry, err, want, c.Entries[1].Err)
		}
	}
	c, sum := course(t)
	for text, want := range map[string]string{
		`{"schema":"ply.progress/1","checksum":"00000000","answers":[]}`:                              "another course",
		`{"schema":"ply.progress/2","checksum":"` + sum + `","answers":[]}`:                           "newer",
		`{"student":"Ada","answers":{"p1q1":"3"}}`:                                                    "not the progress",
		`{"schema":"ply.progress/1","checksum":"` + sum + `","first":"now","answers":[]}`:             "parsing time",
		`{"schema":"ply.progress/1","checksum":"` + sum + `","answers":[{"id":1}]}`:                   "id",
		`{"schema":"ply.progress/1","checksum":"` + sum + `","answers":[],"entries":[{"entry":"1"}]}`: "entry",
	} {
		all, err := sheet.ReadAnswers([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Grade(all[0]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzCourse(f *testing.F) {
	c, sum := course(f)
	f.Add(`[{"id":"2.values.1","answer":"3","right":true}]`)
	f.Fuzz(func(t *testing.T, answers string) {
		if !json.Valid([]byte(answers)) {
			return
		}
		all, err := sheet.ReadAnswers([]byte(`{"schema":"ply.progress/1","checksum":"` + sum + `","answers":` + answers + `}`))
		if err != nil {
			return
		}
		for _, a := range all {
			if r, err := c.Grade(a); err == nil && (r.Points < 0 || r.Points > r.Of) {
				t.Errorf("%v of %v points", r.Points, r.Of)
			}
		}
	})
}
