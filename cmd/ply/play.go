package main

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/tui"
)

// playFlags are the flags of the play command.
type playFlags struct {
	limitFlags
	sourceFlags
	strengthFlags
	screenFlags
	mannerFlags
	engine string
}

func (a *app) playCommand() *cobra.Command {
	var f playFlags
	c := &cobra.Command{
		Use:   "play GAME [POSITION]",
		Short: "Play a game against the engine in the terminal",
		Long: `Play a game against the engine in the terminal.

Type a move, or: hint, moves, undo, swap, board, new, help, quit. The engine
thinks for 2 s a move unless limits are given.`,
		Example:           "  ply play connect4\n  ply play othello --engine first --depth 4",
		Args:              atLeastGame,
		ValidArgsFunction: completeGame,
		RunE:              func(c *cobra.Command, args []string) error { return a.play(c.Context(), args, &f) },
	}
	f.limitFlags.add(c)
	f.sourceFlags.add(c)
	f.screenFlags.add(c)
	f.strengthFlags.add(c)
	f.mannerFlags.add(c)
	c.Flags().StringVar(&f.engine, "engine", "second", "the `side` that the engine plays: first, second, both or none")
	return c
}

// thinkingTime is how long the engine thinks over a move without limits.
const thinkingTime = 2 * time.Second

// table is a game in progress.
type table struct {
	*app
	player  *engine.Player
	sides   [2]bool          // which sides the engine plays
	clocks  [2]*search.Clock // of the engine; nil if there are none
	ponders bool
	lang    words.Lang
	past    []engine.Position
	now     engine.Position
}

func (a *app) play(ctx context.Context, args []string, f *playFlags) error {
	g, err := findGame(args[0])
	if err != nil {
		return err
	}
	t, err := a.newTable(g, f)
	if err != nil {
		return err
	}
	e, release, err := openBook(g, t.player.Engine, f.book)
	if err != nil {
		return err
	}
	defer release()
	t.player.Engine = e
	if t.now, err = parsePosition(g, args[1:], f.moves); err != nil {
		return err
	}
	if t.lang, err = language(f.lang); err != nil {
		return err
	}
	if a.fullScreen(f.plain) {
		return t.playOnScreen(ctx)
	}
	return t.run(ctx)
}

func (a *app) newTable(g engine.Game, f *playFlags) (*table, error) {
	player, err := newPlayer(g, &f.limitFlags, &f.strengthFlags, &f.mannerFlags, thinkingTime)
	if err != nil {
		return nil, err
	}
	clocks, err := f.clocks()
	if err != nil {
		return nil, err
	}
	sides, known := map[string][2]bool{
		"first": {game.First: true}, "second": {game.Second: true}, "both": {true, true}, "none": {},
	}[f.engine]
	switch {
	case !known:
		return nil, usage(fmt.Errorf("--engine: %q, want first, second, both or none", f.engine))
	case f.algorithm != searchAlgorithm:
		return nil, usage(fmt.Errorf("--algo: play needs %s", searchAlgorithm))
	case f.clock != "" && f.time > 0:
		return nil, usage(fmt.Errorf("--clock and --time: want one of them"))
	case a.json:
		return nil, usage(fmt.Errorf("--json: play is for people"))
	}
	return &table{app: a, player: player, sides: sides, clocks: clocks, ponders: f.ponder}, nil
}

func (t *table) run(ctx context.Context) error {
	lines := readLines(ctx, bufio.NewScanner(t.in))
	fmt.Fprint(t.out, t.board())
	for t.out.err == nil {
		over := t.now.Status().Over()
		if !over && t.sides[t.now.ToMove()&1] {
			if !t.reply(ctx) {
				return exit(exitInterrupted)
			}
			continue
		}
		if over {
			fmt.Fprintln(t.out, t.lang.Text("play.result", "verdict", tui.Verdict(t.lang, t.now)))
		}
		if over && t.sides == [2]bool{true, true} {
			return nil
		}
		leave, err := t.turn(ctx, lines)
		if leave || err != nil {
			return err
		}
	}
	return nil
}

// turn lets the user do one thing and reports whether that is to leave.
func (t *table) turn(ctx context.Context, lines <-chan string) (leave bool, err error) {
	fmt.Fprintf(t.out, "%s> ", tui.Side(t.lang, t.now))
	rest := t.ponder(ctx)
	defer rest()
	select {
	case <-ctx.Done():
		fmt.Fprintln(t.out)
		return true, exit(exitInterrupted)
	case line, ok := <-lines:
		if !ok {
			fmt.Fprintln(t.out)
			return true, nil
		}
		rest()
		leave = t.obey(ctx, strings.Join(strings.Fields(line), " "))
	}
	if ctx.Err() != nil {
		return true, exit(exitInterrupted)
	}
	return leave, nil
}

