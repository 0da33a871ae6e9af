//go:build race

package connect4engine

import (
	"sync/atomic"
	"unsafe"
)

func load(e *entry) entry {
	return entry(atomic.LoadUint64((*uint64)(unsafe.Pointer(e))))
}

func save(e *entry, v entry) {
	atomic.StoreUint64((*uint64)(unsafe.Pointer(e)), uint64(v))
}
