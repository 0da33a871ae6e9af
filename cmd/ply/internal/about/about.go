// Package about holds the commands about ply itself and its games: their list, help, manual
// pages, completion and version.
package about

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/setting"
)

// HelpFunc returns a help function that refuses an unknown subcommand and otherwise calls usual.
func HelpFunc(env *cli.Env, usual func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if words := c.Flags().Args(); c.HasSubCommands() && len(words) > 0 {
			env.NoHelp = cli.NoCommand(c, words[0])
			return
		}
		usual(c, args)
	}
}

// Help is "ply help COMMAND".
func Help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return cli.NoCommand(root, args[len(args)-max(1, len(rest))])
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}

// versionJSON is the document "ply.version/1".
type versionJSON struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Version returns the command version.
func Version(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cli.Counted(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			doc := versionJSON{"ply.version/1", cli.Version(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			return env.Say(doc, fmt.Sprintf("ply %s (%s, %s)", doc.Version, doc.Go, doc.Platform))
		},
	}
}

var shells = []string{"bash", "zsh", "fish", "powershell"}

// completionJSON is the document "ply.completion/1".
type completionJSON struct {
	Schema string `json:"schema"`
	Shell  string `json:"shell"`
	Script string `json:"script"`
}

// Completion returns the command completion.
func Completion(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "Print a completion script for bash, zsh, fish or powershell",
		Example:   "  source <(ply completion bash)",
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(shells, args[0]) {
				return cli.Usage(reason.Errorf("completion for which shell? want one of %s", strings.Join(shells, ", ")))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return complete(env, c.Root(), args[0]) },
	}
}

func complete(env *cli.Env, root *cobra.Command, shell string) (err error) {
	var script bytes.Buffer
	switch shell {
	case "bash":
		err = root.GenBashCompletionV2(&script, true)
	case "zsh":
		err = root.GenZshCompletion(&script)
	case "fish":
		err = root.GenFishCompletion(&script, true)
	default:
		err = root.GenPowerShellCompletionWithDesc(&script)
	}
	if err == nil && env.JSON {
		return env.WriteJSON(completionJSON{"ply.completion/1", shell, script.String()})
	}
	_, failed := script.WriteTo(env.Out)
	return cmp.Or(err, failed)
}

// values are the completions of the values of flags, by name of flag.
var values = map[string]func(c *cobra.Command, args []string) []string{
	"algo":     func(*cobra.Command, []string) []string { return cli.Algorithms() },
	"color":    oneOf("auto", "always", "never"),
	"compare":  func(*cobra.Command, []string) []string { return append(textbookengine.Names(), "all") },
	"engine":   oneOf("first", "second", "both", "none"),
	"format":   func(c *cobra.Command, _ []string) []string { return formats[c.Name()] },
	"fold":     oneOf("auto", "always", "never"),
	"from":     recordFormats,
	"game":     func(*cobra.Command, []string) []string { return catalog.Names() },
	"lang":     oneOf("en", "ru", "zh"),
	"layout":   oneOf("down", "right", "icicle"),
	"opponent": opponentNames,
	"protocol": oneOf("dxp", "gomocup", "gtp", "hub", "jsonl", "nboard", "uci"),
	"shapes":   oneOf("squares", "triangles"),
	"stage":    oneOf("values", "windows", "cuts", "bounds", "visits", "proofs", "rates", "counts"),
	"style":    oneOf("values", "alphabeta", "windows", "intervals", "types"),
	"to":       recordFormats,
}

// formats are the values of --format, by name of command.
var formats = map[string][]string{
	"grade": {"text", "json", "csv", "gradescope"},
	"sheet": {"html", "latex", "pdf", "moodle", "gift", "json"},
	"tree":  {"text", "outline", "svg", "png", "pdf", "dot", "tikz", "json"},
}

// listed are the flags whose value is a list separated by commas, completed word by word.
var listed = map[string]bool{"compare": true, "stage": true}

func oneOf(all ...string) func(*cobra.Command, []string) []string {
	return func(*cobra.Command, []string) []string { return all }
}

// recordFormats returns the notations of the game that --game names, or of all games.
func recordFormats(c *cobra.Command, _ []string) (names []string) {
	wanted, _ := c.Flags().GetString("game")
	for _, g := range catalog.Games() {
		if wanted != "" && g.About().Name != wanted {
			continue
		}
		for _, name := range g.FormatNames() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// opponentNames returns the names of the opponents in the game that args name.
func opponentNames(_ *cobra.Command, args []string) (names []string) {
	if len(args) == 0 {
		return nil
	}
	g, err := catalog.Find(args[0])
	if err != nil {
		return nil
	}
	for _, o := range workshop.OpponentsOf(g) {
		names = append(names, o.Name)
	}
	return names
}

// CompleteValues registers the completions of flag values for a command and its subcommands.
func CompleteValues(c *cobra.Command) {
	add := func(f *pflag.Flag) {
		all, known := values[f.Name]
		if s, ok := f.Value.(setting.Setting); ok && s.Names() != nil {
			all, known = oneOf(s.Names()...), true
		}
		if !known || f.Value.Type() != "string" && f.Value.Type() != "algorithm" {
			return
		}
		// The error means that the flag already has a completion, which it keeps.
		_ = c.RegisterFlagCompletionFunc(f.Name, func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			offered := all(c, args)
			if !listed[f.Name] {
				return offered, cobra.ShellCompDirectiveNoFileComp
			}
			before := typed[:strings.LastIndexByte(typed, ',')+1]
			whole := make([]string, len(offered))
			for i, word := range offered {
				whole[i] = before + word
			}
			return whole, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		})
	}
	c.LocalFlags().VisitAll(add)
	for _, sub := range c.Commands() {
		CompleteValues(sub)
	}
}

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
		ValidArgsFunction: cli.CompleteFirst(func() []string { return cli.Commands(root) }),
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return cli.NoCommand(root, args[len(args)-max(1, len(rest))])
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

// writeMan writes the manual page of a command with the macros of man(7). The page has
// no date, so that a program always writes the same page.
func writeMan(out io.Writer, c *cobra.Command) {
	c.InitDefaultHelpFlag()
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(out, ".TH %s 1 \"\" \"Plywood\" \"Plywood\"\n", roff(strings.ToUpper(name)))
	fmt.Fprintf(out, ".SH NAME\n%s \\- %s\n", roff(name), roff(c.Short))
	fmt.Fprintf(out, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	about := cmp.Or(c.Long, c.Short+".")
	fmt.Fprint(out, ".SH DESCRIPTION\n")
	for i, paragraph := range strings.Split(about, "\n\n") {
		if i > 0 {
			fmt.Fprint(out, ".PP\n")
		}
		fmt.Fprintln(out, roff(paragraph))
	}
	if len(cli.Commands(c)) > 0 {
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
