package about

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
)

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
