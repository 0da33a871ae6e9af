// Package gomocup speaks the protocol of the Gomocup tournaments and their manager Piskvork
// (Petříček and Laštovička), both as a manager of programs and as such a program. It plays five in
// a row, with exactly five or with more, on the boards of games that offer the protocol.
//
// Every command but END and an accepted INFO is answered, also during a search and after the end
// of a game. After a board, a rule or a move that was refused the server chooses no move until the
// manager sets another position.
package gomocup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/dialog"
)

// Options configure an engine that speaks the protocol.
type Options struct {
	Name, Version, Author string // sent to the manager
	// Start is the position before the first command.
	Start *engine.Position
	// Open returns the player, with a table of the given size if it is not zero.
	Open func(engine.Options) (*engine.Player, error)
}

// conversation is the state of one manager's game.
type conversation struct {
	dialog.Dialog
	options Options
	table   table
	size    error         // why the size of the board was refused
	rule    error         // why the rule was refused
	turn    time.Duration // for a move; 0 means that it is not limited
	hurried bool          // moves as fast as possible
	match   time.Duration // for a game; 0 means that it is not limited
	left    *engine.Clock // what is left of it; nil means that it is not limited
	placing *arrangement  // while lines of BOARD follow
}

// arrangement is a board that the manager sets up.
type arrangement struct {
	cells []byte // 1 the engine's stone, 2 the manager's, 0 empty
	count [3]int // of the stones
	err   error  // of the first line that was refused
}

// Serve answers the commands from in on out until END, the end of in, or until ctx is done. At the
// end of in the search ends by itself. The error is one of reading, of writing, of the first Open,
// or of a game that the protocol cannot express.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	its, err := describe(o.Start.Game())
	if err != nil {
		return err
	}
	c := &conversation{Dialog: dialog.New(ctx, out), options: o, table: its}
	if c.Player, err = o.Open(engine.Options{}); err != nil {
		return err
	}
	c.At = o.Start
	return c.Session.Serve(ctx, in, c.obey)
}

var commands = map[string]func(*conversation, string) error{
	"START":     func(c *conversation, text string) error { return c.start(text + "," + text) },
	"RECTSTART": (*conversation).start,
	"RESTART":   func(c *conversation, _ string) error { return c.begin() },
	"BEGIN":     (*conversation).open,
	"TURN":      (*conversation).play,
	"BOARD":     (*conversation).place,
	"TAKEBACK":  (*conversation).takeBack,
	"INFO":      (*conversation).learn,
	"ABOUT": func(c *conversation, _ string) error {
		c.Say("name=%q, version=%q, author=%q", c.options.Name, c.options.Version, c.options.Author)
		return nil
	},
}

// obey executes a line and reports whether to go on.
func (c *conversation) obey(text string, long bool) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	word = strings.ToUpper(word)
	_, isCommand := commands[word]
	known, err := true, error(nil)
	switch {
	case word == "END", word == "" && !long:
	case c.placing != nil && !isCommand:
		err = c.put(strings.TrimSpace(text))
	case long:
		err = fmt.Errorf("line too long")
	default:
		if c.placing != nil {
			c.placing, c.At = nil, nil
			c.Say("ERROR BOARD: %s instead of DONE", word)
		}
		known, err = dialog.Line(c, commands, word+" "+rest)
	}
	switch {
	case err != nil:
		c.Say("ERROR %s", dialog.OneLine(err))
	case !known:
		c.Say("UNKNOWN %.40s", word)
	}
	return word != "END"
}

var errOver = errors.New("the game is over")

// start executes "WIDTH,HEIGHT": it begins a game on the board, if it is that of the game.
func (c *conversation) start(text string) error {
	c.Stop()
	c.size = nil
	if w, h, ok := numbers(text); !ok || w != c.table.width || h != c.table.height {
		c.size = fmt.Errorf("the board is %d,%d", c.table.width, c.table.height)
	}
	return c.begin()
}

// begin begins a game.
func (c *conversation) begin() error {
	if err := c.Place(c.table.game.Start(), c.refusal()); err != nil {
		return err
	}
	c.Player.Engine.Clear()
	if c.left = nil; c.match > 0 {
		c.left = &engine.Clock{Left: c.match}
	}
	c.Say("OK")
	return nil
}

// refusal returns why there can be no game; nil if there can be one.
func (c *conversation) refusal() error {
	if c.size != nil {
		return c.size
	}
	return c.rule
}

// ready stops the search and returns an error unless there is a position.
func (c *conversation) ready() error {
	c.Stop()
	switch {
	case c.refusal() != nil:
		return c.refusal()
	case c.At == nil:
		return dialog.ErrNoPosition
	}
	return nil
}

// open executes "BEGIN": the engine makes the first move.
func (c *conversation) open(string) error {
	if err := c.ready(); err != nil {
		return err
	}
	if strings.Trim(c.At.Placement().Pieces, string(boards.Empty)) != "" {
		return fmt.Errorf("the board is not empty")
	}
	return c.think()
}

// play executes "TURN X,Y": the engine answers the move.
func (c *conversation) play(text string) error {
	if err := c.ready(); err != nil {
		return err
	}
	if c.At.Status().Over() {
		return errOver
	}
	i, err := c.table.cell(text)
	var next *engine.Position
	if err == nil {
		next, err = c.At.Play(c.table.cells[i].Name)
	}
	if err := c.Place(next, err); err != nil {
		return err
	}
	return c.think()
}

// place executes "BOARD": the stones follow, then DONE.
func (c *conversation) place(string) error {
	c.Stop()
	c.placing = &arrangement{cells: make([]byte, len(c.table.cells))}
	return nil
}

