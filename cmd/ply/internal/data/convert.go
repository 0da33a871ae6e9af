// Package data holds the commands that make and convert data: ply convert, book, endgames and
// train.
package data

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/reason"
)

// convertFlags are the flags of the convert command.
type convertFlags struct {
	cli.RecordFlags
	To          string `flag:"to" help:"{format} to write"`
	Players     string `flag:"players" help:"WTHOR {FILE} with the names of players (.jou)"`
	Tournaments string `flag:"tournaments" help:"WTHOR {FILE} with the names of tournaments (.trn)"`
}

// Convert returns the command convert.
func Convert(env *cli.Env) *cobra.Command {
	f := convertFlags{To: "transcript"}
	c := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Convert records of games from one notation to another",
		Long: `Convert records of games from one notation to another.

Without FILE, or with -, the command reads standard input. Every game has the
notations transcript and position. Chess also has pgn, draughts has pdn, and Othello
has ggf, sgf, wtb, obf and board.`,
		Example: "  ply convert --to transcript WTH_2024.wtb\n  ply convert --to sgf game.ggf",
		Args:    cli.Counted(cobra.MaximumNArgs(1)),
		RunE:    func(c *cobra.Command, args []string) error { return runConvert(c.Context(), env, args, &f) },
	}
	f.RecordFlags.Add(env, c)
	cli.Bind(c, &f)
	return c
}

// sampleBytes is how much of a file shows its encoding, notation and game.
const sampleBytes = 1 << 20

// runConvert converts the games of a file one by one, in memory that does not grow with their
// number. It prints nothing if a game cannot be written, unless the output is long.
func runConvert(ctx context.Context, env *cli.Env, args []string, f *convertFlags) (err error) {
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	if err := cmp.Or(f.CheckFormat(), env.Intake.Check()); err != nil {
		return err
	}
	file, err := env.In.Open(ctx, name)
	if err != nil {
		return cli.Invalid(err)
	}
	defer file.Close()
	name = cli.InputName(name)
	in := bufio.NewReaderSize(file, sampleBytes)
	head, err := in.Peek(sampleBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return cli.Invalid(reason.Errorf("%s: %w", name, err))
	}
	encoding := env.Intake.Encoding
	sample, found := charset.Text(head, encoding)
	g, err := cli.RecordGame(sample, name, &f.RecordFlags)
	if err != nil {
		return cli.Invalid(reason.Errorf("%s: %w", name, err))
	}
	records := io.Reader(in)
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
		records = text
	}
	var unread error
	out := &held{out: bufio.NewWriter(env.Out)}
	read := env.Intake.Read
	err = convertEach(ctx, env, out, g, ahead(func(yield func(engine.Record) bool) {
		for r := range cli.Sift(env, name, g.EachRecord(records, f.From), &unread) {
			if cli.MakePlain(&r); !yield(r) {
				return
			}
		}
	}), f)
	if err = cmp.Or(err, unread); err == nil && env.Intake.Read == read {
		err = cli.Invalid(reason.Errorf("%s: %w", name, record.ErrNoGame))
	}
	if err == nil {
		out.release()
	}
	return errors.Join(err, out.out.Flush())
}

// held holds the beginning of an output back, until there is more or until it is released.
type held struct {
	out      *bufio.Writer
	text     []byte
	released bool
}

func (h *held) Write(p []byte) (int, error) {
	if h.text = append(h.text, p...); h.released || len(h.text) > sampleBytes {
		h.release()
	}
	return len(p), nil
}

