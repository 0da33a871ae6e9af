package data

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// bookFlags are the flags of all book commands.
type bookFlags struct{ path string }

// Book returns the command book.
func Book(env *cli.Env) *cobra.Command {
	f := new(bookFlags)
	c := &cobra.Command{
		Use:   "book",
		Short: "Build and read an opening book, of Othello, draughts or chess",
		Long: `Build and read an opening book of Othello or of any draughts game: a file of
positions with values from the engine's searches. The commands play, analyze,
engine and match can use it. In chess they use books in the format of PolyGlot,
which count moves of recorded games: 'ply book polyglot' makes one.`,
		Example: `  ply book new --book my.book
  ply book extend --book my.book --level 12 --positions 1000
  ply book show --book my.book --moves "f5 d6"
  ply book new draughts:russian --book other.book
  ply book polyglot games.pgn --book chess.bin`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return cli.Usage(reason.Errorf("which command? '%s --help' lists them", "ply book"))
		},
	}
	c.PersistentFlags().StringVar(&f.path, "book", "", "`FILE` of the book")
	c.AddCommand(
		bookNew(env, f), bookShow(env, f), bookLearn(env, f), bookExtend(env, f), bookDeviate(env, f),
		bookPrune(env, f), bookExport(env, f), bookImport(env, f), bookStats(env, f), bookPolyglot(env, f),
	)
	return c
}

// open opens the book that the flags name.
func (f *bookFlags) open(write bool) (workshop.Book, error) { return cli.Book(f.path, write) }

// bookError returns an error of a book with its exit code: a failure if the book could
// not be written, otherwise invalid input.
func bookError(err error) error {
	var given *cli.Error
	switch {
	case errors.As(err, &given):
		return err
	case errors.Is(err, workshop.ErrUnwritten):
		return cli.Failure(err)
	}
	return cli.Invalid(err)
}

func bookNew(env *cli.Env, f *bookFlags) *cobra.Command {
	size := 0
	c := &cobra.Command{
		Use:   "new [GAME]",
		Short: "Create an empty book",
		Args:  cli.Counted(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			if f.path == "" {
				return cli.Usage(reason.Errorf("%s: which file?", "--book"))
			}
			// By default the first game that has books.
			g, books, err := cli.Offering[workshop.Books]("book", append(args, cli.WhatOffer[workshop.Books]()[0])[0])
			if err != nil {
				return err
			}
			if c.Flags().Changed("size") {
				if g, err = sized(g, size); err != nil {
					return err
				}
			}
			b, err := books.Create(f.path, g.About().Name)
			if err != nil {
				return bookError(err)
			}
			defer b.Close()
			return writeBuilt(env, b.Len(), 0, 0, "done")
		},
	}
	c.Flags().IntVar(&size, "size", 0, "`squares` along a side of the board, in games with several sizes: 8, 6 or 4")
	return c
}

// sized returns g on a board of another size.
func sized(g *engine.Game, size int) (*engine.Game, error) {
	board, ok := engine.Offered[workshop.Board](g)
	if !ok {
		return nil, cli.Unfit("--size", size, g.About().Sizes)
	}
	g, err := board.Of(size)
	if err != nil {
		return nil, cli.Usage(reason.Errorf("--size: %w", err))
	}
	return g, nil
}

// buildFlags are the flags of commands that add positions to a book.
type buildFlags struct {
	*bookFlags
	level, depth int
	Nodes        uint64        `flag:"nodes" help:"{positions} that each search may visit"`
	Time         time.Duration `flag:"time" help:"stop after this {time}, such as 1h"`
	Most         int           `flag:"positions" help:"stop after adding this many {positions}"`
	Table        string        `flag:"tt" help:"{size} of the transposition table, such as 256MiB"`
	moves        string
	away         remote.Send
}

// defaultBookLevel is the default level of searches for a book.
const defaultBookLevel = 10

func (f *buildFlags) add(c *cobra.Command) {
	cli.Bind(c, f)
	flags := c.Flags()
	flags.IntVar(&f.level, "level", 0, fmt.Sprintf("`strength` of each search (%d)", defaultBookLevel))
	flags.IntVar(&f.depth, "depth", 0, "depth of each search in `plies`, instead of a level")
	f.away.Add(c, "search the positions on a farm, each with an empty table")
}

func (f *buildFlags) check() error {
	return cmp.Or(
		cli.Within("--level", cmp.Or(f.level, 1), 1, engine.MaxLevel),
		cli.AtLeast("--depth", f.depth, 0),
		cli.AtLeast("--time", f.Time, 0),
		cli.AtLeast("--positions", f.Most, 0),
	)
}

