// Package about holds the commands about ply itself and its games: their list, help, manual
// pages, completion and version.
package about

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/reason"
)

// HelpFunc returns a help function that refuses an unknown subcommand and otherwise calls
// usual.
func HelpFunc(env *cli.Env, usual func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if words := c.Flags().Args(); c.HasSubCommands() && len(words) > 0 {
			env.NoHelp = arg.NoCommand(c, words[0])
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
				return arg.NoCommand(root, args[len(args)-max(1, len(rest))])
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
		Args:  arg.Counted(cobra.NoArgs),
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
				return exit.Usage(reason.Errorf("completion for which shell? want one of %s", strings.Join(shells, ", ")))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return complete(env, c.Root(), args[0]) },
	}
}

func complete(env *cli.Env, root *cobra.Command, shell string) error {
	if !env.JSON {
		return writeCompletion(env.Out, root, shell)
	}
	var script bytes.Buffer
	if err := writeCompletion(&script, root, shell); err != nil {
		return err
	}
	return env.WriteJSON(completionJSON{"ply.completion/1", shell, script.String()})
}

func writeCompletion(w io.Writer, root *cobra.Command, shell string) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(w, true)
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, true)
	}
	return root.GenPowerShellCompletionWithDesc(w)
}
