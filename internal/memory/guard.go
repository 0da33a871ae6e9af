package memory

import "runtime/debug"

// Guarded calls read, which reads bytes mapped by [Map], and reports whether
// all of them were there: reading past the end of a shortened file faults,
// which would end the program. Other panics of read pass through. It takes
// some tens of nanoseconds.
func Guarded(read func()) (whole bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if _, fault := r.(interface{ Addr() uintptr }); !fault { // see debug.SetPanicOnFault
				panic(r)
			}
			whole = false
		}
	}()
	read()
	return true
}
