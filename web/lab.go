package web

import (
	"bytes"
	"context"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// sceneDoc is a search that the page replays: its film from package trace, and the tree
// or position searched.
type sceneDoc struct {
	Schema    string `json:"schema"`
	Algorithm string `json:"algorithm"`
	Game      string `json:"game"`
	Written   bool   `json:"written"`        // whether it is a tree, not a position of a game
	Path      bool   `json:"path,omitempty"` // of a puzzle: a path is looked for
	// Meaning explains the numbers at the nodes of a growing tree.
	Meaning string `json:"meaning,omitempty"`
	Text    string `json:"text"` // the tree in search order, or the position
	Value   string `json:"value"`
	Shapes  string `json:"shapes"`
	Seen    int    `json:"seen"`  // visits in the whole search
	Shown   int    `json:"shown"` // those that the steps tell of, the first
	trace.Film
	Cutoffs []int    `json:"cutoffs"` // the steps that are landmarks, from 1
	Told    []string `json:"told"`
	// Code holds the lines of the algorithm's text. Line holds the number of the current
	// line at each step, 0 for none.
	Code []string `json:"code,omitempty"`
	Line []int    `json:"line,omitempty"`
}

func describeScene(run *lesson.Run, style trace.Style, shapes trace.Shapes, l words.Lang) sceneDoc {
	options := run.Render(l)
	options.Style, options.Shapes = style, shapes
	doc := sceneDoc{
		Schema: "ply.scene/2", Algorithm: run.Document.Algorithm, Game: run.Document.Game, Written: lesson.IsWritten(run.Document.Game),
		Path: run.Path != "", Text: run.Document.Position, Value: run.Value(l), Meaning: run.Replay.Tree().Scribe(options).Meaning(), Shapes: shapes.String(),
		Seen: run.Seen, Shown: run.Replay.Tree().Stats.Visits, Film: *run.Replay.Film(options), Cutoffs: []int{}, Told: explain(run, l, 0, maxTold),
	}
	doc.Code, doc.Line = run.Code(l)
	for step := 1; step <= run.Len(); step++ {
		if run.Landmark(step) {
			doc.Cutoffs = append(doc.Cutoffs, step)
		}
	}
	return doc
}

// explain explains n steps of a run, beginning with step from.
func explain(run *lesson.Run, l words.Lang, from, n int) []string {
	told := []string{}
	for step := max(0, from); step <= run.Len() && len(told) < n; step++ {
		told = append(told, run.Explain(l, step))
	}
	return told
}

// scene searches a tree or a position and returns its film.
func (s *Server) scene(ctx context.Context, in *labDoc) (sceneDoc, error) {
	run, l, err := s.search(ctx, in)
	if err != nil {
		return sceneDoc{}, err
	}
	return describeScene(run, l.style, l.shapes, l.lang), nil
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

// explain explains the steps of a search, beginning with the step asked for.
func (s *Server) explain(ctx context.Context, in *explainRequest) (explainReply, error) {
	run, l, err := s.search(ctx, &in.labDoc)
	if err != nil {
		return explainReply{}, err
	}
	return explainReply{"ply.told/1", max(0, in.From), explain(run, l.lang, in.From, maxTold)}, nil
}

// compare searches a tree with every algorithm of the textbook. It searches a position
// also with the engine.
func (s *Server) compare(ctx context.Context, in *labDoc) (lesson.ComparisonDocument, error) {
	l, err := s.readLab(ctx, in)
	if err != nil {
		return lesson.ComparisonDocument{}, err
	}
	if l.goal != nil {
		return lesson.ComparisonDocument{}, invalid(reason.New("puzzle: comparisons are of searches for two players"))
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
	if l.tree != nil {
		return lesson.Compare(ctx, l.tree, l.setup, lesson.TextbookOf(l.tree)...)
	}
	return lesson.ComparePosition(ctx, l.pos, l.depth, l.setup, maxPositions, lesson.SearchesOf(l.pos)...)
}

type pictureRequest struct {
	labDoc
	Format string       `json:"format"`
	Step   *int         `json:"step,omitempty"` // the last if left out
	Title  string       `json:"title,omitempty"`
	Layout trace.Layout `json:"layout,omitempty"`
}

type pictureReply struct {
	Schema string `json:"schema"`
	Format string `json:"format"`
	Text   string `json:"text"`
}

// picture draws a tree in one of the command line's formats, or writes the events of its search.
func (s *Server) picture(ctx context.Context, in *pictureRequest) (pictureReply, error) {
	run, l, err := s.search(ctx, &in.labDoc)
	if err != nil {
		return pictureReply{}, err
	}
	var out sheet
	if err := in.draw(&out, run, &l); err != nil {
		return pictureReply{}, err
	}
	return pictureReply{"ply.picture/1", in.Format, out.String()}, nil
}

// maxPicture limits a picture, in bytes, to twice the size of the largest tree of two
// plies. An outline grows with the square of the depth.
const maxPicture = 16 << 20

// sheet is a buffer that refuses to grow beyond maxPicture.
type sheet struct{ bytes.Buffer }

func (s *sheet) Write(p []byte) (int, error) {
	if s.Len()+len(p) > maxPicture {
		return 0, reason.Errorf("picture: more than %d MiB: %w", maxPicture>>20, trace.ErrTooLarge)
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
	options.Format, options.Style, options.Shapes, options.Title, options.Layout = format, l.style, l.shapes, in.Title, in.Layout
	if err := trace.Render(out, run.Replay.At(step), options); err != nil {
		return invalid(err)
	}
	return nil
}
