package tree

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// FormatMove returns the number of the child from 1.
func (u Uniform) FormatMove(_ *UniformPosition, m Move) string { return strconv.Itoa(int(m) + 1) }

// ParseMove parses the number of a child from 1.
func (u Uniform) ParseMove(p *UniformPosition, text string) (Move, error) {
	number, err := strconv.Atoi(text)
	switch {
	case err != nil || number < 1 || number > u.Branching:
		return 0, reason.Errorf("tree: move %q: %w: want a number from 1 to %d", text, game.ErrIllegal, u.Branching)
	case u.Status(p).Over():
		return 0, reason.Errorf("tree: move %q: %w: a leaf has no children", text, game.ErrIllegal)
	}
	return Move(number - 1), nil
}

// FormatPosition returns startpos, for the root, followed by the moves.
func (u Uniform) FormatPosition(p *UniformPosition) string {
	words := make([]string, p.ply+1)
	words[0] = "startpos"
	for ply, index := int(p.ply), p.index; ply > 0; ply-- {
		words[ply] = strconv.FormatUint(index%uint64(u.Branching)+1, 10)
		index /= uint64(u.Branching)
	}
	return strings.Join(words, " ")
}

// ParsePosition parses the moves from the root, optionally after startpos.
func (u Uniform) ParsePosition(text string) (UniformPosition, error) {
	p := u.Start()
	words := strings.Fields(text)
	if len(words) == 0 {
		return p, reason.New("tree: empty text, want startpos or moves")
	}
	if words[0] == "startpos" {
		words = words[1:]
	}
	for _, word := range words {
		m, err := u.ParseMove(&p, word)
		if err != nil {
			return u.Start(), err
		}
		u.Play(&p, &p, m)
	}
	return p, nil
}

// Captions returns the side to move.
func (u Uniform) Captions(p *UniformPosition) []game.Caption {
	if u.Status(p).Over() {
		return nil
	}
	side := u.ToMove(p)
	return []game.Caption{{Text: turnNames[Max+Turn(side)] + " to move", Says: game.ToMove, Side: side}}
}

// Draw returns the place of p in the tree.
func (u Uniform) Draw(p *UniformPosition) string {
	where := fmt.Sprintf("uniform tree %v: node %d of ply %d", u, p.index+1, p.ply)
	if status := u.Status(p); status.Over() {
		return fmt.Sprintf("%s, a leaf: %v for %s\n", where, status, turnNames[Max+Turn(u.ToMove(p))])
	}
	return fmt.Sprintf("%s, %s to move\n", where, turnNames[Max+Turn(u.ToMove(p))])
}
