//go:build !linux

package memory

// AdviseHuge asks for huge pages for a table where the system can be asked.
func AdviseHuge[T any]([]T) {}

// Clear makes all of a table zero, which must hold no pointers.
func Clear[T any](table []T) { clear(table) }
