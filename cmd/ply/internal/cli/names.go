package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
)

// Commands returns the names of the commands that the help of parent lists.
func Commands(parent *cobra.Command) (names []string) {
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// NoCommand returns the error about an unknown subcommand of parent.
func NoCommand(parent *cobra.Command, name string) error {
	return Usage(Meant(reason.Errorf("no command %q; '%s --help' lists them", name, parent.CommandPath()), name, Commands(parent)))
}

// NoArguments refuses arguments, as names of unknown subcommands.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return NoCommand(c, args[0])
	}
	return nil
}

// Counted translates the error of check about the number of arguments.
func Counted(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return Usage(reason.Errorf("wrong number of arguments for %s: %d", c.CommandPath(), len(args)))
		}
		return nil
	}
}

// Want refuses arguments with the error err if check does.
func Want(check cobra.PositionalArgs, err error) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if check(c, args) != nil {
			return Usage(err)
		}
		return nil
	}
}

// NoFlag translates an error about a flag, and suggests the nearest flag.
func NoFlag(c *cobra.Command, err error) error {
	unknown, ok := err.(*pflag.NotExistError)
	if !ok {
		return Usage(WrongValue(err))
	}
	flag := "--" + unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" { // letters after one dash
		flag = "-" + unknown.GetSpecifiedName()
	}
	err = reason.Errorf("unknown flag: %s", flag)
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := Nearest(unknown.GetSpecifiedName(), names); name != "" {
		err = reason.Errorf("%w; did you mean %s?", err, "--"+name)
	}
	return Usage(err)
}

// NoGame adds a suggestion to an error about an unknown game: the nearest name of a
// game, or of those in more.
func NoGame(err error, name string, more ...string) error {
	family, size, sized := strings.Cut(name, ":")
	names := append(catalog.Names(), more...)
	if len(more) > 0 && !slices.Contains(names, family) { // the text of err lists games only
		err = reason.Errorf("no game %q: want one of %s", name, strings.Join(names, ", "))
	}
	found := cmp.Or(Nearest(family, names), Nearest(name, more))
	if found == "" || found == family {
		return err
	}
	if sized && !strings.Contains(found, ":") {
		found += ":" + size
	}
	return reason.Errorf("%w; did you mean %s?", err, found)
}

// Game returns the named game. Its error suggests a name, or one of more, and has an exit code.
func Game(name string, more ...string) (*engine.Game, error) {
	g, err := catalog.Find(name)
	if err != nil {
		return nil, Invalid(NoGame(err, name, more...))
	}
	return g, nil
}

// AnyGame is Game, also for a file of Starlark on this machine.
func AnyGame(env *Env, name string, more ...string) (*engine.Game, error) {
	if !star.Is(name) {
		return Game(name, more...)
	}
	return inFile(env, name, (*star.File).Game)
}

// inFile opens a file of Starlark. After a failure of its functions env writes nothing more.
func inFile[T any](env *Env, name string, in func(*star.File) (T, error)) (v T, err error) {
	f, err := star.Open(name, func(text string) { fmt.Fprintln(env.Err, text) }, env.Stop)
	if err == nil {
		before := env.Out.Fault // of another file
		env.Out.Fault = func() error {
			if before != nil {
				return cmp.Or(before(), f.Fault())
			}
			return f.Fault()
		}
		v, err = in(f)
	}
	return v, Invalid(err)
}

// AtLeastGame refuses a command line without a game.
var AtLeastGame = Want(cobra.MinimumNArgs(1), reason.New("which game? 'ply games' lists them"))

// CompleteGame completes the first argument, the name of a game.
var CompleteGame = CompleteFirst(catalog.Names)

// CompleteFirst returns a function that completes the first argument with the names.
func CompleteFirst(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// OneGame refuses a command line without exactly one argument, a game.
func OneGame(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return Usage(reason.Errorf("%q: want one game", args[1]))
	}
	return AtLeastGame(c, args)
}

