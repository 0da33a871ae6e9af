package uci

import (
	"cmp"
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
	"github.com/plywood-go/plywood/engine/workshop"
)

// Options configure an engine behind the protocol.
type Options struct {
	Name, Author string // sent to the controller
	// Start is the initial position of the game.
	Start *engine.Position
	// Open returns the player of the game with the options that the controller has set. Zero
	// options are the usual ones.
	Open func(engine.Options) (*engine.Player, error)
	// Syzygy says that the player reads Syzygy tables. Zero means that the option SyzygyPath
	// is not offered.
	Syzygy bool
	// Strength is the strength that the player can be limited to. Zero means that the option
	// UCI_LimitStrength is not offered.
	Strength workshop.Strength
	// Bench runs the game's fixed suite of searches. Nil means that the game has no suite.
	Bench func(context.Context) (nodes uint64, err error)
}

// Limits of the protocol's options.
const (
	mostHash    = 1 << 20 // MiB
	mostThreads = 1024
	mostLines   = 500
)

// conversation is the state of one controller's game.
type conversation struct {
	*session.Session
	options Options
	ctx     context.Context
	player  *engine.Player
	at      *engine.Position

	settings          engine.Options
	level, lines, elo int           // as set by the controller; 0 means not set
	chess960          bool          // castling is written as in Chess960
	wdl               bool          // print the chances
	limited           bool          // to elo
	hit               chan struct{} // closed when pondering ends; nil if the search does not ponder
	ends              bool          // the search ends by itself after pondering
}

// report prints a line of a task.
type report = func(format string, args ...any)

// Serve answers the commands from in on out until quit, the end of in, or until ctx is done.
// Unknown commands are ignored, as the protocol demands, or reported in an info string. At the
// end of in a search with a limit runs to its end. The error is one of reading, of writing, or
// of the first Open.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Session: session.New(out), options: o, ctx: ctx, at: o.Start}
	var err error
	if c.player, err = o.Open(engine.Options{}); err != nil {
		return err
	}
	return c.Session.Serve(ctx, in, c.obey)
}

// obey executes a line and reports whether to go on. It skips words before the first command.
func (c *conversation) obey(text string, long bool) bool {
	if long {
		c.refuse(fmt.Errorf("line too long"))
		return true
	}
	words := strings.Fields(text)
	for i, w := range words {
		if w == "quit" {
			return false
		}
		if do, known := commands[w]; known {
			if err := do(c, words[i+1:]); err != nil {
				c.refuse(fmt.Errorf("%s: %w", w, err))
			}
			break
		}
	}
	return true
}

// refuse prints why a command failed.
func (c *conversation) refuse(err error) {
	c.Say("info string refused: %s", strings.Join(strings.Fields(err.Error()), " "))
}

var commands = map[string]func(*conversation, []string) error{
	"uci":        (*conversation).greet,
	"isready":    func(c *conversation, _ []string) error { c.Say("readyok"); return nil },
	"setoption":  (*conversation).setOption,
	"ucinewgame": (*conversation).newGame,
	"position":   (*conversation).place,
	"go":         (*conversation).search,
	"stop":       func(c *conversation, _ []string) error { c.Stop(); return nil },
	"ponderhit":  (*conversation).ponderHit,
	"bench":      (*conversation).bench,
}

func (c *conversation) greet([]string) error {
	c.Say("id name %s", c.options.Name)
	c.Say("id author %s", c.options.Author)
	c.Say("option name Hash type spin default 64 min 1 max %d", mostHash)
	c.Say("option name Threads type spin default 1 min 1 max %d", mostThreads)
	c.Say("option name MultiPV type spin default 1 min 1 max %d", mostLines)
	c.Say("option name Level type spin default 0 min 0 max %d", engine.MaxLevel)
	c.Say("option name Ponder type check default false")
	c.Say("option name UCI_Chess960 type check default false")
	if c.options.Syzygy {
		c.Say("option name SyzygyPath type string default <empty>")
	}
	if c.options.Start.Measure(0).Odds.Known() {
		c.Say("option name UCI_ShowWDL type check default false")
	}
	if s := c.options.Strength; s.Nodes != nil {
		c.Say("option name UCI_LimitStrength type check default false")
		c.Say("option name UCI_Elo type spin default %d min %d max %d", s.Most, s.Least, s.Most)
	}
	c.Say("uciok")
	return nil
}

