// Package cli holds the environment that the commands of ply share.
package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/internal/words"
)

// Env is the environment of a command: its input and output, and the flags that all
// commands take.
type Env struct {
	In     Standard   // standard input and named files
	Out    *Writer    // standard output
	Err    io.Writer  // standard error
	JSON   bool       // write documents, not text
	Color  string     // always, never, or auto
	Lang   words.Lang // of texts
	Intake Intake     // what was read from files
	Stop   func()     // stops the command, as Ctrl-C does

	NoHelp error // why no help was printed
}

// Writer keeps the first write error, so that the program fails if it could not write
// its result.
type Writer struct {
	io.Writer
	Err   error        // the first one
	Fault func() error // why nothing more may be written: the rules have failed; nil means that they cannot
}

func (w *Writer) Write(p []byte) (int, error) {
	if w.Err == nil && w.Fault != nil {
		w.Err = w.Fault()
	}
	if w.Err != nil {
		return 0, w.Err
	}
	n, err := w.Writer.Write(p)
	w.Err = err
	return n, err
}

// Colored reports whether output to stdout should have colours.
func (e *Env) Colored() bool {
	switch e.Color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && IsTerminal(e.Out.Writer)
}

// Status returns functions that show and update a text on stderr, and remove it. They
// do nothing unless stderr is a terminal.
func (e *Env) Status() (show func(text string), done func()) {
	if IsTerminal(e.Err) {
		return ShowStatus(e.Err)
	}
	return func(string) {}, func() {}
}

// Bold returns text in bold type if output has colours.
func (e *Env) Bold(text string) string { return e.Printer().Bold(text) }

// Printer returns a printer to stdout.
func (e *Env) Printer() report.Printer {
	return report.Printer{Out: e.Out, Width: TerminalWidth(e.Out.Writer), Color: e.Colored(), Lang: e.Lang}
}

// Wrap wraps text, which starts at column indent, to the width of the terminal.
func (e *Env) Wrap(text string, indent int) string { return e.Printer().Wrap(text, indent) }

// WriteJSON writes a document as one line of JSON.
func (e *Env) WriteJSON(doc any) error {
	text, err := JSON(doc)
	if err == nil {
		_, err = e.Out.Write(text)
	}
	return err
}

// Say writes a document as JSON or, for people, a text that says the same.
func (e *Env) Say(doc any, text string) error {
	if e.JSON {
		return e.WriteJSON(doc)
	}
	_, err := fmt.Fprintln(e.Out, text)
	return err
}

// JSON returns a document as one line of JSON.
func JSON(doc any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(doc)
	return escapeControls(text.Bytes()), err
}

// controls matches control characters that JSON does not escape but terminals may
// obey.
var controls = regexp.MustCompile(`[\x{7f}-\x{9f}]`)

func escapeControls(text []byte) []byte {
	return controls.ReplaceAllFunc(text, func(c []byte) []byte {
		r, _ := utf8.DecodeRune(c)
		return fmt.Appendf(nil, `\u%04x`, r)
	})
}

// version is the release, unless the build has the version of a tagged module.
const version = "0.1.0-dev"

// Version returns the version of the program.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return version
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}
