package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/internal/wording"
	"github.com/plywood-go/plywood/internal/words"
)

// gameJSON is the document "ply.game/1".
type gameJSON struct {
	Schema    string    `json:"schema"`
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	Sizes     string    `json:"sizes"`
	Positions string    `json:"positions"`
	Moves     string    `json:"moves"`
	Solved    string    `json:"solved"`
	Sides     [2]string `json:"sides"`
	Unit      string    `json:"unit"`
	Formats   []string  `json:"formats"`
	// Board says how positions are drawn. Nil means as text only.
	Board *engine.Board `json:"board,omitempty"`
}

// levelJSON is the document "ply.level/1".
type levelJSON struct {
	Schema  string `json:"schema"`
	Game    string `json:"game"`
	Level   int    `json:"level"`
	Meaning string `json:"meaning"`
}

func (a *app) gamesCommand() *cobra.Command {
	levels, opponents := false, false
	c := &cobra.Command{
		Use:               "games [GAME]",
		Short:             "List the games: names, sizes, notation, what is solved",
		Args:              counted(cobra.MaximumNArgs(1)),
		ValidArgsFunction: completeGame,
		RunE: func(_ *cobra.Command, args []string) error {
			games, err := gamesOf(args)
			switch {
			case err != nil:
				return err
			case !levels && !opponents:
				return a.listGames(games)
			case len(args) == 0:
				return exit.Usage(words.Tell("refused.of-which"))
			case opponents:
				return a.listOpponents(games[0])
			}
			return a.listLevels(games[0])
		},
	}
	addLanguage(c)
	c.Flags().BoolVar(&levels, "levels", false, "explain the levels of strength of GAME")
	c.Flags().BoolVar(&opponents, "opponents", false, "list the named opponents of GAME and their strength")
	return c
}

// opponentJSON is the document "ply.opponent/1".
type opponentJSON struct {
	Schema string  `json:"schema"`
	Game   string  `json:"game"`
	Name   string  `json:"name"`
	Level  int     `json:"level"`
	Random float64 `json:"random"`
	Slip   float64 `json:"slip,omitempty"`
	Elo    *int    `json:"elo,omitempty"` // above the weakest; nil if not measured
}

// listOpponents lists the named opponents of a game.
func (a *app) listOpponents(g *engine.Game) error {
	all := workshop.OpponentsOf(g)
	if len(all) == 0 {
		return exit.Usage(words.Tell("refused.no-opponents", "game", g.About().Name))
	}
	var rows [][]string
	for _, o := range all {
		elo, above := (*int)(nil), a.lang.Text("games.unmeasured")
		if all.Measured() {
			elo, above = &o.Elo, a.lang.Text("games.elo", "elo", fmt.Sprintf("%+d", o.Elo))
		}
		if a.json {
			if err := a.writeJSON(opponentJSON{"ply.opponent/1", g.About().Name, o.Name, o.Level, o.Random, o.Slip, elo}); err != nil {
				return err
			}
			continue
		}
		settings := fmt.Sprintf("level=%d", o.Level)
		if o.Random > 0 {
			settings += fmt.Sprintf(" random=%g", o.Random)
		}
		if o.Slip > 0 {
			settings += fmt.Sprintf(" slip=%g", o.Slip)
		}
		row := []string{o.Name, settings, above}
		if a.lang != words.English { // the English name is the value of --opponent
			row = slices.Insert(row, 1, wording.Known(a.lang, "opponent", o.Name))
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		a.printer().Columns(rows, len(rows[0])-1)
	}
	return nil
}

// gamesOf returns the game that the arguments name, or one of each family.
func gamesOf(args []string) ([]*engine.Game, error) {
	if len(args) == 0 {
		return catalog.Games(), nil
	}
	g, err := findGame(args[0])
	return []*engine.Game{g}, err
}

// listLevels explains the levels of a game.
func (a *app) listLevels(g *engine.Game) error {
	for i, meaning := range g.Levels() {
		if a.json {
			if err := a.writeJSON(levelJSON{"ply.level/1", g.About().Name, i + 1, meaning}); err != nil {
				return err
			}
			continue
		}
		said, _ := a.lang.Phrase("meaning", meaning)
		fmt.Fprintf(a.out, "%2d  %s\n", i+1, said)
	}
	return nil
}

func (a *app) listGames(games []*engine.Game) error {
	for i, g := range games {
		b := g.About()
		if a.json {
			doc := gameJSON{"ply.game/1", b.Name, b.Title, b.Sizes, b.Positions, b.Moves, b.Solved, b.Sides, b.Unit, formatNames(g), g.Board()}
			if err := a.writeJSON(doc); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		a.writeGame(g)
	}
	return nil
}

func (a *app) writeGame(g *engine.Game) {
	b := g.About()
	fmt.Fprintf(a.out, "%s  %s\n", a.bold(b.Name), wording.Name(a.lang, b))
	rows := [][2]string{{"games.sizes", b.Sizes}, {"games.position", b.Positions}, {"games.moves", b.Moves}, {"games.margins", b.Counting}, {"games.solved", b.Solved}}
	if in, ok := b.In[string(a.lang)]; ok {
		rows = [][2]string{
			{"games.sizes", cmp.Or(in.Sizes, b.Sizes)},
			{"games.notation", in.Notation},
			{"games.margins", cmp.Or(in.Counting, b.Counting)},
			{"games.solved", cmp.Or(in.Solved, b.Solved)},
		}
	}
	rows = append(rows, [2]string{"games.records", a.recordsOf(g)})
	for _, row := range rows {
		if row[1] != "" {
			fmt.Fprintf(a.out, "  %s %s\n", report.Fill(a.lang.Text(row[0]), 9), a.wrap(row[1], 12))
		}
	}
}

// recordsOf returns a list of the notations of a game.
func (a *app) recordsOf(g *engine.Game) string {
	var records []string
	for _, f := range g.Formats() {
		title := f.Title
		if key := "record." + f.Name; words.Has(key) {
			title = a.lang.Text(key)
		}
		records = append(records, f.Name+" ("+title+")")
	}
	return strings.Join(records, ", ")
}

// namesOf returns the names of the games for which include is true.
func namesOf(include func(*engine.Game) bool) (names []string) {
	for _, g := range catalog.Games() {
		if include(g) {
			names = append(names, g.About().Name)
		}
	}
	return names
}

// findGame returns the named game. Its error suggests a name and has an exit code.
func findGame(name string) (*engine.Game, error) {
	g, err := catalog.Find(name)
	if err != nil {
		return nil, exit.Invalid(noGame(err, name))
	}
	return g, nil
}

func atLeastGame(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return exit.Usage(words.Tell("refused.which"))
	}
	return nil
}

// completeGame completes the first argument, the name of a game.
func completeGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return catalog.Names(), cobra.ShellCompDirectiveNoFileComp
}
