package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/words"
)

// recordFlags are the flags that select records of games and their format.
type recordFlags struct {
	game  string
	from  string
	moves string
	typed bool // --moves was given, perhaps empty
}

func (f *recordFlags) add(a *app, c *cobra.Command) {
	a.intake.add(c)
	flags := c.Flags()
	flags.StringVar(&f.game, "game", "", "`GAME` of the records; detected by default")
	flags.StringVar(&f.from, "from", "", "`format` of the records; detected by default")
}

// records reads the file that args name, or standard input if args is empty.
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
	g, err := a.recordGame(data, name, f)
	if err != nil {
		return nil, exit.Invalid(fmt.Errorf("%s: %w", name, err))
	}
	records, err := gather(a, name, g.EachRecord(bytes.NewReader(data), f.from))
	if err != nil {
		return nil, err
	}
	if records == nil {
		return nil, exit.Invalid(fmt.Errorf("%s: %w", name, record.ErrNoGame))
	}
	for i := range records {
		makePlain(&records[i])
	}
	return records, nil
}

// makePlain removes control characters from the texts of a record, because a terminal
// would obey them.
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

// checkFormat refuses an unknown format.
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
	if err == nil {
		err = checkLines(data)
	}
	if err != nil {
		return nil, name, exit.Invalid(err)
	}
	data, err = a.text(data, input.Name(name))
	return data, input.Name(name), err
}

// checkLines refuses very long lines, which no record has and whose parsing would need
// a multiple of their memory.
func checkLines(data []byte) error {
	n := 1
	for line := range bytes.Lines(data) {
		if len(line) > input.MaxLine {
			return fmt.Errorf("line %d: %w", n, input.TooLarge(input.MaxLine))
		}
		n++
	}
	return nil
}

// recordGame returns the game that the flags name. Otherwise it detects the game of the
// records in data, by their notation or because the moves are legal in no other game.
// If the notation fits several variants it returns the first and names the others on
// stderr.
func (a *app) recordGame(data []byte, name string, f *recordFlags) (*engine.Game, error) {
	if f.game != "" {
		return catalog.Find(f.game)
	}
	shown := slices.DeleteFunc(catalog.Games(), func(g *engine.Game) bool { return !detects(g, data, f.from) })
	if len(shown) > 1 {
		exit.Note(a.err, a.lang, words.Tell("refused.several-fit", "file", name, "game", shown[0].About().Name, "games", words.Either(gameNames(shown[1:]))))
	}
	if len(shown) > 0 {
		return shown[0], nil
	}
	played := players(data, f.from)
	switch len(played) {
	case 0:
		return nil, words.Tell("refused.record-of-none")
	case 1:
		return played[0], nil
	}
	return nil, words.Tell("refused.record-of", "games", words.Either(gameNames(played)))
}

// players returns the games that can read the most records at the beginning of data. One
// record with moves counts more than any number without.
func players(data []byte, format string) (games []*engine.Game) {
	most := 0
	if end := bytes.LastIndexByte(data[:min(len(data), engine.DetectBytes)], '\n'); len(data) > engine.DetectBytes && end > 0 {
		data = data[:end]
	}
	for _, g := range catalog.Games() {
		points := 0
		for r, err := range g.EachRecord(bytes.NewReader(data), format) {
			switch {
			case err == nil && len(r.Moves) > 0:
				points += len(data)
			case err == nil:
				points++
			}
		}
		if points > most {
			games, most = nil, points
		}
		if points == most && points > 0 {
			games = append(games, g)
		}
	}
	return games
}

func gameNames(games []*engine.Game) []string {
	names := make([]string, len(games))
	for i, g := range games {
		names[i] = g.About().Name
	}
	return names
}

// detects reports whether data is in a format of g, in the named format unless name is
// empty.
func detects(g *engine.Game, data []byte, name string) bool {
	for _, f := range g.Formats() {
		if (name == "" || name == f.Name) && f.Detect != nil && f.Detect(data) {
			return true
		}
	}
	return false
}
