package cli

import (
	"runtime/debug"
	"strings"
)

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
