package web

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// Limits of a search in a request. A comparison runs one search at a time and keeps only
// counts. SSS* needs up to 500 bytes a position, and a scene a few kilobytes a visit.
// Requests take turns, so that together they hold about 150 MiB at most. Small requests
// take separate turns and hold a tenth as much.
const (
	maxTree      = 20_000          // nodes: a browser can still draw them
	labTime      = 5 * time.Second // for one search
	maxTold      = 500             // explanations in one answer
	maxLabDepth  = 20              // plies of a search of a game
	maxVisits    = 5000            // shown in the scene of a game
	maxPositions = 200_000         // positions that a search of a game may make
	maxRounds    = 5000            // expansions or playouts
)

// Defaults of the search of a game.
const (
	usualLabDepth = 3
	usualVisits   = 2000
)

// setupDoc is a tree and the way to search it, with the names of the command line. A
// field left out follows the algorithm's source.
type setupDoc struct {
	Tree string `json:"tree,omitempty"`
	lesson.Setup
	Depth  *int         `json:"depth,omitempty"` // that of Setup; nil if left out
	Style  trace.Style  `json:"style"`
	Shapes trace.Shapes `json:"shapes,omitempty"`
	Lang   string       `json:"lang,omitempty"`
}

// labDoc is a tree, or a position of a game or puzzle.
type labDoc struct {
	setupDoc
	Game     string   `json:"game,omitempty"`
	Puzzle   string   `json:"puzzle,omitempty"` // in the place of a game: a path is looked for
	Bound    string   `json:"heuristic,omitempty"`
	Position string   `json:"position,omitempty"`
	Moves    []string `json:"moves,omitempty"`
	Visits   *int     `json:"limit,omitempty"`
	Plies    int      `json:"plies,omitempty"`
}

// Limits of a small request.
const (
	smallTree  = 4 << 10 // bytes of its text
	smallGame  = 4 << 10 // positions, as many moves at each ply as at the first
	smallDepth = 4       // plies of a game
)

// small reports whether the search of the tree takes moments.
func (d *setupDoc) small(*Server) bool { return len(d.Tree) <= smallTree }

// small reports whether the search of the tree or the game takes moments.
func (d *labDoc) small(s *Server) bool {
	if d.Puzzle != "" || s.isScript(d.Game) {
		return false
	}
	if d.Game == "" {
		return d.setupDoc.small(s)
	}
	depth := usualLabDepth
	if d.Depth != nil {
		depth = *d.Depth
	}
	if depth > smallDepth {
		return false
	}
	pos, err := s.place(context.Background(), &placeDoc{d.Game, d.Position, d.Moves})
	if err != nil {
		return true // readLab refuses it
	}
	positions, moves := 1, len(pos.Moves())
	for range depth {
		positions *= max(1, moves)
	}
	return positions <= smallGame
}

// lab is a request after reading: a tree, a puzzle or a position, and how to search it.
type lab struct {
	tree   *lesson.Tree     // a tree; or
	goal   *puzzle.Position // a puzzle, to be solved; or
	pos    *engine.Position // a position, to be searched to
	depth  int              // plies
	limit  lesson.Limit
	setup  lesson.Setup
	style  trace.Style
	shapes trace.Shapes
	lang   words.Lang
}

// read reads a request about a tree.
func (d *setupDoc) read() (l lab, err error) {
	if err := d.readManner(&l, lesson.ParseTextbook); err != nil {
		return l, err
	}
	if l.tree, err = lesson.ParseTree(d.Tree); err != nil {
		return l, invalid(l.lang.Retell(err))
	}
	if n := l.tree.Len(); n > maxTree {
		return l, invalid(l.lang.Retell(reason.Errorf("tree: %d nodes, want at most %d", n, maxTree)))
	}
	return l, nil
}

