//go:build !unix

package memory

import "os"

// Map returns the bytes of a file, which it reads: the system is not asked to map them.
func Map(name string) ([]byte, error) { return os.ReadFile(name) }
