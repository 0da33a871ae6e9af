package engine

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
)

// Board says how the positions of a game are drawn and how moves are entered:
// what all positions have in common. A [Placement] says what stands on it. A
// page or a screen needs nothing else to draw the game.
//
// Board is plain data, the document "ply.board/1". Lengths are in cells, from
// the top left corner.
type Board struct {
	Schema string  `json:"schema"`
	Width  float64 `json:"width"` // gaps included
	Height float64 `json:"height"`
	Ground Ground  `json:"ground"`
	Lines  Lines   `json:"lines"`
	Cells  []Cell  `json:"cells"`
	// Frames are the small boards of a large one. None means one board.
	Frames []Frame `json:"frames,omitempty"`
	// Labels are the coordinates at the edges, Dots the points that help the eye.
	Labels []Label      `json:"labels,omitempty"`
	Dots   [][2]float64 `json:"dots,omitempty"`
	// Numbered says that cells of shade 1 have their names written on them.
	Numbered bool `json:"numbered,omitempty"`
	// Turns is how many ways round the picture may lie: 1, 2 (half turns) or 4.
	Turns   int  `json:"turns"`
	Mirrors bool `json:"mirrors"` // left and right may be exchanged
	// Falls says that pieces come down from above to the lowest empty cell. Any
	// cell of a column then enters the move of the column.
	Falls bool `json:"falls,omitempty"`
	// Tally says that the number of a side's pieces tells how it stands.
	Tally bool `json:"tally,omitempty"`
	// Scored is how many moves, the best, have their scores on the board: a page
	// need not ask for more. Zero means all.
	Scored int `json:"scored,omitempty"`
	// Sides are the players, one or two, and Pieces the kinds of pieces.
	Sides  []BoardSide `json:"sides"`
	Pieces []Piece     `json:"pieces"`
	// SetUp says how a position is set up by hand. Nil means that none can be.
	SetUp *SetUp `json:"setup,omitempty"`
}

// Ground is what a board is made of.
type Ground string

// The grounds.
const (
	Felt  Ground = "felt"
	Wood  Ground = "wood"
	Paper Ground = "paper"
	Panel Ground = "panel" // upright, with holes through which pieces are seen
)

// Lines say where the lines of a board are.
type Lines string

// The lines.
const (
	Around  Lines = "around"  // around every cell
	Between Lines = "between" // between cells
	Through Lines = "through" // through the middle of cells: pieces stand on crossings
	Checked Lines = "checked" // none: cells differ by their shades
	NoLines Lines = "none"
)

// Cell is where a piece can stand.
type Cell struct {
	Name  string  `json:"name"`
	X     float64 `json:"x"` // of its left upper corner; it is one wide and high
	Y     float64 `json:"y"`
	Shade int     `json:"shade,omitempty"` // 0 light, 1 dark
}

