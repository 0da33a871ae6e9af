package flags

import (
	"os"
	"path/filepath"
)

// NoEndgames is the folder name that disables endgame databases.
const NoEndgames = "none"

// EndgamesFolder returns the folder of endgame databases: the named one, "" for
// NoEndgames, or by default a folder in the user's cache. It is also "" if the user
// has no cache.
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
