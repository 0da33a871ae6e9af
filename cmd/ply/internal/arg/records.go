package arg

import (
	"bytes"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
)

// RecordFlags are the flags that select records of games and their format.
type RecordFlags struct {
	Game  string
	From  string
	Moves string
	Typed bool // --moves was given, perhaps empty
}

// Add adds the flags to a command.
func (f *RecordFlags) Add(env *cli.Env, c *cobra.Command) {
	env.Intake.Add(c)
	flags := c.Flags()
	flags.StringVar(&f.Game, "game", "", "`GAME` of the records; detected by default")
	flags.StringVar(&f.From, "from", "", "`format` of the records; detected by default")
}

// ReadRecords reads the file that args name, or standard input if args is empty.
func ReadRecords(ctx context.Context, env *cli.Env, args []string, f *RecordFlags) ([]engine.Record, error) {
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	if err := f.CheckFormat(); err != nil {
		return nil, err
	}
	data, name, err := recordData(ctx, env, name, f)
	if err != nil {
		return nil, err
	}
	return RecordsIn(env, data, name, f)
}

// RecordsIn reads the records in data. Typed text is UTF-8; other text may have any
// encoding.
func RecordsIn(env *cli.Env, data []byte, name string, f *RecordFlags) (records []engine.Record, err error) {
	if !f.Typed {
		if err := checkLines(data); err != nil {
			return nil, exit.Invalid(reason.Errorf("%s: %w", name, err))
		}
		if data, err = env.Decode(data, name); err != nil {
			return nil, err
		}
	}
	g, err := RecordGame(data, name, f)
	if err != nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	records, err = cli.Gather(env, name, g.EachRecord(bytes.NewReader(data), f.From))
	if err != nil {
		return nil, err
	}
	if records == nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", name, record.ErrNoGame))
	}
	for i := range records {
		MakePlain(&records[i])
	}
	return records, nil
}

// MakePlain removes control characters from the texts of a record, because a terminal
// would obey them.
func MakePlain(r *engine.Record) {
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

// CheckFormat refuses an unknown format.
func (f *RecordFlags) CheckFormat() error {
	names := []string{""}
	for _, g := range catalog.Games() {
		names = append(names, g.FormatNames()...)
	}
	if slices.Contains(names, f.From) {
		return nil
	}
	slices.Sort(names)
	return flags.NotAmong("--from", f.From, slices.Compact(names)[1:]...)
}

// recordData returns the text of the records and the name of its source.
func recordData(ctx context.Context, env *cli.Env, name string, f *RecordFlags) (data []byte, source string, err error) {
	if f.Typed {
		return []byte(f.Moves), "--moves", nil
	}
	data, err = env.In.ReadAll(ctx, name, cli.MaxRecords)
	if err != nil {
		return nil, name, exit.Invalid(err)
	}
	return data, cli.InputName(name), nil
}

// checkLines refuses very long lines. No record has them, and parsing them takes a
// multiple of their memory.
func checkLines(data []byte) error {
	n := 1
	for line := range bytes.Lines(data) {
		if len(line) > cli.MaxLine {
			return reason.Errorf("line %d: %w", n, cli.TooLarge(cli.MaxLine))
		}
		n++
	}
	return nil
}

// RecordGame returns the game that the flags name or, without a name, the game of the
// records in data. It fails if several games fit.
func RecordGame(data []byte, name string, f *RecordFlags) (*engine.Game, error) {
	if f.Game != "" {
		return catalog.Find(f.Game)
	}
	found, _, foreign := engine.Recognize(catalog.Games(), engine.Source{Data: data, Name: name, Format: f.From})
	switch {
	case foreign != nil:
		return nil, foreign
	case len(found) == 0:
		return nil, reason.New("a record of no known game; with --game NAME the error says why")
	case len(found) > 1:
		return nil, reason.Errorf("a record of %v: --game NAME says which", flags.Either(gameNames(found)))
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
