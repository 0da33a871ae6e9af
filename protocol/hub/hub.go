package hub

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/protocol/dialog"
	"github.com/plywood-go/plywood/protocol/squares"
)

// Options configure an engine that speaks the protocol.
type Options struct {
	Name, Version, Author string // sent to the controller
	// Variants are the games from which the controller chooses by the parameter variant. The first
	// is the default.
	Variants []Variant
	// Open returns the player of a game with the options that the controller has set. Zero
	// options are the usual ones.
	Open func(*engine.Game, engine.Options) (*engine.Player, error)
}

// Variant is a draughts game whose positions and moves are written in PDN.
type Variant struct {
	Name  string           // in the protocol, where normal is international draughts
	Start *engine.Position // its initial position
}

// conversation is the state of one controller's game.
type conversation struct {
	dialog.Dialog
	options  Options
	variant  Variant // as of the last init
	size     int     // dark squares
	limits   engine.Request
	infinite bool // only "stop" ends the search

	chosen               Variant // by the controller, for the next init
	hash, threads, level int     // as set by the controller; 0 means not set
}

// Serve answers the commands from in on out until quit, the end of in, or until ctx is done. It
// ignores unknown commands and arguments, as the protocol demands, and answers impossible ones,
// such as a search after a refused position, with an error. At the end of in a search with a limit
// runs to its end. The error is one of reading, of writing, of the first Open, or of a game that
// the protocol cannot express.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Dialog: dialog.New(ctx, out), options: o, chosen: o.Variants[0]}
	if err := c.open(); err != nil {
		return err
	}
	return c.Session.Serve(ctx, in, c.obey)
}

// obey executes a line and reports whether to go on.
func (c *conversation) obey(text string, long bool) bool {
	err := fmt.Errorf("line too long")
	if !long {
		_, err = dialog.Line(c, commands, text)
	}
	if err != nil {
		c.Say("error message=%q", strings.ReplaceAll(dialog.OneLine(err), `"`, "'"))
	}
	return strings.TrimSpace(text) != "quit"
}

var commands = map[string]func(*conversation, string) error{
	"hub":        (*conversation).greet,
	"set-param":  (*conversation).setParam,
	"init":       (*conversation).prepare,
	"new-game":   (*conversation).newGame,
	"pos":        func(c *conversation, text string) error { return c.Place(c.read(pairs(text))) },
	"level":      (*conversation).limit,
	"go":         (*conversation).search,
	"stop":       func(c *conversation, _ string) error { c.Stop(); return nil },
	"ponder-hit": func(c *conversation, _ string) error { c.PonderHit(); return nil },
	"ping":       func(c *conversation, _ string) error { c.Say("pong"); return nil },
}

func (c *conversation) greet(string) error {
	c.Say("id name=%s version=%s author=%s", quoted(c.options.Name), quoted(c.options.Version), quoted(c.options.Author))
	c.Say("param name=hash value=64 type=int min=1 max=%d", dialog.MostHash)
	c.Say("param name=threads value=1 type=int min=1 max=%d", dialog.MostThreads)
	c.Say("param name=level value=0 type=int min=0 max=%d", engine.MaxLevel)
	c.Say("param name=variant value=%s type=enum values=%s", c.variant.Name, quoted(strings.Join(c.names(), " ")))
	c.Say("wait")
	return nil
}

// names returns the names of the variants.
func (c *conversation) names() (names []string) {
	for _, v := range c.options.Variants {
		names = append(names, v.Name)
	}
	return names
}

func (c *conversation) setParam(text string) error {
	args := pairs(text)
	if args["name"] == "variant" {
		i := slices.Index(c.names(), args["value"])
		if i < 0 {
			return fmt.Errorf("variant: %.40q, want one of %s", args["value"], strings.Join(c.names(), ", "))
		}
		c.chosen = c.options.Variants[i]
		return nil
	}
	setting, known := map[string]dialog.Number{
		"hash": {Value: &c.hash, Least: 1, Most: dialog.MostHash}, "threads": {Value: &c.threads, Least: 1, Most: dialog.MostThreads},
		"level": {Value: &c.level, Most: engine.MaxLevel},
	}[args["name"]]
	if !known {
		return fmt.Errorf("no parameter %.40q", args["name"])
	}
	return setting.Set(args["name"], args["value"])
}

// prepare opens the player that the parameters describe.
func (c *conversation) prepare(string) error {
	c.Stop()
	if c.hash > 0 || c.threads > 0 || c.chosen != c.variant {
		if err := c.open(); err != nil {
			return err
		}
	}
	c.Say("ready")
	return nil
}

// open opens the player of the chosen variant, and places its initial position if the variant is
// new. On an error nothing changes.
func (c *conversation) open() error {
	v, number := c.chosen, c.size
	var err error
	if v != c.variant {
		if number, err = squares.Size(v.Start.Game()); err != nil {
			return err
		}
	}
	var o engine.Options
	o.TableBytes, o.Threads = c.hash*dialog.Mebibyte, c.threads
	player, err := c.options.Open(v.Start.Game(), o)
	if err != nil {
		return err
	}
	if v != c.variant {
		c.At = v.Start
	}
	c.variant, c.size, c.Player = v, number, player
	return nil
}

func (c *conversation) newGame(string) error {
	c.Stop()
	c.Player.Engine.Clear()
	return nil
}