// setOption executes "name NAME value VALUE". Names may be in either case.
func (c *conversation) setOption(words []string) error {
	name, value, _ := strings.Cut(strings.Join(words, " "), " value ")
	name, value = strings.ToLower(strings.TrimPrefix(name, "name ")), strings.TrimSpace(value)
	if name == "ponder" {
		return nil // "go ponder" starts pondering anyway
	}
	if flag, known := map[string]*bool{
		"uci_chess960": &c.chess960, "uci_showwdl": &c.wdl, "uci_limitstrength": &c.limited,
	}[name]; known {
		*flag = strings.EqualFold(value, "true")
		return nil
	}
	settings := c.settings
	if name == "syzygypath" && c.options.Syzygy {
		if settings.Endgames = value; value == "<empty>" {
			settings.Endgames = ""
		}
		return c.open(settings)
	}
	var hash int
	number, known := map[string]struct {
		value       *int
		least, most int
	}{
		"hash": {&hash, 1, mostHash}, "threads": {&settings.Threads, 1, mostThreads},
		"multipv": {&c.lines, 1, mostLines}, "level": {&c.level, 0, engine.MaxLevel},
		"uci_elo": {&c.elo, 0, math.MaxInt32},
	}[name]
	n, err := strconv.Atoi(value)
	switch {
	case !known:
		return fmt.Errorf("no option %.40q", name)
	case err != nil || n < number.least || n > number.most:
		return fmt.Errorf("%s: %.40q, want %d to %d", name, value, number.least, number.most)
	}
	c.Stop()
	*number.value = n
	if hash > 0 {
		const mebibyte = 1 << 20
		settings.TableBytes = hash * mebibyte
	}
	if name == "hash" || name == "threads" {
		return c.open(settings)
	}
	return nil
}

// open replaces the player by one with other settings. On an error nothing changes.
func (c *conversation) open(settings engine.Options) error {
	c.Stop()
	player, err := c.options.Open(settings)
	if err == nil {
		c.player, c.settings = player, settings
	}
	return err
}

func (c *conversation) newGame([]string) error {
	c.Stop()
	c.player.Engine.Clear()
	c.at = c.options.Start
	return nil
}

// place executes "startpos" or "fen POSITION", with optional "moves …" behind it. On an error
// nothing changes.
func (c *conversation) place(words []string) error {
	c.Stop()
	end := slices.Index(words, "moves")
	if end < 0 {
		end = len(words)
	}
	at := c.options.Start
	switch {
	case end == 0:
		return fmt.Errorf("want startpos or fen")
	case words[0] == "fen":
		var err error
		if at, err = c.options.Start.Game().Parse(strings.Join(words[1:end], " ")); err != nil {
			return err
		}
	case words[0] != "startpos":
		return fmt.Errorf("%.40q, want startpos or fen", words[0])
	}
	for i, m := range words[min(end+1, len(words)):] {
		next, err := at.Play(m)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		at = next
	}
	c.at = at
	return nil
}

// limits are the limits of a search.
type limits struct {
	engine.Request
	clocks           [2]engine.ClockDocument
	infinite, ponder bool
	mate             int      // moves in which a win or a loss is to be proven
	only             []string // moves to search
}

// readLimits reads the words after "go". It skips unknown ones. A clock that has run out gets a
// millisecond. isMove distinguishes the moves after "searchmoves" from other words.
func readLimits(words []string, isMove func(string) bool) (l limits, err error) {
	for i, w := range words {
		if w == "searchmoves" {
			rest := words[i+1:]
			end := slices.IndexFunc(rest, func(w string) bool { return !isMove(w) })
			if end < 0 {
				end = len(rest)
			}
			if l.only = rest[:end]; end == 0 {
				return l, fmt.Errorf("%s: no legal move follows", w)
			}
		}
		l.infinite = l.infinite || w == "infinite"
		l.ponder = l.ponder || w == "ponder"
		if i+1 == len(words) {
			break
		}
		n, bad := strconv.ParseInt(words[i+1], 10, 64)
		set, known := map[string]func(){
			"depth":     func() { l.Depth = int(min(max(n, 1), math.MaxInt32)) },
			"nodes":     func() { l.Nodes = uint64(max(n, 1)) },
			"mate":      func() { l.mate = int(min(max(n, 1), 1000)) },
			"movetime":  func() { l.TimeMS = max(n, 1) },
			"wtime":     func() { l.clocks[0].LeftMS = max(n, 1) },
			"btime":     func() { l.clocks[1].LeftMS = max(n, 1) },
			"winc":      func() { l.clocks[0].IncrementMS = max(n, 0) },
			"binc":      func() { l.clocks[1].IncrementMS = max(n, 0) },
			"movestogo": func() { l.clocks[0].Moves, l.clocks[1].Moves = int(min(max(n, 0), 1000)), int(min(max(n, 0), 1000)) },
		}[w]
		switch {
		case !known:
		case bad != nil || n > math.MaxInt64/int64(time.Millisecond):
			return l, fmt.Errorf("%s: %.40q, want a number", w, words[i+1])
		default:
			set()
		}
	}
	return l, nil
}

