package gomocup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Protocol is the name of the protocol. A game that offers it, as workshop.Protocols, gives Freely
// or Exactly as its name there: its rule.
const (
	Protocol = "gomocup"
	Freely   = "freestyle" // five or more in a row win
	Exactly  = "standard"  // exactly five win
)

// Bits of the protocol's rule.
const (
	exactly = 1 << iota
	continuous
	renju
	caro
)

// table is the board of a game in the protocol. Coordinates count from 0, at the top left.
type table struct {
	game          *engine.Game
	width, height int
	exact         bool
	cells         []boards.Cell
	letters       [2]byte // of the stones of both sides
}

func describe(g *engine.Game) (t table, err error) {
	variant, ok := workshop.Speaks(g, Protocol)
	if !ok {
		return t, reason.Errorf("%s has no protocol %s", g.About().Name, Protocol)
	}
	b := g.Board()
	t = table{game: g, width: int(b.Width), height: int(b.Height), exact: variant == Exactly, cells: b.Cells}
	for _, p := range b.Pieces {
		t.letters[p.Side] = p.Letter[0]
	}
	return t, nil
}

// refuse returns why the board does not have a rule; nil if it has it.
func (t *table) refuse(rule int64) error {
	for _, r := range []struct {
		bit  int64
		name string
	}{{continuous, "continuous game"}, {renju, "renju"}, {caro, "caro"}} {
		if rule&r.bit != 0 {
			return fmt.Errorf("rule %d: no %s on this board", rule, r.name)
		}
	}
	switch {
	case rule < 0 || rule > exactly:
		return fmt.Errorf("rule %d is unknown", rule)
	case rule == exactly && !t.exact:
		return fmt.Errorf("rule %d: on this board more than five in a row win too", rule)
	case rule != exactly && t.exact:
		return fmt.Errorf("rule %d: on this board exactly five in a row win", rule)
	}
	return nil
}

// numbers reads two numbers.
func numbers(text string) (a, b int, ok bool) {
	first, second, _ := strings.Cut(text, ",")
	a, err1 := strconv.Atoi(strings.TrimSpace(first))
	b, err2 := strconv.Atoi(strings.TrimSpace(second))
	return a, b, err1 == nil && err2 == nil
}

// cell returns the number of the cell at coordinates.
func (t *table) cell(text string) (int, error) {
	x, y, ok := numbers(text)
	i := slices.IndexFunc(t.cells, func(c boards.Cell) bool { return c.X == float64(x) && c.Y == float64(y) })
	if !ok || i < 0 {
		return 0, fmt.Errorf("%.40q, want X,Y below %d,%d", text, t.width, t.height)
	}
	return i, nil
}

// line returns the coordinates of legal moves, which are names of cells.
func (t *table) line(moves []string) string {
	list := make([]string, len(moves))
	for i, m := range moves {
		c := t.cells[t.named(m)]
		list[i] = fmt.Sprintf("%.0f,%.0f", c.X, c.Y)
	}
	return strings.Join(list, " ")
}

// named returns the number of the cell with a name.
func (t *table) named(name string) int {
	return slices.IndexFunc(t.cells, func(c boards.Cell) bool { return c.Name == name })
}

// arrange returns the position with stones of the side to move, 1, and of the other one, 2.
func (t *table) arrange(stones []byte, mover int) (*engine.Position, error) {
	pieces := []byte(strings.Repeat(string(boards.Empty), len(stones)))
	for i, s := range stones {
		if s > 0 {
			pieces[i] = t.letters[mover^int(s-1)]
		}
	}
	return t.game.Arrange(boards.Arrangement{Pieces: string(pieces), Side: game.Player(mover)})
}
