package lesson

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

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
//
// After the last step come a question, to be answered in one's own words, and the model answer, a
// list of its points:
//
//	<!-- question -->
//	Why may the search leave e?
//	<!-- answer -->
//	- The first point.

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
	Question     string // to be answered in one's own words
	Answer       string // the model answer: a list of its points
}

// Step is a text and its place.
type Step struct {
	Title, Text string      // a heading, and paragraphs like the Introduction
	Run         *Run        // the search that the text is about
	At          int         // the step of Run's replay
	Style       trace.Style // of its pictures
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
	c.Introduction, c.Question, c.Answer = strings.TrimSpace(c.Introduction), strings.TrimSpace(c.Question), strings.TrimSpace(c.Answer)
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
	into   *string // the text that lines belong to, after the last step
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
	if n := len(c.Steps); r.into != nil {
		into = r.into
	} else if n > 0 {
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
	if into := map[string]*string{"question": &r.course.Question, "answer": &r.course.Answer}[what]; into != nil {
		r.into = into
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

// nameOf returns the label of a node or, without one, the moves that lead to it, such as "a1/b1".
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