// build opens the book, calls work to add positions to it, and prints the result. A
// time limit or Ctrl-C ends work early; what it has added stays. If complete is set,
// work ends by itself, and ending it early has an exit code of its own.
func build(ctx context.Context, env *cli.Env, f *buildFlags, complete bool, work func(context.Context, workshop.Book, workshop.Builder) error) error {
	bytes, err := cli.Size("--tt", f.Table)
	if err := cmp.Or(f.check(), err); err != nil {
		return err
	}
	b, err := f.open(true)
	if err != nil {
		return err
	}
	defer b.Close()
	o := workshop.Building{Request: engine.Request{Nodes: f.Nodes, Depth: f.depth}, Most: f.Most}
	if f.depth == 0 {
		o.Request.Level = cmp.Or(f.level, defaultBookLevel)
	}
	o.Engine.TableBytes = bytes
	var release func()
	if o.Send, release, err = f.away.Sender(job.Book, b.Game()); err != nil {
		return err
	}
	defer release()
	if o.Send != nil && bytes == 0 {
		o.Engine.TableBytes = remote.SolveTable
	}
	show, done := env.Status()
	defer done()
	o.Progress = func(n int, p string) {
		show(env.Lang.Text("book.progress", "n", n, "held", b.Len(), "position", p))
	}
	w := b.Builder(o)
	inner := ctx
	if f.Time > 0 {
		var release context.CancelFunc
		inner, release = context.WithTimeout(ctx, f.Time)
		defer release()
	}
	err = work(inner, b, w)
	return conclude(ctx, env, b, w.Added(), f.Most, complete, err)
}

// conclude prints the result of a build that has added positions, at most most of
// them, and returns its exit code.
func conclude(ctx context.Context, env *cli.Env, b workshop.Book, added, most int, complete bool, err error) error {
	stopped, code := "done", cli.CodeOK
	switch {
	case ctx.Err() != nil:
		stopped, code = "signal", cli.CodeInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		stopped = "time"
	case err != nil:
		return bookError(err)
	case most > 0 && added >= most:
		stopped = "positions"
	}
	if complete && (stopped == "time" || stopped == "positions") {
		code = cli.CodeLimit
	}
	if err := b.Settle(); err != nil {
		return cli.Failure(err)
	}
	if err := writeBuilt(env, b.Len(), added, 0, stopped); err != nil {
		return err
	}
	return cli.With(code)
}

// builtJSON is the document "ply.bookbuild/1".
type builtJSON struct {
	Schema    string `json:"schema"`
	Added     int    `json:"added"`
	Dropped   int    `json:"dropped"`
	Positions int    `json:"positions"`
	Stopped   string `json:"stopped"`
}

func writeBuilt(env *cli.Env, held, added, dropped int, stopped string) error {
	change := env.Lang.Text("book.added", "n", added)
	if dropped > 0 {
		change = env.Lang.Text("book.dropped", "n", dropped)
	}
	why := ""
	if stopped != "done" {
		why = env.Lang.Text("book." + stopped)
	}
	return env.Say(builtJSON{"ply.bookbuild/1", added, dropped, held, stopped},
		env.Lang.Text("book.built", "change", change, "held", report.Thousands(uint64(held)), "why", why))
}

func bookExtend(env *cli.Env, f *bookFlags) *cobra.Command {
	b := &buildFlags{bookFlags: f}
	c := &cobra.Command{
		Use:   "extend [POSITION]",
		Short: "Add the leaves that are cheapest to reach",
		RunE: func(c *cobra.Command, args []string) error {
			if b.Most == 0 && b.Time == 0 {
				return cli.Usage(reason.New("extend needs --positions or --time: otherwise it never ends"))
			}
			return build(c.Context(), env, b, false, func(ctx context.Context, k workshop.Book, w workshop.Builder) error {
				p, err := cli.Position(env, k.Game(), args, b.moves)
				if err != nil {
					return err
				}
				return w.Extend(ctx, p)
			})
		},
	}
	b.add(c)
	c.Flags().StringVar(&b.moves, "moves", "", "first play these `moves` from the position")
	return c
}

