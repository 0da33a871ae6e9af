package web

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// puzzleDoc is a puzzle as the page shows it.
type puzzleDoc struct {
	puzzle.About
	Heuristics []string      `json:"heuristics"` // without the large ones of About
	Board      *boards.Board `json:"board,omitempty"`
	Script     string        `json:"script,omitempty"` // the text of its rules
}

type puzzlesDoc struct {
	Schema  string      `json:"schema"`
	Puzzles []puzzleDoc `json:"puzzles"`
}

// puzzles lists the puzzles of this server, or describes the named one.
func (s *Server) puzzles(ctx context.Context, in *address) (puzzlesDoc, error) {
	out, all := puzzlesDoc{Schema: "ply.puzzles/1", Puzzles: []puzzleDoc{}}, s.config.Puzzles
	if name := in.get("puzzle"); name != "" {
		p, err := s.findPuzzle(ctx, name, "")
		if err != nil {
			return out, err
		}
		all = []*puzzle.Puzzle{p}
	} else {
		_, own, err := s.listed(ctx)
		if err != nil {
			return out, err
		}
		all = slices.Concat(all, own)
	}
	for _, p := range all {
		a := p.About()
		out.Puzzles = append(out.Puzzles, puzzleDoc{a, cheap(a), p.Board(), s.textOf(a.Name)})
	}
	return out, nil
}

// cheap returns the heuristics whose tables are small enough to build for a request.
func cheap(a puzzle.About) (some []string) {
	for _, name := range a.Heuristics {
		if !slices.Contains(a.Large, name) {
			some = append(some, name)
		}
	}
	return some
}

// puzzlePlace describes a position of a puzzle, as placeDoc describes one of a game.
type puzzlePlace struct {
	Puzzle   string   `json:"puzzle"`
	Goal     string   `json:"goal,omitempty"`
	Position string   `json:"position,omitempty"`
	Moves    []string `json:"moves,omitempty"`
}

// findPuzzle returns the named puzzle with the named goal, or with its usual goal if goal is "".
func (s *Server) findPuzzle(ctx context.Context, name, goal string) (*puzzle.Puzzle, error) {
	if s.isScript(name) {
		o, err := s.open(ctx, name)
		if err == nil && o.puzzle == nil {
			err = invalid(reason.New("this is a game for two, not a puzzle"))
		}
		return o.puzzle, err
	}
	p, err := s.config.FindPuzzle(name)
	if err == nil {
		p, err = p.Toward(goal)
	}
	if err != nil {
		return nil, invalid(err)
	}
	return p, nil
}

// puzzleLine returns the first position and the one after each move.
func (s *Server) puzzleLine(ctx context.Context, in *puzzlePlace) ([]*puzzle.Position, error) {
	if err := fits(in.Position, in.Moves); err != nil {
		return nil, err
	}
	p, err := s.findPuzzle(ctx, in.Puzzle, in.Goal)
	if err != nil {
		return nil, err
	}
	pos, err := p.Parse(cmp.Or(in.Position, record.StartPosition))
	if err != nil {
		return nil, invalid(err)
	}
	return lineFrom(pos, in.Moves)
}

// puzzlePosition describes the positions along a line of moves.
func (s *Server) puzzlePosition(ctx context.Context, in *puzzlePlace) (lineReply, error) {
	all, err := s.puzzleLine(ctx, in)
	if err != nil {
		return lineReply{}, err
	}
	out := lineReply{Schema: "ply.line/1", Game: all[0].Puzzle().About().Name, Goal: all[0].Goal().Name}
	for i, pos := range all {
		state := describePuzzle(pos)
		if i > 0 {
			state.Move = in.Moves[i-1]
		}
		out.States = append(out.States, state)
	}
	return out, nil
}

// describePuzzle describes a position with the fields of a game's position. The first player is
// always to move, and wins at the goal.
func describePuzzle(pos *puzzle.Position) stateDoc {
	doc := stateDoc{Position: pos.String(), Legal: pos.Moves(), Board: pos.Placement()}
	if doc.Over = len(doc.Legal) == 0; doc.Over && pos.Done() {
		doc.Result = "first"
	}
	if doc.Board == nil {
		doc.Drawing = pos.Draw()
	}
	return doc
}