// search executes "go": it starts a task that prints the best move. Without limits the player's
// apply; "infinite" has none.
func (c *conversation) search(words []string) error {
	c.Stop()
	legal := c.at.Moves()
	l, err := readLimits(words, func(w string) bool {
		_, err := c.at.Rewrite(w)
		return err == nil
	})
	if err != nil {
		return err
	}
	if clock := l.clocks[c.at.ToMove()&1]; clock.LeftMS > 0 {
		l.Clock = &clock
	}
	pl := *c.player
	if c.level > 0 {
		pl.Level, pl.Query, pl.Control = c.level, engine.Query{}, engine.Control{}
	}
	if l.Bounded() || l.infinite || l.mate > 0 {
		if l.Depth > 0 || l.infinite || l.mate > 0 {
			pl.Level = 0
		}
		pl.Query = l.Query()
		pl.Query.Plies = 2 * l.mate
		pl.Control = engine.Control{Time: l.Time()}
	}
	if s := c.options.Strength; c.limited && s.Nodes != nil {
		pl.Level, pl.Query.Nodes = 0, s.Nodes(min(max(cmp.Or(c.elo, s.Most), s.Least), s.Most))
	}
	pl.Query.Lines = max(c.lines, 1)
	for _, w := range l.only {
		m, _ := c.at.Rewrite(w)
		pl.Query.Only = append(pl.Query.Only, slices.Index(legal, m))
	}
	at, chess960, wdl := c.at, c.chess960, c.wdl
	c.hit = nil
	if l.ponder {
		c.hit = make(chan struct{})
		pl.Control.Ponder = c.hit
	}
	hit := c.hit
	c.ends = !l.infinite
	c.Drain = c.ends && !l.ponder
	c.Start(c.ctx, func(ctx context.Context, say report) {
		best := think(ctx, say, &pl, at, l.GameClock(), chess960, wdl)
		if l.infinite || l.ponder { // the answer waits for "stop" or a ponder hit
			select {
			case <-ctx.Done():
			case <-hit:
			}
		}
		c.Say("bestmove %s", best) // also after a stop
	})
	return nil
}

// bench prints the nodes of a fixed suite, a signature of the search, and its speed.
func (c *conversation) bench([]string) error {
	if c.options.Bench == nil {
		return fmt.Errorf("the game has no benchmarks")
	}
	c.Drain = true
	c.Start(c.ctx, func(ctx context.Context, say report) {
		began := time.Now()
		nodes, err := c.options.Bench(ctx)
		if err != nil {
			say("info string %v", err)
			return
		}
		say("%d nodes %.0f nps", nodes, float64(nodes)/max(time.Since(began).Seconds(), 1e-3))
	})
	return nil
}

// ponderHit starts the clock of a pondering search.
func (c *conversation) ponderHit([]string) error {
	if c.hit != nil {
		close(c.hit)
		c.hit, c.Drain = nil, c.ends
	}
	return nil
}

// think prints the progress of a search and returns the best move and the expected reply.
func think(ctx context.Context, say report, pl *engine.Player, at *engine.Position, clock *engine.Clock, chess960, wdl bool) string {
	legal := at.Moves()
	if len(legal) == 0 {
		return "(none)"
	}
	told := 0 // depth of the last lines printed
	pl.Report = func(a engine.Analysis) {
		told = a.Depth
		tell(say, &a, at, chess960, wdl)
	}
	chosen, a, searched := pl.Move(ctx, at, clock)
	if searched && (told == 0 || told != a.Depth) {
		tell(say, &a, at, chess960, wdl)
	}
	line := chosen.PV
	if len(line) == 0 {
		line = []string{cmp.Or(chosen.Move, legal[0])}
	}
	line = at.Coordinates(line[:min(2, len(line))], chess960)
	return strings.Join(line, " ponder ")
}

// tell prints the lines of an analysis, with the chances if wdl is true.
func tell(say report, a *engine.Analysis, at *engine.Position, chess960, wdl bool) {
	for i, l := range a.Lines {
		if l.Move == "" || l.Depth == 0 {
			continue
		}
		milliseconds := a.Elapsed.Milliseconds()
		speed := uint64(float64(a.Stats.Nodes) / max(a.Elapsed.Seconds(), 1e-3))
		chances := ""
		if o := l.Value.Odds; wdl && o.Known() {
			chances = fmt.Sprintf(" wdl %.0f %.0f %.0f", 1000*o.Win, 1000*o.Draw, 1000*o.Loss)
		}
		say("info depth %d seldepth %d multipv %d score %s%s nodes %d nps %d time %d pv %s",
			l.Depth, max(a.SelDepth, l.Depth), i+1, score(&l), chances, a.Stats.Nodes, speed, milliseconds, strings.Join(at.Coordinates(l.PV, chess960), " "))
	}
}

// won is the score of a win at an unknown distance, in hundredths of the game's unit.
const won = 20_000

// score returns a value, as a distance to the end in moves or in hundredths of the game's unit,
// and whether it is a bound.
func score(l *engine.Line) string {
	var text string
	switch v := l.Value; {
	case v.Decided() && v.Plies >= 0:
		text = fmt.Sprintf("mate %d", v.Outcome*((v.Plies+1)/2))
	case v.Decided():
		text = fmt.Sprintf("cp %d", v.Outcome*won)
	default:
		const hundredth = 100
		text = fmt.Sprintf("cp %.0f", hundredth*v.Number)
	}
	switch bound := l.Bound.String(); bound {
	case "lower", "upper":
		text += " " + bound + "bound"
	}
	return text
}
