package memory

import "runtime/debug"

// Guarded calls read, which reads what [Map] has mapped, and reports whether all of it
// was there: to read of a file what it no longer has faults, which ends the program
// otherwise. Other panics of read go on. It takes some tens of nanoseconds.
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
