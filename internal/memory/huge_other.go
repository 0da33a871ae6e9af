//go:build !linux

package memory

// AdviseHuge asks for huge pages for a table where the system can be asked.
func AdviseHuge[T any]([]T) {}
