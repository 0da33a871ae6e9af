package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/internal/words"
)

// app is shared by all commands: their input and output, and the flags that they all
// take.
type app struct {
	in    input.Standard
	out   *checkedWriter
	err   io.Writer
	json  bool
	color string
	lang  words.Lang // see [app.chooseLanguage]

	lost   error // why no help was printed
	intake intake
}

// checkedWriter keeps the first error of writing, so that the program fails if its
// result could not be written.
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
	a := &app{in: input.Standard{Reader: in}, out: &checkedWriter{Writer: out}, err: stderr}
	root := a.rootCommand()
	root.SetArgs(flags.Shield(root, args))
	root.SetIn(in)
	root.SetOut(a.out)
	root.SetErr(stderr)
	c, err := root.ExecuteContextC(ctx)
	err = cmp.Or(err, a.lost)
	if a.out.err != nil {
		err = exit.Failure(a.out.err)
	}
	return a.intake.conclude(a, exit.Report(stderr, spoken(c, args), err))
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "ply",
		Short:         "Analyse, solve, play and understand games by tree search",
		Version:       currentVersion(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return cmp.Or(a.checkColor(), flags.Check(c), a.chooseLanguage(c))
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "write JSON: one document, or one a line")
	flags.StringVar(&a.color, "color", "auto", "`when` to use colours: auto, always or never")
	root.SetHelpFunc(a.help(root.HelpFunc()))
	root.SetHelpCommand(a.helpCommand(root))
	root.SetFlagErrorFunc(noFlag)
	root.AddCommand(
		a.gamesCommand(), a.analyzeCommand(), a.solveCommand(), a.playCommand(), a.perftCommand(), a.pathCommand(),
		a.reviewCommand(), a.convertCommand(), a.bookCommand(), a.engineCommand(), a.matchCommand(), a.tournamentCommand(), a.tuneCommand(), a.endgamesCommand(),
		a.treeCommand(), a.learnCommand(), a.quizCommand(), a.serveCommand(), a.experimentCommand(), a.trainCommand(),
		a.farmCommand(), a.benchCommand(), a.versionCommand(), a.completionCommand(), a.manCommand(root),
	)
	completeValues(root)
	return root
}

func (a *app) checkColor() error {
	switch a.color {
	case "auto", "always", "never":
		return nil
	}
	return flags.NotAmong("--color", a.color, "auto", "always", "never")
}

// colored reports whether output to stdout should have colours.
func (a *app) colored() bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && terminal.Is(a.out.Writer)
}

func (a *app) bold(text string) string { return a.printer().Bold(text) }

// printer returns a printer to stdout.
func (a *app) printer() report.Printer {
	return report.Printer{Out: a.out, Width: terminal.Width(a.out.Writer), Color: a.colored(), Lang: a.lang}
}

func (a *app) wrap(text string, indent int) string { return a.printer().Wrap(text, indent) }

// writeJSON writes a document as one line of JSON.
func (a *app) writeJSON(doc any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := a.out.Write(escapeControls(text.Bytes()))
	return err
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
