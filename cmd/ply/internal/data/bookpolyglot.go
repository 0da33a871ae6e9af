package data

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
)

// bookPolyglot returns the command that counts the moves of recorded games.
func bookPolyglot(env *cli.Env, f *bookFlags) *cobra.Command {
	plies, least := 0, 0
	c := &cobra.Command{
		Use:   "polyglot FILE...",
		Short: "Make a book for chess programs from recorded games; - is standard input",
		Args:  arg.Counted(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			if f.path == "" {
				return exit.Usage(reason.Errorf("%s: which file?", "--book"))
			}
			if err := flags.AtLeast("--plies", plies, 1); err != nil {
				return err
			}
			if err := flags.AtLeast("--least", least, 1); err != nil {
				return err
			}
			if _, err := os.Stat(f.path); err == nil {
				return exit.Invalid(reason.Errorf("open %s: file exists", f.path))
			}
			g, counts, err := arg.Offering[workshop.MoveCounts]("book polyglot", arg.WhatOffer[workshop.MoveCounts]()[0])
			if err != nil {
				return err
			}
			counter := counts()
			for _, file := range args {
				if err := countMoves(c.Context(), env, g, counter, file, plies); err != nil {
					return err
				}
			}
			held, err := writeCounts(f.path, counter, least)
			if err != nil {
				return exit.Failure(err)
			}
			return writeBuilt(env, held, held, 0, "done")
		},
	}
	env.Intake.Add(c)
	c.Flags().IntVar(&plies, "plies", 30, "count this many `plies` of each game")
	c.Flags().IntVar(&least, "least", 2, "leave out moves that were played in fewer `games`")
	return c
}

// countMoves counts the moves of the games in a file, which it reads one by one.
func countMoves(ctx context.Context, env *cli.Env, g *engine.Game, counter workshop.MoveCounter, file string, plies int) (err error) {
	text, done, err := env.OpenText(ctx, file)
	if err != nil {
		return err
	}
	defer done()
	for range cli.Sift(env, input.Name(file), counted(g, counter, text, plies), &err) {
		if ctx.Err() != nil {
			return exit.With(exit.CodeInterrupted)
		}
	}
	return err
}

// counted yields the games of a file, with a fault for each that cannot be counted.
func counted(g *engine.Game, counter workshop.MoveCounter, in io.Reader, plies int) iter.Seq2[engine.Record, error] {
	return func(yield func(engine.Record, error) bool) {
		number := 0
		for r, err := range g.EachRecord(in, "") {
			if number++; err == nil {
				if err = counter.Add(&r, plies); err != nil {
					err = &record.Fault{Game: number, Players: r.Players, Err: err}
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// writeCounts writes the book to a new file and returns the number of its positions.
func writeCounts(path string, counter workshop.MoveCounter, least int) (positions int, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return 0, err
	}
	out := bufio.NewWriter(file)
	positions, err = counter.Write(out, least)
	if err = errors.Join(err, out.Flush(), file.Close()); err != nil {
		os.Remove(path)
	}
	return positions, err
}
