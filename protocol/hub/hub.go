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
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/protocol/squares"
)

// Options configure an engine behind the protocol.
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

// Limits of the protocol's parameters.
const (
	mostHash    = 1 << 20 // MiB
	mostThreads = 1024
)

// conversation is the state of one controller's game.
type conversation struct {
	*session.Session
	options Options
	ctx     context.Context
	variant Variant // as of the last init
	size    int     // dark squares
	player  *engine.Player
	at      *engine.Position
	limits  engine.Request
	// infinite says that only "stop" ends the search.
	infinite bool

	chosen               Variant       // by the controller, for the next init
	hash, threads, level int           // as set by the controller; 0 means not set
	hit                  chan struct{} // closed when pondering ends; nil if the search does not ponder
	ends                 bool          // the search ends by itself after pondering
}

// report prints a line of a task.
type report = func(format string, args ...any)

// Serve answers the commands from in on out until quit, the end of in, or until ctx is done. It
// ignores unknown commands and arguments, as the protocol demands, and answers impossible ones
// with an error. At the end of in a search with a limit runs to its end. The error is one of
// reading, of writing, of the first Open, or of a game that the protocol cannot express.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Session: session.New(out), options: o, ctx: ctx, chosen: o.Variants[0]}
	if err := c.open(); err != nil {
		return err
	}
	return c.Session.Serve(ctx, in, c.obey)
}

// obey executes a line and reports whether to go on.
func (c *conversation) obey(text string, long bool) bool {
	if long {
		c.refuse(fmt.Errorf("line too long"))
		return true
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if word == "quit" {
		return false
	}
	if do, known := commands[word]; known {
		if err := do(c, rest); err != nil {
			c.refuse(fmt.Errorf("%s: %w", word, err))
		}
	}
	return true
}

// refuse prints why a command failed.
func (c *conversation) refuse(err error) {
	c.Say("error message=%q", strings.ReplaceAll(strings.Join(strings.Fields(err.Error()), " "), `"`, "'"))
}

var commands = map[string]func(*conversation, string) error{
	"hub":        (*conversation).greet,
	"set-param":  (*conversation).setParam,
	"init":       (*conversation).prepare,
	"new-game":   (*conversation).newGame,
	"pos":        (*conversation).place,
	"level":      (*conversation).limit,
	"go":         (*conversation).search,
	"stop":       func(c *conversation, _ string) error { c.Stop(); return nil },
	"ponder-hit": (*conversation).ponderHit,
	"ping":       func(c *conversation, _ string) error { c.Say("pong"); return nil },
}

func (c *conversation) greet(string) error {
	c.Say("id name=%s version=%s author=%s", quoted(c.options.Name), quoted(c.options.Version), quoted(c.options.Author))
	c.Say("param name=hash value=64 type=int min=1 max=%d", mostHash)
	c.Say("param name=threads value=1 type=int min=1 max=%d", mostThreads)
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
	setting, known := map[string]struct {
		value       *int
		least, most int
	}{
		"hash": {&c.hash, 1, mostHash}, "threads": {&c.threads, 1, mostThreads}, "level": {&c.level, 0, engine.MaxLevel},
	}[args["name"]]
	n, err := strconv.Atoi(args["value"])
	switch {
	case !known:
		return fmt.Errorf("no parameter %.40q", args["name"])
	case err != nil || n < setting.least || n > setting.most:
		return fmt.Errorf("%s: %.40q, want %d to %d", args["name"], args["value"], setting.least, setting.most)
	}
	*setting.value = n
	return nil
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
	const mebibyte = 1 << 20
	var o engine.Options
	o.TableBytes, o.Threads = c.hash*mebibyte, c.threads
	player, err := c.options.Open(v.Start.Game(), o)
	if err != nil {
		return err
	}
	if v != c.variant {
		c.at = v.Start
	}
	c.variant, c.size, c.player = v, number, player
	return nil
}

func (c *conversation) newGame(string) error {
	c.Stop()
	c.player.Engine.Clear()
	return nil
}

// place executes "pos=POSITION moves=MOVES". On an error nothing changes.
func (c *conversation) place(text string) error {
	c.Stop()
	args := pairs(text)
	b, err := parseBoard(args["pos"], c.size)
	if err != nil {
		return err
	}
	game := c.variant.Start.Game()
	at, err := game.Parse(b.Text(squares.Lettered(game)))
	if err != nil {
		return err
	}
	for i, m := range strings.Fields(args["moves"]) {
		next, err := at.Play(squares.Legal(at, m, c.size))
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		at = next
	}
	c.at = at
	return nil
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

// search executes "go": it starts a task that prints the move.
func (c *conversation) search(mode string) error {
	c.Stop()
	mode = strings.TrimSpace(mode)
	if !slices.Contains([]string{"think", "ponder", "analyze"}, mode) {
		return fmt.Errorf("%.40q, want think, ponder or analyze", mode)
	}
	if c.at.Status().Over() {
		return fmt.Errorf("the game is over")
	}
	pl := *c.player
	if c.level > 0 {
		pl.Level, pl.Query, pl.Control = c.level, engine.Query{}, engine.Control{}
	}
	if c.limits.Bounded() || c.infinite {
		if c.limits.Depth > 0 || c.infinite {
			pl.Level = 0
		}
		pl.Query, pl.Control = c.limits.Query(), engine.Control{Time: c.limits.Time()}
	}
	at, clock, waits := c.at, c.limits.GameClock(), c.infinite || mode == "ponder"
	if c.hit = nil; mode == "ponder" {
		c.hit = make(chan struct{})
		pl.Control.Ponder = c.hit
	}
	hit := c.hit
	c.ends = !c.infinite
	c.Drain = !waits
	c.Start(c.ctx, func(ctx context.Context, say report) {
		done := c.think(ctx, say, &pl, at, clock)
		if waits { // the answer waits for "stop" or a ponder hit
			select {
			case <-ctx.Done():
			case <-hit:
			}
		}
		c.Say("done %s", done) // also after a stop
	})
	return nil
}

// ponderHit starts the clock of a pondering search.
func (c *conversation) ponderHit(string) error {
	if c.hit != nil {
		close(c.hit)
		c.hit, c.Drain = nil, c.ends
	}
	return nil
}

// think prints the progress of a search and returns the arguments of the answer: the move and
// the expected reply.
func (c *conversation) think(ctx context.Context, say report, pl *engine.Player, at *engine.Position, clock *engine.Clock) string {
	told := 0 // depth of the last line printed
	pl.Report = func(a engine.Analysis) {
		told = a.Depth
		c.tell(say, &a)
	}
	chosen, a, searched := pl.Move(ctx, at, clock)
	if searched && (told == 0 || told != a.Depth) {
		c.tell(say, &a)
	}
	if chosen.Move == "" {
		chosen.PV = at.Moves()[:1]
	}
	line := c.line(at, chosen.PV)
	if len(line) > 1 {
		return fmt.Sprintf("move=%s ponder=%s", line[0], line[1])
	}
	return "move=" + line[0]
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
func (c *conversation) tell(say report, a *engine.Analysis) {
	l := &a.Lines[0]
	if l.Move == "" || l.Depth == 0 {
		return
	}
	seconds := a.Elapsed.Seconds()
	millions := float64(a.Stats.Nodes) / max(seconds, time.Millisecond.Seconds()) / 1e6
	say("info depth=%d score=%.2f nodes=%d time=%.3f nps=%.3f pv=%s",
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
