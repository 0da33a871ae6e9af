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
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/protocol/dialog"
)

// Options configure an engine that speaks the protocol.
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
	mostLines    = 500
	mostOverhead = 10_000 // milliseconds
)

// conversation is the state of one controller's game.
type conversation struct {
	dialog.Dialog
	options Options

	settings          engine.Options
	level, lines, elo int  // as set by the controller; 0 means not set
	overhead          int  // milliseconds that each move takes beyond the search
	chess960          bool // castling is written as in Chess960
	wdl               bool // print the chances
	limited           bool // to elo
}

// Serve answers the commands from in on out until quit, the end of in, or until ctx is done.
// Unknown commands are ignored, as the protocol demands, or reported in an info string. A
// refused search, such as one after a refused position, gets no move. At the end of in a search
// with a limit runs to its end. The error is one of reading, of writing, or of the first Open.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Dialog: dialog.New(ctx, out), options: o}
	c.At = o.Start
	var err error
	if c.Player, err = o.Open(engine.Options{}); err != nil {
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
		if known, err := dialog.Line(c, commands, strings.Join(words[i:], " ")); known {
			c.refuse(err)
			if err != nil && w == "go" {
				c.Say("bestmove (none)")
			}
			break
		}
	}
	return true
}

// refuse prints why a command failed, if err is not nil.
func (c *conversation) refuse(err error) {
	if err != nil {
		c.Say("info string refused: %s", dialog.OneLine(err))
	}
}

var commands = map[string]func(*conversation, string) error{
	"uci":        (*conversation).greet,
	"isready":    func(c *conversation, _ string) error { c.Say("readyok"); return nil },
	"setoption":  (*conversation).setOption,
	"ucinewgame": (*conversation).newGame,
	"position":   func(c *conversation, text string) error { return c.Place(c.read(strings.Fields(text))) },
	"go":         (*conversation).search,
	"stop":       func(c *conversation, _ string) error { c.Stop(); return nil },
	"ponderhit":  func(c *conversation, _ string) error { c.PonderHit(); return nil },
	"bench":      (*conversation).bench,
	"d":          (*conversation).draw,
}