// readLines hands out the lines of in until it ends or ctx is done.
func readLines(ctx context.Context, in *bufio.Scanner) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in.Scan() {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// ponder lets the engine think while the user does, if it is to, until the
// function returned is called. What it finds stays in its table.
func (t *table) ponder(ctx context.Context) (rest func()) {
	if !t.ponders || t.sides == [2]bool{} || t.now.Status().Over() {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.player.Engine.Analyze(ctx, t.now, search.Query{}, search.Control{}, nil)
	}()
	return func() { stop(); <-done }
}

// think chooses a move and says what it is worth. Time is taken from clock.
func (t *table) think(ctx context.Context, clock *search.Clock) (chosen engine.Line, worth string) {
	chosen, found, ok := t.player.Move(ctx, t.now, clock)
	if !ok {
		return chosen, t.lang.Text("play.opening")
	}
	worth = tui.Opinion(t.lang, &found, slices.IndexFunc(found.Lines, func(l engine.Line) bool { return l.Move == chosen.Move }))
	if clock != nil {
		seconds := int(clock.Left.Round(time.Second).Seconds())
		worth += "  " + t.lang.Text("play.left", "time", fmt.Sprintf("%d:%02d", seconds/60, seconds%60))
	}
	return chosen, worth
}

// reply lets the engine move. If it is interrupted it says what it would have
// played and returns false.
func (t *table) reply(ctx context.Context) bool {
	l, worth := t.think(ctx, t.clocks[t.now.ToMove()&1])
	if ctx.Err() != nil {
		fmt.Fprintln(t.out, t.lang.Text("play.interrupted", "move", t.bold(l.Move), "value", worth))
		return false
	}
	fmt.Fprintf(t.out, "\n%s  %s\n", t.lang.Text("play.replied", "side", tui.Side(t.lang, t.now), "move", t.bold(l.Move)), worth)
	t.move(l.Move)
	return true
}

// board draws the board.
func (t *table) board() string { return tui.Board(t.lang, t.now) }

func (t *table) move(m string) {
	next, err := t.now.Play(m)
	if err != nil {
		fmt.Fprintln(t.out, t.lang.Text("play.see-help", "refusal", tui.Refusal(t.lang, t.now, m)))
		return
	}
	t.past = append(t.past, t.now)
	t.now = next
	fmt.Fprint(t.out, t.board())
}

// obey does what a line says and reports whether it says to leave.
func (t *table) obey(ctx context.Context, line string) (leave bool) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "":
	case "quit", "exit", "q":
		return true
	case "help", "?":
		fmt.Fprintln(t.out, t.lang.Text("play.commands"))
	case "hint":
		t.hint(ctx)
	case "moves":
		fmt.Fprintln(t.out, t.wrap(strings.Join(t.now.Moves(), " "), 0))
	case "undo":
		t.undo(rest)
	case "swap":
		t.sides[0], t.sides[1] = t.sides[1], t.sides[0]
	case "board":
		fmt.Fprintf(t.out, "%s%s\n", t.board(), t.now)
	case "new":
		t.past, t.now = nil, t.now.Game().Start()
		fmt.Fprint(t.out, t.board())
	default:
		t.move(line)
	}
	return false
}

func (t *table) hint(ctx context.Context) {
	if t.now.Status().Over() {
		fmt.Fprintln(t.out, t.lang.Text("play.ended"))
		return
	}
	l, worth := t.think(ctx, nil)
	fmt.Fprintf(t.out, "%s  %s\n", t.bold(l.Move), worth)
	label := t.lang.Text("play.line")
	label += strings.Repeat(" ", max(1, 7-lipgloss.Width(label)))
	fmt.Fprintf(t.out, "%s%s\n", label, t.wrap(strings.Join(l.PV, " "), lipgloss.Width(label)))
}

func (t *table) undo(moves string) {
	n := 1
	if t.sides[0] != t.sides[1] {
		n = 2
	}
	if moves != "" {
		var err error
		if n, err = strconv.Atoi(moves); err != nil || n < 1 {
			fmt.Fprintln(t.out, t.lang.Text("play.undo-number", "count", moves))
			return
		}
	}
	if n > len(t.past) {
		fmt.Fprintln(t.out, t.lang.Text("play.undo-many", "n", n, "played", len(t.past)))
		return
	}
	t.now = t.past[len(t.past)-n]
	t.past = t.past[:len(t.past)-n]
	fmt.Fprint(t.out, t.board())
}