// shuffleDoc asks for a random position: the puzzle after a number of random moves from its start.
type shuffleDoc struct {
	Puzzle string `json:"puzzle"`
	Goal   string `json:"goal,omitempty"`
	Seed   uint64 `json:"seed"`
}

type shuffleReply struct {
	Schema   string `json:"schema"`
	Puzzle   string `json:"puzzle"`
	Seed     uint64 `json:"seed"`
	Position string `json:"position"`
}

// shuffled is the usual number of random moves. Half the time one more is played, because
// in some puzzles each move changes a parity.
const shuffled = 60

// shufflePuzzle returns a random position of a puzzle, always the same one for a seed.
func (s *Server) shufflePuzzle(ctx context.Context, in *shuffleDoc) (shuffleReply, error) {
	p, err := s.findPuzzle(ctx, in.Puzzle, in.Goal)
	if err != nil {
		return shuffleReply{}, err
	}
	rng := rand.New(rand.NewPCG(in.Seed, 0))
	pos := p.Start()
	for range shuffled + rng.IntN(2) {
		moves := pos.Moves()
		if len(moves) == 0 {
			pos = p.Start() // the moves led to the goal by chance, or to a dead end
			continue
		}
		if pos, err = pos.Play(moves[rng.IntN(len(moves))]); err != nil {
			return shuffleReply{}, err
		}
	}
	if len(pos.Moves()) == 0 {
		pos = p.Start()
	}
	return shuffleReply{"ply.shuffled/1", in.Puzzle, in.Seed, pos.String()}, nil
}

// Limits of a solution that the page asks for.
const (
	solveTime  = 10 * time.Second
	solveBytes = 128 << 20
)

// solveDoc asks for a solution.
type solveDoc struct {
	puzzlePlace
	Algorithm string `json:"algorithm,omitempty"`
	Heuristic string `json:"heuristic,omitempty"`
}

// small reports false: a solution may take long.
func (*solveDoc) small(*Server) bool { return false }

// solvePuzzle searches for a solution.
func (s *Server) solvePuzzle(ctx context.Context, in *solveDoc) (out puzzle.Document, err error) {
	all, err := s.puzzleLine(ctx, &in.puzzlePlace)
	if err != nil {
		return out, err
	}
	pos := all[len(all)-1]
	if slices.Contains(pos.Puzzle().About().Large, in.Heuristic) {
		return out, errLarge
	}
	solver, err := pos.Puzzle().NewSolver(ctx, puzzle.Options{
		Options: path.Options{Algorithm: path.Algorithm(in.Algorithm)}, Heuristic: in.Heuristic,
	}, puzzle.Resources{})
	if err != nil {
		return out, err
	}
	r := solver.Solve(ctx, pos, path.Query{Bytes: solveBytes}, search.Control{Time: solveTime}, nil)
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	return solver.Describe(pos, &r), nil
}

// errLarge refuses heuristics with large tables, which take too long to build for a page.
var errLarge = reason.New("lower bounds with large tables are for the command line: ply path")

// readPath reads a request to search for a path.
func (s *Server) readPath(ctx context.Context, d *labDoc) (l lab, err error) {
	if d.Tree != "" || d.Game != "" {
		return l, reason.New("tree, game and puzzle: want one of them")
	}
	if err := d.readManner(&l, lesson.ParsePath); err != nil {
		return l, err
	}
	if err := d.bounds(&l, 0, 0); err != nil {
		return l, err
	}
	l.setup.Heuristic, l.setup.Depth = d.Bound, l.depth
	all, err := s.puzzleLine(ctx, &puzzlePlace{d.Puzzle, d.Goal, d.Position, d.Moves})
	if err != nil {
		return l, err
	}
	l.goal = all[len(all)-1]
	if slices.Contains(l.goal.Puzzle().About().Large, d.Bound) {
		return l, errLarge
	}
	return l, nil
}