// Frame is a small board of a large one.
type Frame struct {
	Title  string  `json:"title,omitempty"` // above it
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Label is a text around a point.
type Label struct {
	Text string  `json:"text"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

// BoardSide is a player, under the name and colour that people at the board
// know.
type BoardSide struct {
	Name   string `json:"name"`
	Colour Colour `json:"colour"`
}

// Colour is a colour of pieces. What draws them chooses the shade, for light
// and for dark screens.
type Colour string

// The colours.
const (
	Black  Colour = "black"
	White  Colour = "white"
	Red    Colour = "red"
	Yellow Colour = "yellow"
	Blue   Colour = "blue"
	Orange Colour = "orange"
	Green  Colour = "green"
	Grey   Colour = "grey"
)

// Piece is a kind of pieces.
type Piece struct {
	// Letter stands for it in a Placement: one character, no hyphen.
	Letter string `json:"letter"`
	// Side has it: its number in Board.Sides, -1 for none.
	Side   int    `json:"side"`
	Shape  Shape  `json:"shape"`
	Colour Colour `json:"colour,omitempty"` // empty for that of its side
	Title  string `json:"title,omitempty"`  // "king"; none where a side has one kind
	Text   string `json:"text,omitempty"`   // on a tile or a man
}

// Shape is the form of a piece.
type Shape string

// The shapes.
const (
	Disc    Shape = "disc"    // flat, with two sides: it is turned when it changes hands
	Stone   Shape = "stone"   // round
	Counter Shape = "counter" // flat, with a mark of its side
	Cross   Shape = "cross"
	Ring    Shape = "ring"
	Man     Shape = "man"  // low
	King    Shape = "king" // a man with a crown
	Tile    Shape = "tile" // fills the cell, with a text
)

// SetUp says how pieces are put on a board by hand.
type SetUp struct {
	// Turn says that either side may be to move. Otherwise the pieces tell: the
	// sides add one in turn.
	Turn bool `json:"turn,omitempty"`
	// Option is what else has to be said. Nil means nothing.
	Option *SetUpOption `json:"option,omitempty"`
}

// SetUpOption is a choice that neither the pieces nor the side to move tell.
type SetUpOption struct {
	Title  string   `json:"title"`
	Values []string `json:"values"`
}

// Placement is what stands on the board in a position, and how its moves are
// entered.
type Placement struct {
	// Pieces is the letter of the piece on each cell, a hyphen on an empty one.
	Pieces string `json:"pieces"`
	// Paths has, for each move in the order of Position.Moves, the cells that
	// enter it one after the other: the cell where a piece is put, or the cells
	// from, over and to which it goes. A move without cells is a pass.
	//
	// No path is the beginning of another. A move that ends where another goes
	// on names its last cell twice. Moves of one path are told apart by
	// Becomes.
	Paths [][]int `json:"paths"`
	// Becomes gives, by move, the letter of what a piece turns into.
	Becomes map[string]string `json:"becomes,omitempty"`
	// Option is the index of the value in SetUp.Option.
	Option int `json:"option,omitempty"`
	// Won are the cells of the lines that have won.
	Won []int `json:"won,omitempty"`
	// Owners say whose the frames are: the number of a side, Open or Shared.
	Owners []int `json:"owners,omitempty"`
	// Last are the cells that entered the last move, where that is known.
	Last []int `json:"last,omitempty"`
}

// Owners of frames that are no side's.
const (
	Open   = -1 // still to be decided
	Shared = -2 // decided, and nobody's
)

// Empty is the letter of a cell with no piece.
const Empty = '-'

// Arrangement is pieces that were put on a board by hand.
type Arrangement struct {
	Pieces string      `json:"pieces"` // as in Placement
	Side   game.Player `json:"side"`   // to move
	Option int         `json:"option,omitempty"`
}

// boardSchema names the document of a board.
const boardSchema = "ply.board/1"

// Put returns pieces with one more, of a letter, on a cell. A piece put on one
// like it leaves the cell empty. Where pieces fall it comes down to the lowest
// empty cell; put on a piece, it takes that piece away and all above.
func (b *Board) Put(pieces string, cell int, letter string) (string, error) {
	if err := b.Check(pieces); err != nil {
		return "", err
	}
	if cell < 0 || cell >= len(b.Cells) {
		return "", fmt.Errorf("cell %d, want 0 to %d", cell, len(b.Cells)-1)
	}
	put := []rune(letter)
	if len(put) != 1 || put[0] != Empty && b.kind(put[0]) == nil {
		return "", fmt.Errorf("no piece %q", letter)
	}
	on := []rune(pieces)
	switch {
	case !b.Falls:
		if on[cell] == put[0] {
			put[0] = Empty
		}
		on[cell] = put[0]
	case on[cell] != Empty, put[0] == Empty:
		for at := cell; at >= 0; at = b.neighbour(at, -1) {
			on[at] = Empty
		}
	default:
		for next := cell; next >= 0 && on[next] == Empty; next = b.neighbour(next, 1) {
			cell = next
		}
		on[cell] = put[0]
	}
	return string(on), nil
}

// neighbour returns the cell so far below another, -1 if there is none.
func (b *Board) neighbour(cell int, down float64) int {
	at := b.Cells[cell]
	return slices.IndexFunc(b.Cells, func(c Cell) bool { return c.X == at.X && c.Y == at.Y+down })
}

// kind returns the kind of pieces of a letter, nil if there is none.
func (b *Board) kind(letter rune) *Piece {
	for i := range b.Pieces {
		if b.Pieces[i].Letter == string(letter) {
			return &b.Pieces[i]
		}
	}
	return nil
}

// Check returns an error unless pieces has one letter of the board for each
// cell.
func (b *Board) Check(pieces string) error {
	if n := utf8.RuneCountInString(pieces); n != len(b.Cells) {
		return fmt.Errorf("pieces on %d cells, want %d", n, len(b.Cells))
	}
	cell := 0
	for _, letter := range pieces {
		if letter != Empty && b.kind(letter) == nil {
			return fmt.Errorf("cell %s: no piece %q", b.Cells[cell].Name, letter)
		}
		cell++
	}
	return nil
}

// Counts returns the number of pieces of each of two sides.
func (b *Board) Counts(pieces string) (n [2]int) {
	for _, letter := range pieces {
		if k := b.kind(letter); k != nil && k.Side >= 0 {
			n[k.Side&1]++
		}
	}
	return n
}

// ToMove returns the side to move, for games in which each side adds a piece in
// turn.
func (b *Board) ToMove(pieces string) game.Player {
	if n := b.Counts(pieces); len(b.Sides) == 2 && n[0] > n[1] {
		return game.Second
	}
	return game.First
}
