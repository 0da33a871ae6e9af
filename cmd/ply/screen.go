package main

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/tui"
)

// screenFlags are the flags of commands with a full-screen mode.
type screenFlags struct {
	plain bool
}

func (f *screenFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.plain, "plain", false, "show text line by line instead of a full screen")
	addLanguage(c)
}

// fullScreen reports whether to use the full screen of a terminal.
func (a *app) fullScreen(plain bool) bool {
	return !plain && os.Getenv("TERM") != "dumb" && terminal.Is(a.out.Writer) && terminal.IsReader(a.in.Reader)
}

// present shows a model on the full screen until the user leaves it.
func (a *app) present(ctx context.Context, m tea.Model) error {
	err := tui.Run(ctx, m, a.in.Reader, a.out.Writer, a.colored())
	if errors.Is(err, tui.ErrInterrupted) {
		return exit.With(exit.CodeInterrupted)
	}
	return err
}
