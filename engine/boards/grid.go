package boards

import (
	"math"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// Gap is the distance between small boards, in cells.
const Gap = 0.35

// labelAt is the distance of labels from the edge, in cells.
const labelAt = 0.24

// Grid returns a board of columns and rows of cells, row by row from the top left: a1, b1, … with
// letters above and numbers at the left. A square board may be turned and mirrored, others only
// mirrored. The caller adds sides and pieces.
func Grid(columns, rows int) Board {
	b := Board{
		Schema: Schema, Width: float64(columns), Height: float64(rows),
		Ground: Paper, Lines: Between, Turns: 2, Mirrors: true,
	}
	if columns == rows {
		b.Turns = 4
	}
	for y := range rows {
		for x := range columns {
			b.Cells = append(b.Cells, Cell{Name: column(x) + strconv.Itoa(y+1), X: float64(x), Y: float64(y), Shade: (x + y) & 1})
		}
	}
	for x := range columns {
		b.Labels = append(b.Labels, Label{column(x), float64(x) + 0.5, -labelAt})
	}
	for y := range rows {
		b.Labels = append(b.Labels, Label{strconv.Itoa(y + 1), -labelAt, float64(y) + 0.5})
	}
	return b
}

// column returns the letter of a column; from the 27th on, two letters.
func column(x int) string {
	const letters = 26
	if x < letters {
		return string(rune('a' + x))
	}
	return column(x/letters-1) + column(x%letters)
}

// Upright makes b a vertical board: pieces fall, names are below the columns,
// and the picture is not turned.
func (b *Board) Upright(names []string) {
	b.Falls, b.Turns, b.Labels = true, 1, nil
	for x, name := range names {
		b.Labels = append(b.Labels, Label{name, float64(x) + 0.5, b.Height + labelAt})
	}
}

// Part divides a grid into frames of the given size.
func (b *Board) Part(columns, rows int) {
	apart := func(at float64, each int) float64 {
		return math.Round(100*(at+Gap*max(0, math.Floor(at/float64(each))))) / 100 // enough for drawing
	}
	move := func(x, y *float64) {
		if *x >= 0 {
			*x = apart(*x, columns)
		}
		if *y >= 0 {
			*y = apart(*y, rows)
		}
	}
	for y := 0; y < int(b.Height); y += rows {
		for x := 0; x < int(b.Width); x += columns {
			f := Frame{X: float64(x), Y: float64(y), Width: float64(columns), Height: float64(rows)}
			move(&f.X, &f.Y)
			b.Frames = append(b.Frames, f)
		}
	}
	for i := range b.Cells {
		move(&b.Cells[i].X, &b.Cells[i].Y)
	}
	for i := range b.Labels {
		move(&b.Labels[i].X, &b.Labels[i].Y)
	}
	b.Width = apart(b.Width-1, columns) + 1
	b.Height = apart(b.Height-1, rows) + 1
}

// Marks gives b two sides that write X and O.
func (b *Board) Marks() {
	b.Sides = []Side{{"X", Blue}, {"O", Orange}}
	b.Pieces = []Piece{{Letter: "X", Shape: Cross}, {Letter: "O", Side: 1, Shape: Ring}}
}

// Rounds gives b two sides with black and white round pieces. They are named X and O, as in text.
func (b *Board) Rounds(shape Shape) {
	b.Sides = []Side{{"X", Black}, {"O", White}}
	b.Pieces = []Piece{{Letter: "X", Shape: shape}, {Letter: "O", Side: 1, Shape: shape}}
}

// Rows formats pieces in rows of width cells, separated by slashes.
func Rows(pieces string, width int) string {
	var rows []string
	for ; len(pieces) > width; pieces = pieces[width:] {
		rows = append(rows, pieces[:width])
	}
	return strings.Join(append(rows, pieces), "/")
}

// SideLetter returns X for the first side and O for the second, as in texts of positions.
func SideLetter(side game.Player) string { return "XO"[side&1:][:1] }

// ReadRows returns the pieces of a text in rows, separated by slashes or bars.
// A number stands for that many empty cells, any other character for itself.
func ReadRows(text string) string {
	var pieces strings.Builder
	empty := 0
	for _, r := range text + "/" {
		if '0' <= r && r <= '9' && empty < maxEmpty {
			empty = 10*empty + int(r-'0')
			continue
		}
		pieces.WriteString(strings.Repeat(string(Empty), empty))
		if empty = 0; r != '/' && r != '|' {
			pieces.WriteRune(r)
		}
	}
	return pieces.String()
}

// maxEmpty exceeds the number of empty cells in a row of any board.
const maxEmpty = 1000