// release passes the text on. Errors of the output are those of its Flush.
func (h *held) release() {
	_, _ = h.out.Write(h.text)
	h.text, h.released = h.text[:0], true
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
	if names := g.FormatNames(); !slices.Contains(names, f.To) {
		return cli.NotAmong("--to", f.To, names...)
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
	return cli.Invalid(g.WriteEach(out, f.To, completed))
}

// lists returns a function that completes the headings of records of g from the lists
// of players and tournaments that the flags name.
func lists(ctx context.Context, env *cli.Env, g *engine.Game, f *convertFlags) (complete func(*record.Heading), err error) {
	if f.Players == "" && f.Tournaments == "" {
		return func(*record.Heading) {}, nil
	}
	create, ok := engine.Offered[workshop.NewLists](g)
	if !ok {
		return nil, cli.Usage(reason.Errorf("--players, --tournaments: %s has no such lists", g.About().Name))
	}
	lists := create()
	if err = readList(ctx, env, f.Players, lists.AddPlayers); err == nil {
		err = readList(ctx, env, f.Tournaments, lists.AddTournaments)
	}
	return lists.Complete, err
}

// readList passes the named file to add, unless name is empty.
func readList(ctx context.Context, env *cli.Env, name string, add func(file []byte) error) error {
	if name == "" {
		return nil
	}
	data, err := env.In.ReadAll(ctx, name, cli.MaxFile)
	if err != nil {
		return cli.Invalid(err)
	}
	if err := add(data); err != nil {
		return cli.Invalid(reason.Errorf("%s: %w", name, err))
	}
	return nil
}

// writeRecords writes records as JSON documents.
func writeRecords(env *cli.Env, records iter.Seq[engine.Record]) error {
	n := 0
	for r := range records {
		doc, err := r.Describe(n)
		if n++; err != nil {
			return cli.Invalid(reason.Errorf("game %d: %w", n, err))
		}
		if err := env.WriteJSON(doc); err != nil {
			return err
		}
	}
	return nil
}

// challengesFlags are the flags of the challenges command.
type challengesFlags struct {
	cli.RecordFlags
	Count    int    `flag:"count" help:"stop after this many challenges; 10 by default without FILE"`
	Most     int    `flag:"most" help:"keep at most this many challenges of one level"`
	Nodes    uint64 `flag:"nodes" help:"{positions} that each search for a proof may visit"`
	Seed     uint64 `flag:"seed" help:"seed of the engine's games"`
	Endgames string `flag:"endgames" help:"{folder} of the endgame databases instead of the usual one; none disables them"`
}

// tableBytes is the size of the transposition table: searches for challenges are short.
const tableBytes = 16 << 20

// Challenges returns the command challenges.
func Challenges(env *cli.Env) *cobra.Command {
	var f challengesFlags
	c := &cobra.Command{
		Use:   "challenges GAME [FILE]",
		Short: "Find positions with one best move, for players to solve",
		Long: `Find challenges: positions in which one move is proven to be best. It is the only
move that wins (win), the only one that does not lose (draw), or the only one that
wins so soon (quickest).

The positions are from the games in FILE, or from the engine's games against itself,
in which it makes mistakes. Each challenge is a line of a file of positions: the
position, the best move with its value, the theme, the lowest level that finds the
move, and the best play, in which each move of the side to move is the only best one.`,
		Example: "  ply challenges chess games.pgn\n  ply challenges othello --count 100 --seed 7",
		Args:    cobra.MatchAll(cli.AtLeastGame, cli.Counted(cobra.MaximumNArgs(2))),
		RunE: func(c *cobra.Command, args []string) error {
			return runChallenges(c.Context(), env, args, &f)
		},
	}
	c.ValidArgsFunction = cli.CompleteGame
	env.Intake.Add(c)
	f.Nodes, f.Seed = 20_000, 1
	cli.Bind(c, &f)
	return c
}

func runChallenges(ctx context.Context, env *cli.Env, args []string, f *challengesFlags) error {
	if err := cmp.Or(cli.AtLeast("--count", f.Count, 0), cli.AtLeast("--most", f.Most, 0), cli.AtLeast("--nodes", f.Nodes, 1), f.CheckFormat(), env.Intake.Check()); err != nil {
		return err
	}
	g, err := cli.Game(args[0])
	if err != nil {
		return err
	}
	if g.Start().Measure(0).Outcome == engine.NoOutcome {
		return cli.Invalid(reason.Errorf("%s: a game without winners has no challenges", g.About().Name))
	}
	var options engine.Options
	options.TableBytes = tableBytes
	m := &problem.Miner{Nodes: f.Nodes, Player: g.NewEngine(options)}
	options.Endgames = cli.EndgamesFolder(f.Endgames)
	m.Prover = g.NewEngine(options)
	games := selfPlay(ctx, m, g, f.Seed)
	if len(args) > 1 {
		f.Game = args[0]
		records, err := cli.ReadRecords(ctx, env, args[1:], &f.RecordFlags)
		if err != nil {
			return err
		}
		games = positions(records)
	} else if f.Count == 0 {
		f.Count = 10
	}
	return f.find(ctx, env, m, games)
}

// selfPlay plays games of the engine against itself, as many as the caller takes.
func selfPlay(ctx context.Context, m *problem.Miner, g *engine.Game, seed uint64) iter.Seq[[]*engine.Position] {
	return func(yield func([]*engine.Position) bool) {
		for game := uint64(0); ; game++ {
			if !yield(m.SelfPlay(ctx, g, rand.New(rand.NewPCG(seed, game)))) {
				return
			}
		}
	}
}

// positions returns the positions of each record.
func positions(records []engine.Record) iter.Seq[[]*engine.Position] {
	return func(yield func([]*engine.Position) bool) {
		for i := range records {
			if all, err := records[i].Positions(); err == nil && !yield(all) { // reading has checked the moves
				return
			}
		}
	}
}

// find prints the challenges in games, each position once.
func (f *challengesFlags) find(ctx context.Context, env *cli.Env, m *problem.Miner, games iter.Seq[[]*engine.Position]) error {
	show, done := env.Status()
	defer done()
	known, ofLevel := map[string]bool{}, map[int]int{}
	found, played := 0, 0
	for game := range games {
		show(env.Lang.Text("report.challenges", "games", played, "found", found))
		for _, c := range m.Game(ctx, game) {
			canonical := c.Position.Canonical().String()
			if known[canonical] || f.Most > 0 && ofLevel[c.Level] == f.Most {
				continue
			}
			known[canonical] = true
			ofLevel[c.Level]++
			if err := env.Say(c.Describe(), c.String()); err != nil {
				return err
			}
			if found++; found == f.Count {
				return nil
			}
		}
		if ctx.Err() != nil {
			return cli.With(cli.CodeInterrupted)
		}
		played++
	}
	if found == 0 {
		cli.Note(env.Err, env.Lang, reason.Errorf("no challenge in %d games", played))
	}
	return nil
}
