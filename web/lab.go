package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// sceneDoc is a search that can be followed: the tree before the first step, in
// the layout of all steps, and what each step changes.
type sceneDoc struct {
	Schema    string          `json:"schema"`
	Algorithm string          `json:"algorithm"`
	Game      string          `json:"game"`
	Text      string          `json:"text"` // the tree in the order of the search, or the position
	Value     string          `json:"value"`
	Style     string          `json:"style"`
	Shapes    string          `json:"shapes"`
	Negamax   bool            `json:"negamax"`
	Seen      int             `json:"seen"`      // visits of the whole search, of which the first are told
	Deepening bool            `json:"deepening"` // what a visit proves, the next one forgets
	Tree      json.RawMessage `json:"tree"`
	Steps     []stepDoc       `json:"steps"`
	// Numbers are the scores that are not written as the numbers they are.
	Numbers map[string]string `json:"numbers"`
	Told    []string          `json:"told"`
}

// stepDoc is an event of a trace with nodes by their numbers in the tree: kind,
// node, child or -1, a value or the window's alpha, the number of a bound or the
// window's beta, and the number of the reason of a cutoff.
type stepDoc [6]int

func describeStep(run *lesson.Run, i int) stepDoc {
	e := run.Replay.Event(i)
	d := stepDoc{int(e.Kind), run.Replay.Node(i), run.Replay.Child(i), int(e.Value), int(e.Bound), int(e.Reason)}
	if e.Kind == trace.Enter || e.Kind == trace.Window {
		d[3], d[4] = int(e.Window.Alpha), int(e.Window.Beta)
	}
	return d
}

func describeScene(run *lesson.Run, style trace.Style, shapes trace.Shapes, l words.Lang) (sceneDoc, error) {
	options := run.Render(l)
	options.Format, options.Style, options.Shapes, options.Steady = trace.JSON, style, shapes, true
	var tree bytes.Buffer
	if err := trace.Render(&tree, run.Replay.At(0), options); err != nil {
		return sceneDoc{}, invalid(err)
	}
	doc := sceneDoc{
		Schema: "ply.scene/1", Algorithm: run.Document.Algorithm, Game: run.Document.Game, Text: run.Document.Position,
		Value: run.Value(l), Style: style.String(), Shapes: shapes.String(), Negamax: run.Setup.Negamax(),
		Seen: run.Seen, Deepening: run.Setup.Algorithm == lesson.Production,
		Tree: tree.Bytes(), Steps: make([]stepDoc, run.Len()), Numbers: map[string]string{}, Told: explain(run, l, 0, maxTold),
	}
	scribe := run.Replay.Tree().Scribe(trace.RenderOptions{})
	for i := range doc.Steps {
		doc.Steps[i] = describeStep(run, i)
		for _, v := range doc.Steps[i].scores() {
			for _, v := range []int{v, -v} {
				if text := scribe.Number(0, game.Score(v)); text != strings.Replace(strconv.Itoa(v), "-", "−", 1) {
					doc.Numbers[strconv.Itoa(v)] = text
				}
			}
		}
	}
	return doc, nil
}

// scores returns the scores in a step.
func (d *stepDoc) scores() []int {
	if kind := trace.Kind(d[0]); kind == trace.Enter || kind == trace.Window {
		return d[3:5]
	}
	return d[3:4]
}

// explain tells what happened in each of the steps from one on.
func explain(run *lesson.Run, l words.Lang, from, n int) []string {
	told := []string{}
	for step := max(0, from); step <= run.Len() && len(told) < n; step++ {
		told = append(told, run.Explain(l, step))
	}
	return told
}

// scene searches a tree or a position and tells all about it.
func (s *Server) scene(ctx context.Context, in *labDoc) (sceneDoc, error) {
	l, err := s.readLab(in)
	if err != nil {
		return sceneDoc{}, err
	}
	run, err := l.search(ctx)
	if err != nil {
		return sceneDoc{}, err
	}
	return describeScene(run, l.style, l.shapes, l.lang)
}

type explainRequest struct {
	labDoc
	From int `json:"from"`
}

type explainReply struct {
	Schema string   `json:"schema"`
	From   int      `json:"from"`
	Told   []string `json:"told"`
}

// explain tells what happened in the steps of a search from one on.
func (s *Server) explain(ctx context.Context, in *explainRequest) (explainReply, error) {
	l, err := s.readLab(&in.labDoc)
	if err != nil {
		return explainReply{}, err
	}
	run, err := l.search(ctx)
	if err != nil {
		return explainReply{}, err
	}
	return explainReply{"ply.told/1", max(0, in.From), explain(run, l.lang, in.From, maxTold)}, nil
}

// compare searches a tree with every algorithm of the textbook, a position with
// the engine too.
func (s *Server) compare(ctx context.Context, in *labDoc) (lesson.ComparisonDocument, error) {
	l, err := s.readLab(in)
	if err != nil {
		return lesson.ComparisonDocument{}, err
	}
	c, err := l.compare(ctx)
	if err != nil {
		return lesson.ComparisonDocument{}, refused(err)
	}
	return c.Describe(l.lang, l.setup), nil
}

func (l *lab) compare(ctx context.Context) (*lesson.Comparison, error) {
	ctx, cancel := context.WithTimeout(ctx, labTime)
	defer cancel()
	all := textbook.Algorithms()
	if l.tree != nil {
		return lesson.Compare(ctx, l.tree, l.setup, all...)
	}
	return lesson.ComparePosition(ctx, l.pos, l.depth, l.setup, maxPositions, append(all, lesson.Production)...)
}

type pictureRequest struct {
	labDoc
	Format string `json:"format"`
	Step   *int   `json:"step,omitempty"` // the last if left out
	Title  string `json:"title,omitempty"`
}

type pictureReply struct {
	Schema string `json:"schema"`
	Format string `json:"format"`
	Text   string `json:"text"`
}

// picture draws a tree in one of the formats of the command line, or writes the
// stream of its events.
func (s *Server) picture(ctx context.Context, in *pictureRequest) (pictureReply, error) {
	l, err := s.readLab(&in.labDoc)
	if err != nil {
		return pictureReply{}, err
	}
	run, err := l.search(ctx)
	if err != nil {
		return pictureReply{}, err
	}
	var out sheet
	if err := in.draw(&out, run, &l); err != nil {
		return pictureReply{}, err
	}
	return pictureReply{"ply.picture/1", in.Format, out.String()}, nil
}

// maxPicture is the size of the largest picture, in bytes: twice that of the
// largest tree of two levels. An outline grows with the square of the depth.
const maxPicture = 16 << 20

// sheet is what a picture is drawn on.
type sheet struct{ bytes.Buffer }

func (s *sheet) Write(p []byte) (int, error) {
	if s.Len()+len(p) > maxPicture {
		return 0, fmt.Errorf("picture: more than %d MiB: %w", maxPicture>>20, trace.ErrTooLarge)
	}
	return s.Buffer.Write(p)
}

func (in *pictureRequest) draw(out *sheet, run *lesson.Run, l *lab) error {
	if in.Format == "events" {
		if err := trace.Encode(out, run.Document); err != nil {
			return invalid(err)
		}
		return nil
	}
	format, err := trace.ParseFormat(in.Format)
	if err != nil {
		return err
	}
	step := run.Len()
	if in.Step != nil {
		step = min(max(0, *in.Step), step)
	}
	options := run.Render(l.lang)
	options.Format, options.Style, options.Shapes, options.Title = format, l.style, l.shapes, in.Title
	if err := trace.Render(out, run.Replay.At(step), options); err != nil {
		return invalid(err)
	}
	return nil
}
