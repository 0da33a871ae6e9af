// Package shelf lists the puzzles that Plywood solves, by name.
package shelf

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/cube"
	"github.com/plywood-go/plywood/games/pegs"
	"github.com/plywood-go/plywood/games/river"
	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/internal/reason"
)

// player is the only side of a puzzle.
var player = []boards.Side{{Name: "player", Colour: boards.Grey}}

// tilesBoard returns the board of sliding tiles. A click on the tile to slide, or on it
// and then on the blank, enters a move.
func tilesBoard(p *tiles.Puzzle) *boards.Of[tiles.Board, tiles.Move] {
	size := p.Size()
	cells := size.Width * size.Height
	b := boards.Grid(size.Width, size.Height)
	b.Ground, b.Lines, b.Turns, b.Mirrors, b.Labels = boards.Wood, boards.NoLines, 1, false, nil
	b.Sides, b.Scored = player, 1 // no move dots over the numbers
	for t := 1; t < cells; t++ {
		b.Pieces = append(b.Pieces, boards.Piece{Letter: letter(t), Shape: boards.Tile, Side: -1, Colour: boards.White, Text: strconv.Itoa(t)})
	}
	return &boards.Of[tiles.Board, tiles.Move]{
		Board: b,
		Pieces: func(s *tiles.Board) string {
			var text strings.Builder
			shown := p.Shown(*s)
			for _, t := range shown.Tiles[:cells] {
				text.WriteString(letter(int(t)))
			}
			return text.String()
		},
		Path: func(s *tiles.Board, m tiles.Move) []int {
			var next tiles.Board
			p.Play(&next, s, m)
			return []int{int(p.Shown(next).Blank), int(p.Shown(*s).Blank)}
		},
	}
}

// letter returns the letter of a tile, a hyphen for the blank.
func letter(tile int) string {
	if tile == 0 {
		return string(boards.Empty)
	}
	return string(rune('a' + tile - 1))
}

// stickers are the colours of the faces U, R, F, D, L and B on most cubes.
var stickers = []boards.Piece{
	{Letter: "U", Colour: boards.White},
	{Letter: "R", Colour: boards.Red},
	{Letter: "F", Colour: boards.Green},
	{Letter: "D", Colour: boards.Yellow},
	{Letter: "L", Colour: boards.Orange},
	{Letter: "B", Colour: boards.Blue},
}

// net holds the positions of the faces in the net of a cube, in faces from the left and the top.
var net = [...][2]int{{1, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 1}, {3, 1}}

// solid holds the faces of the net, folded around the front to a cube whose half edge is 1.
var solid = [...]boards.Face{
	{Corner: [3]float64{-1, -1, -1}, Right: [3]float64{1, 0, 0}, Down: [3]float64{0, 0, 1}},
	{Corner: [3]float64{1, -1, 1}, Right: [3]float64{0, 0, -1}, Down: [3]float64{0, 1, 0}},
	{Corner: [3]float64{-1, -1, 1}, Right: [3]float64{1, 0, 0}, Down: [3]float64{0, 1, 0}},
	{Corner: [3]float64{-1, 1, 1}, Right: [3]float64{1, 0, 0}, Down: [3]float64{0, 0, -1}},
	{Corner: [3]float64{-1, -1, -1}, Right: [3]float64{0, 0, 1}, Down: [3]float64{0, 1, 0}},
	{Corner: [3]float64{1, -1, -1}, Right: [3]float64{-1, 0, 0}, Down: [3]float64{0, 1, 0}},
}

// netGap is the distance between faces, in cells.
const netGap = 0.15

