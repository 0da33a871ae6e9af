package web

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

type courseDoc struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Source string `json:"source"`
	Pages  int    `json:"pages"` // besides the introduction
}

type coursesReply struct {
	Schema  string      `json:"schema"`
	Courses []courseDoc `json:"courses"`
}

// courses lists the lessons in a language. Reading a lesson searches its trees.
func (s *Server) courses(ctx context.Context, in *address) (coursesReply, error) {
	out := coursesReply{Schema: "ply.courses/1", Courses: []courseDoc{}}
	lang, err := language(in.get("lang"))
	if err != nil {
		return out, err
	}
	ctx, cancel := context.WithTimeout(ctx, labTime)
	defer cancel()
	for _, name := range lesson.Courses() {
		c, err := lesson.ReadCourse(ctx, name, lang)
		if err != nil {
			return out, refusal{http.StatusInternalServerError, err}
		}
		out.Courses = append(out.Courses, courseDoc{c.Name, c.Title, c.Source, len(c.Steps)})
	}
	return out, nil
}

type stopDoc struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Scene int    `json:"scene"` // its place in scenes, -1 for none
	At    int    `json:"at"`
}

type courseReply struct {
	Schema string `json:"schema"`
	courseDoc
	Introduction string     `json:"introduction"`
	Steps        []stopDoc  `json:"steps"`
	Scenes       []sceneDoc `json:"scenes"`
	// Setups are the laboratory requests that show the lesson's scenes, one a scene.
	Setups    []labDoc      `json:"setups"`
	Exercises []exerciseDoc `json:"exercises"` // those of Seed
	Seed      uint64        `json:"seed"`
	Question  string        `json:"question"`
	Answer    string        `json:"answer"`
}

type exerciseDoc struct {
	setupDoc
	Stage    string `json:"stage"`
	Position string `json:"position,omitempty"` // of the game whose tree it is
}

// setupOf returns the laboratory request that shows a run of a lesson. The tree is already in
// search order.
func setupOf(run *lesson.Run, style trace.Style) labDoc {
	s := &run.Setup
	if run.Path != "" {
		return labDoc{setupDoc: setupDoc{Setup: *s, Depth: &s.Depth}, Puzzle: run.Document.Game, Bound: s.Heuristic, Position: run.Document.Position}
	}
	doc := labDoc{setupDoc: mannerOf(s)}
	doc.Style = style
	if lesson.IsWritten(run.Document.Game) {
		doc.Tree = run.Document.Position
		return doc
	}
	depth := run.Replay.Tree().Stats.MaxPly
	doc.Game, doc.Position, doc.Depth = run.Document.Game, run.Document.Position, &depth
	return doc
}

// mannerOf returns the request for a search with the given setup, without a tree or position.
func mannerOf(s *lesson.Setup) setupDoc {
	doc := setupDoc{Setup: *s}
	doc.Order, doc.Signs, doc.OrAnd = lesson.Given, lesson.ByMax, false
	if s.Negamax() {
		doc.Signs = lesson.BySideToMove
	}
	if s.Depth > 0 {
		doc.Depth = &s.Depth
	}
	if !s.Random() {
		doc.Seed = 0
	}
	return doc
}

// readSeed reads a seed.
func readSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, invalid(reason.Errorf("seed %q, want a number", text))
	}
	return seed, nil
}

// course returns one lesson with all its scenes, and the fresh problems of a seed.
func (s *Server) course(ctx context.Context, in *address) (out courseReply, err error) {
	lang, err := language(in.get("lang"))
	if err != nil {
		return out, err
	}
	seed, err := readSeed(cmp.Or(in.get("seed"), "1"))
	if err != nil {
		return out, err
	}
	ctx, cancel := context.WithTimeout(ctx, labTime)
	defer cancel()
	c, err := lesson.ReadCourse(ctx, in.get("name"), lang)
	if err != nil {
		return out, refusal{http.StatusNotFound, err}
	}
	out = courseReply{
		Schema: "ply.course/1", courseDoc: courseDoc{c.Name, c.Title, c.Source, len(c.Steps)}, Introduction: c.Introduction,
		Steps: []stopDoc{}, Scenes: []sceneDoc{}, Setups: []labDoc{},
		Seed: seed, Question: c.Question, Answer: c.Answer,
	}
	exercises, err := c.Exercises(ctx, seed)
	if err != nil {
		return out, err
	}
	for _, x := range exercises {
		doc := mannerOf(&x.Setup)
		doc.Tree, doc.Order, doc.Seed = x.Tree, x.Setup.Order, x.Setup.Seed
		out.Exercises = append(out.Exercises, exerciseDoc{doc, x.Stage.String(), x.Position})
	}
	type view struct {
		run   *lesson.Run
		style trace.Style
	}
	seen := map[view]int{}
	for _, step := range c.Steps {
		doc := stopDoc{step.Title, step.Text, -1, step.At}
		if step.Run != nil {
			v := view{step.Run, step.Style}
			if _, ok := seen[v]; !ok {
				seen[v] = len(out.Scenes)
				out.Scenes = append(out.Scenes, describeScene(step.Run, step.Style, 0, lang))
				out.Setups = append(out.Setups, setupOf(step.Run, step.Style))
			}
			doc.Scene = seen[v]
		}
		out.Steps = append(out.Steps, doc)
	}
	return out, nil
}

