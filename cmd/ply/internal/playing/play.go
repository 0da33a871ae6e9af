// Package playing holds the commands that play against people and for other programs: ply play,
// engine and serve.
package playing

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/tui"
)

// playFlags are the flags of the play command.
type playFlags struct {
	cli.Player
	cli.Source
	Plain  bool `flag:"plain" help:"show text line by line instead of a full screen"`
	engine string
	goal   string
}

// Play returns the command play.
func Play(env *cli.Env) *cobra.Command {
	var f playFlags
	c := &cobra.Command{
		Use:   "play GAME|PUZZLE [POSITION]",
		Short: "Play a game against the engine, or solve a puzzle, in the terminal",
		Long: `Play a game against the engine in the terminal.

Type a move, or: hint, moves, undo, swap, opponent, board, new, help, quit. The
engine thinks for 2 s a move unless flags set limits.

In a puzzle, such as tiles:3, type moves, or: hint, solve, moves, undo, board, new,
help, quit. The search for a solution takes at most 10 s, or --time.`,
		Example:           "  ply play connect4\n  ply play othello --engine first --opponent novice\n  ply play tiles:3",
		Args:              cli.AtLeastGame,
		ValidArgsFunction: cli.CompleteGame,
		RunE: func(c *cobra.Command, args []string) error {
			if cli.IsPuzzle(args[0]) {
				return playPuzzle(c.Context(), env, args, &f, c.Flags())
			}
			if f.goal != "" {
				return cli.Usage(reason.New("--goal needs a puzzle, such as ply play tiles:3"))
			}
			return runPlay(c.Context(), env, args, &f)
		},
	}
	f.Player.Add(c)
	f.AddClock(c)
	f.Source.Add(c)
	cli.Bind(c, &f, "plain")
	cli.AddGoal(c, &f.goal)
	c.Flags().StringVar(&f.engine, "engine", "second", "`side` that the engine plays: first, second, both or none")
	return c
}

// thinkingTime is the engine's time for a move without limits.
const thinkingTime = 2 * time.Second

// table is a game in progress, shown line by line.
type table struct {
	*cli.Env
	*play.Session
	ponders bool
}

func runPlay(ctx context.Context, env *cli.Env, args []string, f *playFlags) error {
	g, err := cli.AnyGame(env, args[0], shelf.Names()...)
	if err != nil {
		return err
	}
	s, err := newSession(env, g, f)
	if err != nil {
		return err
	}
	e, release, err := cli.OpenBook(g, s.Player.Engine, f.Book)
	if err != nil {
		return err
	}
	defer release()
	s.Player.Engine = e
	start, err := cli.Position(env, g, args[1:], f.Moves)
	if err != nil {
		return err
	}
	s.Start(start)
	if cli.FullScreen(env, f.Plain) {
		return cli.Present(ctx, env, tui.NewPlay(ctx, s, env.Lang))
	}
	return (&table{env, s, f.Ponder}).run(ctx)
}

func newSession(env *cli.Env, g *engine.Game, f *playFlags) (*play.Session, error) {
	player, err := f.New(g, thinkingTime)
	if err != nil {
		return nil, err
	}
	clocks, err := f.Clocks()
	if err != nil {
		return nil, err
	}
	sides, known := map[string][2]bool{
		"first": {game.First: true}, "second": {game.Second: true}, "both": {true, true}, "none": {},
	}[f.engine]
	switch {
	case !known:
		return nil, cli.NotAmong("--engine", f.engine, "first", "second", "both", "none")
	case !cli.Plays(f.Algorithm):
		return nil, cli.Usage(reason.Errorf("--algo: %s needs %s", "play", cli.Search))
	case env.JSON:
		return nil, cli.Usage(reason.New("--json: play is interactive"))
	}
	return &play.Session{Player: player, Sides: sides, Clocks: clocks, Opponent: f.Opponent}, nil
}

func (t *table) run(ctx context.Context) error {
	lines := cli.Lines(ctx, t.In.Reader)
	t.show()
	for t.Out.Err == nil {
		if t.EngineMoves() {
			if !t.reply(ctx) {
				return cli.With(cli.CodeInterrupted)
			}
			continue
		}
		if t.Over() {
			fmt.Fprintln(t.Out, t.Lang.Text("play.result", "verdict", wording.Verdict(t.Lang, t.Now())))
			if t.Sides == [2]bool{true, true} {
				return nil
			}
		}
		leave, err := t.turn(ctx, lines)
		if leave || err != nil {
			return err
		}
	}
	return nil
}

// turn executes one command of the user and reports whether to leave.
func (t *table) turn(ctx context.Context, lines <-chan string) (leave bool, err error) {
	fmt.Fprintf(t.Out, "%s> ", wording.Side(t.Lang, t.Now()))
	rest := func() {}
	if t.ponders {
		rest = t.Ponder(ctx)
	}
	defer rest()
	select {
	case <-ctx.Done():
		fmt.Fprintln(t.Out)
		return true, cli.With(cli.CodeInterrupted)
	case line, ok := <-lines:
		if !ok {
			fmt.Fprintln(t.Out)
			return true, nil
		}
		rest()
		leave = t.obey(ctx, strings.Join(strings.Fields(line), " "))
	}
	if ctx.Err() != nil {
		return true, cli.With(cli.CodeInterrupted)
	}
	return leave, nil
}

