package catalog

import (
	"embed"
	"strings"

	"github.com/plywood-go/plywood/engine/problem"
)

//go:embed challenges
var challenges embed.FS

// Challenges returns the challenges of the named game, nil if it has none. The commands
// in docs/cli/analyse.md wrote the files, by 'ply challenges'.
func Challenges(game string) problem.Challenges {
	file, err := challenges.ReadFile("challenges/" + strings.ReplaceAll(game, ":", "-") + ".txt")
	if err != nil {
		return nil
	}
	return file
}
