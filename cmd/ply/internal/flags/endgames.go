package flags

import (
	"os"
	"path/filepath"
)

// NoEndgames is the folder that stands for none.
const NoEndgames = "none"

// EndgamesFolder returns the folder of databases of endings that is meant: the one
// named, none for "none", or without a name one among those that the user's programs
// keep what they can make again. It is empty for none.
func EndgamesFolder(named string) string {
	switch named {
	case NoEndgames:
		return ""
	case "":
	default:
		return named
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "plywood", "endgames")
}
