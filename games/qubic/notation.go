package qubic

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// FormatMove returns the name of the cell, such as 2b3.
func (Rules) FormatMove(_ *Position, m Move) string {
	return string([]byte{'1' + byte(m>>4), 'a' + byte(m&3), '1' + byte(m>>2&3)})
}

// ParseMove parses the name of an empty cell.
func (r Rules) ParseMove(p *Position, text string) (Move, error) {
	m, err := r.parseMove(p, text)
	if err != nil {
		return 0, reason.Errorf("qubic: move %w", err)
	}
	return m, nil
}

func (r Rules) parseMove(p *Position, text string) (Move, error) {
	var z, x, y int
	if len(text) == 3 {
		z, x, y = int(text[0])-'1', int(text[1])-'a', int(text[2])-'1'
	}
	if len(text) != 3 || (x|y|z)&^3 != 0 {
		return 0, reason.Errorf("%q, want a level 1 to 4, a column a to d and a row 1 to 4", text)
	}
	m := Move(x + 4*y + 16*z)
	switch {
	case r.Status(p).Over():
		return 0, reason.Errorf("%s: %w: the game is over", text, game.ErrIllegal)
	case (p.Own|p.Opp)>>m&1 != 0:
		return 0, reason.Errorf("%s: %w: the cell is taken", text, game.ErrIllegal)
	}
	return m, nil
}

// cells returns X, O or - for each cell.
func (r Rules) cells(p *Position) []byte {
	sides := [2]uint64{p.Own, p.Opp}
	first := r.ToMove(p)
	cells := make([]byte, 64)
	for c := range cells {
		switch {
		case sides[first]>>c&1 != 0:
			cells[c] = 'X'
		case sides[first.Other()]>>c&1 != 0:
			cells[c] = 'O'
		default:
			cells[c] = rowtext.Empty
		}
	}
	return cells
}

// FormatPosition returns the levels and the side to move.
func (r Rules) FormatPosition(p *Position) string {
	var levels []string
	for level := range slices.Chunk(r.cells(p), 16) {
		var rows []string
		for row := range slices.Chunk(level, 4) {
			rows = append(rows, rowtext.Format(row))
		}
		levels = append(levels, strings.Join(rows, "/"))
	}
	return strings.Join(levels, "|") + " " + string("XO"[r.ToMove(p)])
}

// ParsePosition parses a position; see the package comment. It rejects impossible
// positions: wrong numbers of stones, a finished line of the side to move, and lines
// that no single move can complete.
func (r Rules) ParsePosition(text string) (Position, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Position{}, reason.New("qubic: empty position, want startpos, levels or moves")
	}
	var p Position
	switch {
	case words[0] == "startpos":
		words = words[1:]
	case strings.ContainsAny(words[0], "/|"):
		var err error
		if p, words, err = r.parseLevels(words); err != nil {
			return Position{}, reason.Errorf("qubic: %w", err)
		}
	}
	for i, word := range words {
		m, err := r.parseMove(&p, word)
		if err != nil {
			return Position{}, reason.Errorf("qubic: move %d: %w", i+1, err)
		}
		r.Play(&p, &p, m)
	}
	return p, nil
}

// parseLevels parses the levels and the optional side to move. It returns the remaining
// words as rest.
func (r Rules) parseLevels(words []string) (p Position, rest []string, err error) {
	levels := strings.Split(words[0], "|")
	if len(levels) != 4 {
		return p, nil, reason.Errorf("%d levels, want 4", len(levels))
	}
	var x, o uint64
	for z, level := range levels {
		rows := strings.Split(level, "/")
		if len(rows) != 4 {
			return p, nil, reason.Errorf("level %d: %d rows, want 4", z+1, len(rows))
		}
		for y, row := range rows {
			cells, err := rowtext.Parse(row, 4)
			if err != nil {
				return p, nil, reason.Errorf("level %d: row %d: %w", z+1, y+1, err)
			}
			for i, stone := range cells {
				bit := uint64(1) << (i + 4*y + 16*z)
				switch stone {
				case 'X':
					x |= bit
				case 'O':
					o |= bit
				}
			}
		}
	}
	if p, err = position(x, o); err != nil {
		return p, nil, err
	}
	rest = words[1:]
	if len(rest) == 0 || rest[0] != "X" && rest[0] != "O" {
		return p, rest, nil
	}
	if want := "XO"[r.ToMove(&p):][:1]; rest[0] != want {
		return p, nil, reason.Errorf("side to move is %s, but the stones leave %s to move", rest[0], want)
	}
	return p, rest[1:], nil
}

// position returns the position with the given stones of X and O. It fails if
// the position cannot arise.
func position(x, o uint64) (Position, error) {
	p, mover := Position{Own: x, Opp: o}, "X"
	switch nx, no := bits.OnesCount64(x), bits.OnesCount64(o); {
	case nx == no+1:
		p, mover = Position{Own: o, Opp: x}, "O"
	case nx != no:
		return p, reason.Errorf("%d X and %d O, want as many or one X more", nx, no)
	}
	if HasLine(p.Own) {
		return p, reason.Errorf("%s is to move but has a line", mover)
	}
	if HasLine(p.Opp) && !madeAtOnce(p.Opp) {
		return p, reason.New("no single move completes all the lines of the side that moved last")
	}
	return p, nil
}

// madeAtOnce reports whether removing one stone leaves no line.
func madeAtOnce(stones uint64) bool {
	for rest := stones; rest != 0; rest &= rest - 1 {
		if !HasLine(stones &^ (rest & -rest)) {
			return true
		}
	}
	return false
}

// Draw returns the levels side by side, and the state of the game.
func (r Rules) Draw(p *Position) string {
	cells := r.cells(p)
	var out strings.Builder
	out.WriteString(" ")
	captions := r.Captions(p)
	for _, level := range captions[:4] {
		fmt.Fprintf(&out, "  %s   ", level.Text)
	}
	out.WriteString("\n ")
	out.WriteString(strings.Repeat("  a b c d   ", 4))
	for y := range 4 {
		fmt.Fprintf(&out, "\n%d", y+1)
		for z := range 4 {
			row := cells[4*y+16*z:][:4]
			fmt.Fprintf(&out, "  %c %c %c %c   ", row[0], row[1], row[2], row[3])
		}
	}
	out.WriteString("\n" + captions[4].Text + "\n")
	return trimLines(out.String())
}

// Captions returns the names of the levels and the state of the game.
func (r Rules) Captions(p *Position) []game.Caption {
	captions := make([]game.Caption, 0, 5)
	for z := range 4 {
		number := strconv.Itoa(z + 1)
		captions = append(captions, game.Caption{Text: "level " + number, Says: game.Level, What: number})
	}
	return append(captions, game.Standing(r.Status(p), r.ToMove(p), [2]string{"X", "O"}))
}

// trimLines removes spaces from the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