// put executes a line of BOARD, "X,Y,FIELD" or "DONE". Errors wait for DONE, the only line with an
// answer.
func (c *conversation) put(text string) error {
	a := c.placing
	if !strings.EqualFold(text, "DONE") {
		if err := a.add(&c.table, text); a.err == nil && err != nil {
			a.err = fmt.Errorf("%.40q, want X,Y,1 or X,Y,2 on an empty point", text)
		}
		return nil
	}
	c.placing = nil
	own, its := a.count[1], a.count[2]
	mover := its - own // the engine's side, 0 or 1
	switch {
	case c.refusal() != nil:
		return fmt.Errorf("BOARD: %w", c.refusal())
	case a.err == nil && mover != 0 && mover != 1:
		a.err = fmt.Errorf("%d stones of the engine and %d of the manager", own, its)
	}
	var at *engine.Position
	if a.err == nil {
		at, a.err = c.table.arrange(a.cells, mover)
	}
	if err := c.Place(at, a.err); err != nil {
		return fmt.Errorf("BOARD: %w", err)
	}
	return c.think()
}

// add adds the stone of a line.
func (a *arrangement) add(t *table, line string) error {
	last := strings.LastIndexByte(line, ',')
	if last < 0 {
		return strconv.ErrSyntax
	}
	i, err := t.cell(line[:last])
	field, err2 := strconv.Atoi(strings.TrimSpace(line[last+1:]))
	if err != nil || err2 != nil || field != 1 && field != 2 || a.cells[i] != 0 {
		return strconv.ErrSyntax
	}
	a.cells[i] = byte(field)
	a.count[field]++
	return nil
}

// takeBack executes "TAKEBACK X,Y" for a stone of the side that moved last.
func (c *conversation) takeBack(text string) error {
	if err := c.ready(); err != nil {
		return err
	}
	mover := c.At.ToMove().Other()
	pieces := []byte(c.At.Placement().Pieces)
	i, err := c.table.cell(text)
	if err == nil && pieces[i] != c.table.letters[mover] {
		err = fmt.Errorf("%s is no stone of the last side to move", text)
	}
	var at *engine.Position
	if err == nil {
		pieces[i] = boards.Empty
		at, err = c.table.game.Arrange(boards.Arrangement{Pieces: string(pieces), Side: mover})
	}
	if err := c.Place(at, err); err != nil {
		return err
	}
	c.Say("OK")
	return nil
}

// unlimited is the time left, in milliseconds, in a game without a limit.
const unlimited = math.MaxInt32

// learn executes "INFO KEY VALUE" and ignores unknown keys. It answers only if the board lacks
// the rule or the memory cannot be had. Times count from the next search on.
func (c *conversation) learn(text string) error {
	key, value, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	span := time.Duration(min(max(n, 0), unlimited)) * time.Millisecond
	switch key = strings.ToLower(key); key {
	case "timeout_turn", "timeout_match", "time_left", "max_memory", "rule":
		if err != nil {
			return fmt.Errorf("%s: %.40q, want a number", key, value)
		}
	}
	switch key {
	case "timeout_turn":
		c.turn, c.hurried = span, span == 0
	case "timeout_match":
		if c.match, c.left = span, nil; span > 0 {
			c.left = &engine.Clock{Left: span}
		}
	case "time_left":
		if c.left = nil; n < unlimited {
			c.left = &engine.Clock{Left: span}
		}
	case "max_memory":
		return c.limit(n)
	case "rule":
		c.rule = c.table.refuse(n)
		return c.rule
	}
	return nil
}

// limit opens a player whose table takes half of the bytes that the program may use. Without its
// table the program takes 28 MiB (VmHWM after 8 s on 15×15 with --tt 1MiB).
func (c *conversation) limit(bytes int64) error {
	if bytes <= 0 {
		return nil
	}
	c.Stop()
	var o engine.Options
	o.TableBytes = int(min(bytes/2, dialog.MostHash*dialog.Mebibyte))
	player, err := c.options.Open(o)
	if err == nil {
		c.Player = player
	}
	return err
}

// think starts the search for the engine's move, which it plays and prints.
func (c *conversation) think() error {
	at, began, left := c.At, time.Now(), c.left
	if at.Status().Over() {
		return errOver
	}
	var r engine.Request
	if c.hurried {
		r.Depth = 1
	}
	c.Go(dialog.Search{
		Player: c.Limited(0, &r, false), Clock: spend(c.turn, left),
		Tell: func(a *engine.Analysis) {
			if l := &a.Lines[0]; l.Depth > 0 {
				c.Say("MESSAGE depth %d, %+.1f %s, %d nodes: %s", l.Depth, l.Value.Number, l.Value.Unit, a.Stats.Nodes, c.table.line(l.PV))
			}
		},
		Done: func(chosen *engine.Line) {
			if left != nil {
				left.Left -= time.Since(began)
			}
			c.At, _ = at.Play(chosen.Move)
			c.Say("%s", c.table.line([]string{chosen.Move}))
		},
	})
	return nil
}

// spend returns the clock for one move, nil without a limit. No move takes more than a turn:
// search.Clock gives a move at most a fifth of the time left.
func spend(turn time.Duration, left *engine.Clock) *engine.Clock {
	const turns, most = 5, 25 // of a game: that share a clock, and that may each take their turn's whole time
	switch {
	case left == nil && turn == 0:
		return nil
	case left == nil, turn > 0 && left.Left >= most*turn:
		return &engine.Clock{Left: turn, Moves: 1}
	case turn == 0:
		return &engine.Clock{Left: left.Left}
	}
	return &engine.Clock{Left: min(left.Left, turns*turn)}
}

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
