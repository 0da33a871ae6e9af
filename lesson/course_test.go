package lesson

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
)

func course(t testing.TB, name string, l words.Lang) *Course {
	t.Helper()
	c, err := ReadCourse(context.Background(), name, l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCourses checks that all courses are whole and the same in all languages.
func TestCourses(t *testing.T) {
	for _, name := range Courses() {
		english := course(t, name, words.English)
		for _, l := range words.Langs() {
			c := course(t, name, l)
			if c.Title == "" || c.Source == "" || c.Introduction == "" {
				t.Errorf("%s in %s has no title, source or introduction", name, l)
			}
			if len(c.Steps) != len(english.Steps) {
				t.Errorf("%s in %s has %d steps, want %d", name, l, len(c.Steps), len(english.Steps))
				continue
			}
			for i, step := range c.Steps {
				want := &english.Steps[i]
				if step.Title == "" || step.Text == "" || step.Run == nil {
					t.Errorf("%s in %s: step %d has no title, text or scene", name, l, i+1)
					continue
				}
				if step.At != want.At || step.Style != want.Style || step.Run.Document.Position != want.Run.Document.Position {
					t.Errorf("%s in %s: step %d is at %d of %s, want %d of %s", name, l, i+1,
						step.At, step.Run.Document.Position, want.At, want.Run.Document.Position)
				}
			}
		}
	}
}

// TestCourseFiles checks that every file is a course or the index.
func TestCourseFiles(t *testing.T) {
	folders, err := fs.ReadDir(courses, "courses")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if !strings.Contains(" "+strings.Join(Courses(), " ")+" ", " "+f.Name()+" ") {
			t.Errorf("courses/%s is in no list", f.Name())
		}
	}
}

func TestReadCourseRefuses(t *testing.T) {
	if _, err := ReadCourse(context.Background(), "../x", words.English); err == nil {
		t.Error("no error for a course that there is none of")
	}
	r := courseReader{ctx: context.Background(), course: &Course{}}
	for _, line := range []string{"<!-- at: start -->", "<!-- scene: tree=(1 2) -->"} {
		if err := r.line(line); err == nil {
			t.Errorf("%s before the first step: no error", line)
		}
	}
	for _, line := range []string{"## Step", "<!-- scene: tree=(1 2) -->"} {
		if err := r.line(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{
		"<!-- at: cutoff a -->", "<!-- at: nowhere -->", "<!-- scene: tree=( -->", "<!-- scene: colour=red -->",
		"<!-- scene: tictactoe=zz -->", "<!-- note: x -->", "<!-- scene: algo=best -->",
	} {
		if err := r.line(line); err == nil {
			t.Errorf("%s: no error", line)
		}
	}
}
