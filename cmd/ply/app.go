package main

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/about"
	"github.com/plywood-go/plywood/cmd/ply/internal/analysis"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/data"
	"github.com/plywood-go/plywood/cmd/ply/internal/farming"
	"github.com/plywood-go/plywood/cmd/ply/internal/matches"
	"github.com/plywood-go/plywood/cmd/ply/internal/playing"
	"github.com/plywood-go/plywood/cmd/ply/internal/teaching"
)

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, stderr io.Writer) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	env := &cli.Env{In: cli.Standard{Reader: in}, Out: &cli.Writer{Writer: out}, Err: stderr, Stop: stop}
	root := rootCommand(env)
	root.SetArgs(cli.Shield(root, args))
	root.SetIn(in)
	root.SetOut(env.Out)
	root.SetErr(stderr)
	c, err := root.ExecuteContextC(ctx)
	err = cmp.Or(err, env.NoHelp)
	if ctx.Err() != nil {
		err = cli.Interrupt(err)
	}
	if env.Out.Err != nil {
		err = cli.Failure(env.Out.Err)
	}
	if env.Out.Fault != nil && env.Out.Fault() != nil {
		err = cli.Invalid(env.Out.Fault())
	}
	l := cli.Spoken(c, args)
	return env.Intake.Conclude(stderr, env.Lang, cli.Report(stderr, l, err))
}

func rootCommand(env *cli.Env) *cobra.Command {
	root := &cobra.Command{
		Use:           "ply",
		Short:         "Analyse, solve, play and understand games by tree search",
		Version:       cli.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cli.NoArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) (err error) {
			if err = cmp.Or(checkColor(env), cli.Check(c)); err == nil {
				env.Lang, err = cli.ChosenLanguage(c)
			}
			return err
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	all := root.PersistentFlags()
	all.BoolVar(&env.JSON, "json", false, "write JSON: one document, or one a line")
	all.StringVar(&env.Color, "color", "auto", "`when` to use colours: auto, always or never")
	root.SetHelpFunc(about.HelpFunc(env, root.HelpFunc()))
	root.SetHelpCommand(about.Help(root))
	root.SetFlagErrorFunc(cli.NoFlag)
	add := func(theme string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: theme, Title: theme})
		root.SetHelpCommandGroupID(theme) // help is the last
		for _, c := range commands {
			c.GroupID = theme
			if !slices.Contains(wordless, c.Name()) {
				cli.AddLanguage(c)
			}
		}
		root.AddCommand(commands...)
	}
	add("Analyse and solve:", analysis.Analyze(env), analysis.Solve(env), analysis.Path(env), analysis.Review(env), data.Challenges(env), analysis.Perft(env))
	add("Play:", playing.Play(env), playing.Serve(env), playing.Site(env), playing.Engine(env), matches.Match(env), matches.Tournament(env), matches.Tune(env))
	add("Learn and teach:", teaching.Tree(env), teaching.Learn(env), teaching.Quiz(env), teaching.Sheet(env), teaching.Grade(env), teaching.Check(env), teaching.Experiment(env))
	add("Make data:", data.Convert(env), data.Book(env), data.Endgames(env), data.Train(env), farming.Farm(env))
	add("About ply:", about.Games(env), analysis.Bench(env), about.Version(env), about.Completion(env), about.Man(env, root))
	about.CompleteValues(root)
	return root
}

// wordless are the commands whose output has no texts in the user's language.
var wordless = []string{"completion", "engine", "man", "version"}

func checkColor(env *cli.Env) error {
	switch env.Color {
	case "auto", "always", "never":
		return nil
	}
	return cli.NotAmong("--color", env.Color, "auto", "always", "never")
}
