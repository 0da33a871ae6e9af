// Package screen runs commands on the full screen of a terminal.
package screen

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/tui"
)

// Flags are the flags of commands with a full-screen mode.
type Flags struct {
	Plain bool // text line by line instead
}

// Add adds the flags to a command.
func (f *Flags) Add(c *cobra.Command) {
	c.Flags().BoolVar(&f.Plain, "plain", false, "show text line by line instead of a full screen")
	flags.AddLanguage(c)
}

// Full reports whether to use the full screen of a terminal.
func Full(env *cli.Env, plain bool) bool {
	return !plain && os.Getenv("TERM") != "dumb" && terminal.Is(env.Out.Writer) && terminal.IsReader(env.In.Reader)
}

// Present shows a model on the full screen until the user leaves it.
func Present(ctx context.Context, env *cli.Env, m tea.Model) error {
	err := tui.Run(ctx, m, env.In.Reader, env.Out.Writer, env.Colored())
	if errors.Is(err, tui.ErrInterrupted) {
		return exit.With(exit.CodeInterrupted)
	}
	return err
}
