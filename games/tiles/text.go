package tiles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// FormatMove returns the number of the tile that slides.
func (p *Puzzle) FormatMove(b *Board, m Move) string {
	cell, _ := p.to(b.Blank, m)
	tile := int(b.Tiles[cell])
	if p.aim == Last {
		tile = p.size.cells() - tile
	}
	return strconv.Itoa(tile)
}

// ParseMove reads the number of a tile beside the blank, or the direction in which the
// blank moves: up, left, right or down.
func (p *Puzzle) ParseMove(b *Board, text string) (Move, error) {
	if p.Goal(b) {
		return 0, reason.Errorf("tiles: move %q: %w: the goal is reached", text, game.ErrIllegal)
	}
	m := Move(slices.Index(moveNames[:], text))
	if int(m) < len(moveNames) {
		if p.aim == Last {
			m = m.Inverse() // the board is stored turned
		}
		if _, ok := p.to(b.Blank, m); !ok {
			return 0, reason.Errorf("tiles: move %q: %w: the blank is at the edge", text, game.ErrIllegal)
		}
		return m, nil
	}
	for m := Up; m <= Down; m++ {
		if _, ok := p.to(b.Blank, m); ok && p.FormatMove(b, m) == text {
			return m, nil
		}
	}
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n < p.size.cells() && strconv.Itoa(n) == text {
		return 0, reason.Errorf("tiles: move %q: %w: the tile is not beside the blank", text, game.ErrIllegal)
	}
	return 0, reason.Errorf("tiles: move %q, want the number of a tile or one of %s", text, strings.Join(moveNames[:], ", "))
}

// FormatPosition returns the numbers row by row, 0 for the blank.
func (p *Puzzle) FormatPosition(b *Board) string {
	var words []string
	shown := p.Shown(*b)
	for _, t := range shown.Tiles[:p.size.cells()] {
		words = append(words, strconv.Itoa(int(t)))
	}
	return strings.Join(words, " ")
}

// ParsePosition reads the numbers row by row from the top left, separated by spaces or
// commas; 0 is the blank. It accepts arrangements that cannot be solved.
func (p *Puzzle) ParsePosition(text string) (Board, error) {
	var b Board
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	cells := p.size.cells()
	at := map[int]int{} // index of each number
	for i, w := range words {
		t, err := strconv.Atoi(w)
		switch first, twice := at[t]; {
		case err != nil || t < 0 || t >= cells:
			return Board{}, reason.Errorf("tiles: number %d: %q, want 0 to %d", i+1, w, cells-1)
		case twice:
			return Board{}, reason.Errorf("tiles: number %d: %d stands at number %d already", i+1, t, first)
		case i == cells:
			return Board{}, reason.Errorf("tiles: more than %d numbers", cells)
		}
		at[t] = i + 1
		b.Tiles[i] = uint8(t)
		if t == 0 {
			b.Blank = uint8(i)
		}
	}
	if len(words) < cells {
		return Board{}, reason.Errorf("tiles: %d numbers, want %d: row by row, 0 for the blank", len(words), cells)
	}
	return p.Shown(b), nil
}

// Draw draws the board.
func (p *Puzzle) Draw(b *Board) string {
	var text strings.Builder
	shown := p.Shown(*b)
	for i, t := range shown.Tiles[:p.size.cells()] {
		word := "."
		if t != 0 {
			word = strconv.Itoa(int(t))
		}
		end := " "
		if i%p.size.Width == p.size.Width-1 {
			end = "\n"
		}
		fmt.Fprintf(&text, "%2s%s", word, end)
	}
	return text.String()
}
