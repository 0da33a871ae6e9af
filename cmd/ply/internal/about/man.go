package about

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
)

// manJSON is the document "ply.man/1".
type manJSON struct {
	Schema  string `json:"schema"`
	Command string `json:"command"`
	Page    string `json:"page"`
}

// Man returns the command man.
func Man(env *cli.Env, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "Print the manual page of a command",
		Long: `Print the manual page of a command, or of ply, in the format of man. Pages belong
to section 1: the page of "ply analyze" goes into a file ply-analyze.1.`,
		Example:           "  ply man analyze | man -l -\n  ply man > ~/.local/share/man/man1/ply.1",
		ValidArgsFunction: arg.CompleteFirst(func() []string { return commandNames(root) }),
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return arg.NoCommand(root, args[len(args)-max(1, len(rest))])
			}
			var page strings.Builder
			writeMan(&page, c)
			if env.JSON {
				return env.WriteJSON(manJSON{"ply.man/1", c.CommandPath(), page.String()})
			}
			_, err = io.WriteString(env.Out, page.String())
			return err
		},
	}
}

// commandNames returns the names of the commands that help lists.
func commandNames(parent *cobra.Command) (names []string) {
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// writeMan writes the manual page of a command with the macros of man(7). The page has
// no date, so that a program always writes the same page.
func writeMan(out io.Writer, c *cobra.Command) {
	c.InitDefaultHelpFlag()
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(out, ".TH %s 1 \"\" \"Plywood\" \"Plywood\"\n", roff(strings.ToUpper(name)))
	fmt.Fprintf(out, ".SH NAME\n%s \\- %s\n", roff(name), roff(c.Short))
	fmt.Fprintf(out, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	about := c.Long
	if about == "" {
		about = c.Short + "."
	}
	fmt.Fprint(out, ".SH DESCRIPTION\n")
	for i, paragraph := range strings.Split(about, "\n\n") {
		if i > 0 {
			fmt.Fprint(out, ".PP\n")
		}
		fmt.Fprintln(out, roff(paragraph))
	}
	if names := commandNames(c); len(names) > 0 {
		fmt.Fprint(out, ".SH COMMANDS\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(out, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
			}
		}
	}
	manFlags(out, "OPTIONS", c.NonInheritedFlags())
	manFlags(out, "OPTIONS OF ALL COMMANDS", c.InheritedFlags())
	if c.Example != "" {
		fmt.Fprintf(out, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	fmt.Fprint(out, ".SH EXIT STATUS\n0 success; 1 failure; 2 wrong usage; 3 invalid position, move or file; 4 stopped by a limit; 5 an expectation failed; 130 interrupted.\n")
	if c.HasParent() {
		fmt.Fprintf(out, ".SH SEE ALSO\n.BR %s (1)\n", roff(strings.ReplaceAll(c.Parent().CommandPath(), " ", "-")))
	}
}

func manFlags(out io.Writer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(out, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(out, ".TP\n\\fB%s\\fR", roff(name))
		if value != "" {
			fmt.Fprintf(out, " \\fI%s\\fR", roff(value))
		}
		fmt.Fprintf(out, "\n%s\n", roff(usage))
	})
}

var roffEscaper = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")

// roff escapes text for roff: dashes stay dashes, and no line is a request.
func roff(text string) string {
	escaped := roffEscaper.Replace(text)
	if strings.HasPrefix(escaped, ".") || strings.HasPrefix(escaped, "'") {
		escaped = `\&` + escaped
	}
	return escaped
}