// cubeBoard returns the net of a cube with n stickers in a row; write returns their
// letters. Two stickers of a face enter a turn. The first is the middle one, or on a
// 2×2×2 cube the top left one. The second chooses the turn by its direction from the
// first: right clockwise, down counter-clockwise, diagonal a half turn.
func cubeBoard[S any](n int, write func(s *S) string) *boards.Of[S, cube.Move] {
	face := float64(n) + netGap
	b := boards.Grid(0, 0)
	b.Width, b.Height, b.Lines, b.Turns, b.Mirrors, b.Sides, b.Scored = 4*face-netGap, 3*face-netGap, boards.NoLines, 1, false, player, 1
	for f, at := range net {
		x, y := float64(at[0])*face, float64(at[1])*face
		b.Frames = append(b.Frames, boards.Frame{X: x, Y: y, Width: float64(n), Height: float64(n)})
		placed := solid[f]
		for axis := range placed.Corner {
			placed.Corner[axis] *= float64(n) / 2
		}
		b.Faces = append(b.Faces, placed)
		for i := range n * n {
			b.Cells = append(b.Cells, boards.Cell{Name: stickers[f].Letter + strconv.Itoa(i+1), X: x + float64(i%n), Y: y + float64(i/n)})
		}
	}
	for _, s := range stickers {
		s.Side, s.Shape, s.Text = -1, boards.Tile, s.Letter
		b.Pieces = append(b.Pieces, s)
	}
	return &boards.Of[S, cube.Move]{
		Board:  b,
		Pieces: func(s *S) string { return write(s) },
		Path: func(_ *S, m cube.Move) []int {
			first := m.Face()*n*n + n*n/2*(n%2)
			return []int{first, first + []int{1, n + 1, n}[m.Quarters()-1]}
		},
	}
}

// crossers are the travellers, by bit.
var crossers = []boards.Piece{
	{Letter: "F", Colour: boards.Blue, Picture: "farmer"},
	{Letter: "W", Colour: boards.Grey, Picture: "wolf"},
	{Letter: "G", Colour: boards.White, Picture: "goat"},
	{Letter: "C", Colour: boards.Green, Picture: "cabbage"},
}

// boat is the letter of the boat, which lies at the farmer's bank.
const boat = "b"

// water is the width of the river, in cells.
const water = 2

// riverBoard returns the two banks, the near one on the left. A click on a passenger
// enters a crossing; so does a click on the farmer, for a crossing alone.
func riverBoard() *boards.Of[river.Across, river.Move] {
	b := boards.Grid(0, 0)
	height := float64(len(crossers))
	b.Width, b.Height, b.Ground, b.Lines, b.Turns, b.Mirrors, b.Sides, b.Scored = 2+water, height, boards.Water, boards.NoLines, 1, false, player, 1
	for bank := range 2 {
		x := float64(bank) * (1 + water)
		b.Frames = append(b.Frames, boards.Frame{X: x, Width: 1, Height: height})
		for i, c := range crossers {
			b.Cells = append(b.Cells, boards.Cell{Name: c.Letter + strconv.Itoa(bank+1), X: x, Y: float64(i)})
		}
	}
	for _, c := range crossers {
		c.Side, c.Shape, c.Text = -1, boards.Token, c.Letter
		b.Pieces = append(b.Pieces, c)
	}
	for bank := range 2 {
		b.Cells = append(b.Cells, boards.Cell{Name: boat + strconv.Itoa(bank+1), X: 1 + float64(bank)*(water-1), Y: (height - 1) / 2})
	}
	b.Pieces = append(b.Pieces, boards.Piece{Letter: boat, Side: -1, Shape: boards.Token, Colour: boards.Orange, Text: boat, Picture: "boat"})
	return &boards.Of[river.Across, river.Move]{
		Board: b,
		Pieces: func(s *river.Across) string {
			banks, boats := [2]string{}, [2]string{boat, string(boards.Empty)}
			for i, c := range crossers {
				here := int(*s >> i & 1)
				banks[here] += c.Letter
				banks[1-here] += string(boards.Empty)
			}
			from := *s & river.Farmer
			return banks[0] + banks[1] + boats[from] + boats[1-from]
		},
		Path: func(s *river.Across, m river.Move) []int {
			with := 0
			for i := range crossers {
				if m>>i&1 != 0 {
					with = i
				}
			}
			from := int(*s & river.Farmer)
			return []int{from*len(crossers) + with, (1-from)*len(crossers) + with}
		},
	}
}

// pegsBoard returns the triangle. A jump is entered by its first and its last hole.
func pegsBoard() *boards.Of[pegs.Holes, pegs.Jump] {
	b := boards.Grid(0, 0)
	size := float64(pegs.Rows)
	b.Width, b.Height, b.Ground, b.Lines, b.Turns, b.Mirrors, b.Sides, b.Scored = size, size, boards.Wood, boards.NoLines, 1, false, player, 1
	for hole := range pegs.Count {
		row, place := pegs.Place(hole)
		b.Cells = append(b.Cells, boards.Cell{Name: pegs.Name(hole), X: (size-1-float64(row))/2 + float64(place), Y: float64(row)})
	}
	b.Pieces = []boards.Piece{
		{Letter: "o", Side: -1, Shape: boards.Stone, Colour: boards.Blue},
		{Letter: ".", Side: -1, Shape: boards.Hole, Colour: boards.Grey},
	}
	return &boards.Of[pegs.Holes, pegs.Jump]{
		Board: b,
		Pieces: func(s *pegs.Holes) string {
			return strings.ReplaceAll(pegs.Puzzle{}.FormatPosition(s), "/", "")
		},
		Path: func(_ *pegs.Holes, j pegs.Jump) []int { return []int{int(j.From), int(j.To)} },
	}
}

