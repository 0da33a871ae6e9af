package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// treeFlags are the flags of the tree command.
type treeFlags struct {
	algorithm string
	format    string
	style     string
	shapes    string
	cut       string
	signs     string
	hard      bool
	ascii     bool
	title     string
	events    bool
}

func (a *app) treeCommand() *cobra.Command {
	var f treeFlags
	c := &cobra.Command{
		Use:   "tree [FILE|-|EXPR]",
		Short: "Draw a search tree: values, windows, what was cut off and why",
		Long: `Search a tree that is written down with an algorithm of the textbook, and draw
what it did. MAX moves at the root. A tree is a nested list, ((1 4)(5 6)), with
names, a(b=1 c=2), relations, "a -> b, c; b = 1; c = 2", or JSON, given as an
argument, in a file, or on standard input. Without one, figure 15.2 of Bratko's
book is drawn.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage(fmt.Errorf("one tree at a time; quote an expression with spaces"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.drawTree(c.Context(), args, f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.algorithm, "algo", string(textbook.AlphaBeta), "algorithm: "+strings.Join(textbookNames(), ", "))
	flags.StringVar(&f.format, "format", "text", "format: text, outline, svg, dot, tikz or json")
	flags.StringVar(&f.style, "style", "values", "what is written beside values: values, alphabeta, windows or intervals")
	flags.StringVar(&f.shapes, "shapes", "squares", "shapes of MAX and MIN: squares or triangles")
	flags.StringVar(&f.cut, "cut", "", "cut off on >= or on >; as the source prints it if left out")
	flags.StringVar(&f.signs, "signs", "minimax", "values seen from MAX (minimax) or from the side to move (negamax)")
	flags.BoolVar(&f.hard, "fail-hard", false, "limit values to their windows")
	flags.BoolVar(&f.ascii, "ascii", false, "draw text with ASCII characters only")
	flags.StringVar(&f.title, "title", "", "`title` of the picture")
	flags.BoolVar(&f.events, "events", false, "write the stream of events as JSON instead of a picture")
	return c
}

// maxTreeText is the longest text of a tree, in bytes.
const maxTreeText = 64 << 20

func (a *app) drawTree(ctx context.Context, args []string, f treeFlags) error {
	if a.json {
		f.format = "json"
	}
	options, render, err := f.parse()
	if err != nil {
		return usage(err)
	}
	t, err := a.readTree(args)
	if err != nil {
		return invalid(err)
	}
	var events trace.Recorder
	options.Observer = &events
	root := t.Root()
	found := textbook.Run(ctx, textbook.Algorithm(f.algorithm), tree.Rules{}, &root, tree.MaxPlies, options)
	if found.Stopped {
		return errInterrupted
	}
	if f.events {
		return trace.Encode(a.out, trace.Document{
			Game: "tree", Position: tree.Rules{}.FormatPosition(&root), Algorithm: f.algorithm, Events: events.Events,
		})
	}
	picture, err := trace.Build(events.Events, trace.BuildOptions{
		Letters: true, Label: names(t), Value: t.Text, Shape: shape(t), MaxNodes: tree.MaxNodes,
	})
	if err != nil {
		return err
	}
	err = trace.Render(a.out, picture, render)
	if errors.Is(err, trace.ErrTooLarge) {
		return failure(fmt.Errorf("%w; --format outline fits", err))
	}
	return err
}

func (f *treeFlags) parse() (o textbook.Options, r trace.RenderOptions, err error) {
	o.Scoring, o.Hard = textbook.Points, f.hard
	if _, err = textbook.ParseAlgorithm(f.algorithm); err != nil {
		return o, r, err
	}
	switch f.cut {
	case "":
	case ">=":
		o.Cut = textbook.AtBound
	case ">":
		o.Cut = textbook.BeyondBound
	default:
		return o, r, fmt.Errorf("--cut: %q, want >= or >", f.cut)
	}
	switch f.signs {
	case "minimax":
	case "negamax":
		r.Negamax = true
	default:
		return o, r, fmt.Errorf("--signs: %q, want minimax or negamax", f.signs)
	}
	r.ASCII, r.Title = f.ascii, f.title
	if r.Format, err = trace.ParseFormat(f.format); err != nil {
		return o, r, err
	}
	if r.Style, err = trace.ParseStyle(f.style); err != nil {
		return o, r, err
	}
	r.Shapes, err = trace.ParseShapes(f.shapes)
	return o, r, err
}

// readTree reads the tree that the arguments name: a file if there is one of
// that name, else an expression.
func (a *app) readTree(args []string) (*tree.Tree, error) {
	if len(args) == 0 {
		root := tree.Rules{}.Start()
		return root.Tree(), nil
	}
	if args[0] == "-" {
		return parseTree(a.in)
	}
	if strings.ContainsAny(args[0], "([{=>") {
		return parseTree(strings.NewReader(args[0]))
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return parseTree(file)
}

func parseTree(in io.Reader) (*tree.Tree, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxTreeText+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxTreeText {
		return nil, fmt.Errorf("tree: more than %d MiB of text", maxTreeText>>20)
	}
	return tree.Parse(string(text))
}

// names returns the label of each node that has a name of its own.
func names(t *tree.Tree) func(path []int) string {
	return func(path []int) string {
		if p, ok := t.At(path); ok {
			return p.Name()
		}
		return ""
	}
}

// shape tells the parts of a tree that a search left out.
func shape(t *tree.Tree) func(path []int) trace.Shape {
	return func(path []int) trace.Shape {
		p, ok := t.At(path)
		if !ok {
			return trace.Shape{}
		}
		moves, status := tree.Rules{}.Moves(&p, nil)
		s := trace.Shape{Children: len(moves), Max: len(path)%2 == 0}
		if n, ok := status.Margin(); ok {
			if !s.Max {
				n = -n
			}
			s.Static, s.Value = true, game.Score(n)
		}
		return s
	}
}
