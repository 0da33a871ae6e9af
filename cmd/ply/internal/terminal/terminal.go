// Package terminal detects terminals and shows progress on them.
package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Is reports whether w writes to a terminal.
func Is(w io.Writer) bool { return Width(w) > 0 }

// Width returns the width in columns of the terminal that w writes to, or 0 if w is
// not a terminal.
func Width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
		return columns
	}
	return 80
}

// IsReader reports whether in reads from a terminal.
func IsReader(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// cut returns text, cut to a width of columns.
func cut(text string, columns int) string {
	if r := []rune(text); len(r) > columns {
		return string(r[:max(0, columns-1)]) + "…"
	}
	return text
}

// Status returns functions that show and update one or more lines on the terminal w,
// and that remove them.
func Status(w io.Writer) (show func(text string), done func()) {
	r := rows{w: w, columns: func() int { return Width(w) - 1 }}
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
		lines[i] = cut(lines[i], r.columns())
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
