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
	Meaning string  `json:"meaning,omitempty"`
	Text    string  `json:"text"` // the tree in search order, or the position
	Value   string  `json:"value"`
	Shapes  string  `json:"shapes"`
	Seen    int     `json:"seen"`  // visits in the whole search
	Shown   int     `json:"shown"` // those that the steps tell of, the first
	Width   float64 `json:"width"`
	Height  float64 `json:"height"`
	// Nodes are the nodes, column by column; Texts holds every text once.
	Nodes nodesDoc  `json:"nodes"`
	Texts []string  `json:"texts"`
	Looks []lookDoc `json:"looks"`
	First []int     `json:"first"` // the number of the look of each node before the first step
	// Steps holds for each step the number of its node, then pairs of a node and its new
	// look. Counts holds for each step pairs of a counter's number and its increment.
	Steps   [][]int  `json:"steps"`
	Counts  [][]int  `json:"counts"`
	Cutoffs []int    `json:"cutoffs"` // the steps that are landmarks, from 1
	Told    []string `json:"told"`
	// Code holds the lines of the algorithm's text. Line holds the number of the current
	// line at each step, 0 for none.
	Code []string `json:"code,omitempty"`
	Line []int    `json:"line,omitempty"`
}

// nodesDoc holds the constant properties of the nodes: a column for each property, an
// entry for each node.
type nodesDoc struct {
	Parent []int     `json:"parent"` // -1 for the root
	Index  []int     `json:"index"`  // of the move, among the parent's children in the game
	Max    []int     `json:"max"`    // 1 if MAX is to move, 2 if chance chooses
	Label  []string  `json:"label"`
	Move   []string  `json:"move"`
	Name   []string  `json:"name"` // what an account of it begins with
	X      []float64 `json:"x"`    // the middle of the node
	Y      []float64 `json:"y"`
	Width  []float64 `json:"width"`
	Height []float64 `json:"height"`
	// Inner and Leaf are for growing trees: Inner is 1 for a node that has or may get
	// children, Leaf the value of a leaf.
	Inner []int    `json:"inner,omitempty"`
	Leaf  []string `json:"leaf,omitempty"`
}

// lookDoc is the appearance of a node at a step: its state, flags (1: its edge is cut, 2:
// on the principal variation), visits, and the numbers of the texts of its value, its
// notes, its edge's notes and its account.
type lookDoc [7]int

const (
	severed   = 1
	variation = 2
)

// counted returns the counters of a scene in the order of their numbers in Counts.
func counted(s *trace.Stats) [10]int {
	return [...]int{s.Visits, s.Nodes, s.Evaluations, s.Leaves, s.Cutoffs, s.Pruned, s.Open, s.Closed, s.Dropped, s.Rounds}
}

func describeScene(run *lesson.Run, style trace.Style, shapes trace.Shapes, l words.Lang) sceneDoc {
	options := run.Render(l)
	options.Style, options.Shapes = style, shapes
	film := run.Replay.Film(options)
	doc := sceneDoc{
		Schema: "ply.scene/2", Algorithm: run.Document.Algorithm, Game: run.Document.Game, Written: lesson.IsWritten(run.Document.Game),
		Path: run.Path != nil, Text: run.Document.Position, Value: run.Value(l), Meaning: run.Replay.Tree().Scribe(options).Meaning(), Shapes: shapes.String(), Seen: run.Seen,
		Width: film.Width, Height: film.Height, First: film.First, Cutoffs: []int{}, Told: explain(run, l, 0, maxTold),
	}
	doc.Code, doc.Line = run.Code(l)
	doc.columns(film, run.Replay.Tree())
	doc.looks(film.Looks)
	doc.steps(run, film.Steps)
	return doc
}

func (doc *sceneDoc) steps(run *lesson.Run, frames []trace.Frame) {
	var before [10]int
	for i := range frames {
		f := &frames[i]
		step, counts, now := []int{f.Node}, []int{}, counted(&f.Stats)
		for _, c := range f.Changes {
			step = append(step, c.Node, c.Look)
		}
		for which, n := range now {
			if by := n - before[which]; by != 0 {
				counts = append(counts, which, by)
			}
		}
		before = now
		doc.Steps, doc.Counts = append(doc.Steps, step), append(doc.Counts, counts)
		if run.Landmark(i + 1) {
			doc.Cutoffs = append(doc.Cutoffs, i+1)
		}
	}
	doc.Shown = before[0]
}

func (doc *sceneDoc) columns(film *trace.Film, tree *trace.Tree) {
	n := &doc.Nodes
	for i, spot := range film.Nodes {
		node, isMax := &tree.Nodes[i], 0
		switch {
		case node.Chance:
			isMax = 2
		case node.Max:
			isMax = 1
		}
		n.Parent, n.Index, n.Max = append(n.Parent, node.Parent), append(n.Index, node.Index), append(n.Max, isMax)
		n.Label, n.Move, n.Name = append(n.Label, spot.Label), append(n.Move, spot.Move), append(n.Name, spot.Name)
		n.X, n.Y = append(n.X, spot.X), append(n.Y, spot.Y)
		n.Width, n.Height = append(n.Width, spot.Width), append(n.Height, spot.Height)
		if tree.Growth != trace.NoGrowth {
			inner := 0
			if spot.Inner {
				inner = 1
			}
			n.Inner, n.Leaf = append(n.Inner, inner), append(n.Leaf, spot.Leaf)
		}
	}
}

func (doc *sceneDoc) looks(looks []trace.Look) {
	numbers := map[string]int{}
	text := func(s string) int {
		n, known := numbers[s]
		if !known {
			n = len(doc.Texts)
			numbers[s] = n
			doc.Texts = append(doc.Texts, s)
		}
		return n
	}
	for _, k := range looks {
		seen := 0
		if k.Severed {
			seen |= severed
		}
		if k.PV {
			seen |= variation
		}
		doc.Looks = append(doc.Looks, lookDoc{int(k.State), seen, k.Visits, text(k.Value), text(k.Notes), text(k.Edge), text(k.Account)})
	}
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
	l, err := s.readLab(ctx, in)
	if err != nil {
		return sceneDoc{}, err
	}
	run, err := l.search(ctx)
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
	l, err := s.readLab(ctx, &in.labDoc)
	if err != nil {
		return explainReply{}, err
	}
	run, err := l.search(ctx)
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
	l, err := s.readLab(ctx, &in.labDoc)
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
