package arg

import (
	"bytes"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/game/record"
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
	if err := f.checkFormat(); err != nil {
		return nil, err
	}
	data, name, err := recordData(ctx, env, name, f)
	if err != nil {
		return nil, err
	}
	g, err := recordGame(env, data, name, f)
	if err != nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", name, err))
	}
	records, err := cli.Gather(env, name, g.EachRecord(bytes.NewReader(data), f.From))
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
func (f *RecordFlags) checkFormat() error {
	names := []string{""}
	for _, g := range catalog.Games() {
		names = append(names, FormatNames(g)...)
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
	data, err = env.In.ReadAll(ctx, name, input.MaxRecords)
	if err == nil {
		err = checkLines(data)
	}
	if err != nil {
		return nil, name, exit.Invalid(err)
	}
	data, err = env.Decode(data, input.Name(name))
	return data, input.Name(name), err
}

// checkLines refuses very long lines, which no record has and whose parsing would need
// a multiple of their memory.
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

// recordGame returns the game that the flags name. Otherwise it detects the game of the
// records in data, by their notation or because the moves are legal in no other game.
// If the notation fits several variants it returns the first and names the others on
// stderr.
func recordGame(env *cli.Env, data []byte, name string, f *RecordFlags) (*engine.Game, error) {
	if f.Game != "" {
		return catalog.Find(f.Game)
	}
	shown := slices.DeleteFunc(catalog.Games(), func(g *engine.Game) bool { return !detects(g, data, f.From) })
	if len(shown) > 1 {
		exit.Note(env.Err, env.Lang, reason.Errorf("%s: read as a game of %s, could be one of %v; --game NAME decides", name, shown[0].About().Name, flags.Either(gameNames(shown[1:]))))
	}
	if len(shown) > 0 {
		return shown[0], nil
	}
	played := players(data, f.From)
	switch len(played) {
	case 0:
		return nil, reason.New("a record of no known game; with --game NAME the error says why")
	case 1:
		return played[0], nil
	}
	return nil, reason.Errorf("a record of %v: --game NAME says which", flags.Either(gameNames(played)))
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
