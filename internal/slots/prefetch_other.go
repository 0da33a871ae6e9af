//go:build (!amd64 && !arm64) || purego

package slots

import "unsafe"

func prefetch(unsafe.Pointer) {}
