package about

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/internal/words"
)

// levelJSON is the document "ply.level/1".
type levelJSON struct {
	Schema  string `json:"schema"`
	Game    string `json:"game"`
	Level   int    `json:"level"`
	Meaning string `json:"meaning"`
}

// Games returns the command games.
func Games(env *cli.Env) *cobra.Command {
	levels, opponents := false, false
	c := &cobra.Command{
		Use:               "games [GAME]",
		Short:             "List the games: names, sizes, notation, what is solved",
		Args:              cli.Counted(cobra.MaximumNArgs(1)),
		ValidArgsFunction: cli.CompleteGame,
		RunE: func(_ *cobra.Command, args []string) error {
			games, err := gamesOf(env, args)
			switch {
			case err != nil:
				return err
			case !levels && !opponents:
				return listGames(env, games)
			case len(args) == 0:
				return cli.Usage(reason.New("--levels and --opponents: of which game?"))
			case opponents:
				return listOpponents(env, games[0])
			}
			return listLevels(env, games[0])
		},
	}
	c.Flags().BoolVar(&levels, "levels", false, "explain the levels of strength of GAME")
	c.Flags().BoolVar(&opponents, "opponents", false, "list the named opponents of GAME and their strength")
	return c
}

// opponentJSON is the document "ply.opponent/1".
type opponentJSON struct {
	Schema string `json:"schema"`
	Game   string `json:"game"`
	workshop.Opponent
	Elo *int `json:"elo,omitempty"` // above the weakest; nil if not measured
}

// listOpponents lists the named opponents of a game.
func listOpponents(env *cli.Env, g *engine.Game) error {
	all := workshop.OpponentsOf(g)
	if len(all) == 0 {
		return cli.Usage(reason.Errorf("--opponents: %s has no named opponents", g.About().Name))
	}
	var rows [][]string
	for _, o := range all {
		elo, above := (*int)(nil), env.Lang.Text("games.unmeasured")
		if all.Measured() {
			elo, above = &o.Elo, env.Lang.Text("games.elo", "elo", fmt.Sprintf("%+d", o.Elo))
		}
		if env.JSON {
			if err := env.WriteJSON(opponentJSON{"ply.opponent/1", g.About().Name, o, elo}); err != nil {
				return err
			}
			continue
		}
		var settings []string
		for _, x := range setting.Of(&o) {
			if !x.IsZero() {
				settings = append(settings, x.Name+"="+x.String())
			}
		}
		row := []string{o.Name, strings.Join(settings, " "), above}
		if env.Lang != words.English { // the English name is the value of --opponent
			row = slices.Insert(row, 1, wording.Known(env.Lang, "opponent", o.Name))
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		env.Printer().Columns(rows, len(rows[0])-1)
	}
	return nil
}

// gamesOf returns the game that the arguments name, or one of each family.
func gamesOf(env *cli.Env, args []string) ([]*engine.Game, error) {
	if len(args) == 0 {
		return catalog.Games(), nil
	}
	g, err := cli.AnyGame(env, args[0])
	return []*engine.Game{g}, err
}

// listLevels explains the levels of a game.
func listLevels(env *cli.Env, g *engine.Game) error {
	for i, meaning := range g.Levels() {
		said, _ := env.Lang.Phrase("meaning", meaning)
		if err := env.Say(levelJSON{"ply.level/1", g.About().Name, i + 1, meaning}, fmt.Sprintf("%2d  %s", i+1, said)); err != nil {
			return err
		}
	}
	return nil
}

func listGames(env *cli.Env, games []*engine.Game) error {
	before := ""
	for _, g := range games {
		if err := env.Say(g.Describe(), before+gameText(env, g)); err != nil {
			return err
		}
		before = "\n"
	}
	return nil
}

// gameText describes a game to people.
func gameText(env *cli.Env, g *engine.Game) string {
	b := g.About()
	text := env.Bold(b.Name) + "  " + wording.Name(env.Lang, b)
	rows := [][2]string{{"games.sizes", b.Sizes}, {"games.position", b.Positions}, {"games.moves", b.Moves}, {"games.margins", b.Counting}, {"games.solved", b.Solved}}
	if in, ok := b.In[string(env.Lang)]; ok {
		rows = [][2]string{
			{"games.sizes", cmp.Or(in.Sizes, b.Sizes)},
			{"games.notation", in.Notation},
			{"games.margins", cmp.Or(in.Counting, b.Counting)},
			{"games.solved", cmp.Or(in.Solved, b.Solved)},
		}
	}
	rows = append(rows, [2]string{"games.records", recordsOf(env, g)})
	for _, row := range rows {
		if row[1] != "" {
			text += fmt.Sprintf("\n  %s %s", report.Fill(env.Lang.Text(row[0]), 9), env.Wrap(row[1], 12))
		}
	}
	return text
}

// recordsOf returns a list of the notations of a game.
func recordsOf(env *cli.Env, g *engine.Game) string {
	var records []string
	for _, f := range g.Formats() {
		title := f.Title
		if key := "record." + f.Name; words.Has(key) {
			title = env.Lang.Text(key)
		}
		records = append(records, f.Name+" ("+title+")")
	}
	return strings.Join(records, ", ")
}
