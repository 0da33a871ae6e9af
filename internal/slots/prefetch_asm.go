//go:build (amd64 || arm64) && !purego

package slots

import "unsafe"

// prefetch asks for the line of the cache with an address.
//
//go:noescape
func prefetch(address unsafe.Pointer)
