package data

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine"
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
				if g, other := arg.ForeignBook(f.path); other != nil {
					defer other.Close()
					return showMoves(env, f, g, other, args, moves)
				}
				return err
			}
			defer b.Close()
			p, err := arg.Position(env, b.Game(), args, moves)
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
	return exit.Invalid(reason.Errorf("book %s: the position is not in it", f.path))
}

// showMoves prints the moves that another program's book of g has for a position.
func showMoves(env *cli.Env, f *bookFlags, g *engine.Game, b engine.Book, args []string, moves string) error {
	p, err := arg.Position(env, g, args, moves)
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
		Args:  arg.Counted(cobra.NoArgs),
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
		Args:  arg.Counted(cobra.NoArgs),
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
