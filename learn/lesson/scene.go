package lesson

import (
	"context"
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// scene is a search as written in a course: fields separated by semicolons.
type scene struct {
	setup Setup
	style trace.Style
	tree  string
	moves string // of tic-tac-toe with Nilsson's evaluation

	puzzle   string // and a position of it, for a path search
	position string
}

func readScene(text string) (s scene, err error) {
	for field := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		if err := s.set(name, value); err != nil {
			return s, err
		}
	}
	return s, nil
}

// set sets a field.
func (s *scene) set(name, value string) (err error) {
	texts := map[string]*string{"tree": &s.tree, "tictactoe": &s.moves, "puzzle": &s.puzzle, "position": &s.position, "heuristic": &s.setup.Heuristic}
	if text := texts[name]; text != nil {
		*text = value
		return nil
	}
	switch name {
	case "style":
		err = s.style.UnmarshalText([]byte(value))
	case "algo":
		parse := ParseTextbook
		if s.puzzle != "" {
			parse = ParsePath
		}
		s.setup.Algorithm, err = parse(value)
	default:
		x, ok := setting.Find(&s.setup, name)
		if !ok {
			return fmt.Errorf("scene: unknown field %q", name)
		}
		err = x.Set(value)
	}
	return err
}

func (s *scene) search(ctx context.Context) (*Run, error) {
	if s.puzzle != "" {
		return s.seek(ctx)
	}
	if s.tree != "" {
		t, err := tree.Parse(s.tree)
		if err != nil {
			return nil, err
		}
		return Search(ctx, t, s.setup)
	}
	rules := mnkengine.Nilsson{Rules: mnk.Must(mnk.New(mnk.TicTacToe()))}
	p, err := rules.ParsePosition(s.moves)
	if err != nil {
		return nil, err
	}
	s.setup.scoring = textbook.Infinite
	known := pictureOf[mnk.Position, mnk.Move](rules, p)
	known.Deepening = s.setup.algorithm() == textbook.Deepening
	run, err := record(ctx, rules, &p, s.setup.Depth, s.setup, known, Limit{})
	if err == nil {
		run.Document.Game, run.Document.Position = "tictactoe", rules.FormatPosition(&p)
	}
	return run, err
}

// seek runs the path search of the scene.
func (s *scene) seek(ctx context.Context) (*Run, error) {
	g, err := shelf.Find(s.puzzle)
	if err != nil {
		return nil, err
	}
	if g, err = g.Toward(s.setup.Goal); err != nil {
		return nil, err
	}
	p, err := g.Parse(s.position)
	if err != nil {
		return nil, err
	}
	return SearchPuzzle(ctx, p, s.setup, Limit{})
}
