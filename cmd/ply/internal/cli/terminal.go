package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"

	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/tui"
)

// IsTerminal reports whether w writes to a terminal.
func IsTerminal(w io.Writer) bool { return TerminalWidth(w) > 0 }

// TerminalWidth returns the width in columns of the terminal that w writes to, or 0 if w is
// not a terminal.
func TerminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
		return columns
	}
	return 80
}

// ReadsTerminal reports whether in reads from a terminal.
func ReadsTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// ShowStatus returns functions that show and update one or more lines on the terminal w,
// and that remove them.
func ShowStatus(w io.Writer) (show func(text string), done func()) {
	r := rows{w: w, columns: func() int { return TerminalWidth(w) - 1 }}
	return r.show, r.wipe
}

// rows are the last lines on a terminal, which are overwritten by each update.
type rows struct {
	w       io.Writer
	columns func() int
	above   int // lines shown above the last one
}

func (r *rows) show(text string) {
	r.wipe()
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = plain.Clip(lines[i], max(1, r.columns()))
	}
	fmt.Fprint(r.w, strings.Join(lines, "\n"))
	r.above = len(lines) - 1
}

func (r *rows) wipe() {
	if r.above > 0 {
		fmt.Fprintf(r.w, "\x1b[%dA", r.above)
	}
	fmt.Fprint(r.w, "\r\x1b[J")
	r.above = 0
}

// FullScreen reports whether to use the full screen of a terminal.
func FullScreen(env *Env, plain bool) bool {
	return !plain && os.Getenv("TERM") != "dumb" && IsTerminal(env.Out.Writer) && ReadsTerminal(env.In.Reader)
}

// Present shows a model on the full screen until the user leaves it.
func Present(ctx context.Context, env *Env, m tea.Model) error {
	err := tui.Run(ctx, m, env.In.Reader, env.Out.Writer, env.Colored())
	if errors.Is(err, tui.ErrInterrupted) {
		return With(CodeInterrupted)
	}
	return err
}
