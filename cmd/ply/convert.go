package main

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

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// convertedJSON is the document "ply.record/1".
type convertedJSON struct {
	Schema   string            `json:"schema"`
	Index    int               `json:"index"`
	Game     string            `json:"game"`
	Start    string            `json:"start"`
	Moves    []string          `json:"moves"`
	Position string            `json:"position"`
	Players  [2]string         `json:"players"`
	Event    string            `json:"event,omitempty"`
	Place    string            `json:"place,omitempty"`
	Round    string            `json:"round,omitempty"`
	Date     string            `json:"date,omitempty"`
	Result   string            `json:"result,omitempty"`
	Comment  string            `json:"comment,omitempty"`
	Opening  string            `json:"opening,omitempty"`
	Tags     map[string]string `json:"tags,omitempty"`
	Notes    map[int]noteJSON  `json:"notes,omitempty"`

	Variations []variationJSON `json:"variations,omitempty"`
}

// variationJSON is a way to play that departs from a game after so many moves.
type variationJSON struct {
	At         int              `json:"at"`
	Moves      []string         `json:"moves"`
	Notes      map[int]noteJSON `json:"notes,omitempty"`
	Variations []variationJSON  `json:"variations,omitempty"`
}

// noteJSON is what a record says of a move.
type noteJSON struct {
	Eval   string  `json:"eval,omitempty"`
	TimeMS float64 `json:"time_ms,omitempty"`
	Sign   string  `json:"sign,omitempty"`
	Text   string  `json:"text,omitempty"`
}

// convertFlags are the flags of the convert command.
type convertFlags struct {
	recordFlags
	to                   string
	players, tournaments string
}

func (a *app) convertCommand() *cobra.Command {
	var f convertFlags
	c := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Convert records of games from one notation to another",
		Long: `Convert records of games from one notation to another.

Without FILE, or with -, standard input is read. Every game has the notations
transcript and position; Othello has ggf, sgf, wtb, obf and board, draughts pdn.`,
		Example: "  ply convert --to transcript WTH_2024.wtb\n  ply convert --to sgf game.ggf",
		Args:    counted(cobra.MaximumNArgs(1)),
		RunE:    func(c *cobra.Command, args []string) error { return a.convert(c.Context(), args, &f) },
	}
	f.add(a, c)
	addLanguage(c)
	flags := c.Flags()
	flags.StringVar(&f.to, "to", "transcript", "the `format` to write")
	flags.StringVar(&f.players, "players", "", "a WTHOR `FILE` of the names of players (.jou)")
	flags.StringVar(&f.tournaments, "tournaments", "", "a WTHOR `FILE` of the names of tournaments (.trn)")
	return c
}

func (a *app) convert(ctx context.Context, args []string, f *convertFlags) error {
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	if err := errors.Join(f.checkFormat(), a.intake.check()); err != nil {
		return err
	}
	in, err := a.in.Open(ctx, name)
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
		return a.convertLarge(ctx, data, in, name, f)
	}
	if data, err = a.recordText(data, name); err != nil {
		return err
	}
	records, err := a.recordsIn(data, name, &f.recordFlags)
	if err != nil {
		return err
	}
	var out bytes.Buffer // so that a game that cannot be written leaves no part of the others
	if err := a.convertEach(ctx, &out, records[0].Start.Game(), slices.Values(records), f); err != nil {
		return err
	}
	_, err = a.out.Write(out.Bytes())
	return err
}

