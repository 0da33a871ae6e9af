package problem

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

// Challenge is a position with one proven best move, for players to find.
type Challenge struct {
	Position *engine.Position // to be solved
	// Line is the best play. It begins with the best move, and after each reply
	// the next move is again the only best one.
	Line  []string
	Theme Theme // what only the best move achieves
	// Value is the value of the position for the side to move.
	Value float64
	// Level is the lowest level of strength from which on the engine finds the
	// first move: a measure of difficulty.
	Level int
}

// Theme says what the best move achieves and no other does.
type Theme string

// The themes.
const (
	Win      Theme = "win"      // it wins
	Draw     Theme = "draw"     // it does not lose
	Quickest Theme = "quickest" // no other wins as soon; the value is in plies
)

var themes = []Theme{Win, Draw, Quickest}

// String returns c as a line of a file of positions: the position, the best
// move with its value, and the rest as a comment.
func (c *Challenge) String() string {
	return fmt.Sprintf("%s; %s:%s %% %s %d: %s", c.Position, c.Line[0], engine.Value{Number: c.Value}.Decimal(), c.Theme, c.Level, strings.Join(c.Line, " "))
}

// ChallengeDocument is a Challenge as JSON, the document "ply.challenge/1".
type ChallengeDocument struct {
	Schema   string   `json:"schema"`   // "ply.challenge/1"
	Game     string   `json:"game"`     // as engine.About.Name
	Position string   `json:"position"` // to be solved
	ToMove   string   `json:"to_move"`  // name of the side to move
	Theme    Theme    `json:"theme"`    // what only the best move achieves
	Value    float64  `json:"value"`    // of the best move, for its side
	Level    int      `json:"level"`    // difficulty, as in Challenge
	Line     []string `json:"line"`     // the solution, move by move
}

// Describe returns the document of c.
func (c *Challenge) Describe() ChallengeDocument {
	return ChallengeDocument{
		"ply.challenge/1", c.Position.Game().About().Name, c.Position.String(), c.Position.Side(), c.Theme, c.Value, c.Level, c.Line,
	}
}

// challenge returns the challenge that a line of a file describes.
func (p *Problem) challenge() (*Challenge, error) {
	about, line, _ := strings.Cut(p.Comment, ":")
	theme, level, _ := strings.Cut(about, " ")
	n, err := strconv.Atoi(level)
	c := &Challenge{Position: p.Position, Line: strings.Fields(line), Theme: Theme(theme), Level: n}
	switch {
	case err != nil || !slices.Contains(themes, c.Theme):
		return nil, reason.Errorf("%q, want a theme and a level", about)
	case p.Expected == nil || len(c.Line) == 0 || !slices.Equal(p.Expected.Best, c.Line[:1]):
		return nil, reason.New("the line must begin with the best move")
	}
	c.Value = p.Expected.Value
	pos := p.Position
	for _, m := range c.Line {
		if pos, err = pos.Play(m); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Challenges is a file of challenges of one game, a line each, in the form of
// Challenge.String.
type Challenges []byte

// Of reads the challenges for their game, and sorts them by level.
func (all Challenges) Of(g *engine.Game) (list []*Challenge, err error) {
	problems, err := Read(g, bytes.NewReader(all))
	if err != nil {
		return nil, err
	}
	for i := range problems {
		c, err := problems[i].challenge()
		if err != nil {
			return nil, reason.Errorf("challenge %d: %w", i+1, err)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b *Challenge) int { return a.Level - b.Level })
	return list, nil
}
