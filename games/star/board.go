package star

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	starjson "go.starlark.net/lib/json"
	"go.starlark.net/starlark"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/internal/reason"
)

// grid is what the function board returns: a boards.Board, whose cells may be given as a grid.
type grid struct {
	Columns int
	Rows    int
	Up      bool // the first row is the lowest
	boards.Board
}

// maxSide is the most cells at the side of a board, and the largest coordinate.
const maxSide = 32

// kinds are the names that a board may contain.
var kinds = map[string]string{
	"ground": "felt wood paper panel water", "lines": "around between through checked none",
	"colour": "black white red yellow blue orange green grey", "shape": "disc stone counter cross ring man king figure tile token hole",
}

// readBoard calls the function board, if there is one, and keeps the board.
func (f *File) readBoard() error {
	if !f.has("board") {
		return nil
	}
	v, err := f.call("board")
	if err == nil && size(v, maxState) > maxState {
		err = errLarge
	}
	if err == nil {
		v, err = starlark.Call(f.threads.New().(*starlark.Thread), starjson.Module.Members["encode"], starlark.Tuple{v}, nil)
	}
	if err != nil {
		return f.at("board", err)
	}
	var g grid
	d := json.NewDecoder(strings.NewReader(plain(v)))
	d.DisallowUnknownFields()
	if err = d.Decode(&g); err == nil {
		err = g.complete(f.sides())
	}
	if err != nil {
		return f.at("board", reason.Errorf("%s(…): %w", "board", err))
	}
	f.board = &g.Board
	return nil
}

// complete checks a board and adds what the file leaves out.
func (g *grid) complete(sides [2]string) error {
	if g.Cells == nil {
		if min(g.Columns, g.Rows) < 1 || max(g.Columns, g.Rows) > maxSide {
			return reason.Errorf("want columns and rows from 1 to %d, or cells", maxSide)
		}
		b := boards.Grid(g.Columns, g.Rows)
		for i := range b.Cells {
			if g.Up {
				b.Cells[i].Y = b.Height - 1 - b.Cells[i].Y
			}
		}
		for i, l := range b.Labels {
			if g.Up && l.X < 0 {
				b.Labels[i].Y = b.Height - l.Y
			}
		}
		g.Cells, g.Width, g.Height, g.Turns, g.Mirrors = b.Cells, b.Width, b.Height, cmp.Or(g.Turns, b.Turns), true
		if g.Labels == nil {
			g.Labels = b.Labels
		}
	}
	if g.Sides == nil {
		g.Sides = []boards.Side{{Name: sides[0], Colour: boards.White}, {Name: sides[1], Colour: boards.Black}}
	}
	g.Schema, g.Turns, g.Ground, g.Lines = boards.Schema, cmp.Or(g.Turns, 1), cmp.Or(g.Ground, boards.Paper), cmp.Or(g.Lines, boards.Between)
	return g.fault()
}

// fault returns what is wrong with a board.
func (g *grid) fault() error {
	beyond := func(x, y, edge float64) bool { return min(x, y) < -edge || x > g.Width+edge || y > g.Height+edge }
	switch {
	case len(g.Cells) > maxSide*maxSide || max(g.Width, g.Height) > maxSide:
		return reason.Errorf("want at most %d cells at a side", maxSide)
	case slices.ContainsFunc(g.Cells, func(c boards.Cell) bool { return beyond(c.X, c.Y, 0) || beyond(c.X+1, c.Y+1, 0) }),
		slices.ContainsFunc(g.Labels, func(l boards.Label) bool { return beyond(l.X, l.Y, 1) }),
		slices.ContainsFunc(g.Dots, func(d [2]float64) bool { return beyond(d[0], d[1], 0) }):
		return reason.New("want width and height, and all cells, labels and dots within them")
	case len(g.Sides) < 1 || len(g.Sides) > 2 || len(g.Pieces) < 1 || len(g.Pieces) > maxSide*maxSide:
		return reason.New("want one or two sides, and pieces")
	case g.Faces != nil || g.Frames != nil || g.SetUp != nil:
		return reason.New("frames, faces and setup are for the games of the program")
	case !slices.Contains([]int{1, 2, 4}, g.Turns):
		return reason.Errorf("turns: %d, want 1, 2 or 4", g.Turns)
	}
	err := cmp.Or(known("ground", g.Ground), known("lines", g.Lines), known("colour", g.Sides[0].Colour), known("colour", g.Sides[len(g.Sides)-1].Colour))
	return cmp.Or(err, g.faultOfPieces())
}

// faultOfPieces returns what is wrong with the kinds of pieces.
func (g *grid) faultOfPieces() (err error) {
	for _, k := range g.Pieces {
		switch {
		case utf8.RuneCountInString(k.Letter) != 1 || k.Letter == string(boards.Empty):
			return reason.Errorf("letter %q, want one character, and not a hyphen", k.Letter)
		case k.Side < -1 || k.Side >= len(g.Sides):
			return reason.Errorf("piece %q: no side %d", k.Letter, k.Side)
		}
		err = cmp.Or(err, known("shape", k.Shape), known("colour", cmp.Or(k.Colour, boards.Grey)))
	}
	return err
}

// known returns an error unless a name is one of its kind.
func known[T ~string](kind string, name T) error {
	if slices.Contains(strings.Fields(kinds[kind]), string(name)) {
		return nil
	}
	return reason.Errorf("%s %q, want one of %s", kind, name, kinds[kind])
}

// shown returns the board with the functions that place pieces and moves, or nil.
func (r rules) shown() *boards.Of[state, move] {
	if r.board == nil {
		return nil
	}
	return &boards.Of[state, move]{Board: *r.board, Pieces: r.pieces, Path: r.path}
}

// pieces returns the letters of the pieces of s.
func (r rules) pieces(s *state) string {
	text := strings.Repeat(string(boards.Empty), len(r.board.Cells))
	if p := r.position(s); p != dead {
		v, err := r.call("pieces", p.value)
		if placed, ok := starlark.AsString(v); err == nil && ok && r.board.Check(placed) == nil {
			return placed
		} else if err == nil {
			err = r.wrong("pieces", v, "a text with a letter for each cell")
		}
		r.fail(err)
	}
	return text
}

// path returns the cells that enter a move.
func (r rules) path(s *state, m move) (path []int) {
	p, moves := r.listed(s)
	i := index(moves, m)
	if i < 0 {
		return nil
	}
	v, err := r.call("cells", p.value, moves[i].value)
	list, _ := v.(starlark.Indexable)
	for i := 0; list != nil && i < list.Len() && len(path) == i; i++ {
		cell := -1
		if starlark.AsInt(list.Index(i), &cell) == nil && cell >= 0 && cell < len(r.board.Cells) {
			path = append(path, cell)
		}
	}
	if err == nil && (list == nil || list.Len() != len(path) || len(path) > len(r.board.Cells)) {
		err = r.wrong("cells", v, "a list of numbers of cells")
	}
	r.fail(err)
	return path
}

// crossed returns an error if two moves of a position cannot be distinguished on the board.
func (c *checker) crossed(s *state, moves []choice, labels []string) error {
	var paths [][]int
	for i := 0; c.board != nil && i < len(moves); i++ {
		path := c.path(s, moves[i].move)
		for j, other := range paths {
			if n := min(len(path), len(other)); n > 0 && slices.Equal(path[:n], other[:n]) {
				return c.at("cells", reason.Errorf("the cells of the moves %s and %s begin alike", labels[j], labels[i]))
			}
		}
		paths = append(paths, path)
	}
	return nil
}