// read returns the position of "pos=POSITION moves=MOVES".
func (c *conversation) read(args map[string]string) (*engine.Position, error) {
	b, err := parseBoard(args["pos"], c.size)
	if err != nil {
		return nil, err
	}
	game := c.variant.Start.Game()
	at, err := game.Parse(b.Text(squares.Lettered(game)))
	if err != nil {
		return nil, err
	}
	for i, m := range strings.Fields(args["moves"]) {
		if at, err = at.Play(squares.Legal(at, m, c.size)); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return at, nil
}

// limit executes "level". Times are in seconds.
func (c *conversation) limit(text string) error {
	args := pairs(text)
	var r engine.Request
	var clock engine.ClockDocument
	seconds := func(to *int64) func(float64) {
		return func(x float64) { *to = max(int64(x*1000), 1) }
	}
	for name, set := range map[string]func(float64){
		"depth":     func(x float64) { r.Depth = int(x) },
		"nodes":     func(x float64) { r.Nodes = uint64(x) },
		"move-time": seconds(&r.TimeMS),
		"time":      seconds(&clock.LeftMS),
		"inc":       seconds(&clock.IncrementMS),
		"moves":     func(x float64) { clock.Moves = int(x) },
	} {
		value, told := args[name]
		if !told {
			continue
		}
		x, err := strconv.ParseFloat(value, 64)
		const most = 1e9
		if err != nil || math.IsNaN(x) || x > most {
			return fmt.Errorf("%s: %.40q, want a number", name, value)
		}
		set(max(x, 0))
	}
	if clock.LeftMS > 0 {
		r.Clock = &clock
	}
	c.limits, c.infinite = r, slices.Contains(strings.Fields(text), "infinite")
	return nil
}

// search executes "go": it starts a task that prints the move. A side that can move gets one,
// though a draw could be claimed.
func (c *conversation) search(mode string) error {
	c.Stop()
	switch {
	case mode != "think" && mode != "ponder" && mode != "analyze":
		return fmt.Errorf("%.40q, want think, ponder or analyze", mode)
	case c.At == nil:
		return dialog.ErrNoPosition
	case c.At.Resume().Status().Over():
		return fmt.Errorf("the game is over")
	}
	at := c.At
	c.Go(dialog.Search{
		Player: c.Limited(c.level, &c.limits, c.infinite), Clock: c.limits.GameClock(), Infinite: c.infinite, Ponder: mode == "ponder",
		Tell: c.tell,
		Done: func(l *engine.Line) {
			answer := ""
			for i, m := range c.line(at, l.PV[:min(2, len(l.PV))]) {
				answer += [...]string{" move=", " ponder="}[i] + m
			}
			c.Say("done%s", answer)
		},
	})
	return nil
}

// line returns moves, played from a position, in the protocol's notation.
func (c *conversation) line(at *engine.Position, moves []string) (line []string) {
	for _, m := range moves {
		text, err := squares.Write(at, m, c.size)
		if err != nil {
			break
		}
		line = append(line, text)
		if at, err = at.Play(m); err != nil {
			break
		}
	}
	return line
}

// tell prints the best line of an analysis, with its value in men.
func (c *conversation) tell(a *engine.Analysis) {
	l := &a.Lines[0]
	if l.Depth == 0 {
		return
	}
	seconds := a.Elapsed.Seconds()
	millions := float64(a.Stats.Nodes) / max(seconds, time.Millisecond.Seconds()) / 1e6
	c.Say("info depth=%d score=%.2f nodes=%d time=%.3f nps=%.3f pv=%s",
		l.Depth, score(l.Value), a.Stats.Nodes, seconds, millions, quoted(strings.Join(c.line(a.Position, l.PV), " ")))
}

// won is the score of an immediate win, in men, or of one at an unknown distance. Each ply
// to the end takes off a hundredth.
const won = 100

// score returns a value in men.
func score(v engine.Value) float64 {
	if v.Decided() {
		return float64(v.Outcome) * (won - float64(max(0, v.Plies))/100)
	}
	return v.Number
}

// parseBoard reads a position with size dark squares in the protocol's notation.
func parseBoard(text string, size int) (squares.Board, error) {
	if len(text) != size+1 || text[0] != 'W' && text[0] != 'B' {
		return squares.Board{}, fmt.Errorf("hub: position %.60q, want W or B and %d letters", text, size)
	}
	if i := strings.IndexFunc(text[1:], func(r rune) bool { return !strings.ContainsRune("wbWBe", r) }); i >= 0 {
		return squares.Board{}, fmt.Errorf("hub: square %d: %.4q, want one of w b W B e", i+1, text[i+1:])
	}
	return squares.Board{Side: text[0], Letters: []byte("e" + text[1:])}, nil
}

// pairs reads the arguments of a line: name=value, with quotes around values that contain spaces.
func pairs(line string) map[string]string {
	all := map[string]string{}
	for line != "" {
		line = strings.TrimLeft(line, " \t")
		end := strings.IndexAny(line, "= \t")
		if end < 0 || line[end] != '=' {
			_, line, _ = strings.Cut(line, " ")
			continue
		}
		name, rest := line[:end], line[end+1:]
		separator := " "
		if strings.HasPrefix(rest, `"`) {
			rest, separator = rest[1:], `"`
		}
		all[name], line, _ = strings.Cut(rest, separator)
	}
	return all
}
