package teaching

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
)

// checkFlags are the flags of the check command.
type checkFlags struct {
	Template string `flag:"template" help:"print the game with this {name} to begin with: breakthrough, domineering, kalah, nim, pig, sliding or torus"`
	Games    int    `flag:"games" help:"number of {games} played at random"`
	Seed     uint64 `flag:"seed" help:"seed of the random games"`
}

// checkJSON is the document of a check.
type checkJSON struct {
	Schema    string   `json:"schema"` // "ply.check/1"
	File      string   `json:"file"`
	Games     int      `json:"games"`           // played at random
	Positions int      `json:"positions"`       // checked
	Seed      uint64   `json:"seed"`            // of the games
	Notes     []string `json:"notes,omitempty"` // possible mistakes
	Error     string   `json:"error,omitempty"` // the law that does not hold
}

// Check returns the command check.
func Check(env *cli.Env) *cobra.Command {
	f := checkFlags{Games: 100, Seed: 1}
	c := &cobra.Command{
		Use:   "check FILE.star",
		Short: "Check the laws of a game or puzzle written in Starlark",
		Long: `Check a game or a puzzle in a file of Starlark, a small dialect of Python: play games at
random and say at which line a law does not hold. Commands such as analyze, play and tree
take the file as GAME or PUZZLE; docs/teaching.md shows how to write one.`,
		Example: "  ply check --template nim > nim.star\n  ply check nim.star",
		Args:    arg.Counted(cobra.MaximumNArgs(1)),
		RunE:    func(c *cobra.Command, args []string) error { return runCheck(env, args, &f) },
	}
	flags.AddLanguage(c)
	flags.Bind(c, &f)
	return c
}

func runCheck(env *cli.Env, args []string, f *checkFlags) error {
	if f.Template != "" {
		text := star.Template(f.Template)
		if text == nil {
			return flags.NotAmong("--template", f.Template, star.Templates()...)
		}
		_, err := env.Out.Write(text)
		return err
	}
	if len(args) == 0 || !star.Is(args[0]) {
		return exit.Usage(reason.New("which file? It ends in .star; 'ply check --template nim' prints one to begin with"))
	}
	if err := flags.AtLeast("--games", f.Games, 1); err != nil {
		return err
	}
	file, err := star.Open(args[0], func(text string) { fmt.Fprintln(env.Err, text) }, func() {})
	if err != nil {
		return exit.Invalid(err)
	}
	r := file.Check(f.Games, 0, rand.New(rand.NewPCG(f.Seed, 0)))
	doc := checkJSON{Schema: "ply.check/1", File: args[0], Games: r.Games, Positions: r.Positions, Seed: f.Seed}
	var text strings.Builder
	for _, n := range r.Notes {
		doc.Notes = append(doc.Notes, n.Error())
		fmt.Fprintln(&text, env.Lang.Text("check.note", "text", env.Lang.Error(n)))
	}
	if r.Broken != nil {
		doc.Error = r.Broken.Error()
		if env.JSON {
			err = env.WriteJSON(&doc)
		}
		return errors.Join(err, &exit.Error{Code: exit.CodeExpectation, Err: r.Broken})
	}
	text.WriteString(env.Lang.Text("check.holds", "file", args[0], "games", r.Games, "positions", r.Positions, "seed", f.Seed))
	return env.Say(&doc, text.String())
}
