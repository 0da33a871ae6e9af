//go:build !linux && !darwin

package queue

// Free returns how many bytes can still be written to the disk of a folder; ok is false
// here, where nothing is known of it.
func Free(string) (bytes uint64, ok bool) { return 0, false }
