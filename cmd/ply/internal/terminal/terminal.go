// Package terminal asks what is at the other end of input and output, and keeps
// lines of progress there.
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

// Width returns the columns of the terminal that w writes to; 0 if it
// is none.
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

// IsReader reports whether somebody types what is read.
func IsReader(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// cut returns the start of text that fits so many columns.
func cut(text string, columns int) string {
	if r := []rune(text); len(r) > columns {
		return string(r[:max(0, columns-1)]) + "…"
	}
	return text
}

// Status keeps one line or several on the terminal that w writes to up to date; what
// it shows is wiped when done is called.
func Status(w io.Writer) (show func(text string), done func()) {
	r := rows{w: w, columns: func() int { return Width(w) - 1 }}
	return r.show, r.wipe
}

// rows are lines at the end of what a terminal shows, which are written anew.
type rows struct {
	w       io.Writer
	columns func() int
	above   int // lines of what is shown, but for the last
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
