//go:build !unix

package match

import "os"

// lock does nothing: this system has no flock.
func lock(*os.File) error { return nil }
