package data

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// entryJSON is the document "ply.bookposition/1".
type entryJSON struct {
	Schema string `json:"schema"`
	workshop.Entry
}

func describeEntry(e workshop.Entry) entryJSON { return entryJSON{"ply.bookposition/1", e} }

func bookShow(env *cli.Env, f *bookFlags) *cobra.Command {
	moves := ""
	c := &cobra.Command{
		Use:   "show [POSITION]",
		Short: "Print the entry of a position",
		RunE: func(_ *cobra.Command, args []string) error {
			b, err := f.open(false)
			if err != nil {
				if g, other := cli.ForeignBook(f.path); other != nil {
					defer other.Close()
					return showMoves(env, f, g, other, args, moves)
				}
				return err
			}
			defer b.Close()
			p, err := cli.Position(env, b.Game(), args, moves)
			if err != nil {
				return err
			}
			e, ok := b.Find(p)
			if !ok {
				return notInBook(f)
			}
			if env.JSON {
				return env.WriteJSON(describeEntry(e))
			}
			fmt.Fprintf(env.Out, "%s\n", wording.Board(env.Lang, p))
			writeEntry(env, p, &e)
			return nil
		},
	}
	c.Flags().StringVar(&moves, "moves", "", "first play these `moves` from the position")
	return c
}

func notInBook(f *bookFlags) error {
	return cli.Invalid(reason.Errorf("book %s: the position is not in it", f.path))
}

// showMoves prints the moves that another program's book of g has for a position.
func showMoves(env *cli.Env, f *bookFlags, g *engine.Game, b engine.Book, args []string, moves string) error {
	p, err := cli.Position(env, g, args, moves)
	if err != nil {
		return err
	}
	a, ok := b.Probe(p)
	switch {
	case !ok:
		return notInBook(f)
	case env.JSON:
		return env.WriteJSON(a.Describe(""))
	}
	env.Printer().Analysis(&a)
	return nil
}

// writeEntry prints the entry of p in a book.
func writeEntry(env *cli.Env, p *engine.Position, doc *workshop.Entry) {
	var rows [][]string
	for _, l := range doc.Links {
		rows = append(rows, []string{l.Move, bookValue(env, p, l.Value), env.Lang.Text("book.link")})
	}
	if doc.Leaf != nil {
		rows = append(rows, []string{doc.Leaf.Move, bookValue(env, p, doc.Leaf.Value), env.Lang.Text("book.leaf")})
	}
	env.Printer().Columns(rows, 3)
	number := bookValue(env, p, doc.Value)
	value := number + " " + wording.Unit(env.Lang, p.Game().About().Unit, strings.TrimLeft(number, "+-"))
	fmt.Fprintf(env.Out, "\n%s\n", env.Printer().Searched("book.value", "book.value-plain", doc.Depth, doc.Confidence, "value", value))
}

// bookValue formats a value of a book in the unit of the game, with a sign and the
// decimals of the smallest value.
func bookValue(env *cli.Env, p *engine.Position, value int) string {
	_, decimals, _ := strings.Cut(p.Measure(1).Decimal().String(), ".")
	return env.Lang.Number(fmt.Sprintf("%+.*f", len(decimals), p.Measure(game.Score(value)).Number))
}

func bookExport(env *cli.Env, f *bookFlags) *cobra.Command {
	packed := false
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the book as text, or packed, to standard output",
		Args:  cli.Counted(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			b, err := f.open(false)
			if err != nil {
				return err
			}
			defer b.Close()
			switch {
			case packed:
				return b.Pack(env.Out)
			case !env.JSON:
				return b.Export(env.Out)
			}
			for e := range b.Entries() {
				if err := env.WriteJSON(describeEntry(e)); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&packed, "packed", false, "write the packed form, about two bytes a position")
	return c
}

// statsJSON is the document "ply.bookstats/1". It counts positions by their number of
// pieces, called discs for every game, and by depth.
type statsJSON struct {
	Schema    string         `json:"schema"`
	Game      string         `json:"game"`
	Positions int            `json:"positions"`
	Links     int            `json:"links"`
	Leaves    int            `json:"leaves"`
	Solved    int            `json:"solved"`
	ByPieces  map[string]int `json:"by_discs"`
	ByDepth   map[string]int `json:"by_depth"`
}

func bookStats(env *cli.Env, f *bookFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "stats",
		Short: "Count the positions of the book",
		Args:  cli.Counted(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			b, err := f.open(false)
			if err != nil {
				return err
			}
			defer b.Close()
			about, s := b.Game().About(), b.Stats()
			if env.JSON {
				return env.WriteJSON(statsJSON{
					"ply.bookstats/1", about.Name, s.Positions, s.Links, s.Leaves, s.Solved, filled(s.ByPieces), filled(s.ByDepth),
				})
			}
			writeStats(env, &about, &s)
			return nil
		},
	}
}

// filled returns the counts that are not zero, by index.
func filled(counts []int) map[string]int {
	m := map[string]int{}
	for i, n := range counts {
		if n > 0 {
			m[fmt.Sprint(i)] = n
		}
	}
	return m
}

func writeStats(env *cli.Env, g *engine.About, s *workshop.Stats) {
	fmt.Fprintf(env.Out, "%s\n\n", env.Lang.Text("book.stats", "game", g.Name, "positions", s.Positions, "links", s.Links, "leaves", s.Leaves, "solved", s.Solved))
	pieces := "book.pieces"
	if g.Unit == "discs" {
		pieces = "book.discs"
	}
	rows := [][]string{{env.Lang.Text(pieces), env.Lang.Text("book.counted")}}
	for i, n := range s.ByPieces {
		if n > 0 {
			rows = append(rows, []string{strconv.Itoa(i), strconv.Itoa(n)})
		}
	}
	env.Printer().Columns(rows, 2)
}

// bookPolyglot returns the command that counts the moves of recorded games.
func bookPolyglot(env *cli.Env, f *bookFlags) *cobra.Command {
	plies, least := 0, 0
	c := &cobra.Command{
		Use:   "polyglot FILE...",
		Short: "Make a book for chess programs from recorded games; - is standard input",
		Args:  cli.Counted(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			if f.path == "" {
				return cli.Usage(reason.Errorf("%s: which file?", "--book"))
			}
			if err := cmp.Or(cli.AtLeast("--plies", plies, 1), cli.AtLeast("--least", least, 1)); err != nil {
				return err
			}
			if _, err := os.Stat(f.path); err == nil {
				return cli.Invalid(reason.Errorf("open %s: file exists", f.path))
			}
			g, counts, err := cli.Offering[workshop.MoveCounts]("book polyglot", cli.WhatOffer[workshop.MoveCounts]()[0])
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
				return cli.Failure(err)
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
	for range cli.Sift(env, cli.InputName(file), counted(g, counter, text, plies), &err) {
		if ctx.Err() != nil {
			return cli.With(cli.CodeInterrupted)
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
