package about

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/reason"
)

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