// newTiles returns the sliding-tile puzzle of a size, such as 4 or 4x3, with both
// goals. An empty size means 4.
func newTiles(size string) (*puzzle.Puzzle, error) {
	square, err := tileSize(cmp.Or(size, "4"))
	if err != nil {
		return nil, err
	}
	name, cells := fmt.Sprintf("tiles:%d", square.Width), square.Width*square.Height
	title := fmt.Sprintf("%d-puzzle", cells-1)
	if square.Width != square.Height {
		name, title = fmt.Sprintf("%sx%d", name, square.Height), fmt.Sprintf("%s, %v", title, square)
	}
	about := puzzle.About{
		Name: name, Title: title,
		Positions:  "numbers row by row from the top left, 0 for the blank; the goal is 1 2 … 0, or 0 1 2 …",
		Moves:      "the number of the tile that slides; or up, left, right, down for the blank",
		Heuristics: tileBounds(square),
		Large:      tilePatterns(square),
	}
	var ways []*puzzle.Puzzle
	for _, goal := range []tiles.Goal{tiles.Last, tiles.First} {
		rules, err := tiles.New(square, goal, nil)
		if err != nil {
			return nil, err
		}
		about.Goal = puzzle.Goal{Name: goal.String(), Text: goalText(goal, cells)}
		ways = append(ways, puzzle.Adapt(about, rules, tilesBoard(rules), func(ctx context.Context, name string, r puzzle.Resources) (*tiles.Puzzle, error) {
			bound, err := tileBound(ctx, square, name, r)
			if err != nil {
				return nil, err
			}
			return tiles.New(square, goal, bound)
		}))
	}
	return puzzle.Choose(ways...), nil
}

// tileSize reads the number of squares in a row, or in a row and a column: 4 or 4x3.
func tileSize(text string) (size tiles.Size, err error) {
	width, height, both := strings.Cut(text, "x")
	if size.Width, err = strconv.Atoi(width); err == nil {
		size.Height = size.Width
		if both {
			size.Height, err = strconv.Atoi(height)
		}
	}
	if err != nil {
		return size, reason.Errorf("%q, want a size such as 4 or 4x3", text)
	}
	return size, nil
}

// goalText writes the first and last numbers of a goal.
func goalText(goal tiles.Goal, cells int) string {
	if goal == tiles.First {
		return fmt.Sprintf("0 1 … %d", cells-1)
	}
	return fmt.Sprintf("1 2 … %d 0", cells-1)
}

const patterns = "pdb:" // before the name of a partition

// tileBounds returns the names of the lower bounds for a size.
func tileBounds(size tiles.Size) []string {
	names := []string{"manhattan", "conflict"}
	if max(size.Width, size.Height) < 5 {
		names = append(names, "walking")
	}
	names = append(names, tilePatterns(size)...)
	return append(names, blind)
}

// tilePatterns returns the names of the pattern databases for a size.
func tilePatterns(size tiles.Size) (names []string) {
	for _, p := range tiles.Partitions(size) {
		names = append(names, patterns+p)
	}
	return names
}

func tileBound(ctx context.Context, size tiles.Size, name string, r puzzle.Resources) (tiles.Heuristic, error) {
	if partition, ok := strings.CutPrefix(name, patterns); ok {
		return tiles.NewPatterns(ctx, size, partition, r.Folder, r.Report)
	}
	switch name {
	case "conflict":
		return tiles.LinearConflict(size), nil
	case "walking":
		return tiles.NewWalkingDistance(size)
	case blind:
		return tiles.Blind{}, nil
	}
	return tiles.Manhattan(size), nil
}

// entry is a family of puzzles: its name, the listed sizes, and a constructor that
// takes the size after the colon.
type entry struct {
	name    string
	members []string
	make    func(size string) (*puzzle.Puzzle, error)
}