// readManner reads everything but the tree or position, within the server's limits; parse reads the
// name of the algorithm.
func (d *setupDoc) readManner(l *lab, parse func(string) (lesson.Algorithm, error)) (err error) {
	if l.lang, err = language(d.Lang); err != nil {
		return err
	}
	l.style, l.shapes, l.setup = d.Style, d.Shapes, d.Setup
	if d.Depth != nil {
		l.setup.Depth = *d.Depth
	}
	err = cmp.Or(within("depth", l.setup.Depth, 0, maxLabDepth), within("rounds", l.setup.Rounds, 0, maxRounds))
	if err == nil && l.setup.Algorithm != "" {
		l.setup.Algorithm, err = parse(string(l.setup.Algorithm))
	}
	return err
}

// readLab reads a request about a tree, a game or a puzzle.
func (s *Server) readLab(ctx context.Context, d *labDoc) (l lab, err error) {
	switch {
	case d.Puzzle != "":
		return s.readPath(ctx, d)
	case d.Bound != "":
		return l, reason.New("heuristic needs a puzzle")
	case d.Game != "":
		return s.readGame(ctx, d)
	case d.Position != "" || d.Moves != nil || d.Visits != nil || d.Plies != 0:
		return l, reason.New("position, moves, limit and plies need a game")
	}
	return d.read()
}

// readGame reads a request about a game.
func (s *Server) readGame(ctx context.Context, d *labDoc) (l lab, err error) {
	switch {
	case d.Window != (lesson.Window{}) || d.Bounds != (lesson.Range{}) || d.LastCut:
		return l, reason.New("window, bounds and last_cut: for trees that are written down")
	case d.Tree != "":
		return l, reason.New("tree and game: want one of them")
	}
	if err := d.readManner(&l, lesson.ParseAlgorithm); err != nil {
		return l, err
	}
	if err := l.setup.CheckGame(); err != nil {
		return l, err
	}
	if err := d.bounds(&l, usualLabDepth, 1); err != nil {
		return l, err
	}
	if l.pos, err = s.place(ctx, &placeDoc{d.Game, d.Position, d.Moves}); err != nil {
		return l, err
	}
	switch {
	case lesson.IsWritten(l.pos.Game().About().Name):
		return l, invalid(reason.New("game: want a tree as it is written, as tree"))
	case l.pos.Status().Over():
		return l, invalid(reason.New("the game is over: there is nothing to search"))
	}
	return l, nil
}

// bounds reads the depth, least to maxLabDepth, and the limits of the search and of the scene of a
// game or puzzle.
func (d *labDoc) bounds(l *lab, usual, least int) error {
	l.depth, l.limit = usual, lesson.Limit{Visits: usualVisits, Plies: d.Plies, Nodes: maxTree, Positions: maxPositions}
	if d.Depth != nil {
		l.depth = *d.Depth
	}
	if d.Visits != nil {
		l.limit.Visits = *d.Visits
	}
	return cmp.Or(
		within("depth", l.depth, least, maxLabDepth), within("limit", l.limit.Visits, 1, maxVisits), within("plies", d.Plies, 0, maxLabDepth),
	)
}

// within returns an error unless a number is within bounds.
func within(name string, n, least, most int) error {
	if n < least || n > most {
		return reason.Errorf("%s: %d, want %d to %d", name, n, least, most)
	}
	return nil
}

func language(text string) (words.Lang, error) {
	if text == "" {
		return words.English, nil
	}
	return words.Parse(text)
}

// search reads a request and makes its search.
func (s *Server) search(ctx context.Context, d *labDoc) (run *lesson.Run, l lab, err error) {
	if l, err = s.readLab(ctx, d); err != nil {
		return nil, l, err
	}
	ctx, cancel := context.WithTimeout(ctx, labTime)
	defer cancel()
	switch {
	case l.goal != nil:
		run, err = lesson.SearchPuzzle(ctx, l.goal, l.setup, l.limit)
	case l.tree != nil:
		run, err = lesson.Search(ctx, l.tree, l.setup)
	default:
		run, err = lesson.SearchPosition(ctx, l.pos, l.depth, l.setup, l.limit)
	}
	if err != nil {
		err = refused(err)
	}
	return run, l, err
}

// refused returns the refusal of a search that was too large.
func refused(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		err = reason.Errorf("the search takes more than %v; search less deep", labTime)
	}
	return invalid(err)
}