func (c *conversation) greet(string) error {
	c.Say("id name %s", c.options.Name)
	c.Say("id author %s", c.options.Author)
	c.Say("option name Hash type spin default 64 min 1 max %d", dialog.MostHash)
	c.Say("option name Clear Hash type button")
	c.Say("option name Threads type spin default 1 min 1 max %d", dialog.MostThreads)
	c.Say("option name MultiPV type spin default 1 min 1 max %d", mostLines)
	c.Say("option name Level type spin default 0 min 0 max %d", engine.MaxLevel)
	c.Say("option name Ponder type check default false")
	c.Say("option name Move Overhead type spin default 0 min 0 max %d", mostOverhead)
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
func (c *conversation) setOption(text string) error {
	name, value, _ := strings.Cut(text, " value ")
	name, value = strings.ToLower(strings.TrimPrefix(name, "name ")), strings.TrimSpace(value)
	if flag, known := map[string]*bool{
		"uci_chess960": &c.chess960, "uci_showwdl": &c.wdl, "uci_limitstrength": &c.limited,
		"ponder": new(bool), // "go ponder" starts pondering anyway
	}[name]; known {
		*flag = strings.EqualFold(value, "true")
		return nil
	}
	settings, hash := c.settings, 0
	switch {
	case name == "clear hash":
		c.Stop()
		c.Player.Engine.Clear()
		return nil
	case name == "syzygypath" && c.options.Syzygy:
		if settings.Endgames = value; value == "<empty>" {
			settings.Endgames = ""
		}
		return c.open(settings)
	}
	number, known := map[string]dialog.Number{
		"hash": {Value: &hash, Least: 1, Most: dialog.MostHash}, "threads": {Value: &settings.Threads, Least: 1, Most: dialog.MostThreads},
		"multipv": {Value: &c.lines, Least: 1, Most: mostLines}, "level": {Value: &c.level, Most: engine.MaxLevel},
		"uci_elo": {Value: &c.elo, Most: math.MaxInt32}, "move overhead": {Value: &c.overhead, Most: mostOverhead},
	}[name]
	if !known {
		return fmt.Errorf("no option %.40q", name)
	}
	if err := number.Set(name, value); err != nil {
		return err
	}
	c.Stop()
	if hash > 0 {
		settings.TableBytes = hash * dialog.Mebibyte
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
		c.Player, c.settings = player, settings
	}
	return err
}

func (c *conversation) newGame(string) error {
	c.Stop()
	c.Player.Engine.Clear()
	return c.Place(c.options.Start, nil)
}

// read reads "startpos" or "fen POSITION", and perhaps "moves …" after it.
func (c *conversation) read(words []string) (at *engine.Position, err error) {
	end := slices.Index(words, "moves")
	if end < 0 {
		end = len(words)
	}
	switch at = c.options.Start; {
	case end == 0:
		return nil, fmt.Errorf("want startpos or fen")
	case words[0] == "fen":
		at, err = at.Game().Parse(strings.Join(words[1:end], " "))
	case words[0] != "startpos":
		err = fmt.Errorf("%.40q, want startpos or fen", words[0])
	}
	for i := end + 1; err == nil && i < len(words); i++ {
		if at, err = at.Resume().Play(words[i]); err != nil {
			err = fmt.Errorf("move %d: %w", i-end, err)
		}
	}
	return at, err
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
// apply; "infinite" has none. A side that can move gets a move, though a draw could be claimed.
func (c *conversation) search(text string) error {
	c.Stop()
	if c.At == nil {
		return dialog.ErrNoPosition
	}
	words, at := strings.Fields(text), c.At.Resume()
	if len(words) > 1 && words[0] == "perft" {
		return c.perft(words[1])
	}
	legal := at.Moves()
	l, err := readLimits(words, func(w string) bool {
		_, err := at.Rewrite(w)
		return err == nil
	})
	switch {
	case err != nil:
		return err
	case len(legal) == 0:
		c.Say("bestmove (none)")
		return nil
	}
	overhead := int64(c.overhead)
	l.TimeMS = min(l.TimeMS, max(l.TimeMS-overhead, 1))
	if clock := l.clocks[at.ToMove()&1]; clock.LeftMS > 0 {
		clock.LeftMS = max(clock.LeftMS-overhead, 1)
		l.Clock = &clock
	}
	s := dialog.Search{Player: c.Limited(c.level, &l.Request, l.infinite || l.mate > 0), Clock: l.GameClock(), Infinite: l.infinite, Ponder: l.ponder}
	q := &s.Player.Query
	if l.mate > 0 { // selective rules may leave out its quiet moves
		q.Exhaustive, q.Plies, q.Depth = true, 2*l.mate, cmp.Or(q.Depth, 2*l.mate)
	}
	if s := c.options.Strength; c.limited && s.Nodes != nil {
		q.Nodes = s.Nodes(min(max(cmp.Or(c.elo, s.Most), s.Least), s.Most))
	}
	q.Lines = max(c.lines, 1)
	for _, w := range l.only {
		m, _ := at.Rewrite(w)
		q.Only = append(q.Only, slices.Index(legal, m))
	}
	s.Player.Control.Trying = func(t engine.Trying) {
		if t.Nodes >= manyNodes {
			c.Say("info depth %d currmove %s currmovenumber %d", t.Depth, at.Coordinates(legal[t.Place:t.Place+1], c.chess960)[0], t.Number)
		}
	}
	chess960, wdl := c.chess960, c.wdl
	s.Tell = func(a *engine.Analysis) { c.tell(a, at, chess960, wdl) }
	s.Done = func(l *engine.Line) {
		c.Say("bestmove %s", strings.Join(at.Coordinates(l.PV[:min(2, len(l.PV))], chess960), " ponder "))
	}
	c.Go(s)
	return nil
}

// manyNodes is the number of nodes after which a search prints the moves that it tries: about a
// second.
const manyNodes = 1_000_000

// perft counts the paths of a number of plies, by their first moves.
func (c *conversation) perft(plies string) error {
	depth, at := 0, c.At
	if err := (dialog.Number{Value: &depth, Least: 1, Most: 100}).Set("perft", plies); err != nil {
		return err
	}
	c.Task(func(ctx context.Context, say dialog.Report) {
		var sum uint64
		for _, m := range at.Moves() {
			next, _ := at.Play(m)
			n := next.Perft(ctx, depth-1).Leaves
			sum += n
			say("%s: %d", at.Coordinates([]string{m}, c.chess960)[0], n)
		}
		say("\nNodes searched: %d", sum)
	})
	c.Wait()
	return nil
}

// draw prints the position.
func (c *conversation) draw(string) error {
	c.Stop()
	if c.At == nil {
		return dialog.ErrNoPosition
	}
	c.Say("%s\nFen: %s\nKey: %016X", strings.TrimRight(c.At.Board(), "\n"), c.At, c.At.Hash())
	return nil
}

// bench prints the nodes of a fixed suite, a signature of the search, and its speed.
func (c *conversation) bench(string) error {
	if c.options.Bench == nil {
		return fmt.Errorf("the game has no benchmarks")
	}
	c.Task(func(ctx context.Context, say dialog.Report) {
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

// tell prints the lines of an analysis, with the chances if wdl is true. It leaves out what is not
// known.
func (c *conversation) tell(a *engine.Analysis, at *engine.Position, chess960, wdl bool) {
	for i, l := range a.Lines {
		if i > 0 && l.Depth == 0 {
			continue
		}
		info := fmt.Sprintf("info depth %d seldepth %d multipv %d", l.Depth, max(a.SelDepth, l.Depth), i+1)
		if l.Depth > 0 || l.Proof == game.Exact {
			info += " score " + score(&l)
		}
		if o := l.Value.Odds; wdl && o.Known() {
			info += fmt.Sprintf(" wdl %.0f %.0f %.0f", 1000*o.Win, 1000*o.Draw, 1000*o.Loss)
		}
		speed := uint64(float64(a.Stats.Nodes) / max(a.Elapsed.Seconds(), 1e-3))
		info += fmt.Sprintf(" nodes %d nps %d", a.Stats.Nodes, speed)
		if a.Full > 0 {
			info += fmt.Sprintf(" hashfull %d", a.Full)
		}
		if a.Stats.Known > 0 {
			info += fmt.Sprintf(" tbhits %d", a.Stats.Known)
		}
		c.Say("%s time %d pv %s", info, a.Elapsed.Milliseconds(), strings.Join(at.Coordinates(l.PV, chess960), " "))
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