var entries = []entry{
	{"tiles", []string{"3", "4", "5"}, newTiles},
	{"cube", []string{"2", "3"}, newCube},
	{"river", []string{""}, newRiver},
	{"pegs", []string{""}, newPegs},
}

// Find returns the named puzzle, such as "tiles:4".
func Find(name string) (*puzzle.Puzzle, error) {
	family, size, sized := strings.Cut(name, ":")
	for _, e := range entries {
		if e.name != family {
			continue
		}
		if sized && size == "" {
			return nil, reason.Errorf("puzzle %q: nothing behind the colon", name)
		}
		p, err := e.make(size)
		if err != nil {
			return nil, reason.Errorf("puzzle %q: %w", name, err)
		}
		return p, nil
	}
	return nil, reason.Errorf("no puzzle %q: want one of %s", name, strings.Join(Names(), ", "))
}

// Puzzles returns all puzzles.
func Puzzles() (all []*puzzle.Puzzle) {
	for _, name := range Names() {
		p, err := Find(name)
		if err != nil {
			panic("shelf: " + err.Error()) // impossible: the names come from entries
		}
		all = append(all, p)
	}
	return all
}

// Names returns the names of all puzzles.
func Names() (names []string) {
	for _, e := range entries {
		for _, m := range e.members {
			names = append(names, strings.TrimSuffix(e.name+":"+m, ":"))
		}
	}
	return names
}

// newRiver returns the river puzzle, which has no size.
func newRiver(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "river", Title: "farmer at the river", Heuristics: []string{"crossings", blind},
		Positions: "the letters of those on the near bank, a slash, and those of the others, F W G C, - for nobody",
		Moves:     "whom the farmer takes with him: alone, wolf, goat or cabbage",
	}
	return puzzle.Adapt(about, river.Puzzle{}, riverBoard(), func(_ context.Context, name string, _ puzzle.Resources) (river.Puzzle, error) {
		return river.Puzzle{Blind: name == blind}, nil
	}), unsized(size)
}

// newPegs returns peg solitaire on the triangle, which has no size.
func newPegs(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "pegs", Title: "peg solitaire", Heuristics: []string{"pegs", blind},
		Positions: "the rows of the triangle from its tip with slashes between, o for a peg and . for none",
		Moves:     "the holes from which and into which a peg jumps, a1 to e5: d1-b1",
	}
	return puzzle.Adapt(about, pegs.Puzzle{}, pegsBoard(), func(_ context.Context, name string, _ puzzle.Resources) (pegs.Puzzle, error) {
		return pegs.Puzzle{Blind: name == blind}, nil
	}), unsized(size)
}

// unsized returns an error if size is not empty.
func unsized(size string) error {
	if size != "" {
		return reason.Errorf("size %q, but it has none", size)
	}
	return nil
}

const blind = "blind"

// newCube returns Rubik's cube, 2×2×2 or 3×3×3. Empty size means 3×3×3.
func newCube(size string) (*puzzle.Puzzle, error) {
	about := puzzle.About{
		Name: "cube:" + size, Title: fmt.Sprintf("cube of %s×%s×%s", size, size, size),
		Positions: "the letters or colours of the stickers, U R F D L B, each row by row; or turns from the solved cube",
		Moves:     "the letter of a face, alone, with 2 or with '",
	}
	switch size {
	case "2":
		about.Heuristics = []string{"exact", blind}
		pocket := &cube.Pocket{}
		return puzzle.Adapt(about, pocket, cubeBoard(2, pocket.FormatPosition), func(ctx context.Context, name string, r puzzle.Resources) (*cube.Pocket, error) {
			if name == blind {
				return pocket, nil
			}
			return cube.NewPocket(ctx, r.Folder, r.Report)
		}), nil
	case "", "3":
		about.Name, about.Title, about.Heuristics = "cube:3", "cube of 3×3×3", []string{string(cube.Near), string(cube.Far), string(cube.Seated), blind}
		about.Large = []string{string(cube.Far), string(cube.Seated)}
		large := cube.New(nil)
		return puzzle.Adapt(about, large, cubeBoard(3, large.FormatPosition), func(ctx context.Context, name string, r puzzle.Resources) (*cube.Puzzle, error) {
			if name == blind {
				return cube.New(nil), nil
			}
			bound, err := cube.NewPhases(ctx, cube.Reach(name), r.Folder, r.Report)
			return cube.New(bound), err
		}), nil
	}
	return nil, reason.Errorf("cubes of %q, want 2 or 3", size)
}
