package main

import (
	"bytes"
	"context"
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
	"github.com/plywood-go/plywood/internal/reason"
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

// variationJSON is a variation that departs from a game after At moves.
type variationJSON struct {
	At         int              `json:"at"`
	Moves      []string         `json:"moves"`
	Notes      map[int]noteJSON `json:"notes,omitempty"`
	Variations []variationJSON  `json:"variations,omitempty"`
}

// noteJSON is the annotation of a move in a record.
type noteJSON struct {
	Eval   string  `json:"eval,omitempty"`
	TimeMS float64 `json:"time_ms,omitempty"`
	Sign   string  `json:"sign,omitempty"`
	Text   string  `json:"text,omitempty"`
}

// convertFlags are the flags of the convert command.
type convertFlags struct {
	arg.RecordFlags
	to                   string
	players, tournaments string
}

func convertCommand(env *cli.Env) *cobra.Command {
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
	records, err := arg.ReadRecords(ctx, env, args, &f.RecordFlags)
	if err != nil {
		return err
	}
	g := records[0].Start.Game()
	if names := arg.FormatNames(g); !slices.Contains(names, f.to) {
		return flags.NotAmong("--to", f.to, names...)
	}
	complete, err := lists(ctx, env, g, f)
	if err != nil {
		return err
	}
	for i := range records {
		complete(&records[i].Heading)
	}
	if env.JSON {
		return writeRecords(env, records)
	}
	var out bytes.Buffer // print nothing if one of the games cannot be written
	if err := g.WriteRecords(&out, f.to, records); err != nil {
		return exit.Invalid(err)
	}
	_, err = env.Out.Write(out.Bytes())
	return err
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
func writeRecords(env *cli.Env, records []engine.Record) error {
	for i := range records {
		doc, err := describeRecord(i, &records[i])
		if err != nil {
			return exit.Invalid(reason.Errorf("game %d: %w", i+1, err))
		}
		if err := env.WriteJSON(doc); err != nil {
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
