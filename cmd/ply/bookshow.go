package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engines/othello/book"
	"github.com/plywood-go/plywood/games/othello"
)

// entryJSON is the document "ply.bookposition/1".
type entryJSON struct {
	Schema     string     `json:"schema"`
	Position   string     `json:"position"`
	Value      int        `json:"value"`
	Depth      int        `json:"depth"`
	Confidence int        `json:"confidence"`
	Links      []edgeJSON `json:"links"`
	Leaf       *edgeJSON  `json:"leaf,omitempty"`
}

type edgeJSON struct {
	Move  string `json:"move"`
	Value int    `json:"value"`
}

func describeEntry(r othello.Rules, e *book.Entry) entryJSON {
	doc := entryJSON{
		Schema: "ply.bookposition/1", Position: r.FormatPosition(&e.Position), Value: e.Value(),
		Depth: int(e.Depth), Confidence: int(e.Confidence), Links: []edgeJSON{},
	}
	for _, l := range e.Links {
		doc.Links = append(doc.Links, edgeJSON{r.FormatMove(&e.Position, l.Move), int(l.Value)})
	}
	if e.HasLeaf {
		doc.Leaf = &edgeJSON{r.FormatMove(&e.Position, e.Leaf.Move), int(e.Leaf.Value)}
	}
	return doc
}

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
			p, err := positionOf(b, args, moves)
			if err != nil {
				return err
			}
			e, ok := b.Find(p)
			if !ok {
				return invalid(fmt.Errorf("book %s: the position is not in it", f.path))
			}
			doc := describeEntry(b.Rules(), &e)
			if a.json {
				return a.writeJSON(doc)
			}
			fmt.Fprintf(a.out, "%s\n", b.Rules().Draw(&p))
			a.writeEntry(&doc)
			return nil
		},
	}
	c.Flags().StringVar(&moves, "moves", "", "`moves` to play from the position first")
	return c
}

// writeEntry prints what a book holds of a position for people.
func (a *app) writeEntry(doc *entryJSON) {
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
				if err := a.writeJSON(describeEntry(b.Rules(), e)); err != nil {
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
			g, err := gameOfBook(b)
			if err != nil {
				return err
			}
			s := b.Stats()
			if a.json {
				return a.writeJSON(statsJSON{
					"ply.bookstats/1", g.About().Name, s.Positions, s.Links, s.Leaves, s.Solved,
					filled(s.ByDiscs[:]), filled(s.ByDepth[:]),
				})
			}
			a.writeStats(g.About().Name, &s)
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

func (a *app) writeStats(game string, s *book.Stats) {
	fmt.Fprintf(a.out, "%s: %s, %s, %s, %d solved\n\n", game, count(s.Positions, "position", "positions"),
		count(s.Links, "link", "links"), count(s.Leaves, "leaf", "leaves"), s.Solved)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "discs\tpositions")
	for i, n := range s.ByDiscs {
		if n > 0 {
			fmt.Fprintf(w, "%d\t%d\n", i, n)
		}
	}
	w.Flush()
}