// Offering returns the named game and its capability T, which the command needs.
func Offering[T any](command, name string) (g *engine.Game, offer T, err error) {
	if g, err := catalog.Find(name); err == nil {
		if offer, ok := engine.Offered[T](g); ok {
			return g, offer, nil
		}
	}
	return nil, offer, Unfit(command, strconv.Quote(name), WhatOffer[T]()...)
}

// WhatOffer returns the names of the games with the capability T.
func WhatOffer[T any]() (names []string) {
	for _, g := range catalog.Games() {
		if _, ok := engine.Offered[T](g); ok {
			names = append(names, g.About().Name)
		}
	}
	return names
}

// Book opens the book of --book for commands that list or extend it.
func Book(path string, write bool) (workshop.Book, error) {
	if path == "" {
		return nil, Usage(reason.Errorf("%s: which file?", "--book"))
	}
	b, err := workshop.OpenBook(catalog.Games(), path, write)
	if err == nil {
		return b, nil
	}
	if g, other := ForeignBook(path); other != nil {
		_ = other.Close() // nothing was written
		err = reason.Errorf("%s: a book of %s from another program, which %s and players read", path, g.About().Name, "ply book show")
	}
	return nil, Invalid(err)
}

// ForeignBook opens a book in the format of another program, and returns it with its
// game. It returns nil if the file is no such book.
func ForeignBook(path string) (*engine.Game, engine.Book) {
	for _, g := range catalog.Games() {
		if _, own := engine.Offered[workshop.Books](g); own || path == workshop.BuiltIn {
			continue
		}
		if b, err := g.OpenBook(path); err == nil {
			return g, b
		}
	}
	return nil, nil
}

// RecordFlags are the flags that select records of games and their format.
type RecordFlags struct {
	Game  string
	From  string `flag:"from" help:"{format} of the records; detected by default"`
	Moves string
	Typed bool // --moves was given, perhaps empty
}

// Add adds the flags to a command.
func (f *RecordFlags) Add(env *Env, c *cobra.Command) {
	env.Intake.Add(c)
	c.Flags().StringVar(&f.Game, "game", "", "`GAME` of the records; detected by default")
	Bind(c, f)
}

// ReadRecords reads the moves of --moves or the file that args name, or standard input if args is
// empty. The moves are UTF-8; a file may have any encoding.
func ReadRecords(ctx context.Context, env *Env, args []string, f *RecordFlags) (records []engine.Record, err error) {
	if err := f.CheckFormat(); err != nil {
		return nil, err
	}
	name, data := "--moves", []byte(f.Moves)
	if !f.Typed {
		file := append(args, "-")[0]
		name = InputName(file)
		if data, err = env.In.ReadAll(ctx, file, MaxRecords); err != nil {
			return nil, Invalid(err)
		}
		if err := checkLines(data); err != nil {
			return nil, Invalid(reason.Errorf("%s: %w", name, err))
		}
		if data, err = env.Decode(data, name); err != nil {
			return nil, err
		}
	}
	g, err := RecordGame(data, name, f)
	if err != nil {
		return nil, Invalid(reason.Errorf("%s: %w", name, err))
	}
	records, err = Gather(env, name, g.EachRecord(bytes.NewReader(data), f.From))
	if err != nil {
		return nil, err
	}
	if records == nil {
		return nil, Invalid(reason.Errorf("%s: %w", name, record.ErrNoGame))
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
	return NotAmong("--from", f.From, slices.Compact(names)[1:]...)
}

// checkLines refuses very long lines. No record has them, and parsing them takes a
// multiple of their memory.
func checkLines(data []byte) error {
	n := 1
	for line := range bytes.Lines(data) {
		if len(line) > MaxLine {
			return reason.Errorf("line %d: %w", n, TooLarge(MaxLine))
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
		var names Either
		for _, g := range found {
			names = append(names, g.About().Name)
		}
		return nil, reason.Errorf("a record of %v: --game NAME says which", names)
	}
	return found[0], nil
}