func bookDeviate(env *cli.Env, f *bookFlags) *cobra.Command {
	b := &buildFlags{bookFlags: f}
	relative, absolute := 0, 0
	c := &cobra.Command{
		Use:   "deviate [POSITION]",
		Short: "Add all positions reached by moves that lose little",
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(cli.AtLeast("--relative", relative, 0), cli.AtLeast("--absolute", absolute, 0)); err != nil {
				return err
			}
			return build(c.Context(), env, b, true, func(ctx context.Context, k workshop.Book, w workshop.Builder) error {
				p, err := cli.Position(env, k.Game(), args, b.moves)
				if err != nil {
					return err
				}
				return w.Deviate(ctx, p, relative, absolute)
			})
		},
	}
	b.add(c)
	c.Flags().StringVar(&b.moves, "moves", "", "first play these `moves` from the position")
	c.Flags().IntVar(&relative, "relative", 1, "how much a move may lose against the best: `discs`, or tenths of a man")
	c.Flags().IntVar(&absolute, "absolute", 2, "how much a value may differ from the value of the position: `discs`, or tenths of a man")
	return c
}

func bookLearn(env *cli.Env, f *bookFlags) *cobra.Command {
	b := &buildFlags{bookFlags: f}
	plies := 0
	c := &cobra.Command{
		Use:   "learn FILE...",
		Short: "Add the positions of recorded games; - is standard input",
		Args:  cli.Counted(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			return build(c.Context(), env, b, true, func(ctx context.Context, k workshop.Book, w workshop.Builder) error {
				games, err := readGames(ctx, env, k.Game(), args)
				if err != nil {
					return err
				}
				for _, game := range games {
					if err := w.Learn(ctx, game[:min(len(game), plies+1)]); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	b.add(c)
	env.Intake.Add(c)
	c.Flags().IntVar(&plies, "plies", 30, "learn this many `plies` of each game")
	return c
}

// readGames returns the positions of each game in files.
func readGames(ctx context.Context, env *cli.Env, g *engine.Game, files []string) (games [][]*engine.Position, err error) {
	for _, file := range files {
		data, err := env.ReadText(ctx, file, cli.MaxRecords)
		if err != nil {
			return nil, err
		}
		records, err := cli.Gather(env, cli.InputName(file), g.EachRecord(bytes.NewReader(data), ""))
		if err != nil {
			return nil, err
		}
		for i := range records {
			game, err := records[i].Positions()
			if err != nil {
				return nil, cli.Invalid(reason.Errorf("%s: game %d: %w", file, i+1, err))
			}
			games = append(games, game)
		}
	}
	return games, nil
}

func bookPrune(env *cli.Env, f *bookFlags) *cobra.Command {
	loss, moves := 0, ""
	c := &cobra.Command{
		Use:   "prune [POSITION]",
		Short: "Drop the positions that cannot be reached without losing much",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := cli.AtLeast("--loss", loss, 0); err != nil {
				return err
			}
			b, err := f.open(true)
			if err != nil {
				return err
			}
			defer b.Close()
			p, err := cli.Position(env, b.Game(), args, moves)
			if err != nil {
				return err
			}
			dropped, err := b.Prune(p, loss)
			if err != nil {
				return cli.Failure(err)
			}
			return writeBuilt(env, b.Len(), 0, dropped, "done")
		},
	}
	c.Flags().IntVar(&loss, "loss", 4, "how much a move may lose: `discs`, or tenths of a man")
	c.Flags().StringVar(&moves, "moves", "", "first play these `moves` from the position")
	return c
}

func bookImport(env *cli.Env, f *bookFlags) *cobra.Command {
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Add the positions of a book written by export; - is standard input",
		Args:  cli.Counted(cobra.ExactArgs(1)),
		RunE:  func(c *cobra.Command, args []string) error { return importBook(c.Context(), env, f, args[0]) },
	}
	env.Intake.AddStrict(c)
	return c
}

func importBook(ctx context.Context, env *cli.Env, f *bookFlags, file string) error {
	b, err := f.open(true)
	if err != nil {
		return err
	}
	defer b.Close()
	in, err := env.In.Open(ctx, file)
	if err != nil {
		return cli.Invalid(err)
	}
	defer in.Close()
	var leaveOut func(*record.Fault)
	if !env.Intake.Strict {
		leaveOut = func(why *record.Fault) { env.LeavePosition(cli.InputName(file), why) }
	}
	before := b.Len()
	n, err := b.Import(in, leaveOut)
	if err != nil {
		return bookError(reason.Errorf("%s: %w", cli.InputName(file), err))
	}
	env.Intake.Read += n
	return writeBuilt(env, b.Len(), b.Len()-before, 0, "done")
}
