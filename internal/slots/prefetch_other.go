//go:build !amd64 && !arm64

package slots

import "unsafe"

func prefetch(unsafe.Pointer) {}
