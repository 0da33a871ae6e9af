// Package tui is Plywood on the full screen of a terminal: a game with live analysis ([Play])
// and a walk through a search ([Walk]). Both are Bubble Tea models, which tests drive by
// messages; [Run] shows one.
//
// No information is in colour alone, and every screen is usable down to 40 columns and 15 lines.
package tui

import (
	"context"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// ErrInterrupted is returned by Run when the user or the system interrupts it.
var ErrInterrupted = errors.New("interrupted")

// screen is a model that remembers whether Ctrl-C ended it.
type screen interface {
	tea.Model
	interrupted() bool
}

// Run shows a model until the user leaves it, and restores the terminal. It returns
// ErrInterrupted after Ctrl-C and when ctx is done.
func Run(ctx context.Context, m tea.Model, in io.Reader, out io.Writer, color bool) error {
	options := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler(),
	}
	if !color {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	last, err := tea.NewProgram(m, options...).Run()
	s, ok := last.(screen)
	if ctx.Err() != nil || ok && s.interrupted() {
		return ErrInterrupted
	}
	return err
}
