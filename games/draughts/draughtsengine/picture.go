package draughtsengine

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// picture describes how to draw a game: on a checkered board from White's side,
// with square numbers, or in Russian draughts with letters and numbers at the
// edges.
func picture(r draughts.Rules) *boards.Of[position, move] {
	n := r.Size()
	b := boards.Grid(n, n)
	b.Ground, b.Lines, b.Turns, b.Mirrors = boards.Wood, boards.Checked, 2, false
	b.Cells = slices.DeleteFunc(b.Cells, func(c boards.Cell) bool { return c.Shade == 0 }) // pieces stand on dark squares only
	for i := range b.Cells {
		b.Cells[i].Name = name(r, i)
	}
	if r.Variant == draughts.Russian {
		for i := range b.Labels { // letters below, numbers increasing upwards
			b.Labels[i].Y = float64(n) - b.Labels[i].Y
		}
	} else {
		b.Labels, b.Numbered = nil, true
	}
	b.Sides = []boards.Side{{Name: "White", Colour: boards.White}, {Name: "Black", Colour: boards.Black}}
	if r.Black() == game.First {
		b.Sides[0], b.Sides[1] = b.Sides[1], b.Sides[0]
	}
	for _, side := range []game.Player{game.First, game.Second} {
		b.Pieces = append(b.Pieces,
			boards.Piece{Letter: letter(r, side, false), Side: int(side), Shape: boards.Man},
			boards.Piece{Letter: letter(r, side, true), Side: int(side), Shape: boards.King, Title: "king"},
		)
	}
	b.SetUp = &boards.SetUp{Turn: true}
	return &boards.Of[position, move]{
		Board:  b,
		Pieces: func(s *position) string { return pieces(r, s) },
		Path: func(s *position, m move) (path []int) {
			for _, sq := range r.Route(s, m) {
				path = append(path, r.Number(sq)-1) // cells are the dark squares in order
			}
			return path
		},
		Write: func(a boards.Arrangement) string { return arranged(r, a) },
	}
}

// name returns the name of a cell.
func name(r draughts.Rules, cell int) string { return r.FormatSquare(r.Square(cell + 1)) }

// letter returns the letter of a piece: w for White, b for Black, capitals for
// kings.
func letter(r draughts.Rules, side game.Player, king bool) string {
	l := "w"
	if side == r.Black() {
		l = "b"
	}
	if king {
		return strings.ToUpper(l)
	}
	return l
}

// pieces returns the contents of all cells.
func pieces(r draughts.Rules, s *position) string {
	cells := make([]byte, r.Size()*r.Size()/2)
	for i := range cells {
		sq := r.Square(i + 1)
		cells[i] = boards.Empty
		for _, side := range []game.Player{game.First, game.Second} {
			if s.Of(side)>>sq&1 != 0 {
				cells[i] = letter(r, side, s.Kings>>sq&1 != 0)[0]
			}
		}
	}
	return string(cells)
}

// arranged returns the text of a position set up by hand.
func arranged(r draughts.Rules, a boards.Arrangement) string {
	var lists [2][]string // of White and Black
	for i, c := range a.Pieces {
		side := 0
		switch c {
		case boards.Empty:
			continue
		case 'b', 'B':
			side = 1
		}
		king := ""
		if c == 'W' || c == 'B' {
			king = "K"
		}
		lists[side] = append(lists[side], king+name(r, i))
	}
	turn := "W"
	if a.Side == r.Black() {
		turn = "B"
	}
	return turn + ":W" + strings.Join(lists[0], ",") + ":B" + strings.Join(lists[1], ",")
}