type randomReply struct {
	Schema string `json:"schema"`
	Seed   uint64 `json:"seed"`
	Tree   string `json:"tree"`
}

// random returns the random tree of a seed, to ask questions about.
func (s *Server) random(ctx context.Context, in *address) (randomReply, error) {
	seed, err := readSeed(in.get("seed"))
	if err != nil {
		return randomReply{}, err
	}
	var setup lesson.Setup
	if name := in.get("algorithm"); name != "" {
		if setup.Algorithm, err = lesson.ParseTextbook(name); err != nil {
			return randomReply{}, invalid(err)
		}
	}
	t, err := lesson.Random(ctx, seed, setup)
	if err != nil {
		return randomReply{}, err
	}
	return randomReply{"ply.random/1", seed, lesson.Write(t)}, nil
}

type quizRequest struct {
	setupDoc
	Stage string `json:"stage"`
}

type questionDoc struct {
	Node int    `json:"node"` // of the tree that the scene draws; -1 for all
	Text string `json:"text"`
}

type quizReply struct {
	Schema       string        `json:"schema"`
	Stage        string        `json:"stage"`
	Introduction string        `json:"introduction"`
	Questions    []questionDoc `json:"questions"`
	From         int           `json:"from,omitempty"` // the step that shows what is asked about
	Scene        sceneDoc      `json:"scene"`
}

func (in *quizRequest) open(ctx context.Context) (*lesson.Quiz, lesson.Stage, lab, error) {
	l, err := in.read()
	if err != nil {
		return nil, 0, l, err
	}
	stages, err := l.setup.ParseStages([]string{in.Stage})
	if err != nil {
		return nil, 0, l, err
	}
	ctx, cancel := context.WithTimeout(ctx, labTime)
	defer cancel()
	q, err := lesson.NewQuiz(ctx, l.tree, l.setup)
	if err != nil {
		return nil, 0, l, invalid(err)
	}
	return q, stages[0], l, nil
}

// quiz asks the questions of one stage about a tree.
func (s *Server) quiz(ctx context.Context, in *quizRequest) (quizReply, error) {
	q, stage, l, err := in.open(ctx)
	if err != nil {
		return quizReply{}, err
	}
	run, from := q.Start(stage)
	out := quizReply{
		From:   from,
		Schema: "ply.questions/1", Stage: stage.String(), Introduction: q.Introduction(l.lang, stage),
		Questions: []questionDoc{}, Scene: describeScene(run, l.style, l.shapes, l.lang),
	}
	for _, x := range q.Questions(stage) {
		out.Questions = append(out.Questions, questionDoc{x.Node, q.Ask(l.lang, x)})
	}
	return out, nil
}

type checkRequest struct {
	quizRequest
	Question int    `json:"question"` // its place in the quiz
	Answer   string `json:"answer"`
	Reveal   bool   `json:"reveal,omitempty"`
}

type checkReply struct {
	Schema    string `json:"schema"`
	Right     bool   `json:"right"`
	Malformed bool   `json:"malformed"`
	Text      string `json:"text"`
	Expected  string `json:"expected,omitempty"`
	Step      int    `json:"step"`
}

// maxAnswer is the longest answer, in bytes.
const maxAnswer = 4096

// check compares an answer with the search.
func (s *Server) check(ctx context.Context, in *checkRequest) (checkReply, error) {
	if len(in.Answer) > maxAnswer {
		return checkReply{}, reason.Errorf("answer: more than %d bytes", maxAnswer)
	}
	q, stage, l, err := in.open(ctx)
	if err != nil {
		return checkReply{}, err
	}
	questions := q.Questions(stage)
	if in.Question < 0 || in.Question >= len(questions) {
		return checkReply{}, reason.Errorf("question: %d, want 0 to %d", in.Question, len(questions)-1)
	}
	v := q.Check(questions[in.Question], in.Answer)
	out := checkReply{
		Schema: "ply.verdict/1", Right: v.Right, Malformed: v.Malformed, Text: v.Text(l.lang, in.Reveal), Step: v.Step,
	}
	if in.Reveal {
		out.Expected = v.Expected
	}
	return out, nil
}
