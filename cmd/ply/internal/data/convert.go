// Package data holds the commands that make and convert data: ply convert, book, endgames and
// train.
package data

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/reason"
)

// convertFlags are the flags of the convert command.
type convertFlags struct {
	arg.RecordFlags
	to                   string
	players, tournaments string
}

// Convert returns the command convert.
func Convert(env *cli.Env) *cobra.Command {
	var f convertFlags
	c := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Convert records of games from one notation to another",
		Long: `Convert records of games from one notation to another.

Without FILE, or with -, the command reads standard input. Every game has the
notations transcript and position. Othello also has ggf, sgf, wtb, obf and board,
and draughts has pdn.`,
		Example: "  ply convert --to transcript WTH_2024.wtb\n  ply convert --to sgf game.ggf",
		Args:    arg.Counted(cobra.MaximumNArgs(1)),
		RunE:    func(c *cobra.Command, args []string) error { return runConvert(c.Context(), env, args, &f) },
	}
	f.RecordFlags.Add(env, c)
	flags.AddLanguage(c)
	flags := c.Flags()
	flags.StringVar(&f.to, "to", "transcript", "`format` to write")
	flags.StringVar(&f.players, "players", "", "WTHOR `FILE` with the names of players (.jou)")
	flags.StringVar(&f.tournaments, "tournaments", "", "WTHOR `FILE` with the names of tournaments (.trn)")
	return c
}

func runConvert(ctx context.Context, env *cli.Env, args []string, f *convertFlags) error {
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	if err := cmp.Or(f.CheckFormat(), env.Intake.Check()); err != nil {
		return err
	}
	in, err := env.In.Open(ctx, name)
	if err != nil {
		return exit.Invalid(err)
	}
	defer in.Close()
	name = input.Name(name)
	data, err := io.ReadAll(io.LimitReader(in, input.MaxRecords+1))
	switch {
	case err != nil:
		return exit.Invalid(reason.Errorf("%s: %w", name, err))
	case len(data) > input.MaxRecords:
		return convertLarge(ctx, env, data, in, name, f)
	}
	records, err := arg.RecordsIn(env, data, name, &f.RecordFlags)
	if err != nil {
		return err
	}
	var out bytes.Buffer // print nothing if one of the games cannot be written
	if err := convertEach(ctx, env, &out, records[0].Start.Game(), slices.Values(records), f); err != nil {
		return err
	}
	_, err = env.Out.Write(out.Bytes())
	return err
}

// convertLarge converts the games of a file that begins with data one by one, in memory
// that does not grow with their number. A game that cannot be written ends the output.
func convertLarge(ctx context.Context, env *cli.Env, data []byte, rest io.Reader, name string, f *convertFlags) (err error) {
	encoding := env.Intake.Encoding
	head, found := charset.Text(data[:min(len(data), 2*engine.DetectBytes)], encoding)
	g, err := arg.RecordGame(env, head, name, &f.RecordFlags)
	if err != nil {
		return exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	in := io.MultiReader(bytes.NewReader(data), rest)
	if found.Name != "" { // otherwise it is not text
		if found.Guessed {
			encoding = found.Name
		}
		text := charset.NewReader(in, encoding)
		defer func() {
			all := text.Found()
			all.Guessed = all.Guessed || found.Guessed
			env.NoteEncoding(name, all)
		}()
		in = text
	}
	var unread error
	out := bufio.NewWriter(env.Out)
	read := env.Intake.Read
	err = convertEach(ctx, env, out, g, ahead(func(yield func(engine.Record) bool) {
		for r := range cli.Sift(env, name, g.EachRecord(in, f.From), &unread) {
			if arg.MakePlain(&r); !yield(r) {
				return
			}
		}
	}), f)
	if err = cmp.Or(err, unread); err == nil && env.Intake.Read == read {
		err = exit.Invalid(reason.Errorf("%s: %w", name, record.ErrNoGame))
	}
	return errors.Join(err, out.Flush())
}

// ahead returns the elements of seq, which runs in another goroutine, at most a few
// batches ahead. The goroutine has ended when the sequence returned ends.
func ahead[T any](seq iter.Seq[T]) iter.Seq[T] {
	const batch, batches = 64, 4
	return func(yield func(T) bool) {
		filled, stop := make(chan []T, batches), make(chan struct{})
		go func() {
			defer close(filled)
			next := make([]T, 0, batch)
			send := func() bool {
				select {
				case filled <- next:
					next = make([]T, 0, batch)
					return true
				case <-stop:
					return false
				}
			}
			for e := range seq {
				if next = append(next, e); len(next) == batch && !send() {
					return
				}
			}
			send()
		}()
		defer func() {
			close(stop)
			for range filled {
			}
		}()
		for next := range filled {
			for _, e := range next {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// convertEach writes records of g as they come, as the flags say.
func convertEach(ctx context.Context, env *cli.Env, out io.Writer, g *engine.Game, records iter.Seq[engine.Record], f *convertFlags) error {
	if names := g.FormatNames(); !slices.Contains(names, f.to) {
		return flags.NotAmong("--to", f.to, names...)
	}
	complete, err := lists(ctx, env, g, f)
	if err != nil {
		return err
	}
	completed := func(yield func(engine.Record) bool) {
		for r := range records {
			if complete(&r.Heading); !yield(r) {
				return
			}
		}
	}
	if env.JSON {
		return writeRecords(env, completed)
	}
	if err := g.WriteEach(out, f.to, completed); err != nil {
		return exit.Invalid(err)
	}
	return nil
}

// lists returns a function that completes the headings of records of g from the lists
// of players and tournaments that the flags name.
func lists(ctx context.Context, env *cli.Env, g *engine.Game, f *convertFlags) (complete func(*record.Heading), err error) {
	if f.players == "" && f.tournaments == "" {
		return func(*record.Heading) {}, nil
	}
	create, ok := engine.Offered[workshop.NewLists](g)
	if !ok {
		return nil, exit.Usage(reason.Errorf("--players, --tournaments: %s has no such lists", g.About().Name))
	}
	lists := create()
	if err = readList(ctx, env, f.players, lists.AddPlayers); err == nil {
		err = readList(ctx, env, f.tournaments, lists.AddTournaments)
	}
	return lists.Complete, err
}

// readList passes the named file to add, unless name is empty.
func readList(ctx context.Context, env *cli.Env, name string, add func(file []byte) error) error {
	if name == "" {
		return nil
	}
	data, err := env.In.ReadAll(ctx, name, input.MaxFile)
	if err != nil {
		return exit.Invalid(err)
	}
	if err := add(data); err != nil {
		return exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	return nil
}

// writeRecords writes records as JSON documents.
func writeRecords(env *cli.Env, records iter.Seq[engine.Record]) error {
	n := 0
	for r := range records {
		doc, err := r.Describe(n)
		if n++; err != nil {
			return exit.Invalid(reason.Errorf("game %d: %w", n, err))
		}
		if err := env.WriteJSON(doc); err != nil {
			return err
		}
	}
	return nil
}
