package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine/workshop"
)

// entryJSON is the document "ply.bookposition/1".
type entryJSON struct {
	Schema string `json:"schema"`
	workshop.Entry
}

func describeEntry(e workshop.Entry) entryJSON { return entryJSON{"ply.bookposition/1", e} }

func (a *app) bookShow(f *bookFlags) *cobra.Command {
	moves := ""
	c := &cobra.Command{
		Use:   "show [POSITION]",
		Short: "Print what the book holds of a position",
		RunE: func(_ *cobra.Command, args []string) error {
			b, err := f.open(false)
			if err != nil {
				return err
			}
			defer b.Close()
			p, err := parsePosition(b.Game(), args, moves)
			if err != nil {
				return err
			}
			e, ok := b.Find(p)
			if !ok {
				return exit.Invalid(fmt.Errorf("book %s: the position is not in it", f.path))
			}
			if a.json {
				return a.writeJSON(describeEntry(e))
			}
			fmt.Fprintf(a.out, "%s\n", p.Board())
			a.writeEntry(&e)
			return nil
		},
	}
	c.Flags().StringVar(&moves, "moves", "", "`moves` to play from the position first")
	return c
}

// writeEntry prints what a book holds of a position for people.
func (a *app) writeEntry(doc *workshop.Entry) {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, l := range doc.Links {
		fmt.Fprintf(w, "%s\t%+d\tin the book\n", l.Move, l.Value)
	}
	if doc.Leaf != nil {
		fmt.Fprintf(w, "%s\t%+d\tbest of the others\n", doc.Leaf.Move, doc.Leaf.Value)
	}
	w.Flush()
	fmt.Fprintf(a.out, "\nvalue %+d discs, the others searched to depth %d at %d %%\n", doc.Value, doc.Depth, doc.Confidence)
}

func (a *app) bookExport(f *bookFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "export",
		Short: "Write the book as text to standard output",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b, err := f.open(false)
			if err != nil {
				return err
			}
			defer b.Close()
			if !a.json {
				return b.Export(a.out)
			}
			for e := range b.Entries() {
				if err := a.writeJSON(describeEntry(e)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// statsJSON is the document "ply.bookstats/1". Lists by discs and depth are of
// positions.
type statsJSON struct {
	Schema    string         `json:"schema"`
	Game      string         `json:"game"`
	Positions int            `json:"positions"`
	Links     int            `json:"links"`
	Leaves    int            `json:"leaves"`
	Solved    int            `json:"solved"`
	ByDiscs   map[string]int `json:"by_discs"`
	ByDepth   map[string]int `json:"by_depth"`
}

func (a *app) bookStats(f *bookFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "stats",
		Short: "Count what the book holds",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b, err := f.open(false)
			if err != nil {
				return err
			}
			defer b.Close()
			game, s := b.Game().About().Name, b.Stats()
			if a.json {
				return a.writeJSON(statsJSON{
					"ply.bookstats/1", game, s.Positions, s.Links, s.Leaves, s.Solved,
					filled(s.ByDiscs), filled(s.ByDepth),
				})
			}
			a.writeStats(game, &s)
			return nil
		},
	}
}

// filled returns the counts that are not zero by their place.
func filled(counts []int) map[string]int {
	m := map[string]int{}
	for i, n := range counts {
		if n > 0 {
			m[fmt.Sprint(i)] = n
		}
	}
	return m
}

func (a *app) writeStats(game string, s *workshop.Stats) {
	fmt.Fprintf(a.out, "%s: %s, %s, %s, %d solved\n\n", game, report.Count(s.Positions, "position", "positions"),
		report.Count(s.Links, "link", "links"), report.Count(s.Leaves, "leaf", "leaves"), s.Solved)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "discs\tpositions")
	for i, n := range s.ByDiscs {
		if n > 0 {
			fmt.Fprintf(w, "%d\t%d\n", i, n)
		}
	}
	w.Flush()
}
