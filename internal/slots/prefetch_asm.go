//go:build (amd64 || arm64) && !purego

package slots

import "unsafe"

// prefetch loads the cache line of an address.
//
//go:noescape
func prefetch(address unsafe.Pointer)