// worth describes the value of a move in an analysis, or says that the opening made the move; it is
// empty for a player of short sight.
func (t *table) worth(chosen engine.Line, found *engine.Analysis, made bool) string {
	switch {
	case !made && t.Player.Opening[found.Position.String()] == "":
		return ""
	case !made:
		return t.Lang.Text("play.opening")
	}
	i := slices.IndexFunc(found.Lines, func(l engine.Line) bool { return l.Move == chosen.Move })
	return wording.Opinion(t.Lang, found, i)
}

// left describes the time left on a clock; it is empty without a clock.
func (t *table) left(clock *search.Clock) string {
	if clock == nil {
		return ""
	}
	seconds := int(clock.Left.Round(time.Second).Seconds())
	return "  " + t.Lang.Text("play.left", "time", fmt.Sprintf("%d:%02d", seconds/60, seconds%60))
}

// reply lets the engine move. If it is interrupted it prints the engine's best move so
// far and returns false.
func (t *table) reply(ctx context.Context) bool {
	l, found, made := t.Reply(ctx, t.Now())
	worth := t.worth(l, &found, made)
	if t.Now().Odds() != nil {
		worth = t.Lang.Text("board.chance")
	}
	if made {
		worth += t.left(t.Clock(t.Now()))
	}
	if ctx.Err() != nil {
		fmt.Fprintln(t.Out, t.Lang.Text("play.interrupted", "move", t.Bold(l.Move), "value", worth))
		return false
	}
	replied := t.Lang.Text("play.replied", "side", wording.Side(t.Lang, t.Now()), "move", t.Bold(l.Move))
	fmt.Fprintln(t.Out, "\n"+strings.TrimRight(replied+"  "+worth, " "))
	t.move(l.Move)
	return true
}

// board draws the board.
func (t *table) board() string { return wording.Board(t.Lang, t.Now()) }

func (t *table) move(m string) {
	if err := t.Play(m); err != nil {
		fmt.Fprintln(t.Out, t.Lang.Text("play.see-help", "refusal", wording.Refusal(t.Lang, t.Now(), m)))
		return
	}
	t.show()
}

// show prints the board, the players of both sides, their numbers of pieces in games
// that count them, and the last move.
func (t *table) show() {
	fmt.Fprint(t.Out, t.board())
	counts, counted := tui.Tally(t.Now())
	var parts []string
	for side, name := range wording.Sides(t.Lang, t.Now().Game().About()) {
		who := "play.you"
		if t.Sides[side] {
			who = "play.engine"
		}
		player := t.Lang.Text(who)
		if t.Sides[side] && t.Opponent != "" {
			player = wording.Known(t.Lang, "opponent", t.Opponent)
		}
		part := fmt.Sprintf("%s (%s)", name, player)
		if counted {
			part += fmt.Sprintf(" %d", counts[side])
		}
		parts = append(parts, part)
	}
	if moves := t.Moves(); len(moves) > 0 {
		parts = append(parts, t.Lang.Text("play.last", "move", moves[len(moves)-1]))
	}
	fmt.Fprintln(t.Out, strings.Join(parts, " · "))
}

// obey executes a line and reports whether it asks to leave.
func (t *table) obey(ctx context.Context, line string) (leave bool) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "":
	case "quit", "exit", "q":
		return true
	case "help", "?":
		fmt.Fprintln(t.Out, t.Lang.Text("play.commands"))
	case "hint":
		t.hint(ctx)
	case "moves":
		fmt.Fprintln(t.Out, t.Wrap(strings.Join(t.Legal(), " "), 0))
	case "undo":
		t.undo(rest)
	case "opponent":
		fmt.Fprintln(t.Out, t.Wrap(tui.Face(t.Lang, t.Session, rest), 0))
	case "swap":
		t.Swap()
		t.show()
	case "board":
		fmt.Fprintf(t.Out, "%s%s\n", t.board(), t.Now())
	case "new":
		t.Restart()
		t.show()
	default:
		t.move(line)
	}
	return false
}

func (t *table) hint(ctx context.Context) {
	if t.Over() {
		fmt.Fprintln(t.Out, t.Lang.Text("play.ended"))
		return
	}
	l, found := t.Hint(ctx, t.Now())
	fmt.Fprintf(t.Out, "%s  %s\n", t.Bold(l.Move), t.worth(l, &found, true))
	label := t.Lang.Text("play.line")
	label += strings.Repeat(" ", max(1, 7-lipgloss.Width(label)))
	fmt.Fprintf(t.Out, "%s%s\n", label, t.Wrap(strings.Join(l.PV, " "), lipgloss.Width(label)))
}

func (t *table) undo(moves string) {
	if n, ok := undone(t.Env, moves, t.Usual(), len(t.Moves())); ok && t.Undo(n) {
		t.show()
	}
}

// undone reads the number of moves to undo, without a text the usual one. It refuses a number that is
// none, or more moves than were played.
func undone(env *cli.Env, text string, usual, played int) (n int, ok bool) {
	n = usual
	if text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 1 {
			fmt.Fprintln(env.Out, env.Lang.Text("play.undo-number", "count", text))
			return 0, false
		}
	}
	if n > played {
		fmt.Fprintln(env.Out, env.Lang.Text("play.undo-many", "n", n, "played", played))
	}
	return n, n <= played
}
