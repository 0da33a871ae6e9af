package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is the release, unless the build has the version of a tagged module.
const version = "0.1.0-dev"

func currentVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return version
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// versionJSON is the document "ply.version/1".
type versionJSON struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			doc := versionJSON{"ply.version/1", currentVersion(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if a.json {
				return a.writeJSON(doc)
			}
			_, err := fmt.Fprintf(a.out, "ply %s (%s, %s)\n", doc.Version, doc.Go, doc.Platform)
			return err
		},
	}
}
