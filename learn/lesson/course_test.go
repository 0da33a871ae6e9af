package lesson

import (
	"context"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/words"
)

func course(t testing.TB, name string, l Lang) *Course {
	t.Helper()
	c, err := ReadCourse(context.Background(), name, l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCourses checks that all courses are complete and alike in all languages.
func TestCourses(t *testing.T) {
	for _, name := range Courses() {
		english := course(t, name, words.English)
		for _, l := range words.Langs() {
			c := course(t, name, l)
			if c.Title == "" || c.Source == "" || c.Introduction == "" {
				t.Errorf("%s in %s has no title, source or introduction", name, l)
			}
			if points := strings.Count("\n"+c.Answer, "\n- "); c.Question == "" || points < 3 || points != strings.Count("\n"+english.Answer, "\n- ") {
				t.Errorf("%s in %s: the question %q and the answer %q, want at least three points", name, l, c.Question, c.Answer)
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

// TestCourseFiles checks that every file is a course or the index of courses.
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
	for index, suffix := range map[string]string{"README.md": "", "README.ru.md": ".ru", "README.zh.md": ".zh"} {
		text, err := os.ReadFile("courses/" + index)
		if err != nil {
			t.Fatal(err)
		}
		var listed []string
		for _, row := range regexp.MustCompile(`(?m)^\| \[(\w+)\]\((\w+)/README`+suffix+`\.md\)`).FindAllStringSubmatch(string(text), -1) {
			listed = append(listed, row[1])
		}
		if !slices.Equal(listed, Courses()) {
			t.Errorf("courses/%s lists %v, want %v", index, listed, Courses())
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

// TestCourseFacts compares numbers in the texts with the searches.
func TestCourseFacts(t *testing.T) {
	tests := []struct {
		course string
		step   int // counted from 1
		node   string
		value  string // as written there
		leaves int    // visited by the whole search
		nodes  int
	}{
		{"minimax", 3, "d", "4", 8, 15},
		{"minimax", 5, "b", "4", 8, 15},
		{"minimax", 6, "c", "1", 8, 15},
		{"alphabeta", 9, "e", "≥5", 5, 11},
		{"alphabeta", 10, "b", "4", 5, 11},
		{"alphabeta", 14, "c", "≤2", 5, 11},
		{"alphabeta", 14, "f", "≤2", 5, 11},
		{"alphabeta", 16, "a", "4", 8, 15},
		{"othello", 3, "F4", "−2…", 4, 6},
		{"othello", 4, "F4", "6…", 4, 6},
		{"othello", 7, "F4", "≥6", 4, 6},
		{"othello", 8, "r", "0", 4, 6},
		{"othello", 9, "F4", "≥0", 4, 6},
		{"othello", 10, "N", "≤3", 3, 8},
		{"othello", 10, "M", "≤3", 3, 8},
		{"othello", 12, "r", "≥8", 1, 2},
		{"negamax", 1, "s", "3", 4, 7},
		{"negamax", 3, "p", "−3", 4, 7},
		{"negamax", 5, "q", "−2", 4, 7},
		{"negamax", 6, "s", "3", 4, 7},
		{"cutoffs", 1, "s1", "−3", 3, 6},
		{"cutoffs", 6, "s0", "3", 3, 6},
		{"cutoffs", 8, "q", "5…", 3, 7},
		{"cutoffs", 9, "A", "4", 4, 8},
		{"cutoffs", 10, "Z", "≤3", 4, 8},
		{"cutoffs", 11, "Y", "3…", 4, 8},
		{"cutoffs", 12, "d", "4…", 3, 7},
		{"tictactoe", 2, "a1", "−2", 30, 37},
		{"tictactoe", 3, "b1", "−∞", 30, 37},
		{"tictactoe", 4, "", "−2", 30, 37},
		{"tictactoe", 7, "", "−2", 10, 17},
		{"horizon", 3, "b", "1", 0, 5},
		{"horizon", 5, "c", "2", 0, 3},
		{"horizon", 6, "f", "2", 0, 6},
		{"horizon", 7, "f", "2", 0, 17},
		{"horizon", 8, "b", "2=1+1", 0, 8},
		{"horizon", 8, "c", "", 0, 8},
		{"horizon", 10, "c", "4=1+3", 0, 8},
		{"horizon", 10, "f", "2=2+0", 0, 8},
	}
	for _, tt := range tests {
		step := course(t, tt.course, words.English).Steps[tt.step-1]
		final := step.Run.Replay.Tree()
		at := -1
		for i := range final.Nodes {
			if nameOf(final, i) == tt.node {
				at = i
				break
			}
		}
		if at < 0 {
			t.Errorf("%s %d: no node %q", tt.course, tt.step, tt.node)
			continue
		}
		if got := step.Run.Replay.At(step.At).Scribe(step.Run.Render(words.English)).Value(at); got != tt.value {
			t.Errorf("%s %d: %s is %q, want %q", tt.course, tt.step, tt.node, got, tt.value)
		}
		if s := final.Stats; s.Leaves != tt.leaves || s.Nodes != tt.nodes {
			t.Errorf("%s %d: %d leaves, %d nodes, want %d, %d", tt.course, tt.step, s.Leaves, s.Nodes, tt.leaves, tt.nodes)
		}
	}
}

// TestOthelloBoards compares the boards of the lesson on Othello with the rules: the article's
// figures are the position after f5, and the one after f4.
func TestOthelloBoards(t *testing.T) {
	rules := othello.Rules{}
	p := rules.Start()
	for step, name := range []string{"f5", "f4"} {
		m, err := rules.ParseMove(&p, name)
		if err != nil {
			t.Fatal(err)
		}
		rules.Play(&p, &p, m)
		want := strings.Split(rules.Draw(&p), "\n")[:9]
		moves, _ := rules.Moves(&p, nil)
		for _, m := range moves {
			square := rules.FormatMove(&p, m)
			line := []byte(want[square[1]-'0'])
			line[2+2*(square[0]-'a')] = '.'
			want[square[1]-'0'] = string(line)
		}
		for _, l := range words.Langs() {
			if text := course(t, "othello", l).Steps[step].Text; !strings.Contains(text, "    "+strings.Join(want, "\n    ")) {
				t.Errorf("%s: after %s the lesson shows another board than\n%s\n%s", l, name, strings.Join(want, "\n"), text)
			}
		}
	}
}
