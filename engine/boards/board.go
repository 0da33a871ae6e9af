// Package boards describes how to draw the positions of games and puzzles on boards, and how to
// enter moves by their cells, without knowing any of them.
package boards

import (
	"slices"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Board describes the drawing of a game's positions and the entry of moves, for all positions. A
// [Placement] describes one position. A page or a screen needs nothing else to draw the game.
//
// Board is plain data, the document "ply.board/1". Lengths are in cells, from the top left corner.
type Board struct {
	Schema string  `json:"schema"` // "ply.board/1"
	Width  float64 `json:"width"`  // gaps included
	Height float64 `json:"height"` // as Width
	Ground Ground  `json:"ground"` // behind the cells
	Lines  Lines   `json:"lines"`  // that mark the cells
	Cells  []Cell  `json:"cells"`  // in the order of their numbers
	// Frames are the small boards of a large one. None means a single board.
	Frames []Frame `json:"frames,omitempty"`
	// Faces are the frames, in their order, as the faces of a solid that can
	// be drawn in perspective. None means that the board is flat.
	Faces []Face `json:"faces,omitempty"`
	// Labels are the coordinates at the edges, Dots the points that help orientation.
	Labels []Label      `json:"labels,omitempty"`
	Dots   [][2]float64 `json:"dots,omitempty"` // centres of marks, such as star points
	// Numbered means that cells of shade 1 show their names.
	Numbered bool `json:"numbered,omitempty"`
	// Turns is the number of orientations of the picture: 1, 2 (half turns) or
	// 4.
	Turns   int  `json:"turns"`
	Mirrors bool `json:"mirrors"` // left and right may be swapped
	// Falls means that pieces drop to the lowest empty cell of a column. Any
	// cell of a column then enters its move.
	Falls bool `json:"falls,omitempty"`
	// Tally means that the number of a side's pieces shows the score.
	Tally bool `json:"tally,omitempty"`
	// Scored is the number of best moves whose scores are shown on the board:
	// a page need not ask for more. Zero means all.
	Scored int `json:"scored,omitempty"`
	// Sides are the players, one or two, and Pieces the kinds of pieces.
	Sides  []Side  `json:"sides"`
	Pieces []Piece `json:"pieces"` // by their numbers
	// SetUp describes how to set up a position by hand. Nil means that it is not possible.
	SetUp *SetUp `json:"setup,omitempty"`
}

// Ground is the material of a board.
type Ground string

// The grounds.
const (
	Felt  Ground = "felt"
	Wood  Ground = "wood"
	Paper Ground = "paper"
	Panel Ground = "panel" // upright, with holes through which pieces are visible
	Water Ground = "water" // frames are its banks
)

// Lines is the kind of lines on a board.
type Lines string

// The lines.
const (
	Around  Lines = "around"  // around every cell
	Between Lines = "between" // between cells
	Through Lines = "through" // through the centre of cells: pieces stand on crossings
	Checked Lines = "checked" // no lines: cells have different shades
	NoLines Lines = "none"
)

// Cell is a place for a piece.
type Cell struct {
	Name  string  `json:"name"`            // as moves call it
	X     float64 `json:"x"`               // of its top left corner; its size is 1
	Y     float64 `json:"y"`               // of the same corner
	Shade int     `json:"shade,omitempty"` // 0 light, 1 dark
}

// Frame is a small board of a large one.
type Frame struct {
	Title  string  `json:"title,omitempty"` // above the frame
	X      float64 `json:"x"`               // left edge, in cells
	Y      float64 `json:"y"`               // upper edge
	Width  float64 `json:"width"`           // in cells
	Height float64 `json:"height"`          // in cells
}

// Face places a frame in space. The origin is the middle of the solid, and the
// axes point right, down and towards the reader.
type Face struct {
	Corner [3]float64 `json:"corner"` // the top left one, seen from outside
	Right  [3]float64 `json:"right"`  // the direction of rows, of length 1
	Down   [3]float64 `json:"down"`   // the direction of columns, of length 1
}

// Label is a text around a point.
type Label struct {
	Text string  `json:"text"` // to show
	X    float64 `json:"x"`    // centre, in cells
	Y    float64 `json:"y"`    // centre, in cells
}

// Side is a player with the usual name and colour.
type Side struct {
	Name   string `json:"name"`   // usual name
	Colour Colour `json:"colour"` // of its pieces
}

// Colour is a colour of pieces. The drawing code chooses the shade, for light and dark screens.
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

// Piece is a kind of piece.
type Piece struct {
	// Letter represents the piece in a Placement: one character, not a hyphen.
	Letter string `json:"letter"`
	// Side is the owner's index in Board.Sides, -1 for none.
	Side   int    `json:"side"`
	Shape  Shape  `json:"shape"`
	Colour Colour `json:"colour,omitempty"` // empty means the side's
	Title  string `json:"title,omitempty"`  // "king"; empty if a side has only one kind
	Text   string `json:"text,omitempty"`   // on a tile or a man
	// Picture names what a token shows, in English, such as "wolf". A program
	// without that picture shows Text.
	Picture string `json:"picture,omitempty"`
}

// Shape is the form of a piece.
type Shape string

// The shapes.
const (
	Disc    Shape = "disc"    // flat and two-sided: it is turned over when it changes sides
	Stone   Shape = "stone"   // round
	Counter Shape = "counter" // flat, with a mark of its side
	Cross   Shape = "cross"
	Ring    Shape = "ring"
	Man     Shape = "man"    // low
	King    Shape = "king"   // a man with a crown
	Figure  Shape = "figure" // a chess piece, which Text names: K, Q, R, B, N or P
	Tile    Shape = "tile"   // fills the cell and has a text
	Token   Shape = "token"  // round, with a picture
	Hole    Shape = "hole"   // an empty place for a piece
)

// SetUp describes how to set up pieces by hand.
type SetUp struct {
	// Turn means that either side may be to move. Otherwise the pieces
	// determine it: the sides add pieces in turn.
	Turn bool `json:"turn,omitempty"`
	// Option is another choice to make. Nil means none.
	Option *Choice `json:"option,omitempty"`
}

// Choice is a choice that neither the pieces nor the side to move determine.
type Choice struct {
	Title  string   `json:"title"`  // what is chosen
	Values []string `json:"values"` // to choose from
}

// Placement describes the pieces on the board in a position, and the entry of its moves.
type Placement struct {
	// Pieces is the letter of the piece on each cell, or a hyphen for an empty one.
	Pieces string `json:"pieces"`
	// Paths has, for each move in the order of Position.Moves, the cells that
	// enter it in sequence: the cell where a piece is placed, or the cells
	// from, over and to which it moves. A move without cells is a pass.
	//
	// No path is a prefix of another. If a move ends where another continues, it names its last
	// cell twice. Becomes distinguishes moves with the same path.
	Paths [][]int `json:"paths"`
	// Becomes maps a move to the letter of the piece that it promotes to.
	Becomes map[string]string `json:"becomes,omitempty"`
	// Option is the index of the value in SetUp.Option.
	Option int `json:"option,omitempty"`
	// Won are the cells of winning lines.
	Won []int `json:"won,omitempty"`
	// Threatened are the cells of pieces that must not be lost and are attacked: a king in check.
	Threatened []int `json:"threatened,omitempty"`
	// Owners are the owners of the frames: the index of a side, Open or Shared.
	Owners []int `json:"owners,omitempty"`
	// Last are the cells that entered the last move, if known.
	Last []int `json:"last,omitempty"`
}

// Owners of frames that belong to no side.
const (
	Open   = -1 // still undecided
	Shared = -2 // decided, without an owner
)

// Empty is the letter of a cell with no piece.
const Empty = '-'

// Arrangement is a set-up of pieces by hand.
type Arrangement struct {
	Pieces string      `json:"pieces"`           // as in Placement
	Side   game.Player `json:"side"`             // to move
	Option int         `json:"option,omitempty"` // index of the value of the Choice
}

// Schema is the name of a board's document.
const Schema = "ply.board/1"

// Put returns pieces with one more piece, of the given letter, on a cell. Putting a piece on an
// equal one empties the cell. Where pieces fall, the piece drops to the lowest empty cell; putting
// it on a piece removes that piece and all above.
func (b *Board) Put(pieces string, cell int, letter string) (string, error) {
	if err := b.Check(pieces); err != nil {
		return "", err
	}
	if cell < 0 || cell >= len(b.Cells) {
		return "", reason.Errorf("cell %d, want 0 to %d", cell, len(b.Cells)-1)
	}
	put := []rune(letter)
	if len(put) != 1 || put[0] != Empty && b.kind(put[0]) == nil {
		return "", reason.Errorf("no piece %q", letter)
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

// neighbour returns the cell at the given distance below another, or -1.
func (b *Board) neighbour(cell int, down float64) int {
	at := b.Cells[cell]
	return slices.IndexFunc(b.Cells, func(c Cell) bool { return c.X == at.X && c.Y == at.Y+down })
}

// kind returns the kind of piece with a letter, or nil.
func (b *Board) kind(letter rune) *Piece {
	for i := range b.Pieces {
		if b.Pieces[i].Letter == string(letter) {
			return &b.Pieces[i]
		}
	}
	return nil
}

// Check returns an error unless pieces has one letter of the board for each cell.
func (b *Board) Check(pieces string) error {
	if n := utf8.RuneCountInString(pieces); n != len(b.Cells) {
		return reason.Errorf("pieces on %d cells, want %d", n, len(b.Cells))
	}
	cell := 0
	for _, letter := range pieces {
		if letter != Empty && b.kind(letter) == nil {
			return reason.Errorf("cell %s: no piece %q", b.Cells[cell].Name, letter)
		}
		cell++
	}
	return nil
}

// Counts returns the number of pieces of each of the two sides.
func (b *Board) Counts(pieces string) (n [2]int) {
	for _, letter := range pieces {
		if k := b.kind(letter); k != nil && k.Side >= 0 {
			n[k.Side&1]++
		}
	}
	return n
}

// ToMove returns the side to move, for games in which the sides add pieces in turn.
func (b *Board) ToMove(pieces string) game.Player {
	if n := b.Counts(pieces); len(b.Sides) == 2 && n[0] > n[1] {
		return game.Second
	}
	return game.First
}

// Of is a Board with the types of a game or puzzle.
type Of[S any, M any] struct {
	Board
	// Pieces returns the letter of the piece on each cell of s, a hyphen for an empty cell.
	Pieces func(s *S) string
	// Path returns the cells that enter m at s; see Placement.Paths.
	Path func(s *S, m M) []int
	// Becomes returns the letter of the piece that m promotes to, which distinguishes m from other
	// moves with its path; "" without promotion. Nil means that the game has no promotion.
	Becomes func(s *S, m M) string
	// Won returns the cells of winning lines. Nil means that lines do not win.
	Won func(s *S) []int
	// Threatened returns the cells of Placement.Threatened. Nil means that no piece is a king.
	Threatened func(s *S) []int
	// Owners returns the owners of the frames; see Placement.Owners. Nil means
	// that frames have no owners.
	Owners func(s *S) []int
	// Option reads the choice of Board.SetUp.Option from s. Nil if there is no choice.
	Option func(s *S) int
	// Write formats an arrangement as the text of a position, which need not be legal. Nil means
	// that positions cannot be set up by hand, whatever Board.SetUp says.
	Write func(a Arrangement) string
}

// Place returns how to draw s and enter its legal moves, moves. name returns the text of a move
// for Placement.Becomes. Last stays unset.
func (b *Of[S, M]) Place(s *S, moves []M, name func(m M) string) *Placement {
	out := &Placement{Pieces: b.Pieces(s), Paths: make([][]int, len(moves))}
	for i, m := range moves {
		if out.Paths[i] = b.Path(s, m); out.Paths[i] == nil {
			out.Paths[i] = []int{}
		}
		if b.Becomes == nil {
			continue
		}
		if letter := b.Becomes(s, m); letter != "" {
			if out.Becomes == nil {
				out.Becomes = map[string]string{}
			}
			out.Becomes[name(m)] = letter
		}
	}
	if b.Won != nil {
		out.Won = b.Won(s)
	}
	if b.Threatened != nil {
		out.Threatened = b.Threatened(s)
	}
	if b.Owners != nil {
		out.Owners = b.Owners(s)
	}
	if b.Option != nil {
		out.Option = b.Option(s)
	}
	return out
}
