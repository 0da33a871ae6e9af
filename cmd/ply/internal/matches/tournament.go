package matches

import (
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/reason"
)

// Tournament returns the command tournament.
func Tournament(env *cli.Env) *cobra.Command {
	var f matchFlags
	c := &cobra.Command{
		Use:   "tournament GAME PLAYER PLAYER...",
		Short: "Play games between several players and rate them",
		Long: `Play games between several players and rate them.

Every player meets every other player in --games games. With --gauntlet only the
first player meets all others. Describe players as for 'ply match'.`,
		Example:           `  ply tournament othello level=1 level=2 level=3 discs --games 20 --jobs 2`,
		ValidArgsFunction: arg.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runTournament(env, c, args, &f) },
	}
	f.add(c)
	env.Intake.Add(c)
	c.Flags().BoolVar(&f.Gauntlet, "gauntlet", false, "let the first player meet all others, and no one else each other")
	return c
}

func runTournament(env *cli.Env, c *cobra.Command, args []string, f *matchFlags) error {
	switch {
	case f.resume != "":
		return resumeMatch(env, c, args, f)
	case len(args) == 0:
		return exit.Usage(reason.New("which game? 'ply games' lists them"))
	case len(args) < 3:
		return exit.Usage(reason.Errorf("%d players, want 2 or more", len(args)-1))
	}
	return playContest(c.Context(), env, args[0], args[1:], f)
}
