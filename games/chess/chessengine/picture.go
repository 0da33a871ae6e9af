package chessengine

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/games/chess"
)

// kinds are the pieces, with their letters and names.
var kinds = []struct {
	piece  chess.Piece
	letter string
	name   string
}{
	{chess.King, "K", "king"},
	{chess.Queen, "Q", "queen"},
	{chess.Rook, "R", "rook"},
	{chess.Bishop, "B", "bishop"},
	{chess.Knight, "N", "knight"},
	{chess.Pawn, "P", "pawn"},
}

// picture describes how to draw the game: on a checkered board from White's side,
// with letters below and numbers that grow upwards.
func picture() *boards.Of[position, move] {
	b := boards.Grid(8, 8)
	b.Ground, b.Lines, b.Turns, b.Mirrors = boards.Wood, boards.Checked, 2, false
	for i := range b.Cells {
		b.Cells[i].Name = square(i).String()
	}
	for i := range b.Labels {
		b.Labels[i].Y = 8 - b.Labels[i].Y
	}
	b.Sides = []boards.Side{{Name: "White", Colour: boards.White}, {Name: "Black", Colour: boards.Black}}
	for side := range 2 {
		for _, k := range kinds {
			letter := k.letter
			if side == 1 {
				letter = strings.ToLower(letter)
			}
			b.Pieces = append(b.Pieces, boards.Piece{Letter: letter, Side: side, Shape: boards.Figure, Title: k.name, Text: k.letter})
		}
	}
	b.SetUp = &boards.SetUp{Turn: true, Option: &boards.Choice{Title: "castling", Values: rights()}}
	return &boards.Of[position, move]{
		Board:  b,
		Pieces: pieces,
		Path:   path,
		Becomes: func(s *position, m move) string {
			p := m.Promotion()
			for _, k := range kinds {
				if k.piece == p && s.Turn() == chess.White {
					return k.letter
				} else if k.piece == p {
					return strings.ToLower(k.letter)
				}
			}
			return ""
		},
		Threatened: func(s *position) []int {
			if !s.Check() {
				return nil
			}
			return []int{cell(chess.Square(bits.TrailingZeros64(s.Pieces(chess.King) & s.Side(s.Turn()))))}
		},
		Option: func(s *position) int { return option(s) },
		Write:  arranged,
	}
}

// square returns the square of a cell; cells go row by row from the top.
func square(cell int) chess.Square { return chess.Square(cell ^ 56) }

// cell is the inverse of square.
func cell(sq chess.Square) int { return int(sq) ^ 56 }

// pieces returns the contents of all cells.
func pieces(s *position) string {
	board, _, _ := strings.Cut(chess.Rules{}.FormatPosition(s), " ")
	var out strings.Builder
	for _, c := range board {
		switch {
		case c == '/':
		case c <= '8':
			out.WriteString(strings.Repeat(string(boards.Empty), int(c-'0')))
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}

// path returns the cells where a move begins and ends. Castling ends where the
// king goes or, if the king could step there, at the rook.
func path(_ *position, m move) []int {
	from, to := m.From(), m.To()
	if m.Castles() {
		king := chess.Square(int(from)&56 + 6)
		if to < from {
			king -= 4
		}
		if apart := int(king) - int(from); apart > 1 || apart < -1 {
			to = king
		}
	}
	return []int{cell(from), cell(to)}
}

// rights are the sets of rights to castle, as in FEN.
func rights() (all []string) {
	for set := 15; set >= 0; set-- {
		text := ""
		for i, c := range "KQkq" {
			if set>>(3-i)&1 != 0 {
				text += string(c)
			}
		}
		if text == "" {
			text = "-"
		}
		all = append(all, text)
	}
	return all
}

// option returns the index of a position's rights to castle; those of Chess960
// count as those of the same wing.
func option(s *position) int {
	set := 0
	for side := range chess.Side(2) {
		king := s.Pieces(chess.King) & s.Side(side)
		own := s.Castling() & s.Side(side)
		if own&^(king-1) != 0 {
			set |= 8 >> (2 * side)
		}
		if own&(king-1) != 0 {
			set |= 4 >> (2 * side)
		}
	}
	return 15 - set
}

// arranged returns the text of a position set up by hand. Rights to castle that
// its pieces rule out are left out.
func arranged(a boards.Arrangement) string {
	var out strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			out.WriteString(strconv.Itoa(empty))
			empty = 0
		}
	}
	for i, c := range a.Pieces {
		if i > 0 && i%8 == 0 {
			flush()
			out.WriteByte('/')
		}
		if c == boards.Empty {
			empty++
			continue
		}
		flush()
		out.WriteRune(c)
	}
	flush()
	out.WriteString(" " + "wb"[a.Side:a.Side+1] + " ")
	board, possible := out.String(), ""
	all := rights()
	for _, c := range all[min(max(a.Option, 0), len(all)-1)] {
		if _, err := (chess.Rules{}).ParsePosition(board + string(c)); err == nil {
			possible += string(c)
		}
	}
	if possible == "" {
		possible = "-"
	}
	return board + possible
}
