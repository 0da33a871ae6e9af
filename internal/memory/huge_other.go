//go:build !linux

package memory

// AdviseHuge does nothing: this system cannot be asked for huge pages.
func AdviseHuge[T any]([]T) {}

// Clear zeroes a table, which must hold no pointers.
func Clear[T any](table []T) { clear(table) }
