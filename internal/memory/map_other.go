//go:build !unix

package memory

import "os"

// Map returns the bytes of a file. It reads the file, because this system cannot map it.
func Map(name string) ([]byte, error) { return os.ReadFile(name) }
