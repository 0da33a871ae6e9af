package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/plywood-go/plywood/internal/plain"
)

// Exit codes, a promise to users.
const (
	exitOK          = 0
	exitFailure     = 1   // the machine failed: a full disk, a bug
	exitUsage       = 2   // no such command, flag or value of a flag
	exitInvalid     = 3   // invalid game, position, move or file
	exitLimit       = 4   // stopped by a limit before what was asked
	exitExpectation = 5   // a verification or expectation failed
	exitInterrupted = 130 // Ctrl-C
)

// codedError is an error with the exit code that it calls for. One without a
// message has been reported already.
type codedError struct {
	code int
	err  error
}

func (e *codedError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *codedError) Unwrap() error { return e.err }

func failure(err error) error { return coded(exitFailure, err) }
func usage(err error) error   { return coded(exitUsage, err) }
func invalid(err error) error { return coded(exitInvalid, err) }

// coded gives an error its exit code, unless somebody has just ended the program.
func coded(code int, err error) error {
	if errors.Is(err, errInterrupted) {
		return errInterrupted
	}
	return &codedError{code, err}
}

// exit returns what makes a command end with a code and no further message.
func exit(code int) error {
	if code == exitOK {
		return nil
	}
	return &codedError{code, nil}
}

var errInterrupted = &codedError{exitInterrupted, errors.New("interrupted")}

// app is what all commands share: where to read and write, and the flags that
// all of them take.
type app struct {
	in    io.Reader
	out   *checkedWriter
	err   io.Writer
	json  bool
	color string

	lost error // why there was no help
}

// checkedWriter remembers the first failure to write, so that a result which
// nobody can read is not taken for success.
type checkedWriter struct {
	io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.Writer.Write(p)
	w.err = err
	return n, err
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, stderr io.Writer) int {
	a := &app{in: in, out: &checkedWriter{Writer: out}, err: stderr}
	root := a.rootCommand()
	root.SetArgs(shieldPositions(root, args))
	root.SetIn(in)
	root.SetOut(a.out)
	root.SetErr(stderr)
	err := cmp.Or(root.ExecuteContext(ctx), a.lost)
	if a.out.err != nil {
		err = failure(a.out.err)
	}
	return report(stderr, err)
}

// report prints an error in one line and returns its exit code.
func report(w io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	var coded *codedError
	if !errors.As(err, &coded) {
		coded = &codedError{exitUsage, err} // cobra's own refusals
	}
	if coded.err != nil {
		fmt.Fprintf(w, "ply: %s\n", plain.Message(coded.err))
	}
	return coded.code
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:               "ply",
		Short:             "Analyse, solve, play and understand games by tree search",
		Version:           currentVersion(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.NoArgs,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return cmp.Or(a.checkColor(), checkFlags(c)) },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "write JSON, one document or one a line")
	flags.StringVar(&a.color, "color", "auto", "`when` to use colours: auto, always or never")
	root.SetHelpFunc(a.help(root.HelpFunc()))
	root.SetHelpCommand(a.helpCommand(root))
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage(err) })
	root.AddCommand(
		a.gamesCommand(), a.analyzeCommand(), a.solveCommand(), a.playCommand(), a.perftCommand(),
		a.reviewCommand(), a.convertCommand(), a.bookCommand(), a.engineCommand(), a.matchCommand(),
		a.treeCommand(), a.learnCommand(), a.quizCommand(), a.serveCommand(), a.experimentCommand(), a.trainCommand(),
		a.benchCommand(), a.versionCommand(), a.completionCommand(),
	)
	return root
}

func (a *app) checkColor() error {
	switch a.color {
	case "auto", "always", "never":
		return nil
	}
	return usage(fmt.Errorf("--color: %q, want auto, always or never", a.color))
}

// colored reports whether output to stdout should have colours.
func (a *app) colored() bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && isTerminal(a.out.Writer)
}

func (a *app) bold(text string) string {
	if !a.colored() {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

func isTerminal(w io.Writer) bool { return terminalWidth(w) > 0 }

// terminalWidth returns the columns of the terminal that w writes to; 0 if it
// is none.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
		return columns
	}
	return 80
}