// convertLarge converts the games of a file that goes on behind data one by one, in
// memory that does not grow with their number. A game that cannot be written ends the
// output.
func (a *app) convertLarge(ctx context.Context, data []byte, rest io.Reader, name string, f *convertFlags) (err error) {
	head, found := charset.Text(data[:min(len(data), 2*engine.DetectBytes)], a.intake.encoding)
	g, err := a.recordGame(head, name, &f.recordFlags)
	if err != nil {
		return exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	in := io.MultiReader(bytes.NewReader(data), rest)
	if found.Name != "" { // else it is no text
		encoding := a.intake.encoding
		if found.Guessed {
			encoding = found.Name
		}
		text := charset.NewReader(in, encoding)
		defer func() {
			a.noteEncoding(name, charset.Found{Name: text.Found().Name, Guessed: found.Guessed || text.Found().Guessed, Lost: text.Found().Lost})
		}()
		in = text
	}
	var unread error
	records := sift(a, name, g.EachRecord(in, f.from), &unread)
	out := bufio.NewWriter(a.out)
	err = a.convertEach(ctx, out, g, func(yield func(engine.Record) bool) {
		for r := range records {
			if makePlain(&r); !yield(r) {
				return
			}
		}
	}, f)
	return errors.Join(cmp.Or(err, unread), out.Flush())
}

// convertEach writes records of g as the flags say, as they come.
func (a *app) convertEach(ctx context.Context, out io.Writer, g *engine.Game, records iter.Seq[engine.Record], f *convertFlags) error {
	if names := formatNames(g); !slices.Contains(names, f.to) {
		return flags.NotAmong("--to", f.to, names...)
	}
	complete, err := a.lists(ctx, g, f)
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
	if a.json {
		return a.writeRecords(completed)
	}
	if err := g.WriteEach(out, f.to, completed); err != nil {
		return exit.Invalid(err)
	}
	return nil
}

// lists returns what gives the records of g the names and numbers of the lists
// that the flags name.
func (a *app) lists(ctx context.Context, g *engine.Game, f *convertFlags) (complete func(*record.Heading), err error) {
	if f.players == "" && f.tournaments == "" {
		return func(*record.Heading) {}, nil
	}
	create, ok := engine.Offered[workshop.NewLists](g)
	if !ok {
		return nil, exit.Usage(words.Tell("refused.no-lists", "game", g.About().Name))
	}
	lists := create()
	if err = a.readList(ctx, f.players, lists.AddPlayers); err == nil {
		err = a.readList(ctx, f.tournaments, lists.AddTournaments)
	}
	return lists.Complete, err
}

// readList reads a list of names, if it has a file.
func (a *app) readList(ctx context.Context, name string, add func(file []byte) error) error {
	if name == "" {
		return nil
	}
	data, err := a.in.ReadAll(ctx, name, input.MaxFile)
	if err != nil {
		return exit.Invalid(err)
	}
	if err := add(data); err != nil {
		return exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	return nil
}

func formatNames(g *engine.Game) (names []string) {
	for _, f := range g.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// writeRecords writes records as documents.
func (a *app) writeRecords(records iter.Seq[engine.Record]) error {
	n := 0
	for r := range records {
		doc, err := describeRecord(n, &r)
		if n++; err != nil {
			return exit.Invalid(reason.Errorf("game %d: %w", n, err))
		}
		if err := a.writeJSON(doc); err != nil {
			return err
		}
	}
	return nil
}

func describeRecord(index int, r *engine.Record) (convertedJSON, error) {
	positions, err := r.Positions()
	if err != nil {
		return convertedJSON{}, err
	}
	opening, _ := engine.Opening(positions)
	doc := convertedJSON{
		Schema: "ply.record/1", Index: index, Game: r.Start.Game().About().Name,
		Start: r.Start.String(), Moves: append([]string{}, r.Moves...), Position: positions[len(positions)-1].String(),
		Players: r.Players, Event: r.Event, Place: r.Place, Round: r.Round, Date: r.Date,
		Result: r.Result, Comment: r.Comment, Opening: opening, Tags: r.Tags,
	}
	doc.Notes, doc.Variations = describeNotes(r.Notes), describeVariations(r.Variations)
	return doc, nil
}

func describeNotes(notes record.Notes) (docs map[int]noteJSON) {
	for i, n := range notes {
		if docs == nil {
			docs = map[int]noteJSON{}
		}
		docs[i] = noteJSON{n.Eval, engine.Milliseconds(n.Time), n.Sign, n.Text}
	}
	return docs
}

func describeVariations(list []record.Variation[string]) (docs []variationJSON) {
	for _, v := range list {
		docs = append(docs, variationJSON{v.At, v.Moves, describeNotes(v.Notes), describeVariations(v.Variations)})
	}
	return docs
}
