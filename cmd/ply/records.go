package main

import (
	"bytes"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// recordFlags say where records of games come from and what they are.
type recordFlags struct {
	game  string
	from  string
	moves string
	typed bool // moves were given, be it none
}

func (f *recordFlags) add(a *app, c *cobra.Command) {
	a.intake.add(c)
	flags := c.Flags()
	flags.StringVar(&f.game, "game", "", "the `GAME` of the records; found out if it is left out")
	flags.StringVar(&f.from, "from", "", "the `format` of the records; found out if it is left out")
}

// records reads the file that args name, standard input if they name none.
func (a *app) records(ctx context.Context, args []string, f *recordFlags) ([]engine.Record, error) {
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	if err := f.checkFormat(); err != nil {
		return nil, err
	}
	data, name, err := a.recordData(ctx, name, f)
	if err != nil {
		return nil, err
	}
	return a.recordsIn(data, name, f)
}

// recordsIn reads the records of data, whose source is called name.
func (a *app) recordsIn(data []byte, name string, f *recordFlags) ([]engine.Record, error) {
	g, err := a.recordGame(data, name, f)
	if err != nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	records, err := gather(a, name, g.EachRecord(bytes.NewReader(data), f.from))
	if err != nil {
		return nil, err
	}
	if records == nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", name, record.ErrNoGame))
	}
	for i := range records {
		makePlain(&records[i])
	}
	return records, nil
}

// makePlain takes out of what a record says in words what a terminal would obey.
func makePlain(r *engine.Record) {
	h := &r.Heading
	for _, s := range []*string{&h.Players[0], &h.Players[1], &h.Event, &h.Place, &h.Round, &h.Date, &h.Result} {
		*s = plain.Line(*s)
	}
	h.Comment = plain.Text(h.Comment)
	for name, text := range h.Tags {
		delete(h.Tags, name)
		h.Tags[plain.Line(name)] = plain.Text(text)
	}
	makeNotesPlain(r.Notes, r.Variations)
}

func makeNotesPlain(notes record.Notes, variations []record.Variation[string]) {
	for i, n := range notes {
		n.Eval, n.Sign, n.Text = plain.Line(n.Eval), plain.Line(n.Sign), plain.Text(n.Text)
		notes[i] = n
	}
	for _, v := range variations {
		makeNotesPlain(v.Notes, v.Variations)
	}
}

// checkFormat refuses a format that no game has.
func (f *recordFlags) checkFormat() error {
	names := []string{""}
	for _, g := range catalog.Games() {
		names = append(names, formatNames(g)...)
	}
	if slices.Contains(names, f.from) {
		return nil
	}
	slices.Sort(names)
	return flags.NotAmong("--from", f.from, slices.Compact(names)[1:]...)
}

// recordData returns the text of the records and the name of its source.
func (a *app) recordData(ctx context.Context, name string, f *recordFlags) (data []byte, source string, err error) {
	if f.typed {
		return []byte(f.moves), "--moves", nil
	}
	data, err = a.in.ReadAll(ctx, name, input.MaxRecords)
	if err != nil {
		return nil, name, exit.Invalid(err)
	}
	data, err = a.recordText(data, input.Name(name))
	return data, input.Name(name), err
}

// recordText returns the records of a file as UTF-8.
func (a *app) recordText(data []byte, name string) ([]byte, error) {
	if err := checkLines(data); err != nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	return a.text(data, name)
}

// checkLines refuses lines that no record has, for which there would be a
// multiple of memory.
func checkLines(data []byte) error {
	n := 1
	for line := range bytes.Lines(data) {
		if len(line) > input.MaxLine {
			return reason.Errorf("line %d: %w", n, input.TooLarge(input.MaxLine))
		}
		n++
	}
	return nil
}

// recordGame returns the game named by the flags, or the game that data holds
// records of. If the notation of data fits several variants, it takes the first and
// names the others.
func (a *app) recordGame(data []byte, name string, f *recordFlags) (*engine.Game, error) {
	if f.game != "" {
		return catalog.Find(f.game)
	}
	found, shown := engine.Recognize(catalog.Games(), data, f.from)
	switch {
	case len(found) == 0:
		return nil, words.Tell("refused.record-of-none")
	case len(found) == 1:
	case !shown:
		return nil, words.Tell("refused.record-of", "games", words.Either(gameNames(found)))
	default:
		exit.Note(a.err, a.lang, words.Tell("refused.several-fit", "file", name, "game", found[0].About().Name, "games", words.Either(gameNames(found[1:]))))
	}
	return found[0], nil
}

func gameNames(games []*engine.Game) []string {
	names := make([]string, len(games))
	for i, g := range games {
		names[i] = g.About().Name
	}
	return names
}
